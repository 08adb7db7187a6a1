import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../../electron/batch/files/store.ts'
import { UsageError } from '../usage.ts'
import { createS3Store } from './s3.ts'

/** As much of S3 as a store asks for: objects, ranges, lists in pages of two, uploads in parts. */
function standIn(objects: Map<string, Buffer>, uploads: Map<string, Map<number, Buffer>>): Server {
  const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    return request.headers['content-encoding']?.includes('aws-chunked') === true ? unchunked(body) : body
  }
  return createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://s3')
      const key = decodeURIComponent(url.pathname).replace(/^\/bucket\//, '')
      const query = url.searchParams
      const xml = (text: string): void => { response.setHeader('content-type', 'application/xml').end(`<?xml version="1.0"?>${text}`) }
      const body = await bodyOf(request)
      if (query.has('list-type')) {
        const all = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).sort()
        const from = Number(query.get('continuation-token') ?? 0)
        const more = from + 2 < all.length
        return xml(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''}${all.slice(from, from + 2).map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')}</ListBucketResult>`)
      }
      if (request.method === 'POST' && query.has('uploads')) {
        uploads.set('u1', new Map())
        return xml('<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>')
      }
      if (request.method === 'POST') {
        const parts = uploads.get(query.get('uploadId')!)!
        objects.set(key, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part)))
        uploads.delete(query.get('uploadId')!)
        return xml('<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>')
      }
      if (request.method === 'PUT') {
        const upload = uploads.get(query.get('uploadId') ?? '')
        if (upload === undefined) objects.set(key, body)
        else upload.set(Number(query.get('partNumber')), body)
        return response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`).end()
      }
      if (request.method === 'DELETE') {
        objects.delete(key)
        return response.writeHead(204).end()
      }
      const found = objects.get(key)
      if (found === undefined) return response.writeHead(404, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? undefined : '<Error><Code>NoSuchKey</Code></Error>')
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      const sent = range === null ? found : found.subarray(Number(range[1]), Number(range[2]) + 1)
      response.writeHead(range === null ? 200 : 206, { 'content-length': sent.length }).end(request.method === 'HEAD' ? undefined : sent)
    })()
  })
}

/** A body that travels in chunks with their sizes before them. */
function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const line = body.indexOf('\r\n', at)
    const length = parseInt(body.toString('latin1', at, line), 16)
    if (!(length > 0)) return Buffer.concat(parts)
    parts.push(body.subarray(line + 2, line + 2 + length))
    at = line + 2 + length + 2
  }
}

let server: Server
let client: S3Client
let store: Store
let folder: string
const objects = new Map<string, Buffer>()
const uploads = new Map<string, Map<number, Buffer>>()

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-s3-'))
  server = standIn(objects, uploads).listen(0, '127.0.0.1')
  await new Promise((resolve) => { server.once('listening', resolve) })
  client = new S3Client({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, region: 'nowhere', forcePathStyle: true, credentials: { accessKeyId: 'nobody', secretAccessKey: 'nothing' }, maxAttempts: 1 })
  store = createS3Store('s3://bucket/renders/night', client)
})
afterEach(async () => {
  client.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => { server.close(resolve) })
  objects.clear()
  await rm(folder, { recursive: true })
})

test('a bucket holds what a folder holds: files come, are read in parts, are listed and go', async () => {
  await store.check()
  for (const name of ['a', 'b', 'c', 'd/e']) await store.putBytes(`jobs/x/${name}`, Uint8Array.of(1, 2, 3, 4, 5))
  expect([...objects.keys()]).toContain('renders/night/jobs/x/d/e')
  expect(await store.size('jobs/x/a')).toBe(5)
  expect(await store.size('jobs/x/nobody')).toBeNull()
  expect(await store.get('jobs/x/nobody')).toBeNull()
  expect([...await store.read('jobs/x/a', 1, 3)]).toEqual([2, 3, 4])
  await expect(store.read('jobs/x/a', 4, 3)).rejects.toThrow('ends at 5')
  expect(await store.list('jobs/x')).toEqual(['jobs/x/a', 'jobs/x/b', 'jobs/x/c'])
  await store.removeFolder('jobs/x')
  expect([...objects.keys()]).toEqual(['renders/night/atrium-batch.json'])
  await expect(store.putBytes('../elsewhere', Uint8Array.of(1))).rejects.toThrow(RangeError)
})

test('a large file travels in parts, and arrives whole', { tags: 'proof' }, async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: (16 << 20) + 12_345 }, (_, i) => (i * 2654435761) >>> 24))
  const file = path.join(folder, 'large')
  await writeFile(file, bytes)
  await store.put('tiles/large.sums', file)
  expect(objects.get('renders/night/tiles/large.sums')?.equals(bytes)).toBe(true)
  expect(uploads.size).toBe(0)
  const local = await store.local('tiles/large.sums', path.join(folder, 'cache'))
  expect((await readFile(local)).equals(bytes)).toBe(true)
})

test('an address that is no bucket is refused', () => {
  for (const at of ['s3://', 's3://x', 's3://UPPER/x', 'https://bucket/x']) expect(() => createS3Store(at, client)).toThrow(UsageError)
})
