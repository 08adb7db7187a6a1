import { clearSky, type Rgb } from '../../gpu/index.ts'
import { setEnvironment, setLight } from '../document/changes/index.ts'
import { findSun } from '../document/selectors.ts'
import type { AtriumDocument, Change, DirectionalLight, PlaceRecord, SunMoment } from '../document/types.ts'
import { sunDirection, sunPosition } from '../scene/sun.ts'

/** Of the sun, radians, where the project says when it shines; and the last minute of a day. */
const LAST_ALTITUDE = -0.065
const LAST_MINUTE = 1435
/** Nits, what the walls of a room send back of its lamps in the evening. */
const LAMPLIT: Rgb = [5.2, 3.9, 2.6]
/** Of a sun that knows no hour: how much is left of it, and of the sky. */
const LAST_SUN = 0.004
const LAST_SKY = 0.12

/** @returns what the room is after a share (0..1) of the way from its own hour to nightfall; lamps stay as they are */
export function nightfallOf(document: AtriumDocument): (share: number) => Change {
  const sun = findSun(document)
  const { place, environment: { sky, zenith, nadir } } = document
  if (sun?.moment === undefined || place === undefined || sky === undefined) return (share) => fading(share, sun, zenith, nadir)
  const { moment } = sun
  const last = lastMinute(place, moment)
  const skyAt = (minutes: number): number => {
    const [x, y, z] = sunDirection({ ...sun, moment: { ...moment, minutes } }, place)
    return clearSky([-x, -y, -z], { turbidity: sky.turbidity, width: 32 }).skyIlluminance
  }
  const before = skyAt(moment.minutes)
  return (share) => {
    // Slower towards the end, where the light changes most.
    const minutes = Math.round(moment.minutes + (1 - (1 - share) ** 2) * (last - moment.minutes))
    const left = skyAt(minutes) / Math.max(before, 1e-6)
    const dimmed = (color: Rgb): Rgb => [color[0] * left + LAMPLIT[0], color[1] * left + LAMPLIT[1], color[2] * left + LAMPLIT[2]]
    const later = setLight(sun.id, { moment: { ...moment, minutes } })
    const within = setEnvironment({ zenith: dimmed(zenith), nadir: dimmed(nadir) })
    return (room) => within(later(room))
  }
}

/** The sun redder and weaker, the sky darker and bluer. */
function fading(share: number, sun: DirectionalLight | null, zenith: Rgb, nadir: Rgb): Change {
  const sky = LAST_SKY ** share
  const darker = ([r, g, b]: Rgb): Rgb => [r * sky * (1 - 0.4 * share), g * sky * (1 - 0.25 * share), b * sky]
  const withSky = setEnvironment({ zenith: darker(zenith), nadir: darker(nadir) })
  if (sun === null) return withSky
  const [r, g, b] = sun.color
  const lower = setLight(sun.id, { illuminance: sun.illuminance * LAST_SUN ** share, color: [r, g * (1 - 0.35 * share), b * (1 - 0.7 * share)] })
  return (room) => withSky(lower(room))
}

/** Minutes since midnight when the sun is so low that lamps light the room. */
function lastMinute(place: PlaceRecord, moment: SunMoment): number {
  let { minutes } = moment
  while (minutes < LAST_MINUTE && sunPosition(place, { ...moment, minutes }).altitude > LAST_ALTITUDE) minutes += 5
  return minutes
}
