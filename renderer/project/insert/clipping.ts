import { DEFAULT_SETTINGS } from '../../../gpu/settings.ts'
import { fragmentOf } from '../../document/fragment.ts'
import type { AssetKey, AtriumDocument } from '../../document/types.ts'
import { AtriumError, toAtriumError } from '../../errors/atrium-error.ts'
import { assetKeyOf, useAssets } from '../assets.ts'
import { loadCatalogueItem } from './bring-in.ts'
import { FORMAT_VERSION, newOrigin, type ProjectView } from '../file/contents.ts'
import { type KnownAssets, type LoadedProject, loadContents } from '../file/load.ts'
import { readScene } from '../file/parse.ts'
import type { RunningTask } from '../tasks/tasks.ts'

/**
 * Pieces on the system's clipboard: a scene.json of a project as text, and the models of the user's own in Base64. What the catalogue has is
 * not sent along. Another program may have written it, so it is read like a file.
 */
export const CLIPPING_TYPE = 'application/x-atrium-pieces+json'

const FORMAT = 'atrium-pieces'
/** UTF-16 units, all of it. */
const MOST_TEXT = 192 * 2 ** 20
/** Bytes of models that come along; those beyond are found only where they are loaded. */
const MOST_BYTES = 96 * 2 ** 20
export const ANY_VIEW: ProjectView = { pose: { position: [0, 0, 0], orientation: [0, 0, 0, 1], target: [0, 0, -1], verticalFov: 1 }, navigation: 'orbit', settings: DEFAULT_SETTINGS }

/** Of pieces and lights, by their ids; null: none of these can be copied. */
export function writeClipping(document: AtriumDocument, ids: Iterable<string>, bytes: ReadonlyMap<AssetKey, Uint8Array> = useAssets.getState().bytes): string | null {
  const { unknown: _unknown, ...scene } = fragmentOf(document, ids)
  if (scene.pieces.length + scene.lights.length === 0) return null
  let left = MOST_BYTES
  const models: Record<AssetKey, string> = {}
  for (const { key, catalogueId, form } of scene.assets) {
    // What the catalogue has is found there again; what was made anew is not.
    const data = catalogueId === null || form !== undefined ? bytes.get(key) : undefined
    if (data === undefined || data.byteLength > left) continue
    left -= data.byteLength
    models[key] = base64Of(data)
  }
  return JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, scene, models })
}

/** What was copied, and the models that came along. */
export interface Clipping {
  readonly document: AtriumDocument
  readonly models: ReadonlyMap<AssetKey, Uint8Array<ArrayBuffer>>
}

/** @throws AtriumError `clipping-invalid` */
export async function readClipping(text: string): Promise<Clipping> {
  if (text.length > MOST_TEXT) throw new AtriumError('clipping-invalid', `The clipboard holds ${text.length} characters; Atrium takes ${MOST_TEXT}.`)
  try {
    const { format, version, scene, models = {} } = JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)) as Record<string, unknown>
    if (format !== FORMAT || typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > FORMAT_VERSION) throw new Error(`It is ${String(format).slice(0, 80)}, version ${String(version).slice(0, 20)}`)
    const { document } = readScene({ scene, views: ANY_VIEW }, version)
    const read = new Map<AssetKey, Uint8Array<ArrayBuffer>>()
    for (const { key, name } of document.assets) {
      const data = (models as Record<string, unknown>)[key]
      if (typeof data !== 'string') continue
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      if ((await assetKeyOf(bytes)) !== key) throw new Error(`The data of “${name}” is not what was copied`)
      read.set(key, bytes)
    }
    return { document, models: read }
  } catch (error) {
    throw new AtriumError('clipping-invalid', toAtriumError(error).detail, { cause: error })
  }
}

/**
 * Parses the models that are not loaded yet: those that came along, and those of the catalogue.
 *
 * @throws AtriumError `clipping-invalid` where a model is nowhere to be had, or what importing throws
 */
export async function loadClipping({ document, models }: Clipping, known: KnownAssets, task: RunningTask): Promise<LoadedProject> {
  const { luminaires, surroundings, bytes: open } = useAssets.getState()
  const assets = new Map(models)
  for (const { key, name, catalogueId, form } of document.assets) {
    const data = known.get(key)?.bytes ?? (luminaires.has(key) || surroundings.has(key) ? open.get(key) : undefined) ?? models.get(key)
    if (data !== undefined) assets.set(key, data)
    else if (catalogueId === null || form !== undefined) throw new AtriumError('clipping-invalid', `The model of “${name}” is too large for the clipboard.`)
    else {
      const { asset } = await loadCatalogueItem(catalogueId)
      if (asset.parsed.key !== key) throw new AtriumError('clipping-invalid', `“${name}” is another model in this catalogue.`)
      assets.set(key, asset.bytes.slice())
    }
  }
  return loadContents({ document, assets, view: ANY_VIEW, origin: newOrigin() }, known, task)
}

/** In steps, because arguments are limited. */
export function base64Of(bytes: Uint8Array): string {
  const STEP = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(text)
}
