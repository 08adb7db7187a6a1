import { areaOf } from './fragments.ts'
import { BVH_COUNT_SHIFT, BVH_LEAF, type Bvh, boundsOfBvh } from './node.ts'

export interface BvhStats {
  readonly nodes: number
  readonly leaves: number
  /** What leaves list, all together. */
  readonly references: number
  readonly depth: number
  /** Expected cost of a ray that meets the root's box: a step through a node costs 1, which meets two boxes, a triangle test as the options say. */
  readonly sahCost: number
}

/** Measures a finished tree by one pass over its nodes. */
export function measureBvh({ nodes, triangles, depth }: Bvh, triangleCost = 1): BvhStats {
  const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length)
  const root = areaOf(boundsOfBvh({ nodes }))
  let leaves = 0
  let sahCost = 1
  for (let at = 0; at < nodes.length; at += 8) {
    const child = nodes[at + 3]
    if (child === BVH_LEAF) continue
    const area = areaOf([...floats.subarray(at, at + 3), ...floats.subarray(at + 4, at + 7)])
    const share = root > 0 ? area / root : 0
    if (child >= BVH_LEAF) {
      leaves++
      sahCost += share * triangleCost * ((child >>> BVH_COUNT_SHIFT) & 15)
    } else sahCost += share
  }
  return { nodes: nodes.length / 16, leaves, references: triangles.length, depth, sahCost }
}
