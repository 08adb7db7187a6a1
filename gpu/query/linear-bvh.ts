import type { MeshData } from '../scene.ts'
import type { Vec3 } from '../math.ts'
import { reciprocal } from './walk.ts'

/**
 * Triangles along a space-filling curve, in runs of LEAF_TRIANGLES, below a complete binary tree of boxes. Node 1 is the root, the
 * children of node i are 2 i and 2 i + 1, and the leaves are the last `leafCount` nodes, a run of `order` each.
 */
export interface LinearBvh {
  readonly order: Uint32Array
  /** 6 per node: min xyz, max xyz, object space; of a leaf without triangles min is above max. */
  readonly boxes: Float32Array
  /** A power of two. */
  readonly leafCount: number
}

const LEAF_TRIANGLES = 16
/** Bits of the curve per axis. */
const BITS = 10
const CELLS = 1 << BITS
/** Rounding of a ray's way to a plane, relative: no box is missed by it. */
const PAD = 1e-12

/**
 * What answers questions about a mesh until its kD-tree is built: a few passes over its triangles and no decision by cost, so some tenths
 * of a second per million, on the spot. Rays meet several times what they would in the kD-tree.
 *
 * Lauterbach et al. 2009, "Fast BVH construction on GPUs", section 3; the tree over the sorted runs is complete instead of being
 * split by the codes' bits, so that it needs no pointers.
 */
export function buildLinearBvh(mesh: MeshData): LinearBvh {
  const order = alongCurve(mesh)
  let leafCount = 1
  while (leafCount * LEAF_TRIANGLES < order.length) leafCount *= 2
  const boxes = new Float32Array(12 * leafCount)
  for (let leaf = 0; leaf < leafCount; leaf++) boundRun(mesh, order, leaf * LEAF_TRIANGLES, boxes, 6 * (leafCount + leaf))
  for (let node = leafCount - 1; node >= 1; node--) {
    for (let k = 0; k < 3; k++) {
      boxes[6 * node + k] = Math.min(boxes[12 * node + k], boxes[12 * node + 6 + k])
      boxes[6 * node + 3 + k] = Math.max(boxes[12 * node + 3 + k], boxes[12 * node + 9 + k])
    }
  }
  return { order, boxes, leafCount }
}

/**
 * Visits the triangles whose leaves a ray meets, nearer boxes first.
 *
 * @param visit  returns the t beyond which nothing matters any more (tMax unless it found something)
 */
export function walkBvhRay({ order, boxes, leafCount }: LinearBvh, origin: Vec3, direction: Vec3, tMax: number, visit: (triangle: number) => number): void {
  const inverse = reciprocal(direction)
  let best = tMax
  const stack = [1, enterBox(boxes, 6, origin, inverse)]
  while (stack.length > 0) {
    const enter = stack.pop()!
    const node = stack.pop()!
    if (!(enter <= best)) continue
    if (node >= leafCount) {
      const first = (node - leafCount) * LEAF_TRIANGLES
      for (let i = first; i < Math.min(first + LEAF_TRIANGLES, order.length); i++) best = Math.min(best, visit(order[i]))
      continue
    }
    const [below, above] = [enterBox(boxes, 12 * node, origin, inverse), enterBox(boxes, 12 * node + 6, origin, inverse)]
    if (above < below) stack.push(2 * node, below, 2 * node + 1, above)
    else stack.push(2 * node + 1, above, 2 * node, below)
  }
}

/** Visits the triangles whose leaves touch a box, each once; `visit` returns true to stop. */
export function walkBvhBox({ order, boxes, leafCount }: LinearBvh, min: Vec3, max: Vec3, visit: (triangle: number) => boolean): void {
  const stack = [1]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!touches(boxes, 6 * node, min, max)) continue
    if (node < leafCount) stack.push(2 * node + 1, 2 * node)
    else {
      const first = (node - leafCount) * LEAF_TRIANGLES
      for (let i = first; i < Math.min(first + LEAF_TRIANGLES, order.length); i++) if (visit(order[i])) return
    }
  }
}

/** Where a ray enters the box that begins at an index, 0 inside it; NaN, which is before nothing: it misses. `inverse` holds no infinity. */
export function enterBox(boxes: ArrayLike<number>, at: number, origin: Vec3, inverse: Vec3): number {
  let enter = 0
  let leave = Infinity
  for (let k = 0; k < 3; k++) {
    const t0 = (boxes[at + k] - origin[k]) * inverse[k]
    const t1 = (boxes[at + 3 + k] - origin[k]) * inverse[k]
    enter = Math.max(enter, Math.min(t0, t1))
    leave = Math.min(leave, Math.max(t0, t1))
  }
  // Without triangles min is above max: infinities of both signs, which look like all of space to the slabs.
  return boxes[at] <= boxes[at + 3] && enter <= leave + PAD * Math.abs(leave) ? enter : NaN
}

export function touches(boxes: ArrayLike<number>, at: number, min: Vec3, max: Vec3): boolean {
  for (let k = 0; k < 3; k++) if (!(boxes[at + k] <= max[k] && boxes[at + 3 + k] >= min[k])) return false
  return true
}

function boundRun({ positions, indices }: MeshData, order: Uint32Array, first: number, boxes: Float32Array, at: number): void {
  boxes.fill(Infinity, at, at + 3)
  boxes.fill(-Infinity, at + 3, at + 6)
  for (let i = first; i < Math.min(first + LEAF_TRIANGLES, order.length); i++) {
    for (let corner = 0; corner < 3; corner++) {
      const from = 3 * indices[3 * order[i] + corner]
      for (let k = 0; k < 3; k++) {
        const value = positions[from + k]
        if (value < boxes[at + k]) boxes[at + k] = value
        if (value > boxes[at + 3 + k]) boxes[at + 3 + k] = value
      }
    }
  }
}

/** Triangle numbers by the Morton code of their middles: least significant digit first, one digit per axis' bits. */
function alongCurve(mesh: MeshData): Uint32Array {
  const codes = mortonCodes(mesh)
  let order = new Uint32Array(codes.length)
  for (let triangle = 0; triangle < order.length; triangle++) order[triangle] = triangle
  let next = new Uint32Array(order.length)
  for (let shift = 0; shift < 3 * BITS; shift += BITS) {
    const starts = new Uint32Array(CELLS + 1)
    for (let i = 0; i < codes.length; i++) starts[((codes[i] >>> shift) & (CELLS - 1)) + 1]++
    for (let digit = 0; digit < CELLS; digit++) starts[digit + 1] += starts[digit]
    for (let i = 0; i < order.length; i++) next[starts[(codes[order[i]] >>> shift) & (CELLS - 1)]++] = order[i]
    ;[order, next] = [next, order]
  }
  return order
}

function mortonCodes({ positions, indices, bounds: { min, max } }: MeshData): Uint32Array {
  const codes = new Uint32Array(indices.length / 3)
  // Of the sum of three corners.
  const cellsPerMetre = [0, 1, 2].map((k) => (max[k] > min[k] ? CELLS / (3 * (max[k] - min[k])) : 0))
  for (let triangle = 0; triangle < codes.length; triangle++) {
    const a = 3 * indices[3 * triangle]
    const b = 3 * indices[3 * triangle + 1]
    const c = 3 * indices[3 * triangle + 2]
    let code = 0
    for (let k = 0; k < 3; k++) {
      const cell = Math.floor((positions[a + k] + positions[b + k] + positions[c + k] - 3 * min[k]) * cellsPerMetre[k])
      code |= spread(Math.min(CELLS - 1, Math.max(0, cell))) << k
    }
    codes[triangle] = code
  }
  return codes
}

/** Ten bits with two free places before each. */
function spread(value: number): number {
  let bits = (value | (value << 16)) & 0x030000ff
  bits = (bits | (bits << 8)) & 0x0300f00f
  bits = (bits | (bits << 4)) & 0x030c30c3
  return (bits | (bits << 2)) & 0x09249249
}
