import { box, boxBetween } from '../kit/box.ts'
import { arc, spline } from '../kit/curve.ts'
import { frame, frameProfile } from '../kit/frame.ts'
import { addVertex, emptyGeometry, move, turn, withSmoothNormals } from '../kit/geometry.ts'
import type { Geometry, Vec2, Vec3 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { createRandom } from '../kit/random.ts'
import { painting, rug as rugImage } from '../kit/textures.ts'
import { addGrid } from '../kit/box.ts'
import { bar, tube } from '../kit/tube.ts'
import { bowl } from './storage.ts'

export interface VaseParameters {
  readonly height: number
  readonly radius: number
  readonly glaze: MaterialSpec
}

export const VASE: VaseParameters = { height: 0.34, radius: 0.105, glaze: materials.glazeBlue }

/** A thrown vase with a full shoulder and a narrow lip, glazed inside and out. */
export function vase(parameters: Partial<VaseParameters> = {}): Part[] {
  const { height: h, radius: r, glaze } = { ...VASE, ...parameters }
  const outside = spline<Vec2>([[0.5 * r, 0.012 * h], [0.72 * r, 0.16 * h], [0.95 * r, 0.42 * h], [r, 0.6 * h], [0.82 * r, 0.77 * h], [0.42 * r, 0.88 * h], [0.33 * r, 0.94 * h], [0.42 * r, 0.992 * h]], 4)
  const inside = spline<Vec2>([[0.36 * r, 0.99 * h], [0.27 * r, 0.93 * h], [0.4 * r, 0.86 * h], [0.76 * r, 0.75 * h]], 3)
  return [part(glaze, lathe([[0, 0], [0.46 * r, 0], ...outside, [0.4 * r, h], ...inside], 44))]
}

export interface KettleParameters {
  /** Of the body. */
  readonly radius: number
  readonly metal: MaterialSpec
}

export const KETTLE: KettleParameters = { radius: 0.105, metal: materials.steel }

/** A stove kettle of polished steel: a low bell, a swan spout, a hoop handle with a black grip. */
export function kettle(parameters: Partial<KettleParameters> = {}): Part[] {
  const { radius: r, metal } = { ...KETTLE, ...parameters }
  const body = lathe([[0, 0], [r * 0.93, 0], ...arc([r * 0.92, 0.012], 0.012, -Math.PI / 2, 0.1, 5),
    ...spline<Vec2>([[r * 1.03, 0.022], [r, 0.05], [r * 0.88, 0.088], [r * 0.64, 0.122], [r * 0.46, 0.134]], 4), [r * 0.46, 0.138], [r * 0.42, 0.139]], 48)
  const lid = lathe(arc([0, 0.05], 0.1, 1.03, Math.PI / 2, 10).map(([x, y]): Vec2 => [Math.max(0, x * 0.93), y]), 48)
  const knob = lathe([[0.006, 0.148], [0.005, 0.156], ...arc([0.004, 0.166], 0.011, -0.9, Math.PI / 2, 8).map(([x, y]): Vec2 => [x, y]), [0, 0.177]], 32)
  const spout = tube(spline<Vec3>([[r * 0.8, 0.055, 0], [r * 1.12, 0.075, 0], [r * 1.34, 0.112, 0], [r * 1.56, 0.142, 0]], 5), 0.02, { sides: 16, taper: (t) => 0.024 - 0.0135 * t ** 0.8 })
  const hoop = spline<Vec3>([[-r * 0.86, 0.088, 0], [-r * 0.98, 0.15, 0], [-r * 0.72, 0.222, 0], [0, 0.252, 0], [r * 0.62, 0.225, 0], [r * 0.8, 0.17, 0], [r * 0.7, 0.116, 0]], 4)
  const grip = hoop.filter(([x]) => Math.abs(x) < r * 0.74 )
  return [part(metal, body, lid, spout, tube(hoop, 0.0042, { sides: 10 })), part(materials.rubber, knob, tube(grip.filter(([, y]) => y > 0.2), 0.0095, { sides: 14, taper: (t) => 0.007 + 0.004 * Math.sin(Math.PI * t) }))]
}

export interface RugParameters {
  readonly width: number
  readonly depth: number
}

export const RUG: RugParameters = { width: 2.4, depth: 1.7 }

/** A flat-woven wool rug with fringes at its short ends. */
export function rug(parameters: Partial<RugParameters> = {}): Part[] {
  const { width, depth } = { ...RUG, ...parameters }
  const fringe = 0.05
  const cloth: MaterialSpec = {
    name: 'Woven rug', color: [1, 1, 1], roughness: 0.96, metallic: 0,
    texture: {
      name: 'Woven rug', size: [width - 2 * fringe, depth],
      paint: () => rugImage({ ground: [222, 212, 194], ink: [66, 72, 80], accent: [178, 96, 62] }, 384, 284, 71),
    },
  }
  const slab = move(box([width - 2 * fringe, 0.011, depth]), [0, 0.0055, 0])
  for (let i = 0; i < slab.uvs.length / 2; i++) {
    slab.uvs[2 * i] = slab.positions[3 * i] + width / 2 - fringe
    slab.uvs[2 * i + 1] = slab.positions[3 * i + 2] + depth / 2
  }
  const random = createRandom(5)
  const threads: Geometry[] = []
  for (const side of [-1, 1]) {
    for (let i = 0; i < 56; i++) {
      const z = -depth / 2 + ((i + 0.5) * depth) / 56
      const end = z + (random() - 0.5) * 0.014
      const from = side * (width / 2 - fringe - 0.004)
      threads.push(strip([from, 0.006, z], [side * (width / 2 - 0.012 * random()), 0.003, end], 0.016))
    }
    threads.push(strip([side * (width / 2), 0.0025, -0.01], [side * (width / 2 - 0.02), 0.003, 0], 0.016))
  }
  return [part(cloth, slab), part(materials.linen, ...threads)]
}

/** A flat ribbon that lies on the floor from one point to another. */
function strip(from: Vec3, to: Vec3, width: number): Geometry {
  const geometry = emptyGeometry()
  const up: Vec3 = [0, 1, 0]
  const front = to[0] > from[0]
  for (const [p, w] of [[from, width], [to, width * 0.55]] as const) {
    for (const side of [-1, 1]) addVertex(geometry, [p[0], p[1], p[2] + (side * w) / 2], up, [p[0], p[2] + side * w])
  }
  addGrid(geometry, 0, 2, 2, front)
  return geometry
}

export interface PlantParameters {
  readonly height: number
  readonly leaves: number
  readonly pot: MaterialSpec
}

export const PLANT: PlantParameters = { height: 1.5, leaves: 46, pot: materials.terracotta }

/** A rubber plant: three stems with thick glossy leaves in a tapered pot. */
export function plant(parameters: Partial<PlantParameters> = {}): Part[] {
  const { height, leaves, pot } = { ...PLANT, ...parameters }
  const random = createRandom(17)
  const potTop = 0.32
  const vessel = lathe([[0, 0], [0.12, 0], [0.125, 0.005], [0.172, potTop - 0.01], ...arc([0.17, potTop - 0.006], 0.006, 0, Math.PI, 5), [0.156, potTop - 0.05]], 56)
  const soil = lathe([[0.158, potTop - 0.045], [0, potTop - 0.035]], 32)
  const stems: Geometry[] = []
  const foliage: Geometry[] = []
  const paths = [0, 1, 2].map((k) => {
    const angle = k * 2.2 + 0.4
    const top = (height - 0.16) * [1, 0.83, 0.68][k]
    const lean = [0.05, 0.17, 0.2][k]
    return spline<Vec3>([[0.02 * Math.cos(angle), potTop - 0.05, 0.02 * Math.sin(angle)], [lean * 0.5 * Math.cos(angle), potTop + (top - potTop) * 0.45, lean * 0.5 * Math.sin(angle)], [lean * Math.cos(angle), top, lean * Math.sin(angle)]], 5)
  })
  for (const path of paths) stems.push(tube(path, 0.01, { sides: 8, taper: (t) => 0.011 - 0.006 * t }))
  for (let i = 0; i < leaves; i++) {
    const path = paths[[0, 0, 1, 1, 2][i % 5]]
    const t = 0.22 + 0.78 * Math.sqrt((Math.floor(i / 5) + random()) / (leaves / 5 + 0.2))
    const at = path[Math.min(path.length - 1, Math.round(t * (path.length - 1)))]
    const isTop = t > 0.95
    const size = (0.2 + 0.08 * random()) * (isTop ? 0.8 : 1)
    const rise = isTop ? 0.75 + 0.4 * random() : 0.15 + 0.55 * random()
    const blade = turn(turn(leaf(size, size * 0.46), 'x', -rise), 'y', i * 2.399 + random())
    foliage.push(move(blade, [at[0], at[1] + 0.015 * random(), at[2]]))
  }
  return [part(pot, vessel), part(materials.soil, soil), part(materials.stem, ...stems), part(materials.leaf, ...foliage)]
}

/** A pointed oval along +z from the origin, folded a little along its rib and drooping at its tip. */
function leaf(length: number, width: number): Geometry {
  const geometry = emptyGeometry()
  const [rows, columns] = [7, 4]
  for (let j = 0; j <= rows; j++) {
    const t = j / rows
    const half = (width / 2) * (t < 0.16 ? 0.05 + 0.4 * (t / 0.16) ** 2 : Math.max(0.01, Math.sin(Math.PI * ((t - 0.16) / 0.84) ** 0.82) ** 0.75 + 0.45 * Math.max(0, 1 - (t - 0.16) * 4)))
    for (let i = 0; i <= columns; i++) {
      const u = (2 * i) / columns - 1
      const y = 0.16 * half * Math.abs(u) - 0.42 * length * t * t * t + 0.05 * length * Math.sin(Math.PI * t)
      addVertex(geometry, [u * half, y, t * length], [0, 1, 0], [u * half, t * length])
    }
  }
  addGrid(geometry, 0, columns + 1, rows + 1, false)
  return withSmoothNormals(geometry)
}

export interface PictureParameters {
  readonly width: number
  readonly height: number
  readonly seed: number
}

export const PICTURE: PictureParameters = { width: 0.7, height: 0.9, seed: 3 }

/** An abstract print behind a mount in an oak frame. Back on z = 0, hung by its middle. */
export function picture(parameters: Partial<PictureParameters> = {}): Part[] {
  const { width, height, seed } = { ...PICTURE, ...parameters }
  const [w, h] = [width - 0.2, height - 0.24]
  const print: MaterialSpec = {
    name: 'Print', color: [1, 1, 1], roughness: 0.7, metallic: 0,
    texture: { name: 'Print', size: [1, 1], paint: () => painting(256, Math.round((256 * h) / w), seed) },
  }
  const sheet = emptyGeometry()
  const corners: readonly [number, number][] = [[0, 1], [1, 1], [1, 0], [0, 0]]
  for (const [u, v] of corners) addVertex(sheet, [(u - 0.5) * w, (0.5 - v) * h, 0.0125], [0, 0, 1], [u, v])
  sheet.indices.push(0, 1, 2, 0, 2, 3)
  return [
    part(print, sheet),
    part(materials.white, boxBetween([-width / 2 + 0.01, -height / 2 + 0.01, 0.002], [width / 2 - 0.01, height / 2 - 0.01, 0.012])),
    part(materials.oak, frame(width, height, frameProfile(0.022, 0.03, 0.003))),
  ]
}

/** A wide bowl with lemons and limes. */
export function fruitBowl(): Part[] {
  const random = createRandom(3)
  const fruit = (x: number, y: number, z: number): Geometry => {
    const oval = lathe(spline<Vec2>([[0, -0.041], [0.012, -0.037], [0.031, -0.014], [0.031, 0.014], [0.012, 0.036], [0.005, 0.041], [0, 0.043]], 2), 12)
    return move(turn(turn(oval, 'x', 1.2 + random()), 'y', random() * 6), [x, y, z])
  }
  const lemon: MaterialSpec = { name: 'Lemon', color: [0.86, 0.58, 0.06], roughness: 0.4, metallic: 0 }
  return [
    part(materials.glazeWhite, lathe(bowl(0.16, 0.085), 48)),
    part(lemon, fruit(0.05, 0.06, 0.03), fruit(-0.05, 0.06, 0.035), fruit(0.0, 0.062, -0.055), fruit(0.085, 0.075, -0.035), fruit(-0.075, 0.075, -0.04), fruit(0.005, 0.1, 0.005)),
  ]
}

/** A folding linen curtain on a brass rod; hangs on a wall, back on z = 0, hung by its middle. */
export function curtain(parameters: { readonly width?: number; readonly height?: number; readonly folds?: number } = {}): Part[] {
  const { width = 0.7, height = 2.4, folds = 7 } = parameters
  const cloth = emptyGeometry()
  const columns = folds * 8
  const rows = 6
  for (let j = 0; j <= rows; j++) {
    const down = j / rows
    for (let i = 0; i <= columns; i++) {
      const t = i / columns
      const phase = 2 * Math.PI * folds * t
      const x = (t - 0.5) * width * (0.94 + 0.04 * down) + 0.008 * Math.sin(phase * 2 + down) * (0.4 + down)
      const z = 0.075 + (0.028 + 0.012 * down) * Math.sin(phase + 0.5 * down * Math.sin(3 * t * Math.PI))
      addVertex(cloth, [x, (height / 2 - 0.03) - (height - 0.03) * down, z], [0, 0, 1], [t * width * 1.7, down * height])
    }
  }
  addGrid(cloth, 0, columns + 1, rows + 1, false)
  const rod = bar([-width / 2, height / 2 - 0.012, 0.075], [width / 2, height / 2 - 0.012, 0.075], 0.009)
  const holder = bar([0, height / 2 - 0.012, 0], [0, height / 2 - 0.012, 0.075], 0.006)
  return [part({ ...materials.linen, name: 'Linen curtain', doubleSided: true }, withSmoothNormals(cloth)), part(materials.brass, rod, holder)]
}
