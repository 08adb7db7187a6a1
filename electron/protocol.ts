import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { ErrorCode, FileHandle } from './contract.ts'
import type { Demo } from './demo.ts'
import { Failure, codeOf, detailOf } from './failure.ts'
import type { Exports } from './files/exports/exports.ts'
import type { Files, OpenedFile } from './files/files.ts'
import type { Recovery } from './recovery/recovery.ts'
import type { OwnCatalogue, OwnFile } from './files/own/own-catalogue.ts'
import type { OwnMaterials } from './files/own/own-materials.ts'
import type { TreeCache } from './files/tree-cache.ts'

export const SCHEME = 'app'
export const ORIGIN = `${SCHEME}://atrium`

/** Registered before the app is ready. `secure` and `standard` give it an origin, storage and WebGPU. */
export const PRIVILEGES = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }

export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  // wasm-unsafe-eval compiles WebAssembly and nothing else: no eval.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self' blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Of the workers that need eval (renderer/imports/rhino, ktx2): they reach nothing, each is handed everything by message. A worker's policy is that
 * of its own answer; the page stays strict.
 */
export const LOOSE_WORKER_POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'"
const LOOSE_WORKER = /\/loose\.worker[^/]*\.(?:js|ts)$/

/** On every answer. COOP and COEP isolate the page, which makes shared memory and fine timers available. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const MIME_TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  wasm: 'application/wasm',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
  glb: 'model/gltf-binary',
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  'handle-unknown': 404,
  'file-missing': 404,
  'model-missing-file': 404,
  'sibling-refused': 403,
  'request-invalid': 400,
  'file-too-large': 413,
  'disk-full': 507,
  'backup-failed': 507,
  'drive-missing': 507,
  'export-disk-full': 507,
  'export-too-large': 413,
}

/** Bytes of tiles; all throw `handle-unknown` for an id that nobody was asked by. */
export interface Tiles {
  project(id: string): ReadableStream<Uint8Array>
  part(id: string, index: number, at: number, count: number): Promise<Uint8Array<ArrayBuffer>>
  write(id: string, at: number, body: AsyncIterable<Uint8Array>): Promise<void>
}

/** Bytes of a picture's tiles in the queue beside a project. @throws Failure `handle-unknown`, `request-invalid` */
export type ReadQueueTile = (handle: string, job: string, picture: number, tile: number, at: number, count: number) => Promise<Uint8Array<ArrayBuffer>>

export interface Served {
  /** Folder of the built page. */
  readonly pageFolder: string
  /** By their handles, of whichever window. */
  readonly files: Pick<Files, 'read' | 'readSibling' | 'listSiblings' | 'receive'>
  readonly exports?: Pick<Exports, 'write'>
  /** Of what the page without a window was asked, by its id. */
  readonly tiles?: Tiles
  readonly queueTile?: ReadQueueTile
  /** A file that has no path comes into a window. Throws `handle-unknown` for one that is not there. */
  readonly receive?: (window: string, name: string, body: AsyncIterable<Uint8Array>) => Promise<FileHandle>
  readonly demo: Demo | null
  readonly recovery?: Recovery
  readonly trees?: TreeCache
  readonly own?: OwnCatalogue
  readonly materials?: OwnMaterials
  /** File of the denoiser's weights, which need not be there. */
  readonly denoiser?: string | undefined
  /** Vite's server during development, asked instead of the folder: same origin, same headers. */
  readonly devServer?: string | undefined
  readonly onError: (where: string, error: unknown) => void
}

/** Answers every request of our scheme: the page itself, and bulk bytes by handle (see contract.ts). */
export function createProtocolHandler(served: Served): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await route(served, request)
    } catch (error) {
      const code = codeOf(error)
      served.onError(`${request.method} ${new URL(request.url).pathname}`, error)
      return answer(JSON.stringify({ code, detail: detailOf(error) }), 'application/json', STATUS[code] ?? (code === 'internal' ? 500 : 400))
    }
  }
}

async function route(served: Served, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.host !== 'atrium') return refuse(404)
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== ORIGIN) return refuse(403)
  const [folder, id, keyword, ...rest] = url.pathname.slice(1).split('/').map(decode)
  const isGet = request.method === 'GET'
  const isPut = request.method === 'PUT'
  if (folder === 'file' && isGet && id && keyword === undefined) return bytes(await served.files.read(id))
  if (folder === 'file' && isGet && id && keyword === 'sibling') return bytes(await served.files.readSibling(id, rest.join('/')))
  if (folder === 'file' && isGet && id && keyword === 'siblings' && rest.length === 0) return answer(JSON.stringify(await served.files.listSiblings(id)), 'application/json', 200)
  if (folder === 'file' && isPut && id && keyword === undefined) {
    await served.files.receive(id, bodyOf(request))
    return answer(null, 'text/plain', 204)
  }
  if (folder === 'came' && isPut && id && keyword && rest.length === 0 && served.receive) {
    return answer(JSON.stringify(await served.receive(id, keyword, bodyOf(request))), 'application/json', 200)
  }
  if (folder === 'export' && isPut && id && keyword !== undefined && rest.length === 0 && served.exports) {
    await served.exports.write(id, /^\d{1,15}$/.test(keyword) ? Number(keyword) : Number.NaN, bodyOf(request))
    return answer(null, 'text/plain', 204)
  }
  if (folder === 'tiles' && id && keyword !== undefined && served.tiles) return tiles(served.tiles, request, id, [keyword, ...rest])
  if (folder === 'batch' && isGet && id && keyword && rest.length === 4 && served.queueTile) {
    const [picture, tile, at, count] = rest.map(numberIn)
    return answer(await served.queueTile(id, keyword, picture, tile, at, count), 'application/octet-stream', 200, { 'cache-control': 'no-store' })
  }
  if (folder === 'demo' && isPut && id && keyword === undefined && served.demo) {
    await served.demo.put(id, bodyOf(request))
    return answer(null, 'text/plain', 204)
  }
  if (folder === 'own' && id && (keyword === 'model' || keyword === 'picture') && rest.length === 0 && served.own) return own(served.own, request, id, keyword)
  if (folder === 'material' && id && keyword === undefined && served.materials) return material(served.materials, request, id)
  if (folder === 'denoiser' && id === undefined && isGet) return denoiser(served.denoiser)
  if (folder === 'tree' && id && keyword === undefined && served.trees) return tree(served.trees, request, id)
  if (folder === 'recovery' && id && served.recovery) return recover(served.recovery, request, id, keyword, rest)
  if (!isGet && request.method !== 'HEAD') return refuse(405)
  return served.devServer ? proxy(served.devServer, url, request) : page(served.pageFolder, url.pathname)
}

/** A whole number of a path; NaN: it is none. */
const numberIn = (word: string | undefined): number => (word !== undefined && /^\d{1,15}$/.test(word) ? Number(word) : Number.NaN)

async function tiles(served: Tiles, request: Request, id: string, [what, first, ...more]: readonly string[]): Promise<Response> {
  if (request.method === 'PUT' && what === 'out' && more.length === 0) {
    await served.write(id, numberIn(first), bodyOf(request))
    return answer(null, 'text/plain', 204)
  }
  if (request.method !== 'GET') return refuse(405)
  if (what === 'project' && first === undefined) return answer(served.project(id), 'application/octet-stream', 200, { 'cache-control': 'no-store' })
  if (what === 'part' && more.length === 2) return answer(await served.part(id, numberIn(first), numberIn(more[0]), numberIn(more[1])), 'application/octet-stream', 200, { 'cache-control': 'no-store' })
  return refuse(404)
}

/** A tree by its key; one that is not there is no error, so it is no 404. */
async function tree(trees: TreeCache, request: Request, key: string): Promise<Response> {
  if (request.method === 'PUT') {
    await trees.write(key, bodyOf(request))
    return answer(null, 'text/plain', 204)
  }
  if (request.method !== 'GET') return refuse(405)
  const found = await trees.read(key)
  return found === null ? answer(null, 'text/plain', 204) : answer(found, 'application/octet-stream', 200, { 'content-length': String(found.length), 'cache-control': 'no-store' })
}

/** Larger files are no weights. */
const MOST_WEIGHTS = 32 << 20

/** Weights that are not there are no error, so it is no 404. */
async function denoiser(file: string | undefined): Promise<Response> {
  const status = file === undefined ? null : await stat(file).catch(() => null)
  if (file === undefined || !status?.isFile() || status.size > MOST_WEIGHTS) return answer(null, 'text/plain', 204)
  const found = await readFile(file)
  return answer(found, 'application/octet-stream', 200, { 'content-length': String(found.length), 'cache-control': 'no-store' })
}

/** A piece of the user's own catalogue; what it shows never changes under its name but for its picture. */
async function own(catalogue: OwnCatalogue, request: Request, id: string, file: OwnFile): Promise<Response> {
  if (request.method === 'PUT') {
    await catalogue.receive(id, file, bodyOf(request))
    return answer(null, 'text/plain', 204)
  }
  if (request.method !== 'GET') return refuse(405)
  return answer(await catalogue.read(id, file), file === 'picture' ? 'image/png' : 'model/gltf-binary', 200, { 'cache-control': 'no-store' })
}

async function material(materials: OwnMaterials, request: Request, id: string): Promise<Response> {
  if (request.method === 'PUT') {
    await materials.write(id, bodyOf(request))
    return answer(null, 'text/plain', 204)
  }
  if (request.method !== 'GET') return refuse(405)
  return answer(await materials.read(id), 'application/json', 200, { 'cache-control': 'no-store' })
}

/** Bytes of the running session in, bytes of a session that a crash left behind out. */
async function recover(recovery: Recovery, request: Request, session: string, what: string | undefined, rest: readonly string[]): Promise<Response> {
  const [key, ...more] = rest
  const isAsset = what === 'asset' && key !== undefined && more.length === 0
  if (request.method === 'GET') {
    if (isAsset) return answer(await recovery.readAsset(session, key) as Uint8Array<ArrayBuffer>, 'application/octet-stream', 200, { 'cache-control': 'no-store' })
    if (what === 'journal' && key === undefined) return answer((await recovery.read(session)).lines.join('\n'), 'application/x-ndjson', 200, { 'cache-control': 'no-store' })
    return refuse(404)
  }
  if (request.method !== 'PUT') return refuse(405)
  if (isAsset) await recovery.putAsset(session, key, bodyOf(request))
  else if (what === 'snapshot' && key === undefined) await recovery.putSnapshot(session, bodyOf(request))
  else return refuse(404)
  return answer(null, 'text/plain', 204)
}

/** A file of the built page. `..` cannot climb: URL has resolved it, and an encoded one is refused. */
async function page(folder: string, pathname: string): Promise<Response> {
  const relative = decode(pathname === '/' ? '/index.html' : pathname)
  const file = path.join(folder, relative)
  if (relative.includes('\0') || !file.startsWith(folder + path.sep)) return refuse(403)
  const status = await stat(file).catch(() => null)
  if (!status?.isFile()) return refuse(404)
  const type = MIME_TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream'
  return withPolicyOf(pathname, answer(webStream(file), type, 200, { 'content-length': String(status.size) }))
}

async function proxy(devServer: string, url: URL, request: Request): Promise<Response> {
  const upstream = await fetch(new URL(url.pathname + url.search, devServer), { headers: { accept: request.headers.get('accept') ?? '*/*' } })
  const response = answer(upstream.body, upstream.headers.get('content-type') ?? 'text/plain', upstream.status)
  // Vite's client is an inline script and listens on a socket.
  const policy = CONTENT_SECURITY_POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
  response.headers.set('content-security-policy', policy.replace("connect-src 'self'", `connect-src 'self' ${devServer.replace(/^http/, 'ws')}`))
  return withPolicyOf(url.pathname, response)
}

function withPolicyOf(pathname: string, response: Response): Response {
  if (LOOSE_WORKER.test(pathname)) response.headers.set('content-security-policy', LOOSE_WORKER_POLICY)
  return response
}

function bytes({ body, sizeBytes }: OpenedFile): Response {
  return answer(body, 'application/octet-stream', 200, { 'content-length': String(sizeBytes), 'cache-control': 'no-store' })
}

function answer(body: BodyInit | null, type: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': type, ...headers, ...SECURITY_HEADERS } })
}

function refuse(status: 403 | 404 | 405): Response {
  return answer(`${status}\n`, 'text/plain', status)
}

function webStream(file: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
}

function bodyOf(request: Request): AsyncIterable<Uint8Array> {
  return request.body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Failure('request-invalid', `malformed URL part ${part}`)
  }
}
