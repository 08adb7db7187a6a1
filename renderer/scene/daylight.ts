import { clearSky, type Environment, type Rgb, type Vec3 } from '../../gpu/index.ts'
import { findSun } from '../document/selectors.ts'
import type { AtriumDocument, SkyRecord } from '../document/types.ts'
import { OUTDOORS } from './ground.ts'
import { sunDirection } from './sun.ts'

/** Light of the sky over a project, and of its sun where that is natural. */
export interface Daylight {
  readonly environment: Environment
  readonly sun: { readonly color: Rgb; readonly illuminance: number }
}

const BELOW: Vec3 = [0, -1, 0]
/**
 * The air over a town at night, nits: 0.01, or 17.5 magnitudes per square arcsecond, what suburbs of large towns are measured at; windows are
 * never black, and the blue hour ends in it. Warm, as its lamps are.
 */
const TOWN: Rgb = [0.0115, 0.0097, 0.0082]

/**
 * Makes one daylight after another; while sun, haze and strength stay, it is the very same. About 15 ms for a new one.
 *
 * @returns null while the project has no sky
 */
export function createDaylight(): (document: AtriumDocument) => Daylight | null {
  let last: { readonly parameters: readonly number[]; readonly daylight: Daylight } | null = null
  return (document) => {
    const { environment: { sky, zenith, nadir, ground }, place } = document
    if (sky === undefined) return null
    const sun = findSun(document)
    // Without a sun it is night.
    const [x, y, z] = sun === null ? BELOW : sunDirection(sun, place).map((value) => -value)
    const parameters = [x, y, z, sky.turbidity, sky.strength, sky.openness ?? 1, ...zenith, ...nadir, ground === undefined ? 0 : 1]
    if (last === null || last.parameters.some((value, i) => value !== parameters[i])) last = { parameters, daylight: daylightOf([x, y, z], sky, { zenith, nadir, groundAlbedo: ground === undefined ? undefined : OUTDOORS }) }
    return last.daylight
  }
}

/** @param within  what lamps, walls and floor send back: the ambient term has it beside its share of the sky */
function daylightOf(toSun: Vec3, { turbidity, strength, openness = 1 }: SkyRecord, within: { readonly zenith: Rgb; readonly nadir: Rgb; readonly groundAlbedo: Rgb | undefined }): Daylight {
  const { environment: { zenith, nadir, image }, sun } = clearSky(toSun, { turbidity, glow: TOWN, groundAlbedo: within.groundAlbedo })
  const times = (rgb: Rgb, share = 1): Rgb => [rgb[0] * strength * share, rgb[1] * strength * share, rgb[2] * strength * share]
  const ambient = (sky: Rgb, own: Rgb): Rgb => {
    const [r, g, b] = times(sky, openness)
    return [r + own[0], g + own[1], b + own[2]]
  }
  const shown = image === null || image === undefined ? {} : { image: strength === 1 ? image : { ...image, key: `${image.key} at ${strength}`, rgb: image.rgb.map((value) => value * strength) } }
  return {
    environment: { zenith: times(zenith), nadir: times(nadir), ambient: { zenith: ambient(zenith, within.zenith), nadir: ambient(nadir, within.nadir) }, ...shown },
    sun: { color: sun.color, illuminance: sun.illuminance * strength },
  }
}
