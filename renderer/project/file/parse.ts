import { type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'
import type { z } from 'zod'
import { DEEPEST_GROUP, overfull } from '../../document/capacity.ts'
import { profileOf } from '../../document/light-frame.ts'
import { assetsOfMaterial } from '../../document/materials.ts'
import type { AtriumDocument, GroupId, GroupRecord } from '../../document/types.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { assetKeyOf } from '../assets.ts'
import { assetFile, FORMAT, FORMAT_VERSION, type ProjectContents, type ProjectOrigin, type ProjectView } from './contents.ts'
import { migrate, MIGRATIONS } from './migrations/index.ts'
import type { Migration, RawProject } from './migrations/migration.ts'
import { pictureSize } from './picture-size.ts'
import { ManifestFile, SceneFile, ViewsFile } from './schema.ts'
import { ARCHIVE_LIMITS, BoundedWriter, withoutWorkers } from '../../workers/zip.ts'

/** Which version this Atrium speaks, and how it gets there; tests make up others. */
export interface Format {
  readonly version: number
  readonly migrations: ReadonlyMap<number, Migration>
}
const FORMAT_NOW: Format = { version: FORMAT_VERSION, migrations: MIGRATIONS }

/**
 * Reads a project file. Nothing in it is believed: names, sizes, checksums, types and references are checked.
 *
 * @param onProgress  0..1
 * @throws AtriumError `project-truncated`, `project-invalid`, `project-newer`, `archive-unsafe`, `checksum-mismatch`
 */
export async function parseProject(bytes: Uint8Array<ArrayBuffer>, onProgress: (fraction: number) => void = () => {}, format = FORMAT_NOW): Promise<ProjectContents> {
  withoutWorkers()
  const entries = await readDirectory(bytes)
  const manifestJson = parseJson(await unpack(entries, 'manifest.json', ARCHIVE_LIMITS.jsonBytes), 'manifest.json')
  const version = versionOf(manifestJson, format.version)
  const manifest = check(ManifestFile, manifestJson, 'manifest.json')
  const checked = async (name: string, limit: number): Promise<Uint8Array<ArrayBuffer>> => {
    const data = await unpack(entries, name, limit)
    if ((await assetKeyOf(data)) !== manifest.files[name]) throw new AtriumError('checksum-mismatch', `“${name}” in the project is not what was saved.`)
    return data
  }
  const raw = {
    scene: parseJson(await checked('scene.json', ARCHIVE_LIMITS.jsonBytes), 'scene.json'),
    views: parseJson(await checked('views.json', ARCHIVE_LIMITS.jsonBytes), 'views.json'),
  }
  const { document, view, unknownViews } = readScene(raw, version, format)
  const thumbnail = 'thumbnail.png' in manifest.files ? await checked('thumbnail.png', ARCHIVE_LIMITS.thumbnailBytes) : null
  const assets = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const [i, record] of document.assets.entries()) {
    const { key, name } = record
    onProgress(i / document.assets.length)
    const data = await unpack(entries, assetFile(record), ARCHIVE_LIMITS.assetBytes)
    if ((await assetKeyOf(data)) !== key) throw new AtriumError('checksum-mismatch', `The data of “${name}” is not what was saved.`)
    assets.set(key, data)
  }
  const { format: _format, version: _version, app: _app, units: _units, files: _files, createdAt, ...unknownManifest } = manifest
  return { document, assets, thumbnail, view, origin: { createdAt, manifest: unknownManifest, views: unknownViews } }
}

/**
 * The JSON of a project of any version, believed in nothing: brought up to date, its types and references checked.
 *
 * @throws AtriumError `project-invalid`, `project-too-many`
 */
export function readScene(raw: RawProject, version: number, format = FORMAT_NOW): { document: AtriumDocument; view: ProjectView; unknownViews: ProjectOrigin['views'] } {
  const current = upToDate(raw, version, format)
  // Before anything is checked record by record.
  const over = overfull(current.scene)
  if (over !== null) throw new AtriumError('project-too-many', `The project has ${over.count} ${over.list}; Atrium takes ${over.most}.`)
  const document = toDocument(check(SceneFile, current.scene, 'scene.json'))
  const { pose, navigation, settings, ...unknownViews } = check(ViewsFile, current.views, 'views.json')
  return { document, view: { pose, navigation, settings }, unknownViews }
}

/** A migration meets what older Atriums wrote, or what pretends to be: its failure is a damaged file. */
function upToDate(raw: RawProject, version: number, format: Format): RawProject {
  try {
    return migrate(raw, version, format.version, format.migrations)
  } catch (error) {
    throw new AtriumError('project-invalid', `The project of format version ${version} could not be brought up to date (${(error as Error).message}).`, { cause: error })
  }
}

/** A picture that a project shows of itself is small; a larger one may unpack to gigabytes. */
const MAX_THUMBNAIL_SIDE = 2048

/**
 * The picture that a project file shows of itself, PNG; null when it has none, or one that is not to be trusted.
 *
 * @throws AtriumError as `parseProject`
 */
export async function readThumbnail(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  withoutWorkers()
  const entries = await readDirectory(bytes)
  if (!entries.has('thumbnail.png')) return null
  const picture = await unpack(entries, 'thumbnail.png', ARCHIVE_LIMITS.thumbnailBytes)
  const size = pictureSize(picture)
  return size !== null && Math.max(size.width, size.height) <= MAX_THUMBNAIL_SIDE ? picture : null
}

/** Lists the archive without unpacking, and refuses what a project never does. */
async function readDirectory(bytes: Uint8Array<ArrayBuffer>): Promise<ReadonlyMap<string, FileEntry>> {
  if (bytes.byteLength < 22 || bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new AtriumError('project-invalid', 'The file is no Atrium project.')
  const entries = new Map<string, FileEntry>()
  let total = 0
  try {
    const reader = new ZipReader(new Uint8ArrayReader(bytes), { filenameValidation: 'tolerant', checkOverlappingEntry: true, checkCrc32: true, useWebWorkers: false })
    for await (const entry of reader.getEntriesGenerator()) {
      checkName(entry.filename)
      if (entries.has(entry.filename)) throw new AtriumError('archive-unsafe', `The archive holds “${entry.filename}” twice.`)
      if (entries.size >= ARCHIVE_LIMITS.entries) throw new AtriumError('archive-unsafe', `The archive holds more than ${ARCHIVE_LIMITS.entries} files.`)
      if (entry.directory) continue
      if (entry.encrypted || entry.symlink) throw new AtriumError('archive-unsafe', `“${entry.filename}” in the archive is encrypted or a link.`)
      total += entry.uncompressedSize
      if (total > ARCHIVE_LIMITS.totalBytes || (total > ARCHIVE_LIMITS.harmlessBytes && total > bytes.byteLength * ARCHIVE_LIMITS.ratio)) {
        throw new AtriumError('archive-unsafe', `The file of ${bytes.byteLength} bytes claims to unpack to more than ${total}.`)
      }
      entries.set(entry.filename, entry)
    }
  } catch (error) {
    if (error instanceof AtriumError) throw error
    // The directory stands at the end of the file: without it, the end is missing.
    throw new AtriumError('project-truncated', `The end of the file is missing or damaged (${(error as Error).message}).`, { cause: error })
  }
  return entries
}

/** A name inside the archive may not lead out of it. */
function checkName(name: string): void {
  const climbs = name.split(/[/\\]/).includes('..') || /^[/\\]|^[a-z]:|[\0\\]/i.test(name)
  if (climbs || name === '') throw new AtriumError('archive-unsafe', `The archive holds a file named “${name.slice(0, 80)}”, which leads out of it.`)
}

async function unpack(entries: ReadonlyMap<string, FileEntry>, name: string, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const entry = entries.get(name)
  if (entry === undefined) throw new AtriumError('project-invalid', `“${name}” is missing in the project.`)
  if (entry.uncompressedSize > limit) throw new AtriumError('archive-unsafe', `“${name}” claims to have ${entry.uncompressedSize} bytes.`)
  try {
    return await entry.getData(new BoundedWriter(entry.uncompressedSize), { checkCrc32: true, checkOverlappingEntry: true, useWebWorkers: false })
  } catch (error) {
    const detail = `“${name}” in the project is damaged (${(error as Error).message}).`
    throw new AtriumError('checksum-mismatch', detail, { cause: error })
  }
}

function parseJson(bytes: Uint8Array, name: string): unknown {
  try {
    // Keys that would reach into every object of the program are dropped.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch (error) {
    throw new AtriumError('project-invalid', `“${name}” in the project is not JSON (${(error as Error).message}).`, { cause: error })
  }
}

function versionOf(manifest: unknown, newest: number): number {
  const { format, version, app } = (manifest ?? {}) as Record<string, unknown>
  if (format !== FORMAT || typeof version !== 'number' || !Number.isInteger(version) || version < 1) throw new AtriumError('project-invalid', 'The file is no Atrium project.')
  if (version > newest) {
    throw new AtriumError('project-newer', `The project has format version ${version}${typeof app === 'string' ? `, written by ${app.slice(0, 80)}` : ''}; this Atrium reads up to version ${newest}.`)
  }
  return version
}

function check<S extends z.ZodType>(schema: S, value: unknown, name: string): z.infer<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new AtriumError('project-invalid', `“${name}”, ${issue.path.join(' › ') || 'as a whole'}: ${issue.message}.`)
}

/** References lead to records that exist, and identities are unique. */
function toDocument(scene: SceneFile): AtriumDocument {
  const { name, unit, assets, pieces, groups = [], layers = [], materials = [], lights, environment, place, views, ...unknown } = scene
  const keys = new Set(unique(assets.map(({ key }) => key), 'asset'))
  const ids = unique([...pieces, ...groups, ...layers, ...materials, ...lights, ...views].map(({ id }) => id), 'record')
  for (const { kind, key } of assets) if (kind !== undefined) keys.delete(key)
  for (const piece of pieces) if (!keys.has(piece.asset)) throw new AtriumError('project-invalid', `“${piece.name}” shows an asset that the project does not hold.`)
  checkMaterials(scene, keys)
  checkGroups(groups)
  const groupIds = new Set(groups.map(({ id }) => id))
  for (const { name: piece, group } of pieces) if (group !== undefined && !groupIds.has(group)) throw new AtriumError('project-invalid', `“${piece}” stands in a group that does not exist.`)
  const layerIds = new Set(layers.map(({ id }) => id))
  for (const { name: piece, layer } of pieces) if (layer !== undefined && !layerIds.has(layer)) throw new AtriumError('project-invalid', `“${piece}” lies on a layer that does not exist.`)
  const { surroundings } = environment
  if (surroundings !== undefined && !assets.some(({ key, kind }) => key === surroundings.asset && (kind === 'hdr' || kind === 'exr'))) {
    throw new AtriumError('project-invalid', 'The image of the surroundings is not in the project.')
  }
  const luminaires = new Set(assets.flatMap(({ key, kind }) => (kind === 'ies' ? [key] : [])))
  for (const light of lights) {
    if (light.kind === 'directional') continue
    if (light.attachedTo !== null && !ids.has(light.attachedTo)) throw new AtriumError('project-invalid', `“${light.name}” hangs on a piece that does not exist.`)
    const profile = profileOf(light)
    if (profile !== undefined && !luminaires.has(profile)) throw new AtriumError('project-invalid', `“${light.name}” is a luminaire whose IES file the project does not hold.`)
  }
  return { name, unit, assets, pieces, ...(groups.length > 0 && { groups }), ...(layers.length > 0 && { layers }), ...(materials.length > 0 && { materials }), lights, environment, ...(place !== undefined && { place }), views, unknown }
}

/** @param models  keys of the assets that are models */
function checkMaterials({ assets, pieces, materials = [] }: SceneFile, models: ReadonlySet<string>): void {
  const ids = new Set(materials.map(({ id }) => id))
  for (const { name, wears = [] } of [...assets, ...pieces]) {
    for (const { material } of wears) if (material !== null && !ids.has(material)) throw new AtriumError('project-invalid', `“${name}” shows a material that the project does not hold.`)
  }
  for (const material of materials) {
    if (assetsOfMaterial(material).some((key) => !models.has(key))) throw new AtriumError('project-invalid', `The material “${material.name}” has its look from an asset that the project does not hold.`)
  }
}

/** Each group stands in one that exists, none in itself, and not too deep. O(groups). */
function checkGroups(groups: readonly GroupRecord[]): void {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  const depths = new Map<GroupId, number>()
  for (const { id, name, parent } of groups) {
    if (parent !== null && !parents.has(parent)) throw new AtriumError('project-invalid', `The group “${name}” stands in a group that does not exist.`)
    const path: GroupId[] = []
    for (let group: GroupId | null | undefined = id; group !== null && group !== undefined && !depths.has(group); group = parents.get(group)) {
      path.push(group)
      if (path.length > DEEPEST_GROUP) throw new AtriumError('project-invalid', `The group “${name}” stands in itself, or in more than ${DEEPEST_GROUP} others.`)
    }
    for (const group of path.toReversed()) depths.set(group, 1 + (depths.get(parents.get(group) ?? '') ?? 0))
    if ((depths.get(id) ?? 0) > DEEPEST_GROUP) throw new AtriumError('project-invalid', `The group “${name}” stands in more than ${DEEPEST_GROUP} others.`)
  }
}

function unique(values: readonly string[], what: string): ReadonlySet<string> {
  const seen = new Set<string>()
  for (const value of values) {
    if (seen.has(value)) throw new AtriumError('project-invalid', `The project holds the ${what} “${value.slice(0, 80)}” twice.`)
    seen.add(value)
  }
  return seen
}
