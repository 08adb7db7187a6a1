import type { IesProfile } from '../../../gpu/index.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../words/say.ts'

/** Beyond them a file is more likely broken, or a trap, than a luminaire. */
export const LIMITS = {
  fileBytes: 2 ** 22,
  /** Of each kind. */
  angles: 1500,
  values: 500_000,
  candela: 1e9,
  /** Rows and columns of what the engine gets: steps of a quarter and of half a degree. */
  rows: 721,
  columns: 720,
} as const

/** As it stands in the file: degrees, one set of vertical values per horizontal angle. */
export interface Table {
  readonly vertical: readonly number[]
  readonly horizontal: readonly number[]
  readonly candela: Float64Array
}

/**
 * A table on a regular grid all round. Steps are the greatest that meet every angle of the file, so that each of its values is kept; a
 * file with angles so odd that this takes more than LIMITS gets the finest grid allowed and a note.
 *
 * @throws AtriumError `photometry-invalid` for angles that LM-63 does not know
 */
export function regular({ vertical, horizontal, candela }: Table, key: string, notes: Phrase[]): IesProfile {
  rises(vertical, 'vertical')
  rises(horizontal, 'horizontal')
  const [from, to] = [vertical[0], vertical[vertical.length - 1]]
  if (from < 0 || to > 180) throw new AtriumError('photometry-invalid', `its vertical angles run from ${from} to ${to} degrees, not within 0 and 180`)
  const fold = foldOf(horizontal)
  const rows = stepsOf(vertical, to - from, LIMITS.rows - 1) + 1
  const columns = horizontal.length === 1 ? 1 : stepsOf(horizontal, 360, LIMITS.columns)
  const isExact = horizontal.every((angle) => columns === 1 || isWhole((angle * columns) / 360)) && vertical.every((angle) => isWhole(((angle - from) * (rows - 1)) / (to - from)))
  if (!isExact) notes.push(phrase('import.ies.uneven'))
  const grid = new Float32Array(rows * columns)
  for (let column = 0; column < columns; column++) {
    const [h, f] = bracketOf(horizontal, fold((360 * column) / columns))
    for (let row = 0; row < rows; row++) {
      const [v, g] = bracketOf(vertical, from + ((to - from) * row) / (rows - 1))
      const value = (i: number): number => {
        const at = i * vertical.length + v
        return g === 0 ? candela[at] : candela[at] * (1 - g) + candela[at + 1] * g
      }
      grid[row * columns + column] = f === 0 ? value(h) : value(h) * (1 - f) + value((h + 1) % horizontal.length) * f
    }
  }
  const radians = Math.PI / 180
  return { key, width: columns, height: rows, verticalFrom: from * radians, verticalTo: to * radians, candela: grid }
}

/** From a horizontal angle, 0..360, to one that was measured: luminaires that are alike on both sides are measured on one. */
function foldOf(horizontal: readonly number[]): (angle: number) => number {
  const [first, last] = [horizontal[0], horizontal[horizontal.length - 1]]
  if (horizontal.length === 1) return () => first
  if (first === 0 && last === 90) return (angle) => Math.min(angle % 180, 180 - (angle % 180))
  if (first === 0 && last === 180) return (angle) => Math.min(angle, 360 - angle)
  if (first === 90 && last === 270) return (angle) => (angle >= 90 && angle <= 270 ? angle : (540 - angle) % 360)
  // All round; some files leave out 360, which is 0 again.
  if (first === 0 && last > 180 && last <= 360) return (angle) => angle
  throw new AtriumError('photometry-invalid', `its horizontal angles run from ${first} to ${last} degrees, not from 0 to 90, 180 or 360, nor from 90 to 270`)
}

/** Which of the angles comes before, and how far it is to the next; behind the last one the first follows, a turn later. */
function bracketOf(angles: readonly number[], angle: number): readonly [index: number, share: number] {
  let i = angles.length - 1
  while (i > 0 && angles[i] > angle + 1e-9) i--
  const next = i + 1 < angles.length ? angles[i + 1] : angles[0] + 360
  const share = (angle - angles[i]) / (next - angles[i])
  return angles.length === 1 || share < 1e-9 ? [i, 0] : [i, share]
}

/** Into how many steps a range falls so that each angle lies on one, if that many are allowed. */
function stepsOf(angles: readonly number[], range: number, most: number): number {
  const [first] = angles
  // In thousandths of a degree.
  const step = angles.reduce((divisor, angle) => greatestDivisor(divisor, Math.round((angle - first) * 1000)), Math.round(range * 1000))
  return step > 0 && range * 1000 / step <= most ? Math.round((range * 1000) / step) : most
}

function greatestDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b]
  return a
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-3

function rises(angles: readonly number[], kind: string): void {
  const at = angles.findIndex((angle, i) => i > 0 && angle <= angles[i - 1])
  if (at > 0) throw new AtriumError('photometry-invalid', `its ${kind} angles do not rise: ${angles[at]} follows ${angles[at - 1]}`)
}
