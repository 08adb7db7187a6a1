import type { Cell, SceneCopy } from './scene-copy.ts'
import type { TraceStep } from './trace-log.ts'

/** A leaf that a ray came to. */
export interface VisitedLeaf {
  /** Whose object tree or BVH; null: the über tree. */
  readonly slot: number | null
  /** Of a kD-tree: its place among the nodes; of a BVH: the first record that it lists. */
  readonly place: number
  readonly cell: () => Cell
}

/**
 * The leaves that a ray came to, in order, as often as it came.
 *
 * A kD-tree's are read as nodes. A BVH's are told by their parents: a ray has come to one where it tests the first triangle that it lists.
 */
export function visitedLeaves(steps: readonly TraceStep[], scene: Pick<SceneCopy, 'isLeaf' | 'nodeOf' | 'bvhLeavesOf'>): VisitedLeaf[] {
  const visited: VisitedLeaf[] = []
  const offered = new Map<number, Cell>()
  for (const step of steps) {
    if (step.kind === 'triangle') {
      const cell = offered.get(step.record)
      if (cell !== undefined) visited.push({ slot: step.slot, place: step.record, cell: () => cell })
    } else if (step.tree === 'bvh') {
      for (const { record, cell } of scene.bvhLeavesOf(step.slot, step.node)) offered.set(record, cell)
    } else if (scene.isLeaf(step.node)) {
      const slot = step.tree === 'uber' ? null : step.slot
      visited.push({ slot, place: step.node, cell: () => scene.nodeOf(slot, step.node).cell })
    }
  }
  return visited
}
