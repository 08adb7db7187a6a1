import type { TracedRay } from './trace-log.ts'

/** What a ray cost. */
export interface RayCounts {
  /** Reads of über-tree and object-tree nodes, leaves among them. */
  readonly uberNodes: number
  readonly objectNodes: number
  readonly leaves: number
  readonly triangleTests: number
}

/** Leaf: the two lowest bits of a node's second word, see kdtree/node.ts. */
const LEAF = 3

/** @param nodes  the scene's nodes, 2 words each, as uploaded */
export function countSteps(ray: TracedRay, nodes: Uint32Array): RayCounts {
  const counts = { uberNodes: 0, objectNodes: 0, leaves: 0, triangleTests: 0 }
  for (const step of ray.steps) {
    if (step.kind === 'triangle') counts.triangleTests++
    else {
      counts[step.tree === 'uber' ? 'uberNodes' : 'objectNodes']++
      if (step.tree !== 'bvh' && (nodes[2 * step.node + 1] & 3) === LEAF) counts.leaves++
    }
  }
  return counts
}
