import { boxBetween } from '../kit/box.ts'
import type { Vec3 } from '../kit/geometry.ts'
import { materials, srgb } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import type { NodeSpec } from '../kit/glb.ts'
import { part } from '../kit/part.ts'
import { herringbone, tiles } from '../kit/textures.ts'
import { door, doorHinge, level, wall, windowFrame } from '../pieces/architecture.ts'
import type { Opening } from '../pieces/architecture.ts'

/** Inner size of the room, metres: x from -width / 2 (west) to width / 2 (east), z from -depth / 2 (north) to depth / 2. */
export interface ShellParameters {
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly thickness: number
}

export const SHELL: ShellParameters = { width: 8, depth: 6, height: 2.7, thickness: 0.24 }

const paint = (name: string, color: readonly [number, number, number]): MaterialSpec => ({ name, color, roughness: 0.92, metallic: 0 })
const chalk = paint('Chalk paint', srgb(236, 232, 224))
const clay = paint('Clay paint', srgb(196, 176, 156))
const ceilingPaint = paint('Ceiling paint', srgb(246, 245, 241))
const render = paint('Outside render', srgb(214, 208, 198))
const parquet: MaterialSpec = {
  name: 'Polished oak herringbone', color: [1, 1, 1], roughness: 0.16, metallic: 0,
  texture: {
    name: 'Polished oak herringbone', size: [1.9, 1.9],
    paint: () => herringbone([[112, 76, 46], [158, 114, 72], [188, 146, 100], [208, 170, 124]], 83),
  },
}
const glazedTiles: MaterialSpec = {
  name: 'Glazed tiles', color: [1, 1, 1], roughness: 0.12, metallic: 0,
  texture: { name: 'Glazed tiles', size: [0.6, 0.6], paint: () => tiles([[214, 218, 210], [236, 238, 232]], [200, 198, 190], 4, 8, 91) },
}

const WEST_WINDOW: Opening = { from: -1.3, to: 1.3, sill: 0.1, head: 2.38 }
const SOUTH_WINDOWS: readonly Opening[] = [{ from: -0.5, to: 0.9, sill: 0.88, head: 2.3 }, { from: 1.75, to: 3.35, sill: 0.88, head: 2.3 }]
const DOOR: Opening = { from: 1.62, to: 2.54, sill: 0, head: 2.1 }
/** Where the middle of the west window lies along the wall. */
const WEST_MIDDLE = 1

/** The empty room: every element is a node of its own, in its own place. */
export function shell(parameters: Partial<ShellParameters> = {}): NodeSpec[] {
  const { width, depth, height, thickness } = { ...SHELL, ...parameters }
  const [x, z] = [width / 2, depth / 2]
  const [outX, outZ] = [x + thickness, z + thickness]
  const quarter = Math.PI / 2
  const shifted = (o: Opening, by: number): Opening => ({ ...o, from: o.from + by, to: o.to + by })
  const surfaces = { height, thickness, outside: render }
  const west = { length: depth, openings: [shifted(WEST_WINDOW, WEST_MIDDLE)], inside: clay, ...surfaces }
  const frameOf = (o: Opening, lights: number): ReturnType<typeof windowFrame> =>
    windowFrame({ width: o.to - o.from, height: o.head - o.sill, lights, depth: thickness, finish: materials.blackMetal })
  const middle = (o: Opening): number => (o.from + o.to) / 2
  const { lining, leaf } = door({ width: DOOR.to - DOOR.from, height: DOOR.head, depth: thickness, finish: materials.white })
  return [
    { name: 'Floor', parts: [part(parquet, level([-outX, -outZ], [outX, outZ], 0, 1, Math.PI / 4)), part(render, level([-outX, -outZ], [outX, outZ], -0.2, -1), ...rim(outX, outZ, -0.2, 0))] },
    { name: 'Ceiling', parts: [part(ceilingPaint, level([-outX, -outZ], [outX, outZ], height, -1)), part(render, level([-outX, -outZ], [outX, outZ], height + 0.2, 1), ...rim(outX, outZ, height, height + 0.2))] },
    { name: 'North wall', parts: wall({ length: width, inside: chalk, ...surfaces }), position: [0, 0, -z] },
    { name: 'South wall', parts: wall({ length: width, inside: chalk, openings: SOUTH_WINDOWS, ...surfaces }), position: [0, 0, z], turn: Math.PI },
    // Seen from inside, north is on the right of the west wall.
    { name: 'West wall', parts: wall(west), position: [-x, 0, 0], turn: quarter },
    { name: 'East wall', parts: wall({ length: depth, inside: chalk, openings: [DOOR], ...surfaces }), position: [x, 0, 0], turn: -quarter },
    { name: 'West window', parts: frameOf(WEST_WINDOW, 3), position: [-x, WEST_WINDOW.sill, -WEST_MIDDLE], turn: quarter },
    ...SOUTH_WINDOWS.map((o, i): NodeSpec => ({ name: `South window ${i + 1}`, parts: frameOf(o, 2), position: [-middle(o), o.sill, z], turn: Math.PI })),
    { name: 'Door', parts: leaf, position: [x, 0, middle(DOOR)], turn: -quarter },
    { name: 'Door lining', parts: lining, position: [x, 0, middle(DOOR)], turn: -quarter },
    { name: 'Skirting', parts: [part(materials.white, ...skirting(x, z))] },
    { name: 'Kitchen tiles', parts: [part(glazedTiles, boxBetween([-1.2, 0, 0], [1.2, 0.56, 0.009], 0, { grain: 'x' }))], position: [2.74, 0.96, -z] },
  ]
}

/** World space: a point of the axis that the door's leaf turns about. */
export function hingeOfDoor({ width }: ShellParameters = SHELL): Vec3 {
  const [along, , away] = doorHinge({ width: DOOR.to - DOOR.from })
  return [width / 2 - away, 0, (DOOR.from + DOOR.to) / 2 + along]
}

/** The four narrow sides of a slab. */
const rim = (x: number, z: number, low: number, high: number): ReturnType<typeof boxBetween>[] => [
  boxBetween([-x, low, -z], [x, high, -z + 0.001]), boxBetween([-x, low, z - 0.001], [x, high, z]),
  boxBetween([-x, low, -z], [-x + 0.001, high, z]), boxBetween([x - 0.001, low, -z], [x, high, z]),
]

function skirting(x: number, z: number): ReturnType<typeof boxBetween>[] {
  const [h, d] = [0.085, 0.014]
  const options = { segments: 1 }
  return [
    boxBetween([-x, 0, -z], [x, h, -z + d], 0.003, options), boxBetween([-x, 0, z - d], [x, h, z], 0.003, options),
    boxBetween([-x, 0, -z + d], [-x + d, h, z - d], 0.003, options),
    boxBetween([x - d, 0, -z + d], [x, h, DOOR.from - 0.06], 0.003, options), boxBetween([x - d, 0, DOOR.to + 0.06], [x, h, z - d], 0.003, options),
  ]
}
