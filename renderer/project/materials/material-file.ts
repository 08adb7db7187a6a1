import { emptyDocument } from '../../document/empty.ts'
import { newId } from '../../document/ids.ts'
import { assetsOfMaterial } from '../../document/materials.ts'
import type { AssetKey, AssetRecord, AtriumDocument, MaterialRecord } from '../../document/types.ts'
import { AtriumError, toAtriumError } from '../../errors/atrium-error.ts'
import { assetKeyOf, useAssets } from '../assets.ts'
import { ANY_VIEW, base64Of } from '../insert/clipping.ts'
import { FORMAT_VERSION } from '../file/contents.ts'
import { readScene } from '../file/parse.ts'

/**
 * A material of the user's own as a file: a scene.json of a project that holds nothing else, and the GLBs that its textures come from in Base64,
 * under their SHA-256. Another program may have written it, so it is read like a project.
 */
export interface MaterialFile {
  readonly document: AtriumDocument & { readonly materials: readonly [MaterialRecord] }
  readonly models: ReadonlyMap<AssetKey, Uint8Array<ArrayBuffer>>
}

const FORMAT = 'atrium-material'
/** UTF-16 units, all of it. */
const MOST_TEXT = 180 * 2 ** 20
/** Bytes of its models. */
const MOST_BYTES = 128 * 2 ** 20

/** @throws AtriumError `material-too-large` */
export function writeMaterial({ library: _library, ...material }: MaterialRecord, records: readonly AssetRecord[], bytes: ReadonlyMap<AssetKey, Uint8Array> = useAssets.getState().bytes): string {
  const keys = new Set(assetsOfMaterial(material))
  const assets = records.filter(({ key }) => keys.has(key)).map(({ key, name, sizeBytes, catalogueId }) => ({ key, name, sizeBytes, catalogueId }))
  const models = assets.map(({ key, name }): [AssetKey, Uint8Array] => {
    const data = bytes.get(key)
    if (data === undefined) throw new AtriumError('internal', `“${name}” is not loaded`)
    return [key, data]
  })
  const size = models.reduce((sum, [, { byteLength }]) => sum + byteLength, 0)
  if (size > MOST_BYTES) throw new AtriumError('material-too-large', `${material.name} has models of ${size} bytes; ${MOST_BYTES} are kept.`)
  const { unknown: _unknown, ...scene } = { ...emptyDocument(material.name), assets, materials: [material] }
  return JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, scene, models: Object.fromEntries(models.map(([key, data]) => [key, base64Of(data)])) })
}

/** The material gets an id of its own. @throws AtriumError `material-invalid` */
export async function readMaterial(text: string): Promise<MaterialFile> {
  try {
    if (text.length > MOST_TEXT) throw new Error(`It has ${text.length} characters; Atrium takes ${MOST_TEXT}`)
    const { format, version, scene, models = {} } = JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)) as Record<string, unknown>
    if (format !== FORMAT || typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > FORMAT_VERSION) throw new Error(`It is ${String(format).slice(0, 80)}, version ${String(version).slice(0, 20)}`)
    const { document } = readScene({ scene, views: ANY_VIEW }, version)
    const { materials = [], assets, name, unit } = document
    if (materials.length !== 1) throw new Error(`It holds ${materials.length} materials`)
    const keys = new Set(assetsOfMaterial(materials[0]))
    const read = new Map<AssetKey, Uint8Array<ArrayBuffer>>()
    for (const key of keys) {
      const data = (models as Record<string, unknown>)[key]
      if (typeof data !== 'string') throw new Error('A texture is missing')
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      if ((await assetKeyOf(bytes)) !== key) throw new Error('A texture is not what was exported')
      read.set(key, bytes)
    }
    const { library: _library, ...material } = materials[0]
    return { document: { ...emptyDocument(name), unit, assets: assets.filter(({ key }) => keys.has(key)), materials: [{ ...material, id: newId() }] }, models: read }
  } catch (error) {
    throw new AtriumError('material-invalid', toAtriumError(error).detail, { cause: error })
  }
}
