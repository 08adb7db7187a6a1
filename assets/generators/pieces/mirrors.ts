import { boxBetween } from '../kit/box.ts'
import { sphericalCap } from '../kit/cap.ts'
import { arc } from '../kit/curve.ts'
import { frame, frameProfile } from '../kit/frame.ts'
import { move, turn } from '../kit/geometry.ts'
import type { Vec2 } from '../kit/geometry.ts'
import { lathe } from '../kit/lathe.ts'
import { materials } from '../kit/materials.ts'
import type { MaterialSpec } from '../kit/materials.ts'
import { part } from '../kit/part.ts'
import type { Part } from '../kit/part.ts'

export interface ConvexMirrorParameters {
  /** Of the frame. */
  readonly diameter: number
  /** How far the glass bulges over its rim. */
  readonly rise: number
  readonly frameWidth: number
  readonly frame: MaterialSpec
}

export const CONVEX_MIRROR: ConvexMirrorParameters = { diameter: 0.68, rise: 0.085, frameWidth: 0.045, frame: materials.blackOak }

/** A round bull's-eye mirror: a true spherical cap in a turned frame with a brass fillet. Back on z = 0. */
export function convexMirror(parameters: Partial<ConvexMirrorParameters> = {}): Part[] {
  const { diameter, rise, frameWidth, frame: material } = { ...CONVEX_MIRROR, ...parameters }
  const outer = diameter / 2
  const rim = outer - frameWidth
  const section: Vec2[] = [[rim - 0.004, 0], [outer - 0.006, 0], [outer, 0.006], [outer, 0.02],
    ...arc([outer - 0.018, 0.026], 0.018, 0, Math.PI / 2, 6), ...arc([rim + 0.012, 0.034], 0.01, Math.PI / 2, Math.PI, 5), [rim - 0.002, 0.012]]
  const fillet = lathe(arc([rim - 0.002, 0.018], 0.0065, -0.6, Math.PI + 0.4, 6), 56)
  const facing = (geometry: ReturnType<typeof lathe>): ReturnType<typeof lathe> => turn(geometry, 'x', Math.PI / 2)
  return [
    part(materials.mirror, move(sphericalCap(rim, rise, 14, 64), [0, 0, 0.016])),
    part(material, facing(lathe(section, 56))),
    part(materials.brass, facing(fillet)),
  ]
}

export interface FlatMirrorParameters {
  readonly width: number
  readonly height: number
  readonly frame: MaterialSpec
}

export const FLAT_MIRROR: FlatMirrorParameters = { width: 0.9, height: 1.9, frame: materials.brass }

/** A tall mirror in a slim frame. Back on z = 0, hung by its middle. */
export function flatMirror(parameters: Partial<FlatMirrorParameters> = {}): Part[] {
  const { width, height, frame: material } = { ...FLAT_MIRROR, ...parameters }
  const glass = boxBetween([-width / 2 + 0.008, -height / 2 + 0.008, 0.004], [width / 2 - 0.008, height / 2 - 0.008, 0.018])
  return [part(materials.mirror, glass), part(material, frame(width, height, frameProfile(0.014, 0.03, 0.0025)))]
}
