import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createProtocolHandler, ORIGIN } from '../protocol.ts'
import { TreeCache } from './tree-cache.ts'
import { Files } from './files.ts'

let folder: string
beforeEach(async () => { folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-trees-')) })
afterEach(() => rm(folder, { recursive: true }))

const key = (letter: string): string => letter.repeat(64)
async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> { yield bytes }

test('what is written is read back, and what is not there is nothing', async () => {
  const cache = new TreeCache(path.join(folder, 'trees'))
  expect(await cache.read(key('a'))).toBeNull()
  await cache.write(key('a'), bodyOf(Uint8Array.of(1, 2, 3)))
  await cache.write(key('a'), bodyOf(Uint8Array.of(4, 5)))
  expect([...(await cache.read(key('a')))!]).toEqual([4, 5])
  expect(await readdir(path.join(folder, 'trees'))).toEqual([key('a')])
})

test('a full folder loses what was used longest ago, and files of others stay', async () => {
  const cache = new TreeCache(folder, 25)
  await writeFile(path.join(folder, 'notes.txt'), 'not ours'.repeat(9))
  for (const [i, letter] of ['a', 'b', 'c'].entries()) {
    await cache.write(key(letter), bodyOf(new Uint8Array(10)))
    await utimes(path.join(folder, key(letter)), 1000 + i, 1000 + i).catch(() => {})
  }
  // The third made no room for itself: the first had to go.
  expect((await readdir(folder)).toSorted()).toEqual([key('b'), key('c'), 'notes.txt'])
  await cache.read(key('b'))
  await cache.write(key('d'), bodyOf(new Uint8Array(10)))
  expect((await readdir(folder)).toSorted()).toEqual([key('b'), key('d'), 'notes.txt'])
})

test('names that are no keys reach no file', async () => {
  const cache = new TreeCache(path.join(folder, 'trees'))
  for (const name of ['../secret', 'A'.repeat(64), '', `${key('a')}.tmp`]) {
    await expect(cache.read(name)).rejects.toMatchObject({ code: 'request-invalid' })
    await expect(cache.write(name, bodyOf(new Uint8Array(1)))).rejects.toMatchObject({ code: 'request-invalid' })
  }
})

test('a write that breaks off leaves the entry as it was', async () => {
  const cache = new TreeCache(folder)
  await cache.write(key('a'), bodyOf(Uint8Array.of(7)))
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(8)
    throw new Error('the page is gone')
  }
  await expect(cache.write(key('a'), broken())).rejects.toThrow('the page is gone')
  expect(await readdir(folder)).toEqual([key('a')])
  expect([...await readFile(path.join(folder, key('a')))]).toEqual([7])
})

test('the page reads and writes trees over our scheme', async () => {
  const trees = new TreeCache(path.join(folder, 'trees'))
  const serve = createProtocolHandler({ pageFolder: folder, files: new Files(), demo: null, trees, onError: () => {} })
  const ask = (name: string, init?: RequestInit): Promise<Response> => serve(new Request(`${ORIGIN}/tree/${name}`, init))
  // No 404, which the console would show at every first opening.
  expect((await ask(key('a'))).status).toBe(204)
  expect((await ask(key('a'), { method: 'PUT', body: 'tree' })).status).toBe(204)
  expect(await (await ask(key('a'))).text()).toBe('tree')
  expect((await ask('..%2fescape', { method: 'PUT', body: 'x' })).status).toBe(400)
  expect((await ask(key('a'), { method: 'DELETE' })).status).toBe(405)
})
