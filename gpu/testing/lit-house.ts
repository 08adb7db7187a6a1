import type { Camera, Instance, Light, SceneSnapshot, Vec3 } from '../scene.ts'
import { cameraAt, glowing, instance, material, sceneOf, squareMesh } from './shapes.ts'

/** Metres, of a room's sides and height; its lamp hangs below the ceiling. */
const [SIDE, HEIGHT, LAMP] = [4, 2.6, 0.3]

/**
 * One storey of closed rooms in a square, as many lit rooms as lamps.
 *
 * @param by  what each is lit by: a panel of shining triangles, or a panel of light, a bulb or a spot by turns, the room that is seen by a panel
 */
export function litHouse(lamps: number, by: 'triangles' | 'lamps' = 'triangles'): { readonly snapshot: SceneSnapshot; readonly camera: Camera } {
  const square = squareMesh()
  const plaster = material({ baseColor: [0.7, 0.7, 0.68] })
  const lamp = glowing([900, 850, 780])
  const across = Math.ceil(Math.sqrt(lamps))
  const half = (across * SIDE) / 2
  const flat = (id: string, y: number): Instance => instance(id, square, plaster, { move: [half, y, half], scale: [half, 1, half] })
  const walls = Array.from({ length: across + 1 }, (_, i) => [
    instance(`x${i}`, square, plaster, { move: [i * SIDE, HEIGHT / 2, half], scale: [HEIGHT / 2, 1, half], turn: [0, 0, Math.PI / 2] }),
    instance(`z${i}`, square, plaster, { move: [half, HEIGHT / 2, i * SIDE], scale: [half, 1, HEIGHT / 2], turn: [Math.PI / 2, 0, 0] }),
  ]).flat()
  const places = Array.from({ length: lamps }, (_, i): Vec3 => [((i % across) + 0.5) * SIDE, HEIGHT - 0.1, (Math.floor(i / across) + 0.5) * SIDE])
  const panels = by === 'lamps' ? [] : places.map((move, i) => instance(`lamp${i}`, square, lamp, { move, scale: [LAMP, 1, LAMP], turn: [Math.PI, 0, 0] }))
  // In a room that has one, about the middle of the house.
  const home = Math.floor(lamps / across / 2) * across + Math.floor(across / 2)
  const lights = by === 'lamps' ? places.map((place, i) => lampAt(place, i, Math.abs(i - home) % 3)) : []
  const [x, z] = [((home % across) + 0.5) * SIDE, (Math.floor(home / across) + 0.9) * SIDE]
  return { snapshot: sceneOf([square], [flat('floor', 0), flat('ceiling', HEIGHT), ...walls, ...panels], { lights }), camera: cameraAt([x, 1.6, z], { verticalFov: 1.1 }) }
}

/** About as strong as the panel. */
function lampAt(position: Vec3, i: number, kind: number): Light {
  const shared = { id: `lamp${i}`, position, color: [1, 0.94, 0.87] as const, on: true }
  switch (kind) {
    case 1: return { ...shared, kind: 'point', intensity: 300, radius: 0.04 }
    case 2: return { ...shared, kind: 'spot', intensity: 900, direction: [0, -1, 0], innerAngle: 0.6, outerAngle: 1.1, radius: 0.04 }
    default: return { ...shared, kind: 'rectangle', radiance: 900, halfU: [LAMP, 0, 0], halfV: [0, 0, LAMP] }
  }
}
