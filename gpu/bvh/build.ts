import { gatherTriangles } from '../kdtree/build/triangles.ts'
import type { MeshData } from '../scene.ts'
import { areaOf, empty, type Fragments, join, wholeTriangles } from './fragments.ts'
import { type Bvh, BVH_COUNT_SHIFT, BVH_LEAF, BVH_NODE_WORDS, MAX_BVH_DEPTH } from './node.ts'
import { binOf, binScale, findObjectSplit, findSpatialSplit, type SpatialSplit } from './split.ts'

/** A step, which meets two boxes, against a triangle test. */
const STEP_COST = 1.2
const MOST_IN_LEAF = 8
/** Spatial splits are looked for where the two children would share so much of the root's surface. Section 4.5 of the paper. */
const LEAST_OVERLAP = 1e-5
/** Fragments per triangle, at most. */
const MOST_FRAGMENTS = 2
/** Fragments worked through between two yields. */
const YIELD_EVERY = 20_000

type TreeMesh = Pick<MeshData, 'key' | 'positions' | 'indices'>

/**
 * Builds a binary BVH by the surface area heuristic, with spatial splits where boxes would overlap. Boxes are padded as the kD-tree's
 * cells are, so that a ray through a flat one or along its face meets it.
 *
 * @returns one node and no triangle for a mesh without area
 * @throws MeshInvalidError naming the first triangle whose index is out of range or whose corner is not finite
 *
 * About O(n log n). Stich, Friedrich, Dietrich 2009, "Spatial splits in bounding volume hierarchies", without unsplitting.
 */
export function* bvhSteps(mesh: TreeMesh): Generator<number, Bvh> {
  const gathered = gatherTriangles(mesh)
  const fragments = wholeTriangles(gathered)
  const writer = new BvhWriter(fragments, gathered.triangleOfBuild, gathered.pad)
  const all: Task = { list: Uint32Array.from({ length: gathered.count }, (_, i) => i), depth: 0, parent: -1, share: 1 }
  const rootArea = areaOf(boundsOf(fragments, all.list))
  const mostFragments = MOST_FRAGMENTS * gathered.count
  const open: Task[] = []
  let done = 0
  let worked = 0
  /** A child's place in its parent: a leaf at once, or a node that waits. */
  const place = (task: Task, bounds: Float64Array, child: 0 | 1): void => {
    const { list, depth, parent, share } = task
    const split = list.length > 1 && depth < MAX_BVH_DEPTH ? chooseSplit(fragments, list, bounds, rootArea, depth, mostFragments) : null
    if (split === null) {
      writer.addLeaf(parent, child, list, bounds)
      done += share
      return
    }
    const node = writer.addNode(parent, child, bounds, depth + 1)
    open.push({ list, depth, parent: node, share, split })
  }
  if (gathered.count > 0) {
    const node = writer.addNode(-1, 0, new Float64Array(6), 1)
    const bounds = boundsOf(fragments, all.list)
    const split = gathered.count > 1 ? chooseSplit(fragments, all.list, bounds, rootArea, 0, mostFragments) : null
    if (split === null) writer.addLeaf(node, 0, all.list, bounds)
    else open.push({ ...all, parent: node, split })
  } else {
    writer.addNode(-1, 0, new Float64Array(6), 1)
  }
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    const [below, above] = divide(fragments, task)
    const { depth, parent, share } = task
    const part = below.length / (below.length + above.length)
    place({ list: above, depth: depth + 1, parent, share: share * (1 - part) }, boundsOf(fragments, above), 1)
    place({ list: below, depth: depth + 1, parent, share: share * part }, boundsOf(fragments, below), 0)
    worked += task.list.length
    if (worked < YIELD_EVERY) continue
    worked = 0
    yield done
  }
  return writer.finish()
}

/** The same in one go. */
export function buildBvh(mesh: TreeMesh): Bvh {
  const steps = bvhSteps(mesh)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

interface Task {
  readonly list: Uint32Array
  readonly depth: number
  /** The node that it is divided into, or whose child it becomes. */
  readonly parent: number
  /** Of the whole work. */
  readonly share: number
  readonly split?: Split
}

type Split = { readonly kind: 'object'; readonly axis: number; readonly bin: number } | ({ readonly kind: 'spatial' } & SpatialSplit) | { readonly kind: 'median'; readonly axis: number }

function boundsOf(fragments: Fragments, list: Uint32Array): Float64Array {
  const box = new Float64Array(6)
  empty(box)
  for (const fragment of list) join(box, fragments.boxes, 6 * fragment)
  return box
}

function middlesOf({ boxes }: Fragments, list: Uint32Array): Float64Array {
  const middles = new Float64Array(6)
  empty(middles)
  for (const fragment of list) {
    for (let k = 0; k < 3; k++) {
      const middle = (boxes[6 * fragment + k] + boxes[6 * fragment + 3 + k]) / 2
      if (middle < middles[k]) middles[k] = middle
      if (middle > middles[3 + k]) middles[3 + k] = middle
    }
  }
  return middles
}

/** null: a leaf is cheaper. */
function chooseSplit(fragments: Fragments, list: Uint32Array, bounds: Float64Array, rootArea: number, depth: number, mostFragments: number): Split | null {
  const count = list.length
  const middles = middlesOf(fragments, list)
  const median: Split = { kind: 'median', axis: longest(middles) }
  // From here on halving alone keeps the path short enough.
  if (depth + Math.ceil(Math.log2(count)) >= MAX_BVH_DEPTH - 1) return count > MOST_IN_LEAF ? median : null
  const object = findObjectSplit(fragments, list, 0, count, middles)
  const spatial = fragments.count < mostFragments && (object === null || object.overlap > LEAST_OVERLAP * rootArea)
    ? findSpatialSplit(fragments, list, 0, count, bounds, object?.cost ?? Infinity) : null
  const cheapest = spatial?.cost ?? object?.cost ?? Infinity
  const area = areaOf(bounds)
  if (count <= MOST_IN_LEAF && area * count <= cheapest + STEP_COST * area) return null
  if (spatial !== null) return { kind: 'spatial', ...spatial }
  return object === null ? (count > MOST_IN_LEAF ? median : null) : { kind: 'object', axis: object.axis, bin: object.bin }
}

const longest = (box: Float64Array): number => {
  const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]]
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2
}

function divide(fragments: Fragments, { list, split }: Task): [Uint32Array, Uint32Array] {
  if (split!.kind === 'median') return halves(fragments, list, split!.axis)
  if (split!.kind === 'spatial') {
    const parted = cutAll(fragments, list, split!)
    if (parted !== null) return parted
    return halves(fragments, list, split!.axis)
  }
  const { axis, bin } = split!
  const middles = middlesOf(fragments, list)
  const scale = binScale(middles[axis], middles[3 + axis])
  const isBelow = (fragment: number): boolean => binOf(fragments.boxes, fragment, axis, middles[axis], scale) <= bin
  return [list.filter(isBelow), list.filter((fragment) => !isBelow(fragment))]
}

/** By the order of their middles, half each. */
function halves({ boxes }: Fragments, list: Uint32Array, axis: number): [Uint32Array, Uint32Array] {
  const middle = (fragment: number): number => boxes[6 * fragment + axis] + boxes[6 * fragment + 3 + axis]
  const sorted = list.toSorted((a, b) => middle(a) - middle(b) || a - b)
  return [sorted.slice(0, list.length >> 1), sorted.slice(list.length >> 1)]
}

/** null: rounding left one side with everything. */
function cutAll(fragments: Fragments, list: Uint32Array, { axis, plane }: SpatialSplit): [Uint32Array, Uint32Array] | null {
  const below: number[] = []
  const above: number[] = []
  for (const fragment of list) {
    if (fragments.boxes[6 * fragment + 3 + axis] <= plane) below.push(fragment)
    else if (fragments.boxes[6 * fragment + axis] >= plane) above.push(fragment)
  }
  if (below.length === list.length || above.length === list.length) return null
  for (const fragment of list) {
    if (fragments.boxes[6 * fragment + 3 + axis] <= plane || fragments.boxes[6 * fragment + axis] >= plane) continue
    above.push(fragments.cut(fragment, axis, plane))
    below.push(fragment)
  }
  return below.length === 0 || above.length === 0 ? null : [Uint32Array.from(below), Uint32Array.from(above)]
}

class BvhWriter {
  readonly #fragments: Fragments
  readonly #triangleOfBuild: Uint32Array
  readonly #pad: number
  #nodes = new Uint32Array(64 * BVH_NODE_WORDS)
  #floats = new Float32Array(this.#nodes.buffer)
  #nodeCount = 0
  #triangles = new Uint32Array(256)
  #triangleCount = 0
  #depth = 0

  constructor(fragments: Fragments, triangleOfBuild: Uint32Array, pad: number) {
    this.#fragments = fragments
    this.#triangleOfBuild = triangleOfBuild
    this.#pad = pad
  }

  /** A node whose children are still to come: until then they are empty leaves. @param parent  -1: the root */
  addNode(parent: number, child: 0 | 1, bounds: Float64Array, depth: number): number {
    const node = this.#nodeCount++
    if (this.#nodeCount * BVH_NODE_WORDS > this.#nodes.length) {
      this.#nodes = doubled(this.#nodes)
      this.#floats = new Float32Array(this.#nodes.buffer)
    }
    this.#nodes[node * BVH_NODE_WORDS + 3] = this.#nodes[node * BVH_NODE_WORDS + 11] = BVH_LEAF
    if (parent >= 0) this.#write(parent, child, bounds, node)
    if (depth > this.#depth) this.#depth = depth
    return node
  }

  addLeaf(parent: number, child: 0 | 1, list: Uint32Array, bounds: Float64Array): void {
    const first = this.#triangleCount
    while (first + list.length > this.#triangles.length) this.#triangles = doubled(this.#triangles)
    let last = first
    for (const fragment of list) {
      const triangle = this.#triangleOfBuild[this.#fragments.triangleOf[fragment]]
      // Two parts of one triangle may end in one leaf.
      if (!this.#triangles.subarray(first, last).includes(triangle)) this.#triangles[last++] = triangle
    }
    this.#triangleCount = last
    this.#write(parent, child, bounds, (BVH_LEAF | ((last - first) << BVH_COUNT_SHIFT) | first) >>> 0)
  }

  #write(parent: number, child: 0 | 1, bounds: Float64Array, word: number): void {
    const at = parent * BVH_NODE_WORDS + 8 * child
    for (let k = 0; k < 3; k++) {
      this.#floats[at + k] = bounds[k] - this.#pad
      this.#floats[at + 4 + k] = bounds[3 + k] + this.#pad
    }
    this.#nodes[at + 3] = word
  }

  finish(): Bvh {
    return { nodes: this.#nodes.slice(0, this.#nodeCount * BVH_NODE_WORDS), triangles: this.#triangles.slice(0, this.#triangleCount), depth: this.#depth }
  }
}

function doubled(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * words.length)
  larger.set(words)
  return larger
}
