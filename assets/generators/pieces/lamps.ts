import type { LampLight } from '../../../renderer/imports/types.ts'
import { arc } from '../kit/curve.ts'
import type { Geometry, Vec2, Vec3 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials, srgb, warmWhite } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'
import { bar, tube } from '../kit/tube.ts'

const quarter = Math.PI / 2

/** Of what leaves a diffuser, the share that its glass gives as a shining surface; the rest is the lamp's light, a disc just before it. */
const GLASS_SHARE = 0.2

/** Nits of a diffuser's glass per candela of the disc before it. */
const diffuserGlow = (radius: number): number => GLASS_SHARE / (1 - GLASS_SHARE) / (Math.PI * radius ** 2)

/** A lamp's model and where its light goes: the shade glows with what it takes from the bulb. */
export type LampSource = Pick<LampLight, 'position' | 'radius' | 'kind' | 'glow'>

export interface FloorLampParameters {
  readonly height: number
  readonly shade: number
  readonly metal: MaterialSpec
}

export const FLOOR_LAMP: FloorLampParameters = { height: 1.46, shade: 0.42, metal: materials.brass }

/** A spun brass mushroom that three wires hold on a slim stem; a disc of opal glass closes it and shines down. */
export function floorLamp(parameters: Partial<FloorLampParameters> = {}): Part[] {
  const { height, shade, metal } = { ...FLOOR_LAMP, ...parameters }
  const r = shade / 2
  const rim = height - 0.17
  // Its end is well below the glass, and so in no way of what shines from the middle of it.
  const top = rim - 0.16
  const base = lathe([[0, 0], [0.142, 0], [0.145, 0.003], [0.145, 0.012], [0.141, 0.016], [0.03, 0.022], ...arc([0.024, 0.034], 0.012, -quarter, -Math.PI, 4), [0.0085, 0.05]], 40)
  const stem = lathe([[0.0085, 0.045], [0.0085, top - 0.03], [0.013, top - 0.026], [0.013, top - 0.004], [0.009, top], [0, top]], 28)
  const wires = [0, 1, 2].map((k): Geometry => {
    const [x, z] = [Math.cos((k * 2 * Math.PI) / 3 + 0.5), Math.sin((k * 2 * Math.PI) / 3 + 0.5)]
    return bar([0.01 * x, top - 0.014, 0.01 * z], [(r - 0.002) * x, rim + 0.001, (r - 0.002) * z], 0.0022, 0.0022, 8)
  })
  const dome = domeProfile(r, 0.155, 14)
  const outside = lathe([...dome.map(([a, y]): Vec2 => [a, rim + y]), [0.012, height - 0.012], [0.012, height - 0.004], [0.008, height], [0, height]], 52)
  const lip = tube(arc([0, 0], r - 0.001, 0, 2 * Math.PI, 60).slice(1).map(([x, z]): Vec3 => [x, rim, -z]), 0.0025, { sides: 6, closed: true })
  return [
    part(metal, base, stem, outside, lip, ...wires),
    part(materials.opal, diffuser(r - 0.004, rim + 0.004)),
  ]
}

export const floorLampSource = ({ height, shade }: FloorLampParameters = FLOOR_LAMP): LampSource =>
  ({ kind: 'disc', position: [0, thousandths(height - 0.17 + 0.003), 0], radius: thousandths(shade / 2 - 0.006), glow: thousandths(diffuserGlow(shade / 2 - 0.004)) })

/** A round pane that looks down, and up into what it closes. */
const diffuser = (radius: number, y: number): Geometry => lathe([[0, y], [radius, y], [radius, y + 0.002], [0, y + 0.002]], 48)

const thousandths = (value: number): number => Math.round(value * 1e3) / 1e3

/** Outline of a dome from rim to crown. */
const domeProfile = (radius: number, height: number, segments: number): Vec2[] =>
  arc([0, 0], 1, 0, quarter - 0.05, segments).map(([c, s]): Vec2 => [radius * c, height * s])

export interface TableLampParameters {
  readonly height: number
  readonly shade: number
  readonly base: MaterialSpec
}

export const TABLE_LAMP: TableLampParameters = { height: 0.5, shade: 0.32, base: materials.glazeWhite }

/** Of the drum's linen: what it sends back, and what it lets through. */
const LINEN = { reflected: 0.5, transmitted: 0.4 } as const
/** Metres: by how much the drum is narrower at its top; its height; of the bulb, and how far its middle is above the drum's lower edge. */
const [TAPER, DRUM, BULB, BULB_HEIGHT] = [0.03, 0.22, 0.045, 0.12]

/** A ribbed ceramic foot under a linen drum that glows; a round bulb shines out at both its ends. */
export function tableLamp(parameters: Partial<TableLampParameters> = {}): Part[] {
  const { height, shade, base } = { ...TABLE_LAMP, ...parameters }
  const body: Vec2[] = [[0, 0], [0.058, 0], [0.062, 0.004]]
  for (let i = 0; i <= 24; i++) {
    const t = i / 24
    const swell = 0.062 + 0.034 * Math.sin(Math.PI * Math.min(1, t * 0.94 + 0.06)) - 0.04 * t ** 4
    body.push([swell + 0.0022 * Math.sin(t * Math.PI * 2 * 6), 0.006 + 0.225 * t])
  }
  body.push([0.026, 0.236], [0.022, 0.24])
  const [low, high] = [height - DRUM, height]
  const [wide, narrow] = [shade / 2, shade / 2 - TAPER]
  const hoops = [[wide, low], [narrow, high]].map(([r, y]) =>
    tube(arc([0, 0], r, 0, 2 * Math.PI, 56).slice(1).map(([x, z]): Vec3 => [x, y - (y === high ? 0.0022 : -0.0022), -z]), 0.0022, { sides: 6, closed: true }))
  // The socket ends below the bulb, and three wires go from it to the drum.
  const socket = low + BULB_HEIGHT - BULB - 0.01
  const wires = [0, 1, 2].map((k) => {
    const angle = (k * 2 * Math.PI) / 3
    return bar([0, socket - 0.03, 0], [wide * Math.cos(angle), low + 0.004, wide * Math.sin(angle)], 0.0018, 0.0018, 6)
  })
  const glow = drumRadiance(shade)
  const shining = (name: string, color: readonly [number, number, number], radiance: number): MaterialSpec =>
    ({ name, color, roughness: 0.9, metallic: 0, emissive: warmWhite((38 * radiance) / glow.inside) })
  return [
    part(base, lathe(body, 34)),
    part(materials.brass, lathe([[0.022, 0.238], [0.022, 0.246], [0.006, 0.248], [0.006, socket - 0.04], [0.016, socket - 0.036], [0.016, socket], [0, socket]], 28), ...hoops, ...wires),
    part(shining('Lit linen shade', srgb(240, 228, 206), glow.outside), lathe([[wide, low], [narrow, high]], 56)),
    // What the bulb does to the lining is in its glow, so it sends none of that light back once more.
    part(shining('Lit shade lining', srgb(24, 22, 19), glow.inside), lathe([[narrow - 0.0015, high], [wide - 0.0015, low]], 56)),
  ]
}

export const tableLampSource = ({ height, shade }: TableLampParameters = TABLE_LAMP): LampSource =>
  ({ position: [0, thousandths(height - DRUM + BULB_HEIGHT), 0], radius: BULB, glow: thousandths(drumRadiance(shade).inside) })

/**
 * Nits of the drum's two faces per candela of the bulb, which shines evenly: the drum takes what does not leave by its ends, light goes to
 * and fro in it, and every part of it glows alike.
 */
export function drumRadiance(shade: number): { readonly inside: number; readonly outside: number } {
  const [wide, narrow] = [shade / 2, shade / 2 - TAPER]
  const out = (radius: number, distance: number): number => (1 - distance / Math.hypot(radius, distance)) / 2
  const taken = 4 * Math.PI * (1 - out(wide, BULB_HEIGHT) - out(narrow, DRUM - BULB_HEIGHT))
  const area = Math.PI * (wide + narrow) * Math.hypot(wide - narrow, DRUM)
  // Howell's catalogue of view factors, C-41: between the two ends; the rest of what passes an end comes from the drum.
  const [r1, r2] = [wide / DRUM, narrow / DRUM]
  const x = 1 + (1 + r2 * r2) / (r1 * r1)
  const through = Math.PI * wide * wide * 0.5 * (x - Math.sqrt(x * x - 4 * (r2 / r1) ** 2))
  const leaves = (Math.PI * (wide * wide + narrow * narrow) - 2 * through) / area
  const perArea = taken / (1 - LINEN.reflected * (1 - leaves)) / area
  return { inside: (LINEN.reflected * perArea) / Math.PI, outside: (LINEN.transmitted * perArea) / Math.PI }
}

export interface PendantParameters {
  readonly diameter: number
  readonly drop: number
  readonly outside: MaterialSpec
}

export const PENDANT: PendantParameters = { diameter: 0.46, drop: 0.95, outside: materials.blackMetal }

/** A wide bell on a cable with a brass neck; hangs from y = 0. A disc of opal glass closes it and shines down. */
export function pendant(parameters: Partial<PendantParameters> = {}): Part[] {
  const { diameter, drop, outside } = { ...PENDANT, ...parameters }
  const r = diameter / 2
  const rim = -drop
  const bell = arc([0, 0], 1, 0, quarter - 0.13, 12).map(([c, s]): Vec2 => [0.03 + (r - 0.03) * c ** 1.15, 0.2 * s ** 1.1])
  const top = rim + 0.2
  const shell = lathe(bell.map(([a, y]): Vec2 => [a, rim + y]), 56)
  const lip = tube(arc([0, 0], r - 0.0015, 0, 2 * Math.PI, 56).slice(1).map(([x, z]): Vec3 => [x, rim, -z]), 0.0026, { sides: 6, closed: true })
  const neck = lathe([[0.062, top - 0.012], [0.04, top - 0.002], [0.034, top + 0.012], [0.034, top + 0.06], [0.03, top + 0.066], [0.008, top + 0.07], [0.006, top + 0.09], [0, top + 0.09]], 40)
  const cable = bar([0, top + 0.08, 0], [0, -0.02, 0], 0.003, 0.003, 8)
  const rose = lathe([[0, -0.028], [0.03, -0.028], [0.052, -0.02], [0.055, 0], [0, 0]], 40)
  return [
    part(outside, shell, lip, cable),
    part(materials.brass, neck, rose),
    part(materials.opal, diffuser(r - 0.004, rim + 0.004)),
  ]
}

/** Seen from where it hangs, as the catalogue has it: the lip's lower edge is lowest. */
export const pendantSource = ({ diameter, drop }: PendantParameters = PENDANT): LampSource =>
  ({ kind: 'disc', position: [0, thousandths(-drop + 0.003), 0], radius: thousandths(diameter / 2 - 0.006), glow: thousandths(diffuserGlow(diameter / 2 - 0.004)) })

export interface CeilingLampParameters {
  readonly diameter: number
  readonly height: number
}

export const CEILING_LAMP: CeilingLampParameters = { diameter: 0.36, height: 0.1 }

/** A flat opal bowl in a brass ring, close under the ceiling. The bowl's glow lights the ceiling, too. */
export function ceilingLamp(parameters: Partial<CeilingLampParameters> = {}): Part[] {
  const { diameter, height } = { ...CEILING_LAMP, ...parameters }
  const r = diameter / 2
  const bowl = arc([0, 0], 1, -quarter, -0.15, 14).map(([c, s]): Vec2 => [Math.max(0, (r - 0.008) * c), -0.03 + (height - 0.03) * s])
  return [
    part(materials.opal, lathe([...bowl, [r - 0.008, -0.028]], 48)),
    part(materials.brass, lathe([[r - 0.02, -0.036], [r - 0.003, -0.036], [r, -0.033], [r, -0.004], [r - 0.004, 0], [0, 0]], 56)),
  ]
}

/** The disc touches the bowl's lowest point. */
export const ceilingLampSource = ({ diameter, height }: CeilingLampParameters = CEILING_LAMP): LampSource =>
  ({ kind: 'disc', position: [0, -height - 0.001, 0], radius: thousandths(diameter / 2 - 0.008), glow: thousandths(diffuserGlow(diameter / 2 - 0.008)) })
