import type { Vec3 } from '../../../math.ts'

/** What is chosen among: where it is, and how much it shines. */
export interface TreeLight {
  readonly min: Vec3
  readonly max: Vec3
  /** Only in proportion to others, above 0. */
  readonly power: number
}

/** A binary tree over lights, as light-tree.wgsl walks it. */
export interface LightTree {
  /** TREE_NODE_WORDS each: min, power; max, and the above child's index or a leaf's word. The below child is the next node. */
  readonly nodes: Uint32Array
  /** Indices of the lights as leaves have them one after the other. */
  readonly order: Uint32Array
  /** Of each light: which children lead to it, the first in the lowest bit. */
  readonly trails: Uint32Array
}

/** TREE_NODE_WORDS, TREE_LEAF and LEAF_FOLLOWERS of light-tree.wgsl. */
export const TREE_NODE_WORDS = 8
const LEAF = 0x80000000
const FOLLOWERS = 25
/** Lights of a leaf, as many as its word has room for. */
export const MOST_IN_LEAF = 64
const BINS = 12
/** Of a box: min, max, power, count. */
const [POWER, COUNT, BOX] = [6, 7, 8]

/**
 * Builds a tree by the surface area heuristic with power in place of counts: Conty Estevez and Kulla 2018, "Importance sampling of many lights
 * with adaptive tree splitting", without its cones of orientation: what shines here shines to both sides.
 *
 * @param lights  at most 2^25; no trail is longer than a word, for from some depth on they are halved. O(n log n)
 * @param most  lights of a leaf, up to MOST_IN_LEAF. 1: leaves name lights by their index, as they were given; else by their place in `order`
 */
export function buildLightTree(lights: readonly TreeLight[], most = 1): LightTree {
  let nodes = new Uint32Array(Math.max(1, 2 * lights.length - 1) * TREE_NODE_WORDS)
  const floats = new Float32Array(nodes.buffer)
  const trails = new Uint32Array(lights.length)
  const boxes = new Float64Array(lights.length * BOX)
  lights.forEach(({ min, max, power }, i) => boxes.set([...min, ...max, power, 1], i * BOX))
  const order = Uint32Array.from(lights, (_, i) => i)
  const halvedFrom = 31 - Math.ceil(Math.log2(Math.max(2, lights.length)))
  let count = 0

  function add(from: number, to: number, depth: number, trail: number): void {
    const at = TREE_NODE_WORDS * count++
    const whole = emptyBox()
    for (let k = from; k < to; k++) join(whole, 0, boxes, order[k] * BOX)
    floats.set([whole[0], whole[1], whole[2], whole[POWER], whole[3], whole[4], whole[5]], at)
    if (to - from <= most) {
      nodes[at + 7] = (LEAF | ((to - from - 1) << FOLLOWERS) | (most === 1 ? order[from] : from)) >>> 0
      for (let k = from; k < to; k++) trails[order[k]] = trail >>> 0
      return
    }
    const middle = (depth < halvedFrom ? split(boxes, order, from, to, whole) : null) ?? halve(boxes, order, from, to, whole)
    add(from, middle, depth + 1, trail)
    nodes[at + 7] = count
    add(middle, to, depth + 1, trail | (1 << depth))
  }
  if (lights.length > 0) add(0, lights.length, 0, 0)
  if (most > 1) nodes = nodes.slice(0, Math.max(1, count) * TREE_NODE_WORDS)
  return { nodes, order, trails }
}

/** A builder that gives the tree before again for the same lights: edits leave most that shines where it was. */
export function keptLightTree(most = 1): (lights: readonly TreeLight[]) => LightTree {
  let known: { readonly lights: readonly TreeLight[]; readonly tree: LightTree } | null = null
  return (lights) => {
    const isSame = known !== null && known.lights.length === lights.length && lights.every((light, i) => {
      const before = known!.lights[i]
      if (before === light) return true
      const { power, min, max } = light
      return before.power === power && [0, 1, 2].every((axis) => before.min[axis] === min[axis] && before.max[axis] === max[axis])
    })
    if (known === null || !isSame) known = { lights, tree: buildLightTree(lights, most) }
    return known.tree
  }
}

const EMPTY = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity, 0, 0]
const emptyBox = (): Float64Array => new Float64Array(EMPTY)

function join(into: Float64Array, at: number, boxes: Float64Array, of: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (boxes[of + axis] < into[at + axis]) into[at + axis] = boxes[of + axis]
    if (boxes[of + 3 + axis] > into[at + 3 + axis]) into[at + 3 + axis] = boxes[of + 3 + axis]
  }
  into[at + POWER] += boxes[of + POWER]
  into[at + COUNT] += boxes[of + COUNT]
}

/** Times power. Lights in a row have no area, and are not all one. */
function costOf(boxes: Float64Array, at: number): number {
  const [x, y, z] = [boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]]
  return (x * y + y * z + z * x + 1e-3 * (x + y + z) ** 2) * boxes[at + POWER]
}

const middleOf = (boxes: Float64Array, light: number, axis: number): number => 0.5 * (boxes[light * BOX + axis] + boxes[light * BOX + 3 + axis])

/** The cheapest plane of BINS, along any axis: lights below it come first. @returns where those above begin; null: no plane parts them */
function split(boxes: Float64Array, order: Uint32Array, from: number, to: number, whole: Float64Array): number | null {
  let best = { cost: Infinity, axis: 0, plane: 0 }
  for (let axis = 0; axis < 3; axis++) {
    if (whole[3 + axis] <= whole[axis]) continue
    const bins = new Float64Array(BINS * BOX)
    const above = new Float64Array(BINS * BOX)
    for (let bin = 0; bin < BINS; bin++) bins.set(EMPTY, bin * BOX)
    for (let k = from; k < to; k++) join(bins, BOX * binOf(middleOf(boxes, order[k], axis), whole[axis], whole[3 + axis]), boxes, order[k] * BOX)
    for (let bin = BINS - 1; bin >= 0; bin--) {
      above.set(bin + 1 < BINS ? above.subarray((bin + 1) * BOX, (bin + 2) * BOX) : EMPTY, bin * BOX)
      join(above, bin * BOX, bins, bin * BOX)
    }
    const below = emptyBox()
    for (let plane = 1; plane < BINS; plane++) {
      join(below, 0, bins, (plane - 1) * BOX)
      if (below[COUNT] === 0 || above[plane * BOX + COUNT] === 0) continue
      const cost = costOf(below, 0) + costOf(above, plane * BOX)
      if (cost < best.cost) best = { cost, axis, plane }
    }
  }
  if (best.cost === Infinity) return null
  const { axis, plane } = best
  let middle = from
  for (let k = from; k < to; k++) {
    if (binOf(middleOf(boxes, order[k], axis), whole[axis], whole[3 + axis]) >= plane) continue
    const light = order[k]
    order[k] = order[middle]
    order[middle++] = light
  }
  return middle
}

const binOf = (middle: number, min: number, max: number): number => Math.min(BINS - 1, Math.floor(((middle - min) / (max - min)) * BINS))

function halve(boxes: Float64Array, order: Uint32Array, from: number, to: number, whole: Float64Array): number {
  const axis = [0, 1, 2].reduce((widest, at) => (whole[3 + at] - whole[at] > whole[3 + widest] - whole[widest] ? at : widest), 0)
  order.subarray(from, to).sort((a, b) => middleOf(boxes, a, axis) - middleOf(boxes, b, axis) || a - b)
  return (from + to) >> 1
}
