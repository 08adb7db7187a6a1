import { hasRoomFor } from '../capacity.ts'
import { usedAssets } from '../selectors.ts'
import type { AssetRecord, AtriumDocument, Change, EnvironmentRecord, PlaceRecord, SkyRecord, SurroundingsRecord } from '../types.ts'
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

export const SURROUNDINGS_STRENGTH = [1e-6, 1e6] as const

/** Another image comes with its record; without one, there must be an image already. */
export interface SurroundingsFields extends Partial<Omit<SurroundingsRecord, 'asset'>> {
  readonly asset?: AssetRecord
}

/** The image around the model, in whole or in part; null: none again, and its file goes. */
export const setSurroundings =
  (fields: SurroundingsFields | null): Change =>
  (document) => {
    const { surroundings: before, ...rest } = document.environment
    if (fields === null) return before === undefined ? document : withoutImages({ ...document, environment: rest })
    const { asset } = fields
    const base = before ?? (asset === undefined ? undefined : { asset: asset.key, turn: 0, strength: 1, seen: true })
    const isNew = asset !== undefined && !document.assets.some(({ key }) => key === asset.key)
    if (base === undefined || (isNew && !hasRoomFor(document, { assets: 1 }))) return document
    const turn = 2 * Math.PI
    const next = withFields(base, {
      asset: asset?.key, seen: fields.seen, strength: saneWithin(fields.strength, ...SURROUNDINGS_STRENGTH),
      turn: fields.turn === undefined || !Number.isFinite(fields.turn) ? undefined : ((fields.turn % turn) + turn) % turn,
    })
    if (next === before) return document
    return withoutImages({ ...document, environment: { ...rest, surroundings: next }, assets: isNew ? [...document.assets, asset] : document.assets })
  }

/** Images that are no longer around anything go. */
function withoutImages(document: AtriumDocument): AtriumDocument {
  const used = usedAssets(document)
  const assets = document.assets.filter(({ kind, key }) => (kind !== 'hdr' && kind !== 'exr') || used.has(key))
  return assets.length === document.assets.length ? document : { ...document, assets }
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
