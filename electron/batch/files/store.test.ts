import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolderStore, keys, partsOf, prepareFolder } from './store.ts'

let folder: string
beforeEach(async () => { folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-store-')) })
afterEach(() => rm(folder, { recursive: true }))

test('keys stay below their folder', async () => {
  for (const key of ['..', '../x', 'a/../../x', 'a//b', '/etc/passwd', 'a/./b', 'a\\..\\b', 'a\0b', '']) expect(() => partsOf(key)).toThrow(RangeError)
  await prepareFolder(folder)
  await expect(createFolderStore(folder).putBytes('jobs/../../x', new Uint8Array(1))).rejects.toThrow(RangeError)
  expect(keys.picture('Flat', 'ab'.repeat(16), { clip: 'Walk', name: '00001', format: 'png' })).toBe('pictures/Flat ababab/Walk/00001.png')
})

test('files appear whole, are read in parts and go', async () => {
  await prepareFolder(folder)
  const store = createFolderStore(folder)
  await store.putBytes('jobs/a/job.json', Uint8Array.of(1, 2, 3, 4, 5))
  expect(await store.size('jobs/a/job.json')).toBe(5)
  expect([...await store.read('jobs/a/job.json', 1, 3)]).toEqual([2, 3, 4])
  await expect(store.read('jobs/a/job.json', 3, 3)).rejects.toThrow('ends at 5')
  await store.put('jobs/a/tiles/x.sums', path.join(folder, 'jobs/a/job.json'))
  expect([...(await store.get('jobs/a/tiles/x.sums'))!]).toEqual([1, 2, 3, 4, 5])
  expect(await store.list('jobs/a')).toEqual(['jobs/a/job.json', 'jobs/a/tiles'])
  await store.removeFolder('jobs/a')
  expect(await store.size('jobs/a/job.json')).toBeNull()
  expect(await store.get('jobs/a/job.json')).toBeNull()
  expect(await store.list('jobs/a')).toEqual([])
})

test('the folder of a cancelled job is removed though a worker still writes into it', async () => {
  const store = createFolderStore(folder)
  await prepareFolder(folder)
  for (let i = 0; i < 30; i++) await store.putBytes(`jobs/a/${i}`, Uint8Array.of(i))
  const write = async (name: string): Promise<void> => {
    for (let i = 0; i < 60; i++) await store.putBytes(`jobs/a/${name}-${i}`, Uint8Array.of(i)).catch(() => {})
  }
  let isWritten = false
  const written = Promise.all(['b', 'c'].map(write)).then(() => { isWritten = true })
  do await store.removeFolder('jobs/a')
  while (!isWritten)
  await written
  await store.removeFolder('jobs/a')
  expect(await store.list('jobs/a')).toEqual([])
})

test('of several that write one file at once none fails, and nothing half-written stays', async () => {
  await prepareFolder(folder)
  const store = createFolderStore(folder)
  await Promise.all(Array.from({ length: 32 }, () => store.putBytes('jobs/a/adapters/x.json', new Uint8Array(4096).fill(7))))
  expect(new Set(await store.get('jobs/a/adapters/x.json'))).toEqual(new Set([7]))
  expect(await readdir(path.join(folder, 'jobs/a/adapters'))).toEqual(['x.json'])
})

test('a folder that has gone is not made anew', async () => {
  const drive = path.join(folder, 'drive')
  await prepareFolder(drive)
  const store = createFolderStore(drive)
  await store.check()
  await rm(drive, { recursive: true })
  await mkdir(drive)
  await expect(store.check()).rejects.toThrow('ENOENT')
  await expect(store.putBytes('jobs/a', new Uint8Array(1))).rejects.toThrow('ENOENT')
  await expect(store.writable('jobs/a/b')).rejects.toThrow('ENOENT')
  expect(await readdir(drive)).toEqual([])
})
