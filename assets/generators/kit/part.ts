import { compact, join, move, scale, turn } from './geometry.ts'
import type { Geometry, Vec3 } from './geometry.ts'
import type { MaterialSpec } from './materials.ts'

/** Some of a piece: a shape and what it is made of. */
export interface Part {
  readonly geometry: Geometry
  readonly material: MaterialSpec
}

export const part = (material: MaterialSpec, ...geometries: readonly Geometry[]): Part => ({
  material,
  geometry: join(...geometries.map((geometry, i) => (material.texture?.scatter === true ? scattered(geometry, i) : geometry))),
})

export interface Placement {
  readonly at?: Vec3
  /** Around y, radians, before moving. */
  readonly turn?: number
  /** Left becomes right. */
  readonly mirrored?: boolean
}

/** The same parts somewhere else. */
export function placed(parts: readonly Part[], { at = [0, 0, 0], turn: angle = 0, mirrored = false }: Placement): Part[] {
  return parts.map(({ geometry, material }) => {
    const side = mirrored ? scale(geometry, [-1, 1, 1]) : geometry
    return { material, geometry: move(angle === 0 ? side : turn(side, 'y', angle), at) }
  })
}

/** One part per material, in the order in which the materials first appear. */
export function mergedByMaterial(parts: readonly Part[]): Part[] {
  const groups = new Map<MaterialSpec, Geometry[]>()
  for (const { geometry, material } of parts) {
    const group = groups.get(material)
    if (group === undefined) groups.set(material, [geometry])
    else group.push(geometry)
  }
  return [...groups].map(([material, geometries]) => ({ material, geometry: compact(join(...geometries)) }))
}

/** No two boards show the same stretch of grain. */
function scattered(geometry: Geometry, i: number): Geometry {
  const [x, y, z] = geometry.positions
  const seed = Math.abs(Math.round((x * 7.3 + y * 13.1 + z * 3.7) * 100)) + i * 29
  const [du, dv] = [(seed * 0.618) % 1, (seed * 0.381) % 1]
  return { ...geometry, uvs: geometry.uvs.map((value, k) => value + (k % 2 === 0 ? du : dv)) }
}
