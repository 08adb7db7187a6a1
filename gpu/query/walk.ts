import type { Vec3 } from '../math.ts'

/** What both kinds of tree have in common. */
export interface WalkedTree {
  readonly nodes: Uint32Array
  readonly references: Uint32Array
  /** Root cell: min xyz, max xyz. */
  readonly bounds: Float32Array
}

const TINY = 1e-30

/** 1 over each part of a direction, never infinite: a difference of 0 times it is 0. */
export const reciprocal = (direction: Vec3): Vec3 => direction.map((d) => 1 / (Math.abs(d) < TINY ? -TINY : d)) as unknown as Vec3

/**
 * Visits the leaves along a ray from near to far.
 *
 * @param visit  gets one reference and returns the t beyond which nothing matters any more (tMax unless it found something)
 */
export function walkRay(tree: WalkedTree, origin: Vec3, direction: Vec3, tMax: number, visit: (reference: number) => number): void {
  const { nodes, references, bounds } = tree
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const inverse = reciprocal(direction)
  let enter = 0
  let leave = tMax
  for (let axis = 0; axis < 3; axis++) {
    const t0 = (bounds[axis] - origin[axis]) * inverse[axis]
    const t1 = (bounds[3 + axis] - origin[axis]) * inverse[axis]
    enter = Math.max(enter, Math.min(t0, t1))
    leave = Math.min(leave, Math.max(t0, t1))
  }
  if (!(enter <= leave)) return
  let best = tMax
  let node = 0
  const stack: number[] = []
  for (;;) {
    const word = nodes[2 * node + 1]
    const axis = word & 3
    if (axis !== 3) {
      const plane = planes[2 * node]
      const t = (plane - origin[axis]) * inverse[axis]
      const isBelowFirst = origin[axis] < plane || (origin[axis] === plane && inverse[axis] < 0)
      const near = isBelowFirst ? node + 1 : word >>> 2
      const far = isBelowFirst ? word >>> 2 : node + 1
      if (t <= 0 || t > leave) node = near
      else if (t < enter) node = far
      else {
        stack.push(far, leave)
        node = near
        leave = t
      }
      continue
    }
    const first = nodes[2 * node]
    for (let i = first; i < first + (word >>> 2); i++) best = Math.min(best, visit(references[i]))
    if (best <= leave || stack.length === 0) return
    enter = leave
    leave = stack.pop()!
    node = stack.pop()!
  }
}

/**
 * Visits every reference whose leaf touches a box; one may come more than once.
 *
 * @param visit  returns true to stop
 */
export function walkBox(tree: WalkedTree, min: Vec3, max: Vec3, visit: (reference: number) => boolean): void {
  const { nodes, references, bounds } = tree
  for (let axis = 0; axis < 3; axis++) if (max[axis] < bounds[axis] || min[axis] > bounds[3 + axis]) return
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const stack = [0]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const word = nodes[2 * node + 1]
    const axis = word & 3
    if (axis !== 3) {
      if (max[axis] >= planes[2 * node]) stack.push(word >>> 2)
      if (min[axis] <= planes[2 * node]) stack.push(node + 1)
      continue
    }
    const first = nodes[2 * node]
    for (let i = first; i < first + (word >>> 2); i++) if (visit(references[i])) return
  }
}
