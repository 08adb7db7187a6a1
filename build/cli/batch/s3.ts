import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand, CompleteMultipartUploadCommand, CreateMultipartUploadCommand, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client, UploadPartCommand,
} from '@aws-sdk/client-s3'
import { partsOf, type Store } from '../../../electron/batch/files/store.ts'
import { UsageError } from '../usage.ts'
import { say } from '../../../renderer/words/say.ts'

/** What is larger travels in parts of so many bytes; S3 takes 10,000 of them. */
const PART_BYTES = 16 << 20

const isMissing = (error: unknown): boolean => ['NotFound', 'NoSuchKey'].includes((error as { name?: string }).name ?? '')

/**
 * A bucket as a store. Who may read it is told the SDK as always (its environment, its profile, the machine's role); AWS_ENDPOINT_URL_S3 leads to any other S3. An object
 * appears when all of it has come, so there is nothing half-written.
 *
 * @param at  s3://bucket/prefix @throws UsageError
 */
export function createS3Store(at: string, client = new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined, maxAttempts: 5 })): Store {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(at)
  if (match === null) throw new UsageError(say('cli.batch.error.s3', { at }))
  const [, Bucket, prefix = ''] = match
  const keyOf = (key: string): string => [...(prefix === '' ? [] : [prefix]), ...partsOf(key)].join('/')

  async function putParts(Key: string, file: string, sizeBytes: number): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    try {
      const Parts = []
      for (let at = 0, PartNumber = 1; at < sizeBytes; at += PART_BYTES, PartNumber++) {
        const end = Math.min(sizeBytes, at + PART_BYTES)
        const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: createReadStream(file, { start: at, end: end - 1 }), ContentLength: end - at }))
        Parts.push({ ETag, PartNumber })
      }
      await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
    } catch (error) {
      // Parts that nobody completes are paid for, for ever.
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
      throw error
    }
  }

  async function namesBelow(folder: string): Promise<string[]> {
    const found: string[] = []
    const Prefix = `${keyOf(folder)}/`
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }))
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) found.push(Key.slice(Prefix.length))
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined
    }
    return found
  }

  const remove = async (key: string): Promise<void> => { await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(key) })) }

  return {
    name: at,
    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(key) }))).ContentLength ?? null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async read(key, start, count) {
      if (count === 0) return new Uint8Array()
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key), Range: `bytes=${start}-${start + count - 1}` }))
      const bytes = new Uint8Array(await Body!.transformToByteArray())
      if (bytes.length !== count) throw new Error(`${key} ends at ${start + bytes.length}`)
      return bytes
    },
    async get(key) {
      try {
        return new Uint8Array(await (await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key) }))).Body!.transformToByteArray())
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async put(key, file) {
      const { size } = await stat(file)
      if (size > PART_BYTES) return putParts(keyOf(key), file, size)
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(key), Body: createReadStream(file), ContentLength: size }))
    },
    async putBytes(key, bytes) { await client.send(new PutObjectCommand({ Bucket, Key: keyOf(key), Body: bytes })) },
    list: async (folder) => (await namesBelow(folder)).filter((name) => !name.includes('/')).map((name) => `${folder}/${name}`),
    remove,
    async removeFolder(folder) { for (const name of await namesBelow(folder)) await remove(`${folder}/${name}`) },
    async local(key, cache) {
      const file = path.join(cache, partsOf(key).at(-1)!)
      await mkdir(cache, { recursive: true })
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key) }))
      // Several tiles of one process may fetch it at once.
      const part = `${file}.${randomUUID()}.part`
      await pipeline(Body as Readable, createWriteStream(part))
      await rename(part, file)
      return file
    },
    writable: () => Promise.resolve(null),
    async check() {
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf('atrium-batch.json'), Body: '{"format":1}\n' }))
    },
  }
}
