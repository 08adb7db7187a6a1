import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import { overfull } from '../../document/capacity.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { assetKeyOf } from '../assets.ts'
import { assetFile, FORMAT, FORMAT_VERSION, type WritableContents } from './contents.ts'
import { SceneFile, ViewsFile } from './schema.ts'
import { withoutWorkers } from '../../workers/zip.ts'

/** Any fixed date: equal contents shall give equal bytes. */
const NO_DATE = new Date(Date.UTC(2000, 0, 1))

/**
 * Writes a project file. Equal contents give equal bytes (but for the deflate of another browser).
 *
 * @param app         name and version of the writer
 * @param onProgress  0..1
 * @throws AtriumError `project-too-many`; `project-invalid` when the bytes of an asset are missing, or reading would refuse what is written
 */
export async function serializeProject(contents: WritableContents, app: string, onProgress: (fraction: number) => void = () => {}): Promise<Uint8Array<ArrayBuffer>> {
  const { document, view, assets, thumbnail, origin } = contents
  withoutWorkers()
  const { unknown, ...scene } = document
  const over = overfull(scene)
  if (over !== null) throw new AtriumError('project-too-many', `The project has ${over.count} ${over.list}; Atrium takes ${over.most}.`)
  const fault = SceneFile.safeParse(scene).error?.issues[0] ?? ViewsFile.safeParse(view).error?.issues[0]
  if (fault !== undefined) throw new AtriumError('project-invalid', `The project could not be opened again: ${fault.path.join(' › ')}: ${fault.message}.`)
  const files = new Map<string, Uint8Array<ArrayBuffer>>([
    ['scene.json', jsonBytes({ ...unknown, ...scene })],
    ['views.json', jsonBytes({ ...origin.views, ...view })],
  ])
  if (thumbnail !== null) files.set('thumbnail.png', thumbnail)
  const checksums: Record<string, string> = {}
  for (const [name, bytes] of files) checksums[name] = await assetKeyOf(bytes)
  const manifest = {
    ...origin.manifest,
    format: FORMAT,
    version: FORMAT_VERSION,
    app,
    units: 'metres, y up, radians, linear Rec. 709',
    createdAt: origin.createdAt,
    files: checksums,
  }
  const zip = new ZipWriter(new Uint8ArrayWriter(), { lastModDate: NO_DATE, extendedTimestamp: false, keepOrder: true, useWebWorkers: false })
  // The manifest comes first, so that a reader knows early what it holds; pictures and models are packed already.
  await zip.add('manifest.json', new Uint8ArrayReader(jsonBytes(manifest)), { level: 6 })
  for (const [name, bytes] of files) await zip.add(name, new Uint8ArrayReader(bytes), { level: name.endsWith('.json') ? 6 : 0 })
  for (const [i, record] of document.assets.entries()) {
    const { key, name } = record
    const bytes = await assets.get(key)
    if (bytes === undefined) throw new AtriumError('project-invalid', `The data of “${name}” is not at hand.`)
    await zip.add(assetFile(record), new Uint8ArrayReader(bytes), { level: 0 })
    onProgress((i + 1) / (document.assets.length + 1))
  }
  const bytes = (await zip.close()) as Uint8Array<ArrayBuffer>
  onProgress(1)
  return bytes
}

const jsonBytes = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`)
