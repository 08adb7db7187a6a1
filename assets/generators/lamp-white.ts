import { colorOfTemperature } from '../../renderer/document/temperature.ts'
import type { Vec3 } from './kit/geometry.ts'

/** In so many digits that every machine writes the same ones. */
export const rounded = (v: readonly [number, number, number]): Vec3 => v.map((value) => Math.round(value * 1e4) / 1e4) as unknown as Vec3

/** What a light says of its colour: linear Rec. 709 of luminance 1, so that candela stay what they are, and the kelvin that it comes from. */
export const lampWhite = (kelvin: number): { readonly color: Vec3; readonly temperature: number } => ({ color: rounded(colorOfTemperature(kelvin)), temperature: kelvin })
