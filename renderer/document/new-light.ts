import type { Vec3 } from '../../gpu/index.ts'
import { table } from '../words/say.ts'
import { newId } from './ids.ts'
import { UNTURNED } from './light-frame.ts'
import { strengthFor, withStrength } from './photometry.ts'
import { freeName } from './selectors.ts'
import { colorOfTemperature } from './temperature.ts'
import type { AtriumDocument, PlacedLight } from './types.ts'

/** Names given to new lights, in the language at hand. */
export const LIGHT_NAMES = table({
  directional: 'light.kind.directional', point: 'light.kind.point', spot: 'light.kind.spot', sphere: 'light.kind.sphere', disc: 'light.kind.disc',
  rectangle: 'light.kind.rectangle', grid: 'light.kind.grid',
})

export type PlacedKind = PlacedLight['kind']

/** Lumens and kelvin of what one would buy for a room. */
const LAMPS: Readonly<Record<PlacedKind, { readonly lumens: number; readonly kelvin: number }>> = {
  point: { lumens: 806, kelvin: 2700 },
  spot: { lumens: 500, kelvin: 2700 },
  sphere: { lumens: 1000, kelvin: 3000 },
  disc: { lumens: 1500, kelvin: 4000 },
  rectangle: { lumens: 3000, kelvin: 4000 },
  grid: { lumens: 2000, kelvin: 3000 },
}

/** A lamp that shines straight down from a place in the room, under a name that is free. */
export function newLight(document: AtriumDocument, kind: PlacedKind, position: Vec3): PlacedLight {
  const { lumens, kelvin } = LAMPS[kind]
  const base = {
    id: newId(), name: freeName(document, LIGHT_NAMES[kind]), on: true, color: colorOfTemperature(kelvin), temperature: kelvin, unit: 'lm' as const,
    position, attachedTo: null,
  }
  const light = shapeOf(kind, base)
  return withStrength(light, strengthFor(light, lumens, 'lm') ?? 0)
}

function shapeOf(kind: PlacedKind, base: Omit<PlacedLight, 'kind'>): PlacedLight {
  const turned = { ...base, rotation: UNTURNED }
  switch (kind) {
    case 'point': return { ...base, kind, radius: 0.03, intensity: 1 }
    case 'spot': return { ...turned, kind, radius: 0.02, innerAngle: 0.3, outerAngle: 0.5, intensity: 1 }
    case 'sphere': return { ...base, kind, radius: 0.12, radiance: 1 }
    case 'disc': return { ...turned, kind, radius: 0.2, radiance: 1 }
    case 'rectangle': return { ...turned, kind, width: 1.2, length: 0.3, radiance: 1 }
    case 'grid': return { ...turned, kind, width: 0.8, length: 0.8, columns: 4, rows: 4, intensity: 1 }
  }
}
