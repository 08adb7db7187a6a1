import type { AtriumBridge, Channel, ErrorCode, EventName, EventPayload, FileHandle, Request, Response as Answer } from '../electron/contract.ts'
import { AtriumError, toAtriumError } from './errors/atrium-error.ts'

/**
 * The only user of `window.atrium`: everything the page asks of the machine it runs on.
 * Every function throws AtriumError and nothing else. Tests put a fake bridge on `window.atrium` and a fake `fetch`.
 */

declare global {
  interface Window {
    /** Exposed by preload; absent in unit tests. */
    readonly atrium?: AtriumBridge
  }
}

export interface ReadOptions {
  /** Aborting throws AtriumError `cancelled`. */
  signal?: AbortSignal | undefined
  /** Called as bytes arrive; `totalBytes` is null when unknown. */
  onProgress?: ((loadedBytes: number, totalBytes: number | null) => void) | undefined
}

/** A handle or its id. */
export type HandleOrId = FileHandle | string

function bridge(): AtriumBridge {
  if (!window.atrium) throw new AtriumError('internal', 'window.atrium is missing: the page runs outside Atrium')
  return window.atrium
}

/** Asks the main process. `request('settings:get')` for channels whose request is void. */
export async function request<C extends Channel>(
  channel: C,
  ...[payload]: Request<C> extends void ? [] : [Request<C>]
): Promise<Answer<C>> {
  const reply = await bridge().request(channel, payload as Request<C>).catch((error: unknown) => {
    throw toAtriumError(error)
  })
  if (!reply.ok) throw new AtriumError(reply.code, reply.detail, { file: reply.file })
  return reply.value
}

/** Listens to the main process; returns the unsubscribe function. */
export function on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void {
  return bridge().on(event, listener)
}

/**
 * A file that was dropped on the window, or pasted, becomes a handle. Call it soon after the drop: the File is only good for so long. One that lies
 * nowhere (it came out of an e-mail, an archive, a browser) is sent along.
 */
export async function adopt(file: File): Promise<FileHandle> {
  const reply = await bridge().adopt(file).catch(() => null)
  if (reply === null || (!reply.ok && reply.code === 'request-invalid')) {
    const { window } = await request('app:info')
    return (await (await send(`came/${window}/${encodeURIComponent(file.name)}`, file)).json()) as FileHandle
  }
  if (!reply.ok) throw new AtriumError(reply.code, reply.detail, { file: reply.file })
  return reply.value
}

/** All bytes behind a handle. */
export function readFile(handle: HandleOrId, options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  return readBytes(`file/${idOf(handle)}`, options)
}

/**
 * A sidecar of a .gltf: `path` is the decoded relative URI, with `/` between folders.
 * Throws `model-missing-file` when it is not there, `sibling-refused` when it lies outside the model's own folder.
 */
export function readSibling(handle: HandleOrId, path: string, options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  return readBytes(`file/${idOf(handle)}/sibling/${path.split('/').map(encodeURIComponent).join('/')}`, options)
}

/** What lies beside a model and may be read, as paths for readSibling(). */
export async function listSiblings(handle: HandleOrId, options: ReadOptions = {}): Promise<readonly string[]> {
  return JSON.parse(new TextDecoder().decode(await readBytes(`file/${idOf(handle)}/siblings`, options))) as string[]
}

/**
 * Replaces the file behind a handle as a whole or not at all.
 *
 * @param content  a stream is gathered first: Chromium uploads streams over HTTP/2 only
 * @param sha256     lower-case hex over the content, when the caller knows it already
 * @param overwrite  even what others changed since the file was opened
 * @throws AtriumError `file-changed`, `disk-full`, `file-not-writable`, `checksum-mismatch`, ...: the old file is then whole
 */
export async function writeFile(
  handle: HandleOrId,
  content: Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array<ArrayBuffer>>,
  { sha256, overwrite }: { readonly sha256?: string; readonly overwrite?: boolean } = {},
): Promise<{ savedAtMs: number }> {
  const body = content instanceof ReadableStream ? await new Response(content).blob() : new Blob([content])
  const digest = sha256 ?? (await sha256Of(await body.arrayBuffer()))
  await put(`file/${idOf(handle)}`, body)
  return request('file:commit', { handle: idOf(handle), sha256: digest, sizeBytes: body.size, ...(overwrite && { overwrite }) })
}

/** The project as it stands, JSON, into the recovery copy of a session (`recovery:begin`). */
export function putSnapshot(session: string, json: string): Promise<void> {
  return put(`recovery/${session}/snapshot`, new Blob([json]))
}

/** Bytes of an asset into the recovery copy of a session; `key` is their SHA-256. */
export function putRecoveryAsset(session: string, key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  return put(`recovery/${session}/asset/${key}`, new Blob([bytes]))
}

/** Snapshot and gestures of a session that a crash left behind, one JSON per line. */
export async function readJournal(session: string, options: ReadOptions = {}): Promise<string> {
  return new TextDecoder().decode(await readBytes(`recovery/${session}/journal`, options))
}

export function readRecoveryAsset(session: string, key: string, options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  return readBytes(`recovery/${session}/asset/${key}`, options)
}

/** A chunk of a picture or a clip, from a place in its file on (`export:choose`). */
export function putExport(id: string, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  return put(`export/${id}/${at}`, new Blob([bytes]))
}

/** The project that the page without a window was asked about. */
export const readTileProject = (id: string): Promise<Uint8Array<ArrayBuffer>> => readBytes(`tiles/${id}/project`, {})

/** Some bytes of a part of a picture. */
export const readTilePart = (id: string, index: number, at: number, count: number): Promise<Uint8Array<ArrayBuffer>> => readBytes(`tiles/${id}/part/${index}/${at}/${count}`, {})

/** A chunk of what a tile or a picture becomes. */
export const putTile = (id: string, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> => put(`tiles/${id}/out/${at}`, new Blob([bytes]))

/** Some bytes of a tile in the queue beside a project (`batch:tiles`). */
export const readQueueTile = (handle: string, job: string, picture: number, tile: number, at: number, count: number): Promise<Uint8Array<ArrayBuffer>> => readBytes(`batch/${handle}/${job}/${picture}/${tile}/${at}/${count}`, {})

/** A file of a piece of one's own catalogue, sent before `own:save`. */
export function putOwn(id: string, file: 'model' | 'picture', bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  return put(`own/${id}/${file}`, new Blob([bytes]))
}

/** A material of the user's own, as it is exported. */
export function putMaterial(id: string, text: string): Promise<void> {
  return put(`material/${id}`, new Blob([text]))
}

export async function readMaterialFile(id: string): Promise<string> {
  return new TextDecoder().decode(await readBytes(`material/${id}`, {}))
}

/** The weights of the denoiser; null: this Atrium came without them, and has not fetched them yet. */
export async function readDenoiser(): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readBytes('denoiser', {})
  return bytes.length === 0 ? null : bytes
}

/** A result of the unattended run: `01-raster.png`, `report.json`. */
export async function putDemo(name: string, bytes: Uint8Array<ArrayBuffer> | Blob): Promise<void> {
  await put(`demo/${encodeURIComponent(name)}`, new Blob([bytes]))
}

/** Lower-case hex. */
export async function sha256Of(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function idOf(handle: HandleOrId): string {
  return typeof handle === 'string' ? handle : handle.id
}

async function put(url: string, body: Blob): Promise<void> {
  await send(url, body)
}

async function send(url: string, body: Blob): Promise<globalThis.Response> {
  try {
    const response = await fetch(url, { method: 'PUT', body })
    if (!response.ok) throw await failureOf(response)
    return response
  } catch (error) {
    throw toAtriumError(error)
  }
}

async function readBytes(url: string, { signal, onProgress }: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(url, { signal: signal ?? null })
    if (!response.ok) throw await failureOf(response)
    const totalBytes = Number(response.headers.get('content-length') ?? Number.NaN)
    if (!Number.isFinite(totalBytes) || !response.body) return new Uint8Array(await response.arrayBuffer())
    const bytes = new Uint8Array(totalBytes)
    let loadedBytes = 0
    for await (const chunk of whole(response.body)) {
      if (loadedBytes + chunk.length > totalBytes) throw new AtriumError('file-interrupted', `${url} grew while it was read.`)
      bytes.set(chunk, loadedBytes)
      loadedBytes += chunk.length
      onProgress?.(loadedBytes, totalBytes)
    }
    if (loadedBytes < totalBytes) throw new AtriumError('file-interrupted', `${url} has ${totalBytes} bytes; ${loadedBytes} could be read.`)
    return bytes
  } catch (error) {
    throw toAtriumError(error)
  }
}

/** A body that breaks off: the file was cut while it was read, or its drive is gone. The browser says no more than TypeError. */
async function* whole(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw error instanceof TypeError ? new AtriumError('file-interrupted', `Reading broke off: ${error.message}.`, { cause: error }) : error
  }
}

/** Our scheme answers a failure with `{ code, detail }`. */
async function failureOf(response: Response): Promise<AtriumError> {
  const failure = (await response.json().catch(() => null)) as { code?: ErrorCode; detail?: string } | null
  return new AtriumError(failure?.code ?? 'internal', failure?.detail ?? `${response.status} ${response.url}`)
}
