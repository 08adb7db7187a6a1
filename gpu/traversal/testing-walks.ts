import { OBJECT_TRAVERSALS, type TraversalName } from './traversals.ts'

/** One of each way to lay a tree out; where all share a layout, one with a whole stack and one with a short one. */
export const COMMON_WALKS = ['sequential', 'standard-8', 'push-down-short-stack', 'backtrack', 'ropes-plus-plus', 'bvh'] as const satisfies readonly TraversalName[]

/** The rest: each compiles for seconds, so that they are for proofs. */
export const OTHER_WALKS = (Object.keys(OBJECT_TRAVERSALS) as TraversalName[]).filter((name) => !(COMMON_WALKS as readonly TraversalName[]).includes(name))
