import { boxBetween } from '../kit/box.ts'
import { arc } from '../kit/curve.ts'
import { move } from '../kit/geometry.ts'
import type { Geometry, Vec2, Vec3 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar, tube } from '../kit/tube.ts'

export interface TableParameters {
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly boards: number
  /** Splayed and tapered, square at the corners, or two cheeks with a rail. */
  readonly legs: 'splayed' | 'straight' | 'cheeks'
  readonly wood: MaterialSpec
}

export const DINING_TABLE: TableParameters = { width: 1.8, depth: 0.9, height: 0.74, boards: 5, legs: 'splayed', wood: materials.oak }

/** A table of glued boards on legs. */
export function diningTable(parameters: Partial<TableParameters> = {}): Part[] {
  const { width, depth, height, boards, legs, wood } = { ...DINING_TABLE, ...parameters }
  const board = depth / boards
  const top: Geometry[] = []
  for (let i = 0; i < boards; i++) {
    const z = -depth / 2 + i * board
    // A knife edge: the underside is drawn in along the rim, so the top looks thin.
    const slab = boxBetween([-width / 2, height - 0.032, z], [width / 2, height, z + board], 0.003, { segments: 1, grain: 'x' })
    top.push(undercut(slab, width, depth, height))
  }
  return [part(wood, ...top), part(wood, ...LEGS[legs](width, depth, height))]
}

/** What carries a table top, from the floor to its underside. */
const LEGS: Readonly<Record<TableParameters['legs'], (width: number, depth: number, height: number) => Geometry[]>> = {
  splayed(width, depth, height) {
    const [x, z] = [width / 2 - 0.2, depth / 2 - 0.13]
    const legs = [-1, 1].flatMap((sx) => [-1, 1].map((sz) =>
      bar([sx * (x + 0.09), 0, sz * (z + 0.05)], [sx * x, height - 0.03, sz * z], 0.016, 0.03, 24)))
    return [...legs, ...apron(x, z, height)]
  },
  straight(width, depth, height) {
    const [x, z] = [width / 2 - 0.065, depth / 2 - 0.065]
    const legs = [-x, x].flatMap((at) => [-z, z].map((deep) => boxBetween([at - 0.03, 0, deep - 0.03], [at + 0.03, height - 0.031, deep + 0.03], 0.003, { segments: 1 })))
    return [...legs, ...apron(x, z, height)]
  },
  cheeks(width, depth, height) {
    const [x, z] = [width / 2 - 0.1, depth / 2 - 0.05]
    const cheeks = [-x, x].map((at) => boxBetween([at - 0.018, 0, -z], [at + 0.018, height - 0.031, z], 0.003, { segments: 1, grain: 'y' }))
    return [...cheeks, boxBetween([-x + 0.018, height * 0.5, -0.014], [x - 0.018, height * 0.5 + 0.12, 0.014], 0.002)]
  },
}

/** Rails below a table top, from leg to leg. */
const apron = (x: number, z: number, height: number): Geometry[] => [
  boxBetween([-x, height - 0.105, -z - 0.01], [x, height - 0.031, -z + 0.012], 0.002),
  boxBetween([-x, height - 0.105, z - 0.012], [x, height - 0.031, z + 0.01], 0.002),
  boxBetween([-x - 0.01, height - 0.105, -z], [-x + 0.012, height - 0.031, z], 0.002),
  boxBetween([x - 0.012, height - 0.105, -z], [x + 0.01, height - 0.031, z], 0.002),
]

/** Draws the underside in by 25 mm along the rim; flat normals of the boards stay. */
function undercut(slab: Geometry, width: number, depth: number, height: number): Geometry {
  const positions = [...slab.positions]
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i + 1] > height - 0.016) continue
    for (const [k, half] of [[0, width / 2], [2, depth / 2]]) {
      if (Math.abs(positions[i + k]) > half - 0.02) positions[i + k] -= Math.sign(positions[i + k]) * 0.014
    }
  }
  return { ...slab, positions }
}

export interface LowTableParameters {
  readonly diameter: number
  readonly height: number
  readonly top: MaterialSpec
  readonly frame: MaterialSpec
}

export const LOW_TABLE: LowTableParameters = { diameter: 0.92, height: 0.36, top: materials.marble, frame: materials.brass }

/** A round stone top on three brass hoops. */
export function lowTable(parameters: Partial<LowTableParameters> = {}): Part[] {
  const { diameter, height, top, frame } = { ...LOW_TABLE, ...parameters }
  const [r, thick] = [diameter / 2, 0.026]
  const disc: Vec2[] = [[0, height - thick], [r - 0.012, height - thick], ...arc([r - 0.01, height - 0.01], 0.01, -Math.PI / 4, Math.PI / 2, 5), [0, height]]
  const stone = lathe(disc, 56)
  // The slab's veins run straight over the disc.
  for (let i = 0; i < stone.uvs.length / 2; i++) {
    stone.uvs[2 * i] = stone.positions[3 * i]
    stone.uvs[2 * i + 1] = stone.positions[3 * i + 2]
  }
  const hoops = [0, 1, 2].map((k) => {
    const angle = (2 * Math.PI * k) / 3 + 0.3
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const at = (out: number, y: number): Vec3 => [c * out, y, s * out]
    const reach = r - 0.06
    const bend = arc([reach - 0.03, 0.039], 0.03, -Math.PI / 2, 0, 6).map(([out, y]) => at(out, y))
    return tube([at(0.0, 0.009), ...bend, at(reach, height - thick)], 0.009, { sides: 14 })
  })
  return [part(top, stone), part(frame, ...hoops, move(lathe([[0, 0], [0.032, 0], [0.032, 0.018], [0, 0.018]], 32), [0, 0, 0]),
    lathe([[0, height - thick - 0.006], [r - 0.045, height - thick - 0.006], [r - 0.045, height - thick], [0, height - thick]], 40))]
}

export interface DeskParameters {
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly wood: MaterialSpec
}

export const DESK: DeskParameters = { width: 1.4, depth: 0.66, height: 0.74, wood: materials.oak }

/** A writing desk: a thin top with two drawers hanging under it, and slim steel legs. */
export function desk(parameters: Partial<DeskParameters> = {}): Part[] {
  const { width, depth, height, wood } = { ...DESK, ...parameters }
  const top = boxBetween([-width / 2, height - 0.024, -depth / 2], [width / 2, height, depth / 2], 0.004, { segments: 2 })
  const [x, z] = [width / 2 - 0.05, depth / 2 - 0.05]
  const legs = [-1, 1].map((side) => {
    const foot = (dz: number): Vec3 => [side * (x + 0.02), 0.0, dz * (z + 0.02)]
    const head = (dz: number): Vec3 => [side * (x - 0.06), height - 0.024, dz * (z - 0.03)]
    return [bar(foot(-1), head(-1), 0.011), bar(foot(1), head(1), 0.011), bar(head(-1), head(1), 0.011)]
  }).flat()
  const drawers = [-1, 1].flatMap((side) => {
    const from = side < 0 ? -width / 2 + 0.16 : 0.004
    const to = side < 0 ? -0.004 : width / 2 - 0.16
    return [
      boxBetween([from, height - 0.115, -depth / 2 + 0.08], [to, height - 0.024, depth / 2 - 0.045], 0.003),
      boxBetween([from + 0.001, height - 0.113, depth / 2 - 0.046], [to - 0.001, height - 0.03, depth / 2 - 0.026], 0.004, { segments: 2 }),
    ]
  })
  const knobs = [-1, 1].map((side) => {
    const center = side * (width / 2 - 0.156) / 2
    return knob([center, height - 0.072, depth / 2 - 0.028])
  })
  return [part(wood, top, ...drawers), part(materials.blackMetal, ...legs), part(materials.brass, ...knobs)]
}

/** A small turned knob that looks along +z. */
export function knob(at: Vec3, radius = 0.011): Geometry {
  const turned = lathe([[0.004, 0], [0.004, 0.008], ...arc([radius - 0.004, 0.013], 0.004, -Math.PI / 2, Math.PI / 2, 4), [0, 0.018]], 20)
  const facing = { ...turned, positions: swap(turned.positions), normals: swap(turned.normals) }
  return move(facing, at)
}

/** y becomes z: a quarter turn around x. */
const swap = (values: readonly number[]): number[] => values.map((_, i) => (i % 3 === 1 ? -values[i + 1] : i % 3 === 2 ? values[i - 1] : values[i]))


export interface ConsoleParameters {
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly top: MaterialSpec
  readonly frame: MaterialSpec
}

export const CONSOLE: ConsoleParameters = { width: 1.5, depth: 0.38, height: 0.84, top: materials.blackGloss, frame: materials.brass }

/** A narrow table for a wall: a thin lacquered top on two closed hoops. */
export function consoleTable(parameters: Partial<ConsoleParameters> = {}): Part[] {
  const { width, depth, height, top, frame } = { ...CONSOLE, ...parameters }
  const slab = boxBetween([-width / 2, height - 0.026, -depth / 2], [width / 2, height, depth / 2], 0.004, { segments: 2 })
  const z = depth / 2 - 0.035
  const hoops = [-1, 1].map((side) => {
    const x = side * (width / 2 - 0.16)
    const corners: Vec3[] = [[x, 0.011, -z], [x, 0.011, z], [x, height - 0.037, z], [x, height - 0.037, -z]]
    return tube(rounded(corners, 0.04), 0.011, { sides: 14, closed: true })
  })
  return [part(top, slab), part(frame, ...hoops)]
}

/** A closed path whose corners are rounded by quarter circles. */
function rounded(corners: readonly Vec3[], radius: number): Vec3[] {
  return corners.flatMap((corner, i) => {
    const [before, after] = [corners[(i + corners.length - 1) % corners.length], corners[(i + 1) % corners.length]]
    const towards = (to: Vec3): Vec3 => {
      const length = Math.hypot(to[0] - corner[0], to[1] - corner[1], to[2] - corner[2])
      return [(to[0] - corner[0]) / length, (to[1] - corner[1]) / length, (to[2] - corner[2]) / length]
    }
    const [a, b] = [towards(before), towards(after)]
    return Array.from({ length: 7 }, (_, k): Vec3 => {
      const angle = (Math.PI / 2) * (k / 6)
      const [p, q] = [radius * (1 - Math.sin(angle)), radius * (1 - Math.cos(angle))]
      return [corner[0] + a[0] * p + b[0] * q, corner[1] + a[1] * p + b[1] * q, corner[2] + a[2] * p + b[2] * q]
    })
  })
}
