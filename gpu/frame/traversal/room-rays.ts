import { add, cross, dot, normalize, scale, subtract, type Vec3 } from '../../math.ts'
import { cameraRays } from '../../passes/raster/camera.ts'
import type { SceneQuery } from '../../query/question.ts'
import type { Camera, Light } from '../../scene.ts'

/** Groups of 64 rays, in turns of four: two tiles of a picture, a group of bounces from what was seen, and one towards lights (measure.wgsl). */
const TURNS = 32
const TILE = 8
/** Tiles across the picture, and down. */
const [COLUMNS, ROWS] = [8, 8]
/** Metres that a ray begins before what was hit. */
const LIFT = 1e-3
const FAR = 1e30

/**
 * The rays of a picture: 8 floats each (origin, t_min, direction, t_max). The same room and camera give the same ones.
 *
 * @param pause  waited for between two groups: other work goes on, or this ends by an error
 */
export async function roomRays(query: SceneQuery, camera: Camera, lights: readonly Light[], pause: () => Promise<void>): Promise<Float32Array> {
  const rays = new Float32Array(8 * 64 * 4 * TURNS)
  const random = sequence()
  let at = 0
  const put = (origin: Vec3, direction: Vec3, most: number): void => {
    rays.set([...origin, 0, ...direction, most], at)
    at += 8
  }
  for (let turn = 0; turn < TURNS; turn++) {
    const seen = [0, 1].flatMap((k) => tileOf(camera, 2 * turn + k)).map(({ origin, direction }) => {
      put(origin, direction, FAR)
      return query.closestHit(origin, direction)
    })
    const hits = seen.filter((hit) => hit !== null).map(({ position, normal }) => ({ position: add(position, scale(normal, LIFT)), normal }))
    // Where nothing is seen rays go on from the eye.
    const places = hits.length > 0 ? hits : [{ position: camera.position, normal: [0, 1, 0] as Vec3 }]
    for (let i = 0; i < 64; i++) put(places[i % places.length].position, scattered(places[i % places.length].normal, random), FAR)
    for (let i = 0; i < 64; i++) {
      const { position } = places[i % places.length]
      const [direction, most] = towards(position, lights.length === 0 ? null : lights[i % lights.length])
      put(position, direction, most)
    }
    await pause()
  }
  return rays
}

/** The rays of 8x8 pixels of a picture of 64x64. */
function tileOf(camera: Camera, tile: number): { origin: Vec3; direction: Vec3 }[] {
  const { position, corner, stepX, stepY } = cameraRays(camera, COLUMNS * TILE, ROWS * TILE)
  const [x0, y0] = [(tile % COLUMNS) * TILE, Math.floor(tile / COLUMNS) * TILE]
  return Array.from({ length: TILE * TILE }, (_, i) => {
    const [x, y] = [x0 + (i % TILE) + 0.5, y0 + Math.floor(i / TILE) + 0.5]
    return { origin: position, direction: add(corner, add(scale(stepX, x), scale(stepY, y))) }
  })
}

/** A direction about a normal, more of them where more light goes. */
function scattered(normal: Vec3, random: () => number): Vec3 {
  const tangent = normalize(cross(Math.abs(normal[0]) > 0.5 ? [0, 1, 0] : [1, 0, 0], normal))
  const [radius, angle] = [Math.sqrt(random()), 2 * Math.PI * random()]
  const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)]
  return add(add(scale(tangent, x), scale(cross(normal, tangent), y)), scale(normal, Math.sqrt(Math.max(1e-6, 1 - radius * radius))))
}

/** Towards a light's middle, and no farther; without any, up. */
function towards(position: Vec3, light: Light | null): readonly [Vec3, number] {
  if (light === null) return [[0, 1, 0], FAR]
  if (light.kind === 'directional') return [scale(light.direction, -1), FAR]
  const way = subtract(light.position, position)
  return dot(way, way) > 0 ? [way, 0.999] : [[0, 1, 0], FAR]
}

/** Numbers of 0..1, always the same (Numerical Recipes' generator). */
function sequence(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
