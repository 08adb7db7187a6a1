import type { Bond } from '../../document/types.ts'
import { hash } from './noise.ts'

/** Units side by side, and their joints. */
export interface Courses {
  readonly bond: Bond
  /** Of units in one repeat. Of herringbone and basket: double units of twice their width. */
  readonly columns: number
  readonly rows: number
  /** Share of a unit's height that the joint takes. */
  readonly joint: number
}

export interface Unit {
  /** Tells units apart. */
  readonly id: number
  /** 0..1 along it and across. */
  readonly along: number
  readonly across: number
  /** To the next edge, in heights of a unit; 0 at it. */
  readonly edge: number
}

const wrap = (i: number, period: number): number => ((i % period) + period) % period

/** The unit at a place of the repeat. @param aspect  length of a unit over its height */
export function unitAt(u: number, v: number, { bond, columns, rows }: Courses, aspect: number): Unit {
  if (bond === 'herringbone') return herringbone(u, v, columns)
  if (bond === 'basket') return basket(u, v, columns, rows)
  const y = v * rows
  const row = wrap(Math.floor(y), rows)
  const shift = bond === 'half' ? (row % 2) / 2 : bond === 'third' ? (row % 3) / 3 : bond === 'random' ? hash(row, 7, 3) : 0
  const x = u * columns + shift
  const column = wrap(Math.floor(x), columns)
  const [along, across] = [x - Math.floor(x), y - Math.floor(y)]
  return { id: row * columns + column, along, across, edge: Math.min(aspect * Math.min(along, 1 - along), across, 1 - across) }
}

/** Units of 2 by 1 on a grid of 4 n by 4 n squares: each row of squares starts one further. */
function herringbone(u: number, v: number, n: number): Unit {
  const size = 4 * n
  const [x, y] = [u * size, v * size]
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [s, t] = [x - i, y - j]
  // Lying where the diagonal is 0 or 1, standing where it is 2 or 3.
  const k = wrap(i - j, 4)
  const isLying = k < 2
  const along = isLying ? (k + s) / 2 : (wrap(3 - k, 2) + t) / 2
  const across = isLying ? t : s
  const [a, b] = isLying ? [i - k, j] : [i, j - wrap(3 - k, 2)]
  return { id: wrap(b, size) * size + wrap(a, size), along, across, edge: Math.min(2 * Math.min(along, 1 - along), across, 1 - across) }
}

/** Squares of two units, lying and standing in turn; both counts are even. */
function basket(u: number, v: number, columns: number, rows: number): Unit {
  const [x, y] = [u * columns, v * rows]
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const isLying = wrap(i + j, 2) === 0
  const [s, t] = isLying ? [x - i, y - j] : [y - j, x - i]
  const strip = Math.min(1, Math.floor(2 * t))
  const across = 2 * t - strip
  return { id: 2 * (wrap(j, rows) * columns + wrap(i, columns)) + strip, along: s, across, edge: Math.min(2 * Math.min(s, 1 - s), across, 1 - across) }
}
