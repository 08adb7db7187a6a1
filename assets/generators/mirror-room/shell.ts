import { boxBetween } from '../kit/box.ts'
import type { NodeSpec } from '../kit/glb.ts'
import { materials, srgb } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import { checker } from '../kit/textures.ts'
import { level, wall, windowFrame } from '../pieces/architecture.ts'
import type { Opening } from '../pieces/architecture.ts'

/** Inner half sizes and height, metres: west is -x, north is -z. */
export const ROOM = { x: 2.4, z: 2.8, height: 2.8, thickness: 0.2 } as const

const paint = (name: string, color: readonly [number, number, number]): MaterialSpec => ({ name, color, roughness: 0.85, metallic: 0 })
const petrol = paint('Petrol paint', srgb(52, 96, 122))
const ceilingPaint = paint('Ceiling paint', srgb(244, 242, 236))
const render = paint('Outside render', srgb(206, 202, 194))
const slabs: MaterialSpec = {
  name: 'Polished marble slabs', color: [1, 1, 1], roughness: 0.05, metallic: 0,
  texture: { name: 'Polished marble slabs', size: [1.2, 1.2], paint: () => checker([[24, 25, 27], [44, 46, 48], [120, 118, 112]], [[150, 148, 144], [214, 210, 202], [238, 235, 228]], 101) },
}
export const WINDOW: Opening = { from: -1.1, to: 1.1, sill: 0.75, head: 2.35 }

/** A closed room with one wide window to the south. */
export function mirrorRoomShell(): NodeSpec[] {
  const { x, z, height, thickness } = ROOM
  const [outX, outZ] = [x + thickness, z + thickness]
  const surfaces = { height, thickness, inside: petrol, outside: render }
  const quarter = Math.PI / 2
  const [h, d] = [0.14, 0.018]
  const skirting = [
    boxBetween([-x, 0, -z], [x, h, -z + d], 0.004, { segments: 1 }), boxBetween([-x, 0, z - d], [x, h, z], 0.004, { segments: 1 }),
    boxBetween([-x, 0, -z + d], [-x + d, h, z - d], 0.004, { segments: 1 }), boxBetween([x - d, 0, -z + d], [x, h, z - d], 0.004, { segments: 1 }),
  ]
  const cornice = [
    boxBetween([-x, height - 0.09, -z], [x, height, -z + 0.07], 0.01, { segments: 2 }), boxBetween([-x, height - 0.09, z - 0.07], [x, height, z], 0.01, { segments: 2 }),
    boxBetween([-x, height - 0.09, -z + 0.07], [-x + 0.07, height, z - 0.07], 0.01, { segments: 2 }), boxBetween([x - 0.07, height - 0.09, -z + 0.07], [x, height, z - 0.07], 0.01, { segments: 2 }),
  ]
  return [
    { name: 'Floor', parts: [part(slabs, level([-outX, -outZ], [outX, outZ], 0, 1)), part(render, level([-outX, -outZ], [outX, outZ], -0.2, -1))] },
    { name: 'Ceiling', parts: [part(ceilingPaint, level([-outX, -outZ], [outX, outZ], height, -1)), part(render, level([-outX, -outZ], [outX, outZ], height + 0.2, 1))] },
    { name: 'North wall', parts: wall({ length: 2 * x, ...surfaces }), position: [0, 0, -z] },
    { name: 'South wall', parts: wall({ length: 2 * x, openings: [WINDOW], ...surfaces }), position: [0, 0, z], turn: Math.PI },
    { name: 'West wall', parts: wall({ length: 2 * z, ...surfaces }), position: [-x, 0, 0], turn: quarter },
    { name: 'East wall', parts: wall({ length: 2 * z, ...surfaces }), position: [x, 0, 0], turn: -quarter },
    { name: 'South window', parts: windowFrame({ width: WINDOW.to - WINDOW.from, height: WINDOW.head - WINDOW.sill, lights: 3, depth: thickness, finish: materials.blackMetal }), position: [0, WINDOW.sill, z], turn: Math.PI },
    { name: 'Skirting', parts: [part(materials.white, ...skirting)] },
    { name: 'Cornice', parts: [part(ceilingPaint, ...cornice)] },
  ]
}
