import { colorOfTemperature } from '../../renderer/document/temperature.ts'
import type { Vec3 } from './kit/geometry.ts'
import { rounded } from './kit/rounded.ts'

/** What a light says of its colour: linear Rec. 709 of luminance 1, so that candela stay what they are, and the kelvin that it comes from. */
export const lampWhite = (kelvin: number): { readonly color: Vec3; readonly temperature: number } => ({ color: rounded(colorOfTemperature(kelvin)), temperature: kelvin })
