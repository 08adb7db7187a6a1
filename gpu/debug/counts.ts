import type { SceneCopy } from './scene-copy.ts'
import type { TracedRay } from './trace-log.ts'
import { visitedLeaves } from './visited-leaves.ts'

/** What a ray cost. */
export interface RayCounts {
  /** Reads of nodes of the über tree and of objects' trees; leaves of kD-trees among them, those of a BVH lie in their parents. */
  readonly uberNodes: number
  readonly objectNodes: number
  /** Of both levels, as often as the ray came to them. */
  readonly leaves: number
  readonly triangleTests: number
}

export function countSteps(ray: TracedRay, scene: Pick<SceneCopy, 'isLeaf' | 'nodeOf' | 'bvhLeavesOf'>): RayCounts {
  const counts = { uberNodes: 0, objectNodes: 0, leaves: visitedLeaves(ray.steps, scene).length, triangleTests: 0 }
  for (const step of ray.steps) {
    if (step.kind === 'triangle') counts.triangleTests++
    else counts[step.tree === 'uber' ? 'uberNodes' : 'objectNodes']++
  }
  return counts
}
