import { transformPoint, composeMatrix } from '../../document/transform.ts'
import type { ParsedAsset } from '../types.ts'
import { type Declared, type UpAxis, withoutVersion } from './declared.ts'
import { type Diagnosis, SURE, treated, treatmentOf } from './diagnose.ts'
import { sizeOf } from '../pieces/box.ts'
import type { Survey } from './survey.ts'

/** What is asked about a model whose unit or axis is uncertain; crosses between threads as JSON. */
export interface ImportQuestion {
  readonly name: string
  /** The program that wrote it, without its version; empty: unknown. */
  readonly app: string
  /** true: what stands first was answered for another file of that program. */
  readonly isAsBefore?: boolean | undefined
  /** Metres in the units to choose from, the likeliest first; one: it is certain. */
  readonly units: readonly number[]
  /** The likeliest first; one: it is certain. */
  readonly axes: readonly UpAxis[]
  /** Of the model in its own units, by axis taken for up: width, height, depth, and a drawing from the front. */
  readonly views: Readonly<Partial<Record<UpAxis, { readonly size: readonly [number, number, number]; readonly points: readonly (readonly [x: number, y: number])[] }>>>
}

/** What is answered; null: the model is not opened. */
export type ImportAnswer = { readonly metresPerUnit: number; readonly up: UpAxis; readonly asBefore?: string | undefined } | null

const MOST_POINTS = 1500

/** null: nothing has to be asked. `known` says what is settled. */
export function questionOf(name: string, parsed: Pick<ParsedAsset, 'parts' | 'meshes'>, { seen, unit, up, metresPerUnit, upTaken }: Diagnosis, declared: Declared, known: { readonly unit: boolean; readonly up: boolean }): ImportQuestion | null {
  const [asksUnit, asksUp] = [!known.unit && unit.sure < SURE, !known.up && up.sure < SURE]
  if (!asksUnit && !asksUp) return null
  const units = asksUnit ? [metresPerUnit, ...unit.candidates.map((candidate) => candidate.metresPerUnit).filter((other) => other !== metresPerUnit)].slice(0, 5) : [metresPerUnit]
  const axes: readonly UpAxis[] = asksUp ? [upTaken, upTaken === 'y' ? 'z' : 'y'] : [upTaken]
  const points = pointsOf(parsed, seen)
  const views = Object.fromEntries(axes.map((axis) => {
    // In the file's own units: metres follow from what is chosen.
    const treatment = treatmentOf(seen.box, { ...declared, metresPerUnit: declared.metresPerUnit ?? 1 }, 1, axis, [0, 0, 0])
    const turned = points.map((point) => treated(point, treatment))
    const [[left, right], [bottom, top], [back, front]] = [0, 1, 2].map((k) => [turned.reduce((least, point) => Math.min(least, point[k]), Infinity), turned.reduce((most, point) => Math.max(most, point[k]), -Infinity)])
    return [axis, { size: [right - left, top - bottom, front - back] as const, points: turned.map(([x, y]) => [x - (left + right) / 2, y - bottom] as const) }]
  }))
  return { name, app: withoutVersion(declared.app), units, axes, views }
}

/** Corners of what counts, evenly over its parts; the box's own among them. */
function pointsOf({ parts, meshes }: Pick<ParsedAsset, 'parts' | 'meshes'>, { objects, box }: Survey) {
  const counted = new Set(objects.map(({ part }) => part))
  const shown = parts.filter(({ id }) => counted.has(id))
  const each = Math.max(2, Math.floor(MOST_POINTS / Math.max(1, shown.length)))
  const step = Math.max(1, Math.ceil(shown.length / MOST_POINTS))
  const size = sizeOf(box)
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [0, 1, 2].map((axis) => box.min[axis] + (i & (1 << axis) ? size[axis] : 0)) as [number, number, number])
  const points = shown.filter((_, i) => i % step === 0).flatMap((part) => {
    const { positions } = meshes.get(part.mesh)!
    const m = composeMatrix(part)
    const stride = 3 * Math.max(1, Math.floor(positions.length / 3 / each))
    return Array.from({ length: Math.min(each, Math.ceil(positions.length / stride)) }, (_, i) => transformPoint(m, [positions[i * stride], positions[i * stride + 1], positions[i * stride + 2]]))
  })
  return [...corners, ...points]
}
