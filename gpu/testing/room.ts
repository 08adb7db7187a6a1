import type { Camera, Material, SceneSnapshot } from '../scene.ts'
import { boxMesh, cameraAt, instance, material, MIRROR, paint, sceneOf, sphereMesh, squareMesh } from './shapes.ts'

const use = (texture: string, scale = 1) => ({ texture, wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], scale: [scale, scale], rotation: 0 }) as const

/** A room of 6 x 4 x 3 m with what makes pictures hard: two facing mirrors, a chrome ball, a polished floor, a fence of holes. */
export function testRoom(): SceneSnapshot {
  const [square, box, sphere] = [squareMesh(), boxMesh(), sphereMesh(40)]
  const planks = paint('planks', 200, 120, (x, y) => {
    const plank = Math.floor(y / 20)
    const grain = ((x * 13 + plank * 71) % 17) + ((x * 7 + y * 3) % 11)
    const gap = y % 20 === 0 || (x + plank * 47) % 100 === 0 ? 60 : 0
    return [170 + grain - gap, 120 + grain - gap, 75 + grain - gap, 255]
  })
  const holes = paint('holes', 64, 64, (x, y) => [40, 70, 45, (Math.floor(x / 8) + Math.floor(y / 8)) % 2 ? 255 : 0])
  const bumps = paint('bumps', 64, 64, (x, y) => [128 + Math.round(50 * Math.sin(x / 3)), 128 + Math.round(50 * Math.sin(y / 3)), 220, 255], 'linear')
  const wall = material({ name: 'plaster', baseColor: [0.75, 0.73, 0.7] })
  const floor = material({ name: 'floor', baseColor: [1, 1, 1], roughness: 0.15, baseColorTexture: use('planks', 3) })
  const fence: Material = material({ name: 'fence', baseColor: [1, 1, 1], alphaMode: 'mask', baseColorTexture: use('holes', 1) })
  const half = Math.PI / 2
  return sceneOf([square, box, sphere], [
    instance('floor', square, floor, { scale: [3, 1, 2] }),
    instance('ceiling', square, wall, { move: [0, 3, 0], scale: [3, 1, 2] }),
    instance('back', square, wall, { move: [0, 1.5, -2], scale: [3, 1, 1.5], turn: [half, 0, 0] }),
    instance('left', square, material({ baseColor: [0.6, 0.25, 0.2] }), { move: [-3, 1.5, 0], scale: [1.5, 1, 2], turn: [0, 0, -half] }),
    instance('right', square, material({ baseColor: [0.2, 0.4, 0.6] }), { move: [3, 1.5, 0], scale: [1.5, 1, 2], turn: [0, 0, half] }),
    instance('mirror-left', square, MIRROR, { move: [-2.95, 1.5, -0.3], scale: [1, 1, 0.9], turn: [0, 0, -half] }),
    instance('mirror-right', square, MIRROR, { move: [2.95, 1.5, -0.3], scale: [1, 1, 0.9], turn: [0, 0, half] }),
    instance('ball', sphere, { ...MIRROR, baseColor: [0.95, 0.93, 0.9] }, { move: [-0.9, 0.6, -0.4], scale: [0.6, 0.6, 0.6] }),
    instance('egg', sphere, material({ baseColor: [0.8, 0.55, 0.15], metallic: 1, roughness: 0.12 }), { move: [1.9, 0.45, 0.5], scale: [0.3, 0.45, 0.3] }),
    instance('red', box, material({ name: 'red', baseColor: [0.75, 0.04, 0.03], roughness: 0.6 }), { move: [0.9, 0.5, -1], scale: [0.4, 0.5, 0.4], turn: [0, 0.5, 0] }),
    instance('bumpy', box, material({ baseColor: [0.6, 0.6, 0.65], roughness: 0.3, normalTexture: use('bumps', 2) }), { move: [0.3, 0.25, 0.7], scale: [0.25, 0.25, 0.25], turn: [0, 0.3, 0] }),
    instance('fence', square, fence, { move: [0.3, 1.1, -0.9], scale: [0.5, 1, 0.5], turn: [half, 0, 0] }),
    instance('matte', sphere, material({ baseColor: [0.85, 0.85, 0.85], roughness: 0.7 }), { move: [-2, 0.35, 1], scale: [0.35, 0.35, 0.35] }),
  ], {
    images: [planks, holes, bumps],
    lights: [
      { id: 'sun', kind: 'directional', direction: [-0.45, -0.8, -0.4], color: [1, 0.95, 0.85], illuminance: 120, on: true },
      { id: 'lamp', kind: 'point', position: [0.8, 2.6, 1], color: [1, 0.85, 0.7], intensity: 130, on: true },
    ],
    environment: { zenith: [25, 28, 32], nadir: [12, 11, 10] },
  })
}

/** The test room with a ball of glass, a pane, brushed metal, and lamps that have a size. */
export function glassRoom(): SceneSnapshot {
  const room = testRoom()
  const ball = sphereMesh(24, 'glass ball')
  const glass: Material = material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1, ior: 1.5, volume: { attenuationColor: [0.7, 0.9, 0.8], attenuationDistance: 0.5 } })
  const brushed: Material = material({ baseColor: [0.9, 0.8, 0.6], metallic: 1, roughness: 0.35 })
  const pane: Material = material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1 })
  return {
    ...room,
    meshes: new Map([...room.meshes, [ball.key, ball]]),
    instances: [
      ...room.instances.filter(({ id }) => id !== 'fence').map((each) => (each.id === 'egg' ? { ...each, materials: [brushed] } : each)),
      instance('glass', ball, glass, { move: [0.2, 0.8, 1.2], scale: [0.35, 0.35, 0.35] }),
      { ...room.instances[11], id: 'pane', materials: [pane] },
    ],
    lights: [
      { id: 'panel', kind: 'rectangle', position: [0, 2.9, 0], halfU: [0.8, 0, 0], halfV: [0, 0, 0.4], color: [1, 0.95, 0.9], radiance: 150, on: true },
      { id: 'bulb', kind: 'sphere', position: [1.6, 2, -1], radius: 0.15, color: [1, 0.8, 0.6], radiance: 400, on: true },
    ],
  }
}

export const ROOM_CAMERA: Camera = cameraAt([0, 1.6, 3.9], { orientation: [-0.09, 0, 0, 0.99595], verticalFov: 0.9, near: 0.05 })
