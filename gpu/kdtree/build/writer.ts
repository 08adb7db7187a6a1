import type { KdTree } from '../node.ts'

const LEAF = 3

/** Nodes of one subtree as they were made, depth first. */
export interface Fragment {
  /** As in a tree, counted from the fragment's own first node and reference. */
  readonly nodes: Uint32Array
  /** Triangles, as leaves were given them. */
  readonly references: Uint32Array
  /** Deepest leaf. */
  readonly depth: number
  /** Subtrees that somebody else makes, in order. */
  readonly holes: readonly Hole[]
}

/** Where a subtree belongs: before that node and reference, as the above child of an inner node (-1: nobody's). */
export interface Hole {
  readonly id: number
  readonly node: number
  readonly reference: number
  readonly parent: number
}

/** Collects nodes and leaves in depth-first order; at the end triangles are numbered by the first leaf that lists them. */
export class TreeWriter {
  #nodes = new Uint32Array(1024)
  #floats = new Float32Array(this.#nodes.buffer)
  #references = new Uint32Array(1024)
  #holes: Hole[] = []
  #depth = 0
  nodeCount = 0
  referenceCount = 0

  /** @returns the node, whose above child is still to be set; its below child must be added next */
  addInner(axis: number, plane: number): number {
    const node = this.#add()
    this.#floats[2 * node] = plane
    this.#nodes[2 * node + 1] = axis
    return node
  }

  setAboveChild(node: number, above: number): void {
    this.#nodes[2 * node + 1] |= above << 2
  }

  /** Lists `count` triangles from `first` on. @param depth  inner nodes above it */
  addLeaf(triangles: Uint32Array, first: number, count: number, depth: number): number {
    const node = this.#add()
    if (this.referenceCount + count > this.#references.length) this.#references = grown(this.#references, this.referenceCount + count)
    this.#nodes[2 * node] = this.referenceCount
    this.#nodes[2 * node + 1] = (count << 2) | LEAF
    for (let i = first; i < first + count; i++) this.#references[this.referenceCount++] = triangles[i]
    if (depth > this.#depth) this.#depth = depth
    return node
  }

  #add(): number {
    if (2 * this.nodeCount + 2 > this.#nodes.length) {
      this.#nodes = grown(this.#nodes, 2 * this.nodeCount + 2)
      this.#floats = new Float32Array(this.#nodes.buffer)
    }
    return this.nodeCount++
  }

  /** The next subtree is made elsewhere. */
  addHole(id: number, parent: number): void {
    this.#holes.push({ id, node: this.nodeCount, reference: this.referenceCount, parent })
  }

  /** What was written since the last time. */
  take(): Fragment {
    const fragment = { nodes: this.#nodes.slice(0, 2 * this.nodeCount), references: this.#references.slice(0, this.referenceCount), depth: this.#depth, holes: this.#holes }
    this.#holes = []
    this.#depth = 0
    this.nodeCount = 0
    this.referenceCount = 0
    return fragment
  }

  /** @param triangleOfBuild  place in the mesh of each triangle number that leaves were given */
  finish(bounds: Float32Array, triangleOfBuild: Uint32Array): KdTree {
    return numbered(this.take(), bounds, triangleOfBuild)
  }
}

/** A whole tree: its triangles get their records' numbers in the order in which leaves need them. */
export function numbered({ nodes, references, depth }: Omit<Fragment, 'holes'>, bounds: Float32Array, triangleOfBuild: Uint32Array): KdTree {
  const recordOfTriangle = new Uint32Array(triangleOfBuild.length).fill(0xffffffff)
  const triangleOfRecord = new Uint32Array(triangleOfBuild.length)
  let records = 0
  for (let i = 0; i < references.length; i++) {
    const triangle = references[i]
    if (recordOfTriangle[triangle] === 0xffffffff) {
      recordOfTriangle[triangle] = records
      triangleOfRecord[records++] = triangleOfBuild[triangle]
    }
    references[i] = recordOfTriangle[triangle]
  }
  return { nodes, references, triangleOfRecord: triangleOfRecord.slice(0, records), bounds, depth }
}

/**
 * Puts every fragment into its hole: what one builder would have written.
 *
 * @param fragments  by the id of their hole; their holes may name others
 */
export function joined(root: Fragment, fragments: ReadonlyMap<number, Fragment>): Omit<Fragment, 'holes'> {
  const all = [root, ...fragments.values()]
  const nodes = new Uint32Array(all.reduce((sum, each) => sum + each.nodes.length, 0))
  const references = new Uint32Array(all.reduce((sum, each) => sum + each.references.length, 0))
  let nodeCount = 0
  let referenceCount = 0

  function add(fragment: Fragment): void {
    const { holes } = fragment
    // Where each stretch between two holes begins, in the fragment and in the whole.
    const from: number[] = [0]
    const to: number[] = [nodeCount]
    let node = 0
    let reference = 0
    const copy = (nodeEnd: number, referenceEnd: number): void => {
      references.set(fragment.references.subarray(reference, referenceEnd), referenceCount)
      for (; node < nodeEnd; node++, nodeCount++) {
        const word = fragment.nodes[2 * node + 1]
        nodes[2 * nodeCount + 1] = word
        nodes[2 * nodeCount] = (word & 3) === LEAF ? fragment.nodes[2 * node] - reference + referenceCount : fragment.nodes[2 * node]
      }
      referenceCount += referenceEnd - reference
      reference = referenceEnd
    }
    const above = new Map<number, number>()
    for (const hole of holes) {
      copy(hole.node, hole.reference)
      if (hole.parent >= 0) above.set(hole.parent, nodeCount)
      add(fragments.get(hole.id)!)
      from.push(node)
      to.push(nodeCount)
    }
    copy(fragment.nodes.length / 2, fragment.references.length)
    from.push(Infinity)
    // Above children lie behind holes that were still unknown; a leaf's words are right already.
    let stretch = 0
    for (let i = 0; i < fragment.nodes.length / 2; i++) {
      while (i >= from[stretch + 1]) stretch++
      const word = fragment.nodes[2 * i + 1]
      if ((word & 3) === LEAF) continue
      const known = above.get(i)
      let target = known ?? word >>> 2
      if (known === undefined) {
        let of = stretch
        while (target >= from[of + 1]) of++
        target += to[of] - from[of]
      }
      nodes[2 * (i + to[stretch] - from[stretch]) + 1] = ((target << 2) | (word & 3)) >>> 0
    }
  }

  add(root)
  return { nodes, references, depth: Math.max(...all.map(({ depth }) => depth)) }
}

function grown(array: Uint32Array<ArrayBuffer>, atLeast: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(atLeast, 2 * array.length))
  larger.set(array)
  return larger
}
