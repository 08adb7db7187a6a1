import type { MeshData, Shape } from '../../../../gpu/index.ts'
import { findShapeFault } from '../../../../gpu/trees.ts'
import type { PlacedSurface } from './merge.ts'

/**
 * The exact surface that a merged mesh may be traced as: it is the only one in its part, its place keeps spheres and boxes
 * upright, and its triangles are what the file claims. Otherwise undefined: the triangles are the truth.
 */
export function shapeOf(placed: readonly PlacedSurface[], mesh: Omit<MeshData, 'key'>): Shape | undefined {
  const [{ surface: { shape }, partFromMesh: m }] = placed
  if (shape === undefined || placed.length !== 1) return undefined
  const isUpright = [1, 2, 4, 6, 8, 9].every((i) => m[i] === 0)
  return (shape === 'polygon' || isUpright) && findShapeFault({ ...mesh, shape }) === null ? shape : undefined
}
