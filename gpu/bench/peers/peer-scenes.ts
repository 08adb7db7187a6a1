import type { Rgb, Vec3 } from '../../scene.ts'
import { boxMesh, sphereMesh, squareMesh } from '../../testing/shapes.ts'
import type { PeerMaterial, PeerScene, PeerThing } from './peer-scene.ts'

/*
 * Small scenes, each for one thing that a renderer can get wrong. All bodies are closed, so that nobody's rules for back sides count.
 */

const BOX = boxMesh()
const BALL = sphereMesh(48)
const SQUARE = squareMesh()

const box = (wears: PeerMaterial, move: Vec3, scale: Vec3, turn: Vec3 = [0, 0, 0]): PeerThing => ({ mesh: BOX, wears, placed: { move, scale, turn } })
const ball = (wears: PeerMaterial, move: Vec3, radius: number): PeerThing => ({ mesh: BALL, wears, placed: { move, scale: [radius, radius, radius] } })
const lambert = (...color: Rgb): PeerMaterial => ({ kind: 'lambert', color })
const emitter = (...radiance: Rgb): PeerMaterial => ({ kind: 'emitter', radiance })
const metal = (color: Rgb, roughness: number): PeerMaterial => ({ kind: 'metal', color, roughness })

/** Floor, ceiling and walls of a room 4 m wide and deep and 2.6 m high around the origin, open to the camera's side unless `front` is given. */
function room(walls: { readonly floor: PeerMaterial; readonly ceiling: PeerMaterial; readonly left: PeerMaterial; readonly right: PeerMaterial; readonly back: PeerMaterial; readonly front?: PeerMaterial }): PeerThing[] {
  return [
    box(walls.floor, [0, -0.1, 0], [2.2, 0.1, 2.2]), box(walls.ceiling, [0, 2.7, 0], [2.2, 0.1, 2.2]),
    box(walls.left, [-2.1, 1.3, 0], [0.1, 1.3, 2.2]), box(walls.right, [2.1, 1.3, 0], [0.1, 1.3, 2.2]), box(walls.back, [0, 1.3, -2.1], [2, 1.3, 0.1]),
    ...(walls.front === undefined ? [] : [box(walls.front, [0, 1.3, 2.1], [2, 1.3, 0.1])]),
  ]
}

const WHITE = lambert(0.75, 0.75, 0.75)
const MATTE_ROOM = { floor: lambert(0.5, 0.45, 0.4), ceiling: WHITE, left: lambert(0.63, 0.06, 0.05), right: lambert(0.14, 0.45, 0.09), back: WHITE, front: WHITE }
const INSIDE = { eye: [0, 1.4, 1.9], target: [0, 1.15, -2], verticalFov: 1.05 } as const

/** A wall of shining squares, so that whatever mirrors or bends light shows where it took it from. */
function board(at: (u: number, v: number) => Vec3, size: Vec3, columns: number, rows: number): PeerThing[] {
  return Array.from({ length: columns * rows }, (_, i) => {
    const [u, v] = [i % columns, Math.floor(i / columns)]
    const bright = (u + v) % 2 === 0 ? 1 : 0.25
    return box(emitter(bright * (0.2 + (0.8 * u) / columns), bright * (0.2 + (0.8 * v) / rows), bright * 0.6), at((u + 0.5) / columns, (v + 0.5) / rows), size)
  })
}

const BOARD_ROOM: readonly PeerThing[] = [
  ...board((u, v) => [4 * u - 2, -0.05, 4 * v - 2], [0.25, 0.05, 0.25], 8, 8),
  ...board((u, v) => [4 * u - 2, 2.6 * v, -2.05], [0.25, 0.2167, 0.05], 8, 6),
  ...board((u, v) => [-2.05, 2.6 * v, 4 * u - 2], [0.05, 0.2167, 0.25], 8, 6),
  ...board((u, v) => [2.05, 2.6 * v, 4 * u - 2], [0.05, 0.2167, 0.25], 8, 6),
  ...board((u, v) => [4 * u - 2, 2.6 * v, 2.05], [0.25, 0.2167, 0.05], 8, 6),
  box(emitter(0.5, 0.5, 0.5), [0, 2.7, 0], [2.2, 0.1, 2.2]),
]

/** For POV-Ray: what it computes without sampling. */
export const POV_SCENES: readonly PeerScene[] = [
  {
    name: 'hard shadows', ...INSIDE, environment: [0, 0, 0], bounces: 1,
    things: [...room(MATTE_ROOM), box(lambert(0.7, 0.6, 0.2), [-0.7, 0.4, -0.6], [0.4, 0.4, 0.4], [0, 0.4, 0]), ball(lambert(0.2, 0.4, 0.7), [0.7, 0.5, -0.3], 0.5), box(lambert(0.8, 0.8, 0.8), [0.2, 1.7, -1], [0.5, 0.02, 0.3], [0.2, 0.3, 0.4])],
    lights: [
      { kind: 'point', position: [-0.6, 2.3, 0.6], color: [1, 0.9, 0.7], intensity: 3 },
      { kind: 'point', position: [1.4, 1.9, -1.2], color: [0.5, 0.7, 1], intensity: 1.5 },
      // Through the walls it does not come: it tells who forgets a shadow.
      { kind: 'directional', direction: [0.5, -0.8, -0.33], color: [1, 1, 1], intensity: 20 },
    ],
  },
  {
    name: 'mirrors', ...INSIDE, environment: [0, 0, 0], bounces: 16, lights: [],
    things: [
      ...BOARD_ROOM, ball(metal([0.95, 0.95, 0.95], 0), [-0.75, 0.6, -0.6], 0.6), ball(metal([0.95, 0.64, 0.4], 0), [0.8, 0.45, -0.1], 0.45),
      // Two that face each other.
      box(metal([0.9, 0.9, 0.9], 0), [-1.9, 1.3, -0.6], [0.02, 0.9, 0.9], [0, 0.05, 0]), box(metal([0.9, 0.9, 0.9], 0), [1.9, 1.3, -0.6], [0.02, 0.9, 0.9], [0, -0.03, 0]),
    ],
  },
  {
    name: 'glass', ...INSIDE, environment: [0, 0, 0], bounces: 24, lights: [],
    things: [
      ...BOARD_ROOM, ball({ kind: 'glass', ior: 1.5, attenuation: [1, 1, 1] }, [-0.8, 0.65, -0.5], 0.55), box({ kind: 'glass', ior: 1.5, attenuation: [1, 1, 1] }, [0.75, 0.6, -0.4], [0.35, 0.55, 0.35], [0, 0.5, 0]),
      ball({ kind: 'glass', ior: 1.33, attenuation: [0.9, 0.3, 0.2] }, [0, 1.75, -0.8], 0.3),
    ],
  },
]

/** Set into the ceiling: a gap would be lit more than all the rest, and seen by few paths. */
const LAMP = box(emitter(18, 16, 13), [0, 2.63, -0.3], [0.45, 0.05, 0.3])

/** For Cycles: light that has come a long way. Its spot light has another edge than glTF's, so ours is sharp. */
export const CYCLES_SCENES: readonly PeerScene[] = [
  {
    name: 'lamps', ...INSIDE, environment: [0, 0, 0], bounces: 6,
    things: [...room(MATTE_ROOM), LAMP, box(lambert(0.7, 0.6, 0.2), [-0.7, 0.4, -0.6], [0.4, 0.4, 0.4], [0, 0.4, 0]), ball(lambert(0.2, 0.4, 0.7), [0.7, 0.5, -0.3], 0.5)],
    lights: [
      { kind: 'point', position: [-1.3, 1.2, 0.3], color: [1, 0.7, 0.4], intensity: 2 },
      { kind: 'spot', position: [1.5, 2.4, 0.8], direction: [-0.4, -0.8, -0.9], color: [0.6, 0.8, 1], intensity: 25, innerAngle: 0.35, outerAngle: 0.352 },
    ],
  },
  {
    name: 'daylight', ...INSIDE, environment: [4, 5, 7], bounces: 6,
    things: [
      ...room({ ...MATTE_ROOM, front: WHITE }).filter((_, i) => i !== 3),
      // The right wall with a window.
      box(MATTE_ROOM.right, [2.1, 0.4, 0], [0.1, 0.4, 2.2]), box(MATTE_ROOM.right, [2.1, 2.3, 0], [0.1, 0.3, 2.2]), box(MATTE_ROOM.right, [2.1, 1.4, 1.35], [0.1, 0.6, 0.85]), box(MATTE_ROOM.right, [2.1, 1.4, -1.6], [0.1, 0.6, 0.6]),
      box(lambert(0.7, 0.6, 0.2), [-0.7, 0.4, -0.6], [0.4, 0.4, 0.4], [0, 0.4, 0]), ball(lambert(0.2, 0.4, 0.7), [0.6, 0.4, -0.8], 0.4),
    ],
    lights: [{ kind: 'directional', direction: [-0.8, -0.55, -0.25], color: [1, 0.95, 0.85], intensity: 60 }],
  },
  {
    name: 'metals', ...INSIDE, environment: [0, 0, 0], bounces: 6, lights: [],
    things: [
      ...room(MATTE_ROOM), LAMP,
      ...[0.15, 0.3, 0.5, 0.8].map((roughness, i) => ball(metal([1, 1, 1], roughness), [-1.35 + 0.9 * i, 0.42, -0.7], 0.4)),
      ...[0.3, 0.6].map((roughness, i) => ball(metal([0.95, 0.64, 0.4], roughness), [-0.5 + i, 0.25, 0.2], 0.22)), ball(metal([0.95, 0.95, 0.95], 0), [0, 1.3, -1.4], 0.4),
    ],
  },
  {
    name: 'glass', ...INSIDE, environment: [0, 0, 0], bounces: 10, lights: [],
    things: [
      ...room(MATTE_ROOM), box(emitter(6, 5.5, 5), [0, 2.63, 0], [1.6, 0.05, 1.6]), ball({ kind: 'glass', ior: 1.5, attenuation: [1, 1, 1] }, [-0.8, 0.6, -0.5], 0.55),
      box({ kind: 'glass', ior: 1.5, attenuation: [0.1, 0.6, 0.5] }, [0.75, 0.6, -0.4], [0.35, 0.55, 0.35], [0, 0.5, 0]),
    ],
  },
  {
    name: 'brushed metal', ...INSIDE, environment: [0, 0, 0], bounces: 6, lights: [],
    things: [
      ...room(MATTE_ROOM), LAMP,
      ...([[0.2, 0.4], [0.3, 0.7], [0.5, 0.9]] as const).map(([roughness, strength], i) => ball({ kind: 'brushed', roughness, strength }, [-1.1 + 1.1 * i, 0.5, -0.6], 0.45)),
    ],
  },
  {
    name: 'veils', ...INSIDE, environment: [0, 0, 0], bounces: 6,
    things: [
      ...room(MATTE_ROOM), LAMP, ball(lambert(0.2, 0.4, 0.7), [0.7, 0.5, -0.9], 0.5),
      // One before the other, one between the lamp and the floor. Less than half of a thing without a picture is opened as a pane of glass.
      { mesh: SQUARE, wears: { kind: 'veil', color: [0.8, 0.7, 0.5], alpha: 0.55 }, placed: { move: [0.5, 0.9, -0.1], scale: [0.7, 1, 0.7], turn: [Math.PI / 2, 0, 0] } },
      { mesh: SQUARE, wears: { kind: 'veil', color: [0.3, 0.6, 0.7], alpha: 0.7 }, placed: { move: [0.1, 0.7, 0.2], scale: [0.5, 1, 0.5], turn: [Math.PI / 2, 0, 0] } },
      { mesh: SQUARE, wears: { kind: 'veil', color: [0.7, 0.3, 0.3], alpha: 0.6 }, placed: { move: [-0.9, 1.2, -0.6], scale: [0.6, 1, 0.6] } },
    ],
    lights: [{ kind: 'point', position: [-1, 2.2, -0.4], color: [1, 0.9, 0.8], intensity: 2 }],
  },
  {
    name: 'screen', ...INSIDE, environment: [0, 0, 0], bounces: 6, lights: [],
    things: [
      ...room(MATTE_ROOM), box(lambert(0.7, 0.6, 0.2), [-0.7, 0.4, -0.6], [0.4, 0.4, 0.4], [0, 0.4, 0]), ball(lambert(0.2, 0.4, 0.7), [0.7, 0.5, -0.3], 0.5),
      // Its frame: the gap before a bright wall would be lit more than all the rest.
      box(lambert(0.04, 0.04, 0.04), [0, 1.5, -1.98], [1.25, 0.75, 0.029]),
      { mesh: SQUARE, wears: { kind: 'screen', nits: 20, picture: stripes() }, placed: { move: [0, 1.5, -1.95], scale: [1.2, 1, 0.7], turn: [Math.PI / 2, 0, 0] } },
    ],
  },
  {
    name: 'glass in water', ...INSIDE, environment: [0, 0, 0], bounces: 10, lights: [],
    things: [
      ...room(MATTE_ROOM), box(emitter(6, 5.5, 5), [0, 2.63, 0], [1.6, 0.05, 1.6]),
      // Where bodies overlap, Cycles has the absorption of both: what is around is clear.
      ball({ kind: 'glass', ior: 1.33, attenuation: [1, 1, 1] }, [-0.75, 0.7, -0.5], 0.6), ball({ kind: 'glass', ior: 1.52, attenuation: [0.1, 0.6, 0.5], within: 1.33 }, [-0.75, 0.65, -0.5], 0.35),
      ball({ kind: 'glass', ior: 1.5, attenuation: [1, 1, 1] }, [0.75, 0.7, -0.5], 0.6), box({ kind: 'glass', ior: 1.8, attenuation: [0.6, 0.3, 0.05], within: 1.5 }, [0.75, 0.7, -0.5], [0.25, 0.25, 0.25], [0, 0.5, 0]),
    ],
  },
]

/** A picture of blocks that shine more to its right and less below, with a dark rim: what a renderer blends across its edges is nothing. */
function stripes(): { readonly width: number; readonly height: number; readonly rgba: Uint8Array } {
  const [width, height, rim] = [256, 256, 8]
  const rgba = Uint8Array.from({ length: 4 * width * height }, (_, i) => {
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)]
    if (i % 4 === 3) return 255
    if (Math.min(x, y, width - 1 - x, height - 1 - y) < rim) return 0
    return [40 + 30 * (x >> 5), 250 - 30 * (y >> 5), (x >> 5) % 2 === 0 ? 90 : 220][i % 4]
  })
  return { width, height, rgba }
}
