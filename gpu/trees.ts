// What a worker needs that builds, packs and checks object trees or reads exact shapes: the trees without the engine.
export { buildKdTree } from './kdtree/build/build.ts'
export { DEFAULT_BUILD } from './kdtree/build/options.ts'
export { helpPair, leadPair, PAIR_STATE_BYTES } from './kdtree/build/pair.ts'
export { findTreeFault } from './kdtree/check.ts'
export type { KdTree } from './kdtree/node.ts'
export { packMesh, type PackedMesh, type TreeLayout } from './kdtree/pack.ts'
export { findShapeFault } from './kdtree/shape.ts'
