import { box, boxBetween } from '../kit/box.ts'
import { arc } from '../kit/curve.ts'
import { move, turn } from '../kit/geometry.ts'
import type { Geometry, Vec2 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { cover, materials, srgb } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part, placed } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { prism } from '../kit/prism.ts'
import { createRandom } from '../kit/random.ts'
import { bar } from '../kit/tube.ts'

export interface ShelfParameters {
  /** Side by side; neighbours share their posts. */
  readonly bays: number
  /** Of a bay. */
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly boards: number
  readonly wood: MaterialSpec
}

export const SHELF: ShelfParameters = { bays: 1, width: 1.0, height: 1.88, depth: 0.32, boards: 5, wood: materials.oak }

/** Metres between boards, at least: what a paperback needs. */
const LEAST_PITCH = 0.24

/** An open shelf of boards in a black steel frame, with books and a few things on it. */
export function shelf(parameters: Partial<ShelfParameters> = {}): Part[] {
  const { bays, width, height, depth, wood, ...wished } = { ...SHELF, ...parameters }
  const boards = Math.max(2, Math.min(wished.boards, 1 + Math.floor((height - 0.14) / LEAST_PITCH)))
  const [x, z] = [width / 2 - 0.012, depth / 2 - 0.012]
  const pitch = (height - 0.14) / (boards - 1)
  const levels = Array.from({ length: boards }, (_, i) => 0.1 + i * pitch)
  const steel: Geometry[] = []
  const planks: Geometry[] = []
  const things: Part[] = []
  for (let bay = 0; bay < bays; bay++) {
    const at: readonly [number, number, number] = [bay * 2 * x, 0, 0]
    steel.push(...steelOfBay(x, z, height, bay > 0).map((geometry) => move(geometry, at)))
    planks.push(...levels.map((y) => move(boxBetween([-x + 0.012, y, -z - 0.01], [x - 0.012, y + 0.026, z + 0.012], 0.003, { segments: 1 }), at)))
    things.push(...placed(thingsOfBay(bay, levels, { width, depth, pitch }), { at }))
  }
  return [part(materials.blackMetal, ...steel), part(wood, ...planks), ...things]
}

/** Posts, top rails and the cross behind. @param sharesLeft  the posts at the left are the neighbour's */
function steelOfBay(x: number, z: number, height: number, sharesLeft: boolean): Geometry[] {
  const steel: Geometry[] = []
  for (const sx of sharesLeft ? [x] : [-x, x]) {
    for (const sz of [-z, z]) steel.push(boxBetween([sx - 0.012, 0, sz - 0.012], [sx + 0.012, height, sz + 0.012], 0.002))
    steel.push(boxBetween([sx - 0.012, height - 0.024, -z + 0.012], [sx + 0.012, height, z - 0.012]))
  }
  return [...steel, bar([-x, 0.12, -z], [x, height - 0.1, -z], 0.004, 0.004, 8), bar([x, 0.12, -z], [-x, height - 0.1, -z], 0.004, 0.004, 8)]
}

/** Books, and what stands between them where there is room for it. */
function thingsOfBay(bay: number, levels: readonly number[], { width, depth, pitch }: { readonly width: number; readonly depth: number; readonly pitch: number }): Part[] {
  const random = createRandom(9 + bay)
  const things: Part[] = []
  levels.slice(0, -1).forEach((y, i) => {
    const from = -(width / 2 - 0.012) + 0.03 + ((i + bay) % 2 === 0 ? 0 : 0.36 * width)
    things.push(...placed(books((0.44 + 0.1 * random()) * width, Math.min(0.29, pitch - 0.09), depth - 0.1, random), { at: [from, y + 0.026, -0.01] }))
  })
  const hasRoom = (level: number, tall: number): boolean => bay % 2 === 0 && level < levels.length - 1 && pitch > tall && width > 0.8 && depth > 0.25
  const vase: Vec2[] = [[0, 0], [0.035, 0], [0.06, 0.05], [0.068, 0.1], [0.05, 0.16], [0.022, 0.2], [0.026, 0.23]]
  if (hasRoom(1, 0.28)) things.push(part(materials.glazeWhite, move(lathe([...vase, [0.022, 0.228], [0.018, 0.2]], 32), [-0.3 * width, levels[1] + 0.026, 0])))
  if (hasRoom(2, 0.3)) things.push(...placed(lyingBooks(random), { at: [0.26 * width, levels[2] + 0.026, 0] }), part(materials.brass, ball(0.06, [0.27 * width, levels[2] + 0.2, 0])))
  if (hasRoom(3, 0.15)) things.push(part(materials.terracotta, move(lathe(bowl(0.12, 0.08), 32), [-0.28 * width, levels[3] + 0.026, 0])))
  return things
}

export function bowl(radius: number, height: number): Vec2[] {
  return [[0, 0], [radius * 0.36, 0], [radius * 0.4, 0.006], ...arc([0, height], radius, -1.05, -0.02, 6).map(([r, y]): Vec2 => [r, height + (y - height) * (height - 0.008) / radius]),
    [radius - 0.006, height], ...arc([0, height], radius - 0.008, -0.02, -Math.PI / 2, 6).map(([r, y]): Vec2 => [Math.max(0, r), height + (y - height) * (height - 0.016) / radius])]
}

const ball = (radius: number, at: readonly [number, number, number]): Geometry =>
  move(lathe(arc([0, 0], radius, -Math.PI / 2, Math.PI / 2, 12).map(([r, y]): Vec2 => [Math.max(0, r), y]), 28), at)

const COVERS = [
  cover('Book cover, ink', srgb(38, 52, 72)), cover('Book cover, brick', srgb(158, 70, 48)), cover('Book cover, sand', srgb(214, 194, 158)),
  cover('Book cover, moss', srgb(84, 96, 70)), cover('Book cover, chalk', srgb(232, 228, 218)), cover('Book cover, mustard', srgb(206, 158, 70)),
]

/** A row of standing books from x = 0 to about `length`, the last one leaning. */
export function books(length: number, height: number, depth: number, random: () => number): Part[] {
  const parts: Part[] = []
  let x = 0
  while (x < length) {
    const thick = 0.014 + 0.03 * random()
    const tall = height * (0.68 + 0.32 * random())
    const deep = depth * (0.72 + 0.2 * random())
    const one = book(thick, tall, deep, COVERS[Math.floor(random() * COVERS.length)])
    const isLast = x + thick + 0.045 >= length
    const leaning = isLast ? one.map((p) => ({ ...p, geometry: move(turn(p.geometry, 'z', 0.2), [tall * Math.sin(0.2), 0, 0]) })) : one
    parts.push(...placed(leaning, { at: [x, 0, depth / 2 - deep / 2 - 0.01 - 0.02 * random()] }))
    x += thick + 0.0015
    if (isLast) break
  }
  return parts
}

function lyingBooks(random: () => number): Part[] {
  const parts: Part[] = []
  let y = 0
  for (let i = 0; i < 4; i++) {
    const thick = 0.024 + 0.014 * random()
    const laid = book(thick, 0.27 - 0.02 * i, 0.2 - 0.012 * i, COVERS[(i * 5 + 2) % 6]).map((p) => ({ ...p, geometry: turn(p.geometry, 'z', Math.PI / 2) }))
    parts.push(...placed(laid, { at: [0.13 - 0.01 * i, y, 0] }))
    y += thick
  }
  return parts.map((p) => ({ ...p, geometry: move(p.geometry, [0, 0, 0]) }))
}

/** Stands on y = 0 from x = 0 to `thick`, its spine towards +z. */
function book(thick: number, tall: number, deep: number, binding: MaterialSpec): Part[] {
  const board = 0.0025
  return [
    part(binding,
      boxBetween([0, 0, -deep / 2], [board, tall, deep / 2]), boxBetween([thick - board, 0, -deep / 2], [thick, tall, deep / 2]),
      boxBetween([0, 0, deep / 2 - board], [thick, tall, deep / 2 + 0.003])),
    part(materials.paper, boxBetween([board, 0.004, -deep / 2 + 0.004], [thick - board, tall - 0.004, deep / 2 - board])),
  ]
}

export interface SideboardParameters {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly wood: MaterialSpec
}

export const SIDEBOARD: SideboardParameters = { width: 1.6, height: 0.66, depth: 0.44, wood: materials.walnut }

/** A sideboard with fluted tambour doors on a black steel frame. */
export function sideboard(parameters: Partial<SideboardParameters> = {}): Part[] {
  const { width, height, depth, wood } = { ...SIDEBOARD, ...parameters }
  const foot = 0.16
  const [x, z, board] = [width / 2, depth / 2, 0.022]
  const body = [
    boxBetween([-x, height - board, -z], [x, height, z], 0.006, { segments: 2 }),
    boxBetween([-x, foot, -z], [x, foot + board, z], 0.006, { segments: 2 }),
    boxBetween([-x, foot + board, -z], [-x + board, height - board, z], 0.004, { segments: 2 }),
    boxBetween([x - board, foot + board, -z], [x, height - board, z], 0.004, { segments: 2 }),
    boxBetween([-x + board, foot + board, -z + 0.004], [x - board, height - board, -z + 0.012]),
    boxBetween([-0.011, foot + board, -z + 0.012], [0.011, height - board, z - 0.004], 0.003),
  ]
  const inner = (width - 2 * board - 0.022) / 2 - 0.006
  const doors = [-1, 1].map((side) => {
    const flutes = tambour(inner, 0.014, 34)
    const door = turn(prism(flutes, height - foot - 2 * board - 0.008), 'x', -Math.PI / 2)
    // The outline's y became -z, so the flutes look backwards until the door turns round.
    return move(turn(door, 'y', Math.PI), [side * (0.014 + inner / 2), foot + board + 0.004, z - 0.03])
  })
  const [lx, lz] = [x - 0.12, z - 0.05]
  const legs = [
    ...[-lx, lx].flatMap((sx) => [-lz, lz].map((sz) => boxBetween([sx - 0.011, 0, sz - 0.011], [sx + 0.011, foot - 0.02, sz + 0.011], 0.002))),
    ...[-lz, lz].map((sz) => boxBetween([-lx - 0.011, foot - 0.02, sz - 0.011], [lx + 0.011, foot, sz + 0.011], 0.002)),
    ...[-lx, lx].map((sx) => boxBetween([sx - 0.011, foot - 0.02, -lz], [sx + 0.011, foot, lz], 0.002)),
  ]
  const pulls = [-1, 1].map((side) => boxBetween([side * 0.03 - 0.006, 0.36, z - 0.03], [side * 0.03 + 0.006, 0.5, z - 0.008], 0.005, { segments: 2 }))
  const back = move(box([width - 0.06, height - foot - 0.04, 0.004]), [0, (height + foot) / 2, -z + 0.02])
  return [part(wood, ...body), part(wood, ...doors), part(materials.blackMetal, ...legs), part(materials.brass, ...pulls), part(materials.shadow, back)]
}

/** Outline of a door of half-round laths: flat at y = 0, flutes towards +y. */
function tambour(width: number, thick: number, count: number): Vec2[] {
  const pitch = width / count
  const outline: Vec2[] = [[-width / 2, 0], [width / 2, 0]]
  for (let i = count - 1; i >= 0; i--) {
    const center = -width / 2 + (i + 0.5) * pitch
    const points = arc([center, thick - pitch * 0.42], pitch / 2, 0.05, Math.PI - 0.05, 4)
    outline.push(...(i === count - 1 ? points : points.slice(1)))
  }
  return outline
}

/** A narrow oak board on brass brackets, with bowls, jars and a small plant pot. Back on z = 0, hung by its middle. */
export function wallShelf(parameters: { readonly width?: number; readonly depth?: number; readonly wood?: MaterialSpec } = {}): Part[] {
  const { width = 1.6, depth = 0.22, wood = materials.oak } = parameters
  const top = -0.08
  const z = depth / 2
  const turned = (material: MaterialSpec, profile: readonly Vec2[], x: number, dz = 0, y = top): Part =>
    part(material, move(lathe(profile, 22), [x, y, z + dz]))
  const jar = (r: number, h: number): Vec2[] => [[0, 0], [r - 0.004, 0], [r, 0.004], [r, h - 0.012], [r - 0.006, h - 0.004], [r - 0.006, h]]
  const lid = (r: number, h: number): Vec2[] => [[r - 0.002, h], [r - 0.001, h + 0.012], [r - 0.004, h + 0.016], [0, h + 0.016]]
  const stack = [0, 1].map((i) => turned(materials.glazeWhite, bowl(0.075, 0.05), -0.22, 0, top + i * 0.022))
  const jars = [[0.24, 0.05, 0.14], [0.36, 0.044, 0.11], [0.465, 0.038, 0.085]].flatMap(([x, r, h]) =>
    [turned(materials.terracotta, jar(r, h), x), turned(wood, lid(r, h), x)])
  const brackets = [-0.38, 0.38].flatMap((x) => [
    boxBetween([x * width - 0.01, top - 0.15, 0], [x * width + 0.01, top - 0.026, 0.006], 0.002),
    boxBetween([x * width - 0.01, top - 0.032, 0], [x * width + 0.01, top - 0.026, depth - 0.02], 0.002),
    bar([x * width, top - 0.14, 0.006], [x * width, top - 0.032, depth - 0.035], 0.005, 0.005, 12),
  ])
  const jug: Vec2[] = [[0, 0], [0.045, 0], [0.055, 0.02], [0.058, 0.06], [0.042, 0.11], [0.03, 0.14], [0.036, 0.17], [0.032, 0.168], [0.026, 0.14]]
  const bottom = top - 0.15
  // The things reach as far above the middle as the brackets reach below it.
  const lift = -(bottom + 0.13) / 2
  const parts = [
    part(wood, boxBetween([-width / 2, top - 0.026, 0], [width / 2, top, depth], 0.003, { segments: 2 })),
    part(materials.brass, ...brackets), ...stack, ...jars,
    turned(materials.glazeBlue, jug, -0.5), turned(materials.glazeWhite, jar(0.05, 0.21), -0.66),
    ...placed(lyingBooks(createRandom(4)), { at: [0.62, top, z] }),
  ]
  return placed(parts, { at: [0, lift, 0] })
}
