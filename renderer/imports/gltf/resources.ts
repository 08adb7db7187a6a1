import { AtriumError, toAtriumError } from '../../errors/atrium-error.ts'
import { phrase, type Phrase } from '../../words/say.ts'
import type { Container } from './container.ts'
import type { Gltf } from './gltf-schema.ts'
import { LIMITS } from '../bytes/limits.ts'
import { mimeTypeOf } from '../pictures/picture-type.ts'
import type { ReadSibling } from '../reader.ts'

/** A file that is not where the model names it; null: it is nowhere beside the model. */
type FindFile = (uri: string) => Promise<Uint8Array<ArrayBuffer> | null>

/** JSON and one binary chunk: nothing points outside. */
export interface Packed {
  readonly json: Gltf
  readonly bin: Uint8Array<ArrayBuffer>
  /** Per buffer of `json`; null for one without data: compressed files have such, and so have files that expect it from elsewhere. */
  readonly bufferBytes: readonly (number | null)[]
  readonly notes: readonly Phrase[]
  /** false: `json` and `bin` are what the GLB held. */
  readonly changed: boolean
}

/** One white pixel, in place of a picture that is missing. */
const WHITE_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

/**
 * Gathers what a model refers to (embedded data and files beside it) into one binary chunk, so that the model can travel.
 *
 * @throws AtriumError `model-missing-file`, `sibling-refused`, `model-invalid`, `model-truncated`, `model-too-large`, `model-too-many`
 */
export async function gatherResources({ json, bin, isBinary }: Container, askForSibling: ReadSibling, findFile: FindFile = () => Promise.resolve(null)): Promise<Packed> {
  const buffers = json.buffers ?? []
  const images = json.images ?? []
  for (const [what, { length: count }] of [['buffers', buffers], ['pictures', images]] as const) {
    if (count > LIMITS.resources) throw new AtriumError('model-too-many', `The file has ${count} ${what}; Atrium takes ${LIMITS.resources}.`)
  }
  const readSibling = onceEach(askForSibling)
  // A file may name one large file many times: what it asks for is counted, not what is on the disk.
  let gatheredBytes = 0
  const counted = <T extends Uint8Array | null>(bytes: T): T => {
    gatheredBytes += bytes?.byteLength ?? 0
    if (gatheredBytes > LIMITS.fileBytes) throw new AtriumError('model-too-large', `The files that it names have more than ${LIMITS.fileBytes} bytes together.`)
    return bytes
  }
  const data: (Uint8Array | null)[] = []
  for (const [i, buffer] of buffers.entries()) data.push(counted(await bufferData(buffer, i, isBinary ? bin : null, readSibling, findFile)))
  const bufferBytes = data.map((bytes) => bytes?.byteLength ?? null)
  const isSelfContained = isBinary && images.every(({ uri }) => uri === undefined) && buffers.every(({ uri }) => uri === undefined)
  if (isSelfContained) return { json, bin: bin ?? new Uint8Array(), bufferBytes, notes: [], changed: false }

  const notes: Phrase[] = []
  const chunks: Uint8Array[] = []
  let length = 0
  const append = (bytes: Uint8Array): number => {
    const padding = (4 - (length % 4)) % 4
    chunks.push(new Uint8Array(padding), bytes)
    length += padding + bytes.byteLength
    return length - bytes.byteLength
  }
  // Buffers with data become one; the empty ones that compressed views refer to follow it.
  const starts = data.map((bytes) => (bytes === null ? 0 : append(bytes)))
  let next = 1
  const places = data.map((bytes) => (bytes === null ? next++ : 0))
  const moved = <T extends { buffer: number; byteOffset?: number | undefined }>(range: T): T =>
    data[range.buffer] === undefined ? range : { ...range, buffer: places[range.buffer], byteOffset: (range.byteOffset ?? 0) + starts[range.buffer] }
  const bufferViews = (json.bufferViews ?? []).map((view) => {
    const compressed = view.extensions?.EXT_meshopt_compression
    return compressed === undefined ? moved(view) : { ...moved(view), extensions: { ...view.extensions, EXT_meshopt_compression: moved(compressed) } }
  })
  const packedImages = []
  for (const { uri, ...image } of images) {
    if (uri === undefined) packedImages.push(image)
    else {
      const bytes = counted(await imageData(uri, readSibling, findFile, notes))
      bufferViews.push({ buffer: 0, byteOffset: append(bytes), byteLength: bytes.byteLength })
      packedImages.push({ ...image, mimeType: mimeTypeOf(bytes), bufferView: bufferViews.length - 1 })
    }
  }
  const packedBin = concat(chunks, length)
  const fallbacks = buffers.filter((_, i) => data[i] === null)
  const packed: Gltf = { ...json, buffers: [{ byteLength: length }, ...fallbacks], bufferViews }
  if (json.images !== undefined) packed.images = packedImages
  return { json: packed, bin: packedBin, bufferBytes: [length, ...fallbacks.map(() => null)], notes, changed: true }
}

/** Reads a file once, however often it is named. */
function onceEach(readSibling: ReadSibling): ReadSibling {
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return (path) => {
    const reading = known.get(path) ?? readSibling(path)
    known.set(path, reading)
    return reading
  }
}

async function bufferData(
  { uri, byteLength }: NonNullable<Gltf['buffers']>[number],
  i: number,
  bin: Uint8Array<ArrayBuffer> | null,
  readSibling: ReadSibling,
  findFile: FindFile,
): Promise<Uint8Array | null> {
  if (uri === undefined) {
    if (i === 0 && bin !== null) {
      if (bin.byteLength < byteLength) throw new AtriumError('model-truncated', `The file announces ${byteLength} bytes of geometry, but holds ${bin.byteLength}.`)
      return bin
    }
    return null
  }
  const bytes = uri.startsWith('data:') ? decodeDataUri(uri) : await readOrFind(uri, readSibling, findFile)
  if (bytes.byteLength < byteLength) throw new AtriumError('model-truncated', `“${shortName(uri)}” has ${bytes.byteLength} bytes; the model needs ${byteLength}.`)
  return bytes
}

/** Geometry that is nowhere has no stand-in. @throws AtriumError `model-missing-file`, naming it */
async function readOrFind(uri: string, readSibling: ReadSibling, findFile: FindFile): Promise<Uint8Array<ArrayBuffer>> {
  const path = siblingPath(uri)
  try {
    return await readSibling(path)
  } catch (error) {
    const known = toAtriumError(error)
    if (known.code !== 'model-missing-file' && known.code !== 'internal') throw known
    const found = await findFile(uri)
    if (found !== null) return found
    throw new AtriumError('model-missing-file', `“${shortName(uri)}” belongs to the model, but does not lie beside it.`, { cause: error })
  }
}

/** A picture that is missing or unreadable leaves white, not failure. */
async function imageData(uri: string, readSibling: ReadSibling, findFile: FindFile, notes: Phrase[]): Promise<Uint8Array> {
  try {
    return uri.startsWith('data:') ? decodeDataUri(uri) : await readSibling(siblingPath(uri))
  } catch (error) {
    if (error instanceof AtriumError && error.code === 'cancelled') throw error
    const found = uri.startsWith('data:') ? null : await findFile(uri)
    if (found !== null) return found
    notes.push(phrase('import.picture.unreadable', { name: shortName(uri) }))
    return decodeBase64(WHITE_PNG)
  }
}

/**
 * The path of a sidecar, decoded. Only what lies beside or below the model is asked for; the main process checks again.
 *
 * @throws AtriumError `model-invalid` when it is no address, `sibling-refused` when it leads elsewhere
 */
export function siblingPath(uri: string): string {
  let path: string
  try {
    path = decodeURIComponent(uri).replaceAll('\\', '/')
  } catch {
    throw new AtriumError('model-invalid', `“${shortName(uri)}” is no file address.`)
  }
  if (path === '' || path.startsWith(':')) throw new AtriumError('model-invalid', `“${shortName(uri)}” is no file address.`)
  const leavesFolder = path.startsWith('/') || path.split('/').includes('..') || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.includes('\0')
  if (leavesFolder) throw new AtriumError('sibling-refused', `“${shortName(uri)}” lies outside the model's own folder.`)
  return path.replace(/^(\.\/)+/, '')
}

const shortName = (uri: string): string => (uri.length > 80 ? `${uri.slice(0, 77)}…` : uri)

function decodeDataUri(uri: string): Uint8Array<ArrayBuffer> {
  const comma = uri.indexOf(',')
  const isBase64 = comma > 0 && /;base64$/i.test(uri.slice(0, comma))
  try {
    if (isBase64) return decodeBase64(uri.slice(comma + 1))
    if (comma > 0) return new TextEncoder().encode(decodeURIComponent(uri.slice(comma + 1)))
  } catch {
    // Falls through to the sentence below.
  }
  throw new AtriumError('model-invalid', 'Data inside the file is not readable (data: address).')
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** A GLB of this JSON and this binary chunk. */
export function writeGlb(json: unknown, bin: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const textLength = text.byteLength + ((4 - (text.byteLength % 4)) % 4)
  const binLength = bin.byteLength + ((4 - (bin.byteLength % 4)) % 4)
  const glb = new Uint8Array(20 + textLength + (binLength > 0 ? 8 + binLength : 0))
  const view = new DataView(glb.buffer)
  ;[0x46546c67, 2, glb.byteLength, textLength, 0x4e4f534a].forEach((word, i) => view.setUint32(i * 4, word, true))
  glb.fill(0x20, 20, 20 + textLength).set(text, 20)
  if (binLength > 0) {
    view.setUint32(20 + textLength, binLength, true)
    view.setUint32(24 + textLength, 0x004e4942, true)
    glb.set(bin, 28 + textLength)
  }
  return glb
}
