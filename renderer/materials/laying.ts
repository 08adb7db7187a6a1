import type { Bond, LaidRecord } from '../document/types.ts'
import type { LibraryMaterial } from './library.ts'
import type { Pattern } from './patterns/pattern.ts'

/** Units of one repeat: more would be fewer pixels each than a texture can show. */
const MOST_UNITS = 40
/** Rows after which a bond begins anew; left out: one. */
const PERIOD: Readonly<Partial<Record<Bond, number>>> = { half: 2, third: 3 }

/** Bonds whose units are twice as long as wide. */
export const isTwoToOne = (bond: Bond): boolean => bond === 'herringbone' || bond === 'basket'

/** How a material of the library is laid as it ships, metres; null: it has no units. */
export function laidOf({ id, pattern, values: { mapping } }: LibraryMaterial): LaidRecord | null {
  const courses = pattern?.courses
  if (courses === undefined || mapping === undefined) return null
  const { bond, columns, rows, joint } = courses
  const [length, width] = bond === 'herringbone' ? [mapping.width / (2 * columns), mapping.width / (4 * columns)]
    : bond === 'basket' ? [mapping.width / columns, mapping.width / (2 * columns)]
    : [mapping.width / columns, mapping.height / rows]
  return { pattern: id, bond, length, width, joint: joint * width }
}

export interface Laid {
  readonly pattern: Pattern
  /** Metres of one repeat, about as large as it ships. */
  readonly width: number
  readonly height: number
}

const count = (repeat: number, unit: number, step: number): number => Math.max(1, Math.round(Math.min(MOST_UNITS, repeat / unit) / step)) * step

/** A material of the library in other units, or another bond; null: it has no units. */
export function laidAs({ pattern, values: { mapping } }: LibraryMaterial, { bond, length, width, joint }: LaidRecord): Laid | null {
  const courses = pattern?.courses
  if (courses === undefined || mapping === undefined) return null
  const lay = (columns: number, rows: number, repeat: readonly [number, number]): Laid =>
    ({ pattern: { ...pattern!, courses: { ...courses, bond, columns, rows, joint: Math.min(0.9, joint / width) } }, width: repeat[0], height: repeat[1] })
  if (bond === 'herringbone') {
    const n = count(mapping.width, 4 * width, 1)
    return lay(n, n, [4 * n * width, 4 * n * width])
  }
  if (bond === 'basket') {
    const n = count(mapping.width, 2 * width, 2)
    return lay(n, n, [2 * n * width, 2 * n * width])
  }
  const columns = count(mapping.width, length, 1)
  const rows = count(mapping.height, width, PERIOD[bond] ?? 1)
  return lay(columns, rows, [columns * length, rows * width])
}
