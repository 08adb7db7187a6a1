import type { KdTree } from '../node.ts'

const LEAF = 3

/** Collects nodes and leaves in depth-first order and numbers triangles by the first leaf that lists them. */
export class TreeWriter {
  #nodes = new Uint32Array(1024)
  #floats = new Float32Array(this.#nodes.buffer)
  #references = new Uint32Array(1024)
  #recordOfTriangle: Uint32Array
  #triangleOfRecord: Uint32Array
  #records = 0
  #depth = 0
  nodeCount = 0
  referenceCount = 0

  constructor(triangleCount: number) {
    this.#recordOfTriangle = new Uint32Array(triangleCount).fill(0xffffffff)
    this.#triangleOfRecord = new Uint32Array(triangleCount)
  }

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
    for (let i = first; i < first + count; i++) {
      const triangle = triangles[i]
      if (this.#recordOfTriangle[triangle] === 0xffffffff) {
        this.#recordOfTriangle[triangle] = this.#records
        this.#triangleOfRecord[this.#records++] = triangle
      }
      this.#references[this.referenceCount++] = this.#recordOfTriangle[triangle]
    }
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

  /** @param triangleOfBuild  place in the mesh of each triangle number that leaves were given */
  finish(bounds: Float32Array, triangleOfBuild: Uint32Array): KdTree {
    return {
      nodes: this.#nodes.slice(0, 2 * this.nodeCount),
      references: this.#references.slice(0, this.referenceCount),
      triangleOfRecord: this.#triangleOfRecord.subarray(0, this.#records).map((triangle) => triangleOfBuild[triangle]),
      bounds,
      depth: this.#depth,
    }
  }
}

function grown(array: Uint32Array<ArrayBuffer>, atLeast: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(atLeast, 2 * array.length))
  larger.set(array)
  return larger
}
