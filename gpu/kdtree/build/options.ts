/** How trees are built. Costs share one unit: only their ratio matters. */
export interface BuildOptions {
  /** Cost of one step through an inner node. */
  readonly stepCost: number
  /** Cost of one ray-triangle test. */
  readonly triangleCost: number
  /** Share of the cost that a plane saves by cutting off empty space, 0..1. */
  readonly emptySpaceBonus: number
  /** Share of a leaf's cost that a plane must save to be worth its memory, 0..1. */
  readonly minGain: number
  /** Nodes with this many triangles or fewer become leaves. */
  readonly minTriangles: number
  /** Deepest leaf; capped by MAX_OBJECT_DEPTH, for the traversal stacks are that large. */
  readonly maxDepth: number
  /** How many planes in a row along one path may cost more than a leaf would. */
  readonly patience: number
}

/** Capacity of the traversals' stack at the object level (traversal/object/standard-8.wgsl): a ray pushes at most one entry per level. */
export const MAX_OBJECT_DEPTH = 32

/**
 * A triangle test costs 2.5 steps of pure arithmetic on the software adapter, but 1 : 1 traces as fast there and takes 72 % of
 * the memory; a gain of 5 % asked of every plane saves another fifth for nothing (bunny, 58 bytes per triangle).
 */
export const DEFAULT_BUILD: BuildOptions = {
  stepCost: 1,
  triangleCost: 1,
  emptySpaceBonus: 0.2,
  minGain: 0.05,
  minTriangles: 1,
  maxDepth: MAX_OBJECT_DEPTH,
  patience: 0,
}

/** For the binned builder: half as many nodes as the exact one for 6 % more cost (bunny, 30 bytes per triangle): that is where its speed is. */
export const FAST_BUILD: BuildOptions = { ...DEFAULT_BUILD, minGain: 0.14 }

/** The usual cap of the literature: 8 + 1.3 log2 n. */
export function depthCap(count: number, options: BuildOptions): number {
  return Math.min(options.maxDepth, MAX_OBJECT_DEPTH, Math.round(8 + 1.3 * Math.log2(Math.max(2, count))))
}
