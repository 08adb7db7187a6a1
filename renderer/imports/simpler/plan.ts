/** A mesh as a plan sees it. */
export interface PlannedMesh {
  readonly triangles: number
  /** How often it is built. */
  readonly uses: number
  /** Diagonal of its largest place, in any unit. */
  readonly size: number
}

/** Of what Atrium takes: what is planned, since not every surface becomes as simple as it is asked to. */
const AIM = 0.9
/** Of what Atrium takes: no mesh is asked to become simpler than that. */
const FLOOR = 1 / 2000
/** Of its own triangles: with fewer, nothing would be left of its shape. */
const LEAST_SHARE = 0.01

/**
 * How many triangles each mesh keeps so that all together are few enough: the densest, by triangles for the square of their size, are brought down to
 * one density, the highest that does. What is large or coarse stays as it is as long as that helps.
 *
 * @param most  triangles that may be built
 * @returns null: even the simplest that is planned is too much
 */
export function planSimpler(meshes: readonly PlannedMesh[], most: number): readonly number[] | null {
  const densities = meshes.map(({ triangles, size }) => triangles / Math.max(size, Number.MIN_VALUE) ** 2)
  const kept = (density: number): readonly number[] => meshes.map(({ triangles, size }, i) =>
    (densities[i] <= density ? triangles : Math.min(triangles, Math.ceil(Math.max(most * FLOOR, triangles * LEAST_SHARE, density * size ** 2)))))
  const built = (density: number): number => kept(density).reduce((sum, triangles, i) => sum + triangles * meshes[i].uses, 0)
  if (built(0) > AIM * most) return null
  // By halving the exponent's range: densities of a file span many powers of ten.
  let [low, high] = [-60, Math.log2(Math.max(1, ...densities.filter(Number.isFinite)))]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (built(2 ** middle) <= AIM * most) low = middle
    else high = middle
  }
  return kept(2 ** low)
}
