import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Versions } from '../../recovery/versions.ts'
import { Files } from '../files.ts'
import { Turns } from './turns.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-saves-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Numbers in [0, 1), the same for the same seed. Park and Miller 1988. */
const seededRandom = (seed: number) => (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

/** A body that arrives in pieces, others coming in between. */
async function* arriving(content: Uint8Array, random: () => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 7) {
    for (let wait = Math.floor(random() * 4); wait > 0; wait--) await new Promise((resolve) => setImmediate(resolve))
    yield content.subarray(at, at + 7)
  }
}

test.each([1, 2, 3])('saves of one file that overlap as they like are all acknowledged, and the last stands there (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const project = path.join(folder, 'room.atrium')
  await writeFile(project, 'old')
  const files = new Files({ versions: new Versions(path.join(folder, 'versions')) })
  const { id } = await files.open(project)
  await new Response((await files.read(id)).body).arrayBuffer()
  const contents = Array.from({ length: 12 }, (_, i) => Buffer.from(`save ${i} ${'x'.repeat(Math.floor(random() * 60))}`))
  // Bytes go out one after the other, up to three saves ahead of their commits; each commit meets the next ones on their way.
  const sent: Promise<unknown>[] = []
  const saved: Promise<unknown>[] = []
  for (const [i, content] of contents.entries()) {
    sent.push(Promise.all([sent[i - 1], saved[i - 3]]).then(() => files.receive(id, arriving(content, random))))
    saved.push(sent[i].then(() => files.commit(id, { sha256: createHash('sha256').update(content).digest('hex'), sizeBytes: content.length })))
  }
  expect(await Promise.all(saved)).toHaveLength(contents.length)
  expect(await readFile(project)).toEqual(contents.at(-1))
  expect((await readdir(folder)).sort()).toEqual(['room.atrium', 'versions'])
})

test('turns of one thing follow each other though one fails; others do not wait', async () => {
  const turns = new Turns()
  const done: string[] = []
  let release = (): void => {}
  const first = turns.take('a', () => new Promise<void>((_resolve, reject) => (release = () => reject(new Error('no')))))
  const second = turns.take('a', async () => void done.push('second'))
  await turns.take('b', async () => void done.push('other'))
  release()
  await expect(first).rejects.toThrow('no')
  await second
  expect(done).toEqual(['other', 'second'])
})
