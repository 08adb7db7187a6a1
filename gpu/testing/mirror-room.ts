import type { SceneSnapshot } from '../scene.ts'
import { testRoom } from './room.ts'
import { MIRROR } from './shapes.ts'

/** The test room with everything in it but the ceiling, the light bumpy box and the fence a mirror: hardly a path ends before its last bounce. */
export function mirrorRoom(): SceneSnapshot {
  const room = testRoom()
  const matte = new Set(['ceiling', 'bumpy', 'fence', 'red'])
  return {
    ...room,
    instances: room.instances.map((instance) => (matte.has(instance.id) ? instance : { ...instance, materials: [{ ...MIRROR, baseColor: [0.95, 0.95, 0.95] }] })),
  }
}
