import type { Vec3 } from '../../../gpu/index.ts'
import { type Area, spread, type Survey } from './area.ts'
import { LOOKS_DOWN, type Standpoint } from './sight.ts'
import type { Voxels } from './voxels.ts'
import { walkVoxels } from './walk.ts'

/** How much of the day comes into a space. */
export interface Openness {
  /** Share of all directions, from its air, in which the sky is seen. */
  readonly sky: number
  /** Share of its air that the sun shines through. */
  readonly sun: number
}

const POINTS = 40
const DIRECTIONS = 96
const SUNS = 24
/** Radians above the horizon: of a mild afternoon, and lower where that one stays outside. */
const ALTITUDES = [0.66, 0.45]
/** Shares of the picture that lie in the sun: a patch of it, not the whole floor. */
const [WANTED, MOST] = [0.035, 0.08]

/** Evenly over the sphere (a Fibonacci lattice). */
const SPHERE: readonly Vec3[] = Array.from({ length: DIRECTIONS }, (_, i) => {
  const y = 1 - (2 * i + 1) / DIRECTIONS
  const angle = i * Math.PI * (3 - Math.sqrt(5))
  const radius = Math.sqrt(1 - y * y)
  return [radius * Math.cos(angle), y, radius * Math.sin(angle)]
})

/** @param toSun  unit vector */
export function opennessOf(area: Area, voxels: Voxels, toSun: Vec3): Openness {
  const points = airOf(area, voxels, POINTS)
  let [sky, sun] = [0, 0]
  for (const point of points) {
    for (const direction of SPHERE) if (direction[1] > 0 && walkVoxels(voxels, point, direction) === null) sky++
    if (walkVoxels(voxels, point, toSun) === null) sun++
  }
  return { sky: sky / (points.length * DIRECTIONS), sun: sun / points.length }
}

/** Points in the air of an area, about so many. */
export function airOf({ cells, floor, ceiling }: Area, { origin, size, counts }: Voxels, count: number): readonly Vec3[] {
  return spread(cells, count).map((i, k) => [
    origin[0] + ((i % counts[0]) + 0.5) * size, floor + (ceiling - floor) * [0.15, 0.4, 0.65][k % 3], origin[2] + (Math.floor(i / counts[0]) + 0.5) * size,
  ])
}

/** Unit vector towards the sun. @param azimuth  radians from +x to +z */
const sunAt = (azimuth: number, altitude: number): Vec3 => [Math.cos(azimuth) * Math.cos(altitude), Math.sin(altitude), Math.sin(azimuth) * Math.cos(altitude)]

/** For what is seen from outside, or has no openings: the sun over the viewer's left shoulder. @param towards  level */
export function sunBehind(towards: Vec3): Vec3 {
  return sunAt(Math.atan2(-towards[2], -towards[0]) + 0.9, ALTITUDES[0])
}

/**
 * Where an afternoon's sun stands so that it comes in by the openings of the room that is looked at, and draws a patch on what is seen.
 *
 * @returns unit vector towards the sun
 */
export function sunFor(standpoint: Standpoint, area: Area, { voxels }: Survey): Vec3 {
  if (!area.roofed) return sunBehind(standpoint.towards)
  const seen = surfacesSeen(standpoint, voxels)
  const air = airOf(area, voxels, POINTS)
  let best = { score: 0, toSun: sunTowardsSky(air, voxels) ?? sunBehind(standpoint.towards) }
  for (const altitude of ALTITUDES) {
    for (let k = 0; k < SUNS; k++) {
      const toSun = sunAt((2 * Math.PI * k) / SUNS, altitude)
      const lit = (points: readonly Vec3[]): number => points.filter((point) => walkVoxels(voxels, point, toSun) === null).length / Math.max(1, points.length)
      const shown = lit(seen)
      const score = Math.min(shown, WANTED) / WANTED + 4 * Math.min(0.1, lit(air)) - 20 * Math.max(0, shown - MOST)
      if (score > best.score + 1e-3) best = { score, toSun }
    }
    if (best.score > 0.3) break
  }
  return best.toSun
}

/** Points on what the picture shows, a little before it. */
function surfacesSeen({ eye, towards, verticalFov }: Standpoint, voxels: Voxels): readonly Vec3[] {
  const half = Math.tan(verticalFov / 2)
  const points: Vec3[] = []
  for (let row = 0; row < 18; row++) {
    for (let column = 0; column < 32; column++) {
      const [x, y] = [(((column + 0.5) / 32) * 2 - 1) * half * (16 / 9), (1 - ((row + 0.5) / 18) * 2 - LOOKS_DOWN) * half]
      const length = Math.hypot(1, x, y)
      const direction: Vec3 = [(towards[0] - towards[2] * x) / length, y / length, (towards[2] + towards[0] * x) / length]
      const hit = walkVoxels(voxels, eye, direction)
      if (hit === null) continue
      const t = Math.max(0, hit.distance - 0.3 * voxels.size)
      points.push([eye[0] + direction[0] * t, eye[1] + direction[1] * t, eye[2] + direction[2] * t])
    }
  }
  return points
}

/** An afternoon's sun on the side of the openings, though it does not reach in; null: there are none. */
function sunTowardsSky(air: readonly Vec3[], voxels: Voxels): Vec3 | null {
  let [x, z] = [0, 0]
  for (const point of air) {
    for (const direction of SPHERE) {
      if (walkVoxels(voxels, point, direction) !== null) continue
      x += direction[0]
      z += direction[2]
    }
  }
  return Math.hypot(x, z) < 0.5 ? null : sunAt(Math.atan2(z, x), ALTITUDES[0])
}
