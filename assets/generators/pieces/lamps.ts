import { arc } from '../kit/curve.ts'
import { move } from '../kit/geometry.ts'
import type { Geometry, Vec2, Vec3 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar, tube } from '../kit/tube.ts'

const quarter = Math.PI / 2
const sphere = (radius: number, y: number): Geometry =>
  move(lathe(arc([0, 0], radius, -quarter, quarter, 12).map(([r, h]): Vec2 => [Math.max(0, r), h]), 28), [0, y, 0])

export interface FloorLampParameters {
  readonly height: number
  readonly shade: number
  readonly metal: MaterialSpec
}

export const FLOOR_LAMP: FloorLampParameters = { height: 1.46, shade: 0.42, metal: materials.brass }

/** A spun brass mushroom on a slim stem; its light sits inside the dome, under the opal globe, and falls downwards. */
export function floorLamp(parameters: Partial<FloorLampParameters> = {}): Part[] {
  const { height, shade, metal } = { ...FLOOR_LAMP, ...parameters }
  const r = shade / 2
  const rim = height - 0.17
  const base = lathe([[0, 0], [0.142, 0], [0.145, 0.003], [0.145, 0.012], [0.141, 0.016], [0.03, 0.022], ...arc([0.024, 0.034], 0.012, -quarter, -Math.PI, 4), [0.0085, 0.05]], 40)
  const stem = lathe([[0.0085, 0.045], [0.0085, rim - 0.12], [0.014, rim - 0.115], [0.014, rim - 0.09], [0.0085, rim - 0.085], [0.0085, height - 0.02]], 28)
  const dome = domeProfile(r, 0.155, 14)
  const outside = lathe([...dome.map(([a, y]): Vec2 => [a, rim + y]), [0.012, height - 0.012], [0.012, height - 0.004], [0.008, height], [0, height]], 52)
  const lip = tube(arc([0, 0], r - 0.001, 0, 2 * Math.PI, 60).slice(1).map(([x, z]): Vec3 => [x, rim, -z]), 0.0025, { sides: 6, closed: true })
  return [
    part(metal, base, stem, outside, lip),
    part(materials.white, insideOf(dome, rim)),
    part(materials.opal, sphere(0.036, rim + 0.09)),
  ]
}

/** Outline of a dome from rim to crown. */
const domeProfile = (radius: number, height: number, segments: number): Vec2[] =>
  arc([0, 0], 1, 0, quarter - 0.05, segments).map(([c, s]): Vec2 => [radius * c, height * s])

/** The inner face of a dome, 2 mm behind it. */
const insideOf = (dome: readonly Vec2[], rim: number): Geometry =>
  lathe([...dome].reverse().map(([r, y]): Vec2 => [Math.max(0.004, r - 0.002), rim + y * 0.985]), 40)

export interface TableLampParameters {
  readonly height: number
  readonly shade: number
  readonly base: MaterialSpec
}

export const TABLE_LAMP: TableLampParameters = { height: 0.5, shade: 0.32, base: materials.glazeWhite }

/** A ribbed ceramic foot under a linen drum that glows. */
export function tableLamp(parameters: Partial<TableLampParameters> = {}): Part[] {
  const { height, shade, base } = { ...TABLE_LAMP, ...parameters }
  const body: Vec2[] = [[0, 0], [0.058, 0], [0.062, 0.004]]
  for (let i = 0; i <= 24; i++) {
    const t = i / 24
    const swell = 0.062 + 0.034 * Math.sin(Math.PI * Math.min(1, t * 0.94 + 0.06)) - 0.04 * t ** 4
    body.push([swell + 0.0022 * Math.sin(t * Math.PI * 2 * 6), 0.006 + 0.225 * t])
  }
  body.push([0.026, 0.236], [0.022, 0.24])
  const [low, high] = [height - 0.22, height]
  const cloth = lathe([[shade / 2, low], [shade / 2 - 0.03, high]], 56)
  const hoops = [[shade / 2, low], [shade / 2 - 0.03, high]].map(([r, y]) =>
    tube(arc([0, 0], r, 0, 2 * Math.PI, 56).slice(1).map(([x, z]): Vec3 => [x, y - (y === high ? 0.0022 : -0.0022), -z]), 0.0022, { sides: 6, closed: true }))
  const spider = [0, 1, 2].map((k) => {
    const angle = (k * 2 * Math.PI) / 3
    return bar([0, high - 0.03, 0], [(shade / 2 - 0.03) * Math.cos(angle), high - 0.012, (shade / 2 - 0.03) * Math.sin(angle)], 0.0018, 0.0018, 6)
  })
  return [
    part(base, lathe(body, 34)),
    part(materials.brass, lathe([[0.022, 0.238], [0.022, 0.246], [0.006, 0.248], [0.006, high - 0.03], [0, high - 0.03]], 28), ...hoops, ...spider),
    part(materials.shade, cloth),
  ]
}

export interface PendantParameters {
  readonly diameter: number
  readonly drop: number
  readonly outside: MaterialSpec
}

export const PENDANT: PendantParameters = { diameter: 0.46, drop: 0.95, outside: materials.blackMetal }

/** A wide bell on a cable, brass neck, white inside; hangs from y = 0. Its bulb sits deep, so that the light falls in a cone. */
export function pendant(parameters: Partial<PendantParameters> = {}): Part[] {
  const { diameter, drop, outside } = { ...PENDANT, ...parameters }
  const r = diameter / 2
  const rim = -drop
  const bell = arc([0, 0], 1, 0, quarter - 0.13, 12).map(([c, s]): Vec2 => [0.03 + (r - 0.03) * c ** 1.15, 0.2 * s ** 1.1])
  const top = rim + 0.2
  const shell = lathe(bell.map(([a, y]): Vec2 => [a, rim + y]), 56)
  const inner = lathe([...bell].reverse().map(([a, y]): Vec2 => [a - 0.003, rim + y]), 40)
  const lip = tube(arc([0, 0], r - 0.0015, 0, 2 * Math.PI, 56).slice(1).map(([x, z]): Vec3 => [x, rim, -z]), 0.0026, { sides: 6, closed: true })
  const neck = lathe([[0.062, top - 0.012], [0.04, top - 0.002], [0.034, top + 0.012], [0.034, top + 0.06], [0.03, top + 0.066], [0.008, top + 0.07], [0.006, top + 0.09], [0, top + 0.09]], 40)
  const cable = bar([0, top + 0.08, 0], [0, -0.02, 0], 0.003, 0.003, 8)
  const rose = lathe([[0, -0.028], [0.03, -0.028], [0.052, -0.02], [0.055, 0], [0, 0]], 40)
  return [
    part(outside, shell, lip, cable),
    part(materials.white, inner),
    part(materials.brass, neck, rose),
    part(materials.opal, sphere(0.034, rim + 0.15)),
  ]
}

export interface CeilingLampParameters {
  readonly diameter: number
  readonly height: number
}

export const CEILING_LAMP: CeilingLampParameters = { diameter: 0.36, height: 0.1 }

/** A flat opal bowl in a brass ring, close under the ceiling. */
export function ceilingLamp(parameters: Partial<CeilingLampParameters> = {}): Part[] {
  const { diameter, height } = { ...CEILING_LAMP, ...parameters }
  const r = diameter / 2
  const bowl = arc([0, 0], 1, -quarter, -0.15, 14).map(([c, s]): Vec2 => [Math.max(0, (r - 0.008) * c), -0.03 + (height - 0.03) * s])
  return [
    part(materials.opal, lathe([...bowl, [r - 0.008, -0.028]], 48)),
    part(materials.brass, lathe([[r - 0.02, -0.036], [r - 0.003, -0.036], [r, -0.033], [r, -0.004], [r - 0.004, 0], [0, 0]], 56)),
  ]
}
