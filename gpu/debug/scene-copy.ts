import { readBuffer } from '../buffers/buffer.ts'
import type { StructLayout } from '../buffers/layout.ts'
import { BVH_COUNT_SHIFT, BVH_FIRST_MASK, BVH_LEAF, BVH_NODE_WORDS, boundsOfBvh } from '../bvh/node.ts'
import { NONE, TRIANGLE_WORDS } from '../kdtree/pack.ts'
import { structOf } from '../kernels/kernel.ts'
import { SCENE_PIECES } from '../traversal/traversals.ts'

/** A cell of a tree: min xyz, max xyz, in the tree's own space. */
export type Cell = Float64Array

/** A split plane: in the tree's own space, and as a share of the cell from its lower side. */
export interface Split {
  readonly axis: 0 | 1 | 2
  readonly plane: number
  readonly share: number
}

export interface TreeNode {
  /** Counted from the tree's root. */
  readonly node: number
  readonly depth: number
  readonly cell: Cell
  /** Inner nodes only. */
  readonly split: Split | null
  /** Leaves only: what they list. */
  readonly references: number | null
}

/** The scene as the GPU holds it, on the CPU: what the twin runs on, and what steps are explained by. */
export interface SceneCopy {
  /** By the names in scene.wgsl, as createTwinKernel takes them; `scene` are the uniforms. */
  readonly resources: Readonly<Record<'nodes' | 'references' | 'triangles' | 'attributes' | 'instances' | 'materials', Uint32Array>>
  readonly uniforms: Uint8Array<ArrayBuffer>
  /** The same with other uniforms: settings and lights change more often than what rays meet. */
  withUniforms(uniforms: Uint8Array<ArrayBuffer>): SceneCopy
  /** A node by its place in `nodes`. @param slot  whose object tree it is of; null: the über tree */
  nodeOf(slot: number | null, place: number): TreeNode
  /** A node of an object's BVH by its row in `references`. */
  bvhNodeOf(slot: number, row: number): TreeNode
  /** The children of such a node that are leaves with triangles: the first record that each lists. */
  bvhLeavesOf(slot: number, row: number): readonly { readonly record: number; readonly cell: Cell }[]
  isLeaf(place: number): boolean
  /** Index of a record's triangle in its mesh. */
  triangleOf(record: number): number
  /** Corners of a record in the world, three xyz. */
  cornersOf(slot: number, record: number): Float64Array
  /** The eight corners of a cell in the world, x fastest. @param slot  null: the cell is in world space already */
  cornersOfCell(slot: number | null, cell: Cell): Float64Array
}

/** Read when first needed. */
let layouts: { readonly instance: StructLayout; readonly uniforms: StructLayout } | null = null
const layoutsOf = () => (layouts ??= { instance: structOf(SCENE_PIECES, 'Instance'), uniforms: structOf(SCENE_PIECES, 'SceneUniforms') })
/** Leaf: the two lowest bits of a node's second word, see kdtree/node.ts. */
const LEAF = 3

/** Buffers of bind group 0 that are read back. */
export type SceneBuffers = Readonly<Record<keyof SceneCopy['resources'], GPUBuffer>>

/** Reads the scene back. Submits before it first waits. */
export async function readScene(device: GPUDevice, buffers: SceneBuffers, uniforms: Uint8Array<ArrayBuffer>): Promise<SceneCopy> {
  const kept = uniforms.slice()
  const names = Object.keys(buffers) as (keyof SceneBuffers)[]
  const read = await Promise.all(names.map((name) => readBuffer(device, buffers[name])))
  return sceneCopy(Object.fromEntries(names.map((name, i) => [name, new Uint32Array(read[i])])) as SceneCopy['resources'], kept)
}

/** @param uniforms  bytes of `SceneUniforms` */
export function sceneCopy(resources: SceneCopy['resources'], uniforms: Uint8Array<ArrayBuffer>): SceneCopy {
  const { nodes, triangles, instances } = resources
  const { instance, uniforms: uniformLayout } = layoutsOf()
  const planes = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const corners = new Float32Array(triangles.buffer, triangles.byteOffset, triangles.length)
  const rows = new Float32Array(instances.buffer, instances.byteOffset, instances.length)
  const [sceneFloats, sceneWords] = [new Float32Array(uniforms.buffer), new Uint32Array(uniforms.buffer)]
  const ofInstance = (slot: number, field: string): number => (slot * instance.sizeBytes + instance.offsets[field]) / 4
  const ofScene = (field: string): number => uniformLayout.offsets[field] / 4

  function rootOf(slot: number | null): { first: number; cell: Cell } {
    const [words, floats, at] = slot === null ? [sceneWords, sceneFloats, ofScene] as const : [instances, rows, (field: string) => ofInstance(slot, field)] as const
    const [first, min, max] = slot === null ? ['uber_nodes', 'uber_min', 'uber_max'] : ['nodes', 'root_min', 'root_max']
    return { first: words[at(first)], cell: Float64Array.of(...floats.subarray(at(min), at(min) + 3), ...floats.subarray(at(max), at(max) + 3)) }
  }

  function toWorld(slot: number | null, [x, y, z]: readonly number[]): readonly number[] {
    if (slot === null) return [x, y, z]
    return ['x', 'y', 'z'].map((row) => {
      const at = ofInstance(slot, `world_from_object_${row}`)
      return rows[at] * x + rows[at + 1] * y + rows[at + 2] * z + rows[at + 3]
    })
  }

  return {
    resources, uniforms,
    withUniforms: (next) => sceneCopy(resources, next.slice()),
    isLeaf: (place) => (nodes[2 * place + 1] & 3) === LEAF,
    nodeOf(slot, place) {
      const { first, cell } = rootOf(slot)
      const wanted = place - first
      let [node, depth] = [0, 0]
      // Depth first: what lies before the above child lies below the plane. A node from elsewhere ends in a leaf.
      for (; node !== wanted && first !== NONE; depth++) {
        const word = nodes[2 * (first + node) + 1]
        const axis = word & 3
        if (axis === LEAF) break
        const isAbove = wanted >= word >>> 2
        cell[isAbove ? axis : 3 + axis] = planes[2 * (first + node)]
        node = isAbove ? word >>> 2 : node + 1
      }
      const word = nodes[2 * place + 1]
      const axis = word & 3
      return {
        node: wanted, depth, cell,
        split: axis === LEAF ? null
          : { axis: axis as 0 | 1 | 2, plane: planes[2 * place], share: (planes[2 * place] - cell[axis]) / (cell[3 + axis] - cell[axis]) },
        references: axis === LEAF ? word >>> 2 : null,
      }
    },
    bvhNodeOf(slot, row) {
      const first = instances[ofInstance(slot, 'references')]
      const bvh = { nodes: resources.references.subarray(first) }
      const node = (4 * row - first) / BVH_NODE_WORDS
      // Parents come before their children.
      let depth = 0
      for (let at = node; at > 0; depth++) at = Math.floor(bvh.nodes.findIndex((word, i) => word === at && i % 8 === 3) / BVH_NODE_WORDS)
      return { node, depth, cell: Float64Array.from(boundsOfBvh({ nodes: bvh.nodes.subarray(BVH_NODE_WORDS * node, BVH_NODE_WORDS * (node + 1)) })), split: null, references: null }
    },
    bvhLeavesOf(slot, row) {
      const { references } = resources
      const boxes = new Float32Array(references.buffer, references.byteOffset, references.length)
      return [4 * row, 4 * row + 8].flatMap((at) => {
        const child = references[at + 3]
        if (child < BVH_LEAF || (child - BVH_LEAF) >>> BVH_COUNT_SHIFT === 0) return []
        return [{ record: instances[ofInstance(slot, 'triangles')] + (child & BVH_FIRST_MASK), cell: Float64Array.of(...boxes.subarray(at, at + 3), ...boxes.subarray(at + 4, at + 7)) }]
      })
    },
    triangleOf: (record) => triangles[record * TRIANGLE_WORDS + 3],
    cornersOf(slot, record) {
      const at = record * TRIANGLE_WORDS
      return Float64Array.from([0, 4, 8].flatMap((corner) => toWorld(slot, [...corners.subarray(at + corner, at + corner + 3)])))
    },
    cornersOfCell: (slot, cell) =>
      Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => toWorld(slot, [0, 1, 2].map((axis) => cell[corner >> axis & 1 ? 3 + axis : axis])))),
  }
}
