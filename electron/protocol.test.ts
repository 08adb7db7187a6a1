import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileHandle } from './contract.ts'
import { Demo } from './demo.ts'
import { Failure } from './failure.ts'
import { Files } from './files/files.ts'
import { CONTENT_SECURITY_POLICY, ORIGIN, PRIVILEGES, SECURITY_HEADERS, createProtocolHandler } from './protocol.ts'
import { Pathless } from './files/pathless.ts'
import { Recovery } from './recovery/recovery.ts'

let folder: string
let files: Files
let recovery: Recovery
const pathless = new Pathless()
const WINDOW = 'a'.repeat(32)
const receive = async (window: string, name: string, body: AsyncIterable<Uint8Array>): Promise<FileHandle> => {
  if (window !== WINDOW) throw new Failure('handle-unknown', window)
  return pathless.receive(files, name, body)
}
let serve: (request: Request) => Promise<Response>

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-protocol-'))
  const pageFolder = path.join(folder, 'page')
  await mkdir(path.join(pageFolder, 'assets'), { recursive: true })
  await writeFile(path.join(pageFolder, 'index.html'), '<!doctype html>')
  await writeFile(path.join(pageFolder, 'assets/a.js'), 'export {}')
  await writeFile(path.join(folder, 'secret.txt'), 'secret')
  files = new Files()
  recovery = new Recovery(path.join(folder, 'user', 'recovery'))
  await mkdir(path.join(folder, 'user'))
  serve = createProtocolHandler({ pageFolder, files, receive, demo: new Demo(path.join(folder, 'demo'), null), recovery, onError: () => {} })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const get = (pathname: string, init?: RequestInit): Promise<Response> => serve(new Request(`${ORIGIN}${pathname}`, init))
const put = (pathname: string, body: string): Promise<Response> => get(pathname, { method: 'PUT', body })

test('the page and its modules are served with their types', async () => {
  const page = await get('/')
  expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([200, 'text/html; charset=utf-8', '<!doctype html>'])
  expect((await get('/assets/a.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test('a file without a path is kept until Atrium ends, under its own name and alone; projects and folders are refused', async () => {
  const came = await put(`/came/${WINDOW}/${encodeURIComponent('Anna’s Stuhl.obj')}`, 'model')
  const handle = FileHandle.parse(await came.json())
  expect(handle).toMatchObject({ name: 'Anna’s Stuhl.obj', kind: 'model', sizeBytes: 5, writable: false })
  expect(await (await get(`/file/${handle.id}`)).text()).toBe('model')
  expect(await (await get(`/file/${handle.id}/siblings`)).json()).toEqual(['Anna’s Stuhl.obj'])
  for (const name of ['room.atrium', 'notes.txt', '..%2fescape.glb', 'a%5cb.glb', `${'a'.repeat(300)}.glb`]) expect((await put(`/came/${WINDOW}/${name}`, 'x')).status, name).toBe(400)
  expect((await put(`/came/${'b'.repeat(32)}/chair.glb`, 'x')).status).toBe(404)
  const place = files.pathOf(handle.id)
  await pathless.dispose()
  expect((await get(`/file/${handle.id}`)).status).toBe(404)
  await expect(readFile(place)).rejects.toThrow('ENOENT')
})

test('every answer carries the security headers, failures too', async () => {
  for (const pathname of ['/', '/missing', `/file/${'0'.repeat(32)}`, '/%E0']) {
    const { headers } = await get(pathname)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers.get(name)).toBe(value)
  }
})

test('the policy allows our own scripts, WebAssembly and workers, and no eval', () => {
  const directives = Object.fromEntries(CONTENT_SECURITY_POLICY.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
  expect(directives).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'worker-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", 'blob:', 'data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
})

test('one worker alone has a policy of its own: it may use eval, and reach nothing', async () => {
  await writeFile(path.join(folder, 'page/assets/loose.worker-abc.js'), 'export {}')
  const { headers } = await get('/assets/loose.worker-abc.js')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; script-src 'self' 'unsafe-eval'")
  expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  for (const other of ['/', '/assets/a.js', '/assets/loose.worker-abc.js.map', '/loose.worker/index.html']) expect((await get(other)).headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY)
})

test('the scheme is standard and secure, and bypasses no policy', () => {
  expect(PRIVILEGES).toEqual({ standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true })
})

test.each(['/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt', '/%2e%2e/secret.txt', '/..%5csecret.txt', '/%00', '/assets'])('%s is no file of the page', async (pathname) => {
  expect([403, 404]).toContain((await get(pathname)).status)
})

test('other hosts, other origins and other methods are refused', async () => {
  expect((await serve(new Request('app://elsewhere/index.html'))).status).toBe(404)
  expect((await get('/', { headers: { origin: 'https://example.org' } })).status).toBe(403)
  expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(405)
  expect((await put('/index.html', 'x')).status).toBe(405)
})

test('bytes behind a handle are read and replaced', async () => {
  const project = path.join(folder, 'room.atrium')
  await writeFile(project, 'old')
  const { id } = await files.open(project)
  const answer = await get(`/file/${id}`)
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['3', 'old'])
  expect((await put(`/file/${id}`, 'new')).status).toBe(204)
  expect(await readFile(project, 'utf8')).toBe('old')
})

test('failures answer with a code of the contract', async () => {
  const unknown = await get(`/file/${'0'.repeat(32)}`)
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'handle-unknown' }])
  await writeFile(path.join(folder, 'room.gltf'), '{}')
  await symlink(path.join(folder, 'secret.txt'), path.join(folder, 'link.bin'))
  const { id } = await files.open(path.join(folder, 'room.gltf'))
  for (const sibling of ['link.bin', '..%2f..%2fetc%2fpasswd', '%2e%2e%2fsecret.txt']) {
    const refused = await get(`/file/${id}/sibling/${sibling}`)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'sibling-refused' }])
  }
})

test('results of an unattended run have plain names', async () => {
  expect((await put('/demo/01-raster.png', 'png')).status).toBe(204)
  expect(await readFile(path.join(folder, 'demo/01-raster.png'), 'utf8')).toBe('png')
  for (const name of ['..%2fescape.png', 'room.atrium', 'a.png.exe', '.png', 'A.png']) expect((await put(`/demo/${name}`, 'x')).status).toBe(400)
})

test('without an unattended run there is nowhere to put results', async () => {
  const plain = createProtocolHandler({ pageFolder: path.join(folder, 'page'), files, demo: null, onError: () => {} })
  expect((await plain(new Request(`${ORIGIN}/demo/a.png`, { method: 'PUT', body: 'x' }))).status).toBe(405)
})

test('a refusal is told as the asker’s mistake, and only what we did not foresee as ours', async () => {
  const file = path.join(folder, 'room.glb')
  await writeFile(file, 'glTF')
  const { id } = await files.open(file)
  expect((await put(`/file/${id}`, 'x')).status).toBe(400)
  files.read = () => Promise.reject(new TypeError('oops'))
  expect((await get(`/file/${id}`)).status).toBe(500)
})

describe('a session that a crash left behind', () => {
  const sha256 = createHash('sha256').update('glTF').digest('hex')
  const snapshot = JSON.stringify({ kind: 'snapshot', name: 'Studio', sequence: 0, gestures: 0, dirty: true })

  test('comes in by PUT and out by GET, by session alone', async () => {
    const session = recovery.begin(null, null)
    expect((await put(`/recovery/${session}/asset/${sha256}`, 'glTF')).status).toBe(204)
    expect((await put(`/recovery/${session}/snapshot`, snapshot)).status).toBe(204)
    await recovery.abandonAll()
    expect(await (await get(`/recovery/${session}/journal`)).text()).toBe(snapshot)
    expect(await (await get(`/recovery/${session}/asset/${sha256}`)).text()).toBe('glTF')
    expect((await put(`/recovery/${session}/snapshot`, snapshot)).status).toBe(400)
  })

  test('is nothing but that', async () => {
    const session = recovery.begin(null, null)
    const paths = [`/recovery/${session}/other`, `/recovery/${session}/asset`, `/recovery/${session}/asset/x/y`, `/recovery/..%2F..%2Fsecret.txt/journal`, `/recovery/${'0'.repeat(32)}/journal`]
    for (const pathname of paths) expect((await get(pathname)).status).toBe(404)
    expect((await get(`/recovery/${session}/asset/..%2F..%2Fsecret.txt`)).status).toBe(400)
    expect((await put(`/recovery/${session}/other`, 'x')).status).toBe(404)
    expect((await get(`/recovery/${session}/snapshot`, { method: 'DELETE' })).status).toBe(405)
    expect((await put(`/recovery/${session}/asset/${sha256}`, 'other')).status).toBe(400)
  })
})

test('tiles are served under the id of what their page was asked, by whole numbers alone', async () => {
  const asked: unknown[] = []
  const tiles = {
    project: (id: string) => new Blob([`project of ${id}`]).stream(),
    part: (...args: [string, number, number, number]) => { asked.push(args); return Promise.resolve(new Uint8Array([1, 2])) },
    async write(id: string, at: number, body: AsyncIterable<Uint8Array>) { asked.push([id, at, await textOf(body)]) },
  }
  const own = createProtocolHandler({ pageFolder: folder, files, demo: null, tiles, onError: () => {} })
  const ask = (pathname: string, init?: RequestInit) => own(new Request(`${ORIGIN}${pathname}`, init))
  expect(await (await ask('/tiles/7/project')).text()).toBe('project of 7')
  expect(new Uint8Array(await (await ask('/tiles/7/part/2/16/2')).arrayBuffer())).toEqual(new Uint8Array([1, 2]))
  expect((await ask('/tiles/7/out/4', { method: 'PUT', body: 'sums' })).status).toBe(204)
  await ask('/tiles/7/part/-1/1e9/0x2')
  expect(asked).toEqual([['7', 2, 16, 2], ['7', 4, 'sums'], ['7', NaN, NaN, NaN]])
  for (const wrong of ['/tiles/7/other', '/tiles/7/part/1/2', '/tiles/7/project/more']) expect((await ask(wrong)).status, wrong).toBe(404)
  expect((await ask('/tiles/7/out/4', { method: 'DELETE' })).status).toBe(405)
})

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
