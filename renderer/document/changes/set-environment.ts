import type { Change, EnvironmentRecord, PlaceRecord, SkyRecord } from '../types.ts'
import { isTimeZone } from '../moment.ts'
import { withFields, withLists } from './each.ts'
import { saneColor, saneName, saneWithin } from './sane.ts'

export const setEnvironment =
  ({ zenith, nadir }: Partial<Pick<EnvironmentRecord, 'zenith' | 'nadir'>>): Change =>
  (document) =>
    withLists(document, { environment: withFields(document.environment, { zenith: saneColor(zenith), nadir: saneColor(nadir) }) })

/** Dimmed so that lamps beside it are not lost: at the default exposure sunlit white just burns out. */
export const CLEAR_SKY: SkyRecord = { turbidity: 3, strength: 0.003, openness: 0.3 }
export const SKY_LIMITS = { turbidity: [2, 10], strength: [1e-4, 10], openness: [0, 1] } as const

/** The clear sky over the project, in whole or in part; null: the gradient again. */
export const setSky =
  (sky: Partial<SkyRecord> | null): Change =>
  (document) => {
    const { sky: before, ...rest } = document.environment
    if (sky === null) return before === undefined ? document : { ...document, environment: rest }
    const next = withFields(before ?? CLEAR_SKY, {
      turbidity: saneWithin(sky.turbidity, ...SKY_LIMITS.turbidity), strength: saneWithin(sky.strength, ...SKY_LIMITS.strength),
      openness: saneWithin(sky.openness, ...SKY_LIMITS.openness),
    })
    return next === before ? document : { ...document, environment: { ...rest, sky: next } }
  }

/** Greenwich, until somebody says where. */
export const NOWHERE: PlaceRecord = { name: 'Greenwich', latitudeDegrees: 51.4779, longitudeDegrees: 0, timeZone: 'UTC', north: 0 }

/** Where the project stands, in whole or in part; null: nowhere in particular. Values that no place has are ignored. */
export const setPlace =
  (place: Partial<PlaceRecord> | null): Change =>
  (document) => {
    const { place: before, ...rest } = document
    if (place === null) return before === undefined ? document : rest
    const turn = 2 * Math.PI
    const north = place.north === undefined || !Number.isFinite(place.north) ? undefined : ((place.north % turn) + turn) % turn
    const next = withFields(before ?? NOWHERE, {
      name: place.name === undefined ? undefined : saneName(place.name),
      latitudeDegrees: saneWithin(place.latitudeDegrees, -90, 90),
      longitudeDegrees: saneWithin(place.longitudeDegrees, -180, 180),
      timeZone: place.timeZone !== undefined && isTimeZone(place.timeZone) ? place.timeZone : undefined,
      north,
    })
    return next === before ? document : { ...document, place: next }
  }
