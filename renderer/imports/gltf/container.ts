import { AtriumError } from '../../errors/atrium-error.ts'
import { Gltf } from './gltf-schema.ts'
import { LIMITS } from '../bytes/limits.ts'

/** A glTF's JSON, parsed, and the binary chunk of a GLB. */
export interface Container {
  readonly json: Gltf
  readonly bin: Uint8Array<ArrayBuffer> | null
  readonly isBinary: boolean
}

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942

/**
 * Takes a .glb or .gltf apart.
 *
 * @throws AtriumError `model-truncated`, `model-invalid`, `model-version`, `model-too-large`: the detail says where and what
 */
export function parseContainer(bytes: Uint8Array<ArrayBuffer>): Container {
  if (bytes.byteLength > LIMITS.fileBytes) throw new AtriumError('model-too-large', `The file has ${bytes.byteLength} bytes.`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength >= 4 && view.getUint32(0, true) === MAGIC) return parseGlb(bytes, view)
  return { json: parseJson(bytes), bin: null, isBinary: false }
}

function parseGlb(bytes: Uint8Array<ArrayBuffer>, view: DataView): Container {
  if (bytes.byteLength < 20) throw new AtriumError('model-truncated', 'The file ends inside its header.')
  const version = view.getUint32(4, true)
  if (version !== 2) throw new AtriumError('model-version', `The file is glTF binary version ${version}; Atrium reads version 2.`)
  const length = view.getUint32(8, true)
  if (bytes.byteLength < length) throw new AtriumError('model-truncated', `The file announces ${length} bytes, but has ${bytes.byteLength}.`)
  if (length < 20) throw new AtriumError('model-invalid', `The file announces ${length} bytes: too few for any content.`)
  let json: Gltf | null = null
  let bin: Uint8Array<ArrayBuffer> | null = null
  for (let offset = 12; offset + 8 <= length; ) {
    const chunkLength = view.getUint32(offset, true)
    const kind = view.getUint32(offset + 4, true)
    const start = offset + 8
    if (start + chunkLength > length) throw new AtriumError('model-invalid', `A chunk of ${chunkLength} bytes does not fit into the file of ${length} bytes.`)
    const end = start + chunkLength
    // Numbers of four bytes begin at multiples of four.
    const chunk = start % 4 === 0 ? bytes.subarray(start, end) : bytes.slice(start, end)
    if (kind === JSON_CHUNK && json === null) json = parseJson(chunk)
    else if (kind === BIN_CHUNK && bin === null) bin = chunk
    offset = isChunk(view, end, length) ? end : end + ((4 - (end % 4)) % 4)
  }
  if (json === null) throw new AtriumError('model-invalid', 'The file has no description of its content (JSON chunk).')
  return { json, bin, isBinary: true }
}

/** Chunks are filled up to multiples of four bytes; trimesh, for one, wrote them one right after the other. */
const isChunk = (view: DataView, at: number, length: number): boolean => at + 8 <= length && [JSON_CHUNK, BIN_CHUNK].includes(view.getUint32(at + 4, true))

/** A file of version 2.1 is read as far as it is 2.0, unless it says that it needs more. */
function checkVersion(raw: unknown): void {
  const { version: written, minVersion } = (raw as { asset?: { version?: unknown; minVersion?: unknown } | null } | null)?.asset ?? {}
  // Of version 1 some write it as a number.
  const version = typeof written === 'number' ? written.toFixed(1) : written
  if (typeof version === 'string' && !/^2\.\d+$/.test(version)) throw new AtriumError('model-version', `The file is glTF version ${version.slice(0, 40)}; Atrium reads version 2.0.`)
  if (typeof minVersion === 'string' && minVersion !== '2.0') throw new AtriumError('model-version', `The file needs at least glTF version ${minVersion.slice(0, 40)}; Atrium reads version 2.0.`)
}

const [MESHOPT, RATIFIED] = ['EXT_meshopt_compression', 'KHR_meshopt_compression']

/** The ratified extension is the first one with more ways to pack, which the decoder reads under either name; the library knows the first. */
function withOneMeshopt(raw: unknown): unknown {
  const file = raw as { extensionsUsed?: unknown; extensionsRequired?: unknown; bufferViews?: unknown; buffers?: unknown } | null
  if (!Array.isArray(file?.extensionsUsed) || !file.extensionsUsed.includes(RATIFIED)) return raw
  const named = (list: unknown): unknown => (Array.isArray(list) ? [...new Set((list as unknown[]).map((name) => (name === RATIFIED ? MESHOPT : name)))] : list)
  const renamed = (list: unknown): unknown => (Array.isArray(list) ? (list as unknown[]).map((entry) => {
    const { extensions } = (entry ?? {}) as { extensions?: Record<string, unknown> | null }
    const ratified = extensions?.[RATIFIED]
    return ratified === undefined ? entry : { ...(entry as object), extensions: { ...extensions, [MESHOPT]: ratified } }
  }) : list)
  return { ...file, extensionsUsed: named(file.extensionsUsed), extensionsRequired: named(file.extensionsRequired), bufferViews: renamed(file.bufferViews), buffers: renamed(file.buffers) }
}

function parseJson(bytes: Uint8Array<ArrayBuffer>): Gltf {
  if (bytes.byteLength > LIMITS.jsonBytes) throw new AtriumError('model-too-large', `The description of its content has ${bytes.byteLength} bytes.`)
  let raw: unknown
  try {
    raw = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new AtriumError('model-invalid', `The description of the content is not JSON: ${(error as Error).message}.`, { cause: error })
  }
  checkVersion(raw)
  const parsed = Gltf.safeParse(withOneMeshopt(raw))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new AtriumError('model-invalid', `The description of its content is wrong${issue.path.length > 0 ? ` at “${issue.path.join(' › ').slice(0, 200)}”` : ''}: ${issue.message}.`)
}
