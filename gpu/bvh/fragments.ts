import type { BuildTriangles } from '../kdtree/build/triangles.ts'

/**
 * Parts of triangles by number: which triangle, and the box of the part, not padded. A spatial split adds parts, so the arrays grow.
 */
export interface Fragments {
  readonly triangleOf: Uint32Array
  /** 6 floats each: min xyz, max xyz. */
  readonly boxes: Float64Array
  readonly count: number
  /**
   * Cuts a part by a plane; the part itself keeps what lies below, a new one is what lies above.
   *
   * @returns the new part's number
   */
  cut(fragment: number, axis: number, plane: number): number
  /** Boxes of both sides of such a cut, without making it: into `below` and `above`, 6 numbers each. */
  measure(fragment: number, axis: number, plane: number, below: Float64Array, above: Float64Array): void
}

/** One part per triangle, as a whole. */
export function wholeTriangles({ count: total, corners }: BuildTriangles): Fragments {
  let triangleOf = Uint32Array.from({ length: total }, (_, i) => i)
  let boxes = new Float64Array(6 * total)
  let count = total
  for (let i = 0; i < total; i++) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [corners[9 * i + k], corners[9 * i + 3 + k], corners[9 * i + 6 + k]]
      boxes[6 * i + k] = Math.min(a, b, c)
      boxes[6 * i + 3 + k] = Math.max(a, b, c)
    }
  }
  const [low, high] = [new Float64Array(6), new Float64Array(6)]

  /** Stich, Friedrich, Dietrich 2009, section 3.3: corners count for the side they lie on, edges that cross the plane for both. */
  function measure(fragment: number, axis: number, plane: number, below: Float64Array, above: Float64Array): void {
    empty(below)
    empty(above)
    const first = 9 * triangleOf[fragment]
    for (let corner = 0; corner < 3; corner++) {
      const from = first + 3 * corner
      const to = first + 3 * ((corner + 1) % 3)
      const a = corners[from + axis]
      const b = corners[to + axis]
      if (a <= plane) include(below, corners[from], corners[from + 1], corners[from + 2])
      if (a >= plane) include(above, corners[from], corners[from + 1], corners[from + 2])
      if (!((a < plane && b > plane) || (a > plane && b < plane))) continue
      const t = Math.min(1, Math.max(0, (plane - a) / (b - a)))
      const x = axis === 0 ? plane : corners[from] + t * (corners[to] - corners[from])
      const y = axis === 1 ? plane : corners[from + 1] + t * (corners[to + 1] - corners[from + 1])
      const z = axis === 2 ? plane : corners[from + 2] + t * (corners[to + 2] - corners[from + 2])
      include(below, x, y, z)
      include(above, x, y, z)
    }
    const at = 6 * fragment
    for (let k = 0; k < 3; k++) {
      below[k] = Math.max(below[k], boxes[at + k])
      below[3 + k] = Math.min(below[3 + k], boxes[at + 3 + k])
      above[k] = Math.max(above[k], boxes[at + k])
      above[3 + k] = Math.min(above[3 + k], boxes[at + 3 + k])
    }
    below[3 + axis] = Math.min(below[3 + axis], plane)
    above[axis] = Math.max(above[axis], plane)
  }

  return {
    get triangleOf() { return triangleOf },
    get boxes() { return boxes },
    get count() { return count },
    measure,
    cut(fragment, axis, plane) {
      measure(fragment, axis, plane, low, high)
      if (count === triangleOf.length) {
        const more = new Uint32Array(Math.ceil(1.3 * count) + 16)
        more.set(triangleOf)
        triangleOf = more
        const moreBoxes = new Float64Array(6 * more.length)
        moreBoxes.set(boxes)
        boxes = moreBoxes
      }
      const made = count++
      triangleOf[made] = triangleOf[fragment]
      boxes.set(low, 6 * fragment)
      boxes.set(high, 6 * made)
      return made
    },
  }
}

export function empty(box: Float64Array): void {
  box[0] = box[1] = box[2] = Infinity
  box[3] = box[4] = box[5] = -Infinity
}

function include(box: Float64Array, x: number, y: number, z: number): void {
  if (x < box[0]) box[0] = x
  if (y < box[1]) box[1] = y
  if (z < box[2]) box[2] = z
  if (x > box[3]) box[3] = x
  if (y > box[4]) box[4] = y
  if (z > box[5]) box[5] = z
}

/** `box` with another one at `at` of `boxes`. */
export function join(box: Float64Array, boxes: ArrayLike<number>, at: number): void {
  for (let k = 0; k < 3; k++) {
    if (boxes[at + k] < box[k]) box[k] = boxes[at + k]
    if (boxes[at + 3 + k] > box[3 + k]) box[3 + k] = boxes[at + 3 + k]
  }
}

/** Half the surface of the box at `at`; 0 of one that holds nothing. */
export function areaOf(boxes: ArrayLike<number>, at = 0): number {
  const [x, y, z] = [boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]]
  return x < 0 || y < 0 || z < 0 ? 0 : x * y + y * z + z * x
}
