import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeJob, type Job, tileCount, tileName, tileOf } from '../job.ts'
import { createFolderStore, keys, prepareFolder, type Store } from '../files/store.ts'
import { job, picture } from '../testing-job.ts'
import { TileFiles } from './tile-files.ts'

let folder: string
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-tile-files-'))
  await prepareFolder(folder)
  store = createFolderStore(folder)
})
afterEach(() => rm(folder, { recursive: true }))

async function put(made: Job): Promise<string> {
  const { bytes, id } = encodeJob(made)
  await store.putBytes(keys.job(id), bytes)
  return id
}
const putTile = (made: Job, id: string, index: number, tile: number, adapter: string, bytes: string): Promise<void> =>
  store.putBytes(keys.tile(id, tileName(made, made.pictures[index], tileOf(made.pictures[index], tile), adapter)), new TextEncoder().encode(bytes))
const putAdapter = (id: string, adapter: string): Promise<void> => store.putBytes(`${keys.adapters(id)}/${adapter}.json`, new TextEncoder().encode(JSON.stringify({ adapter })))

test('a window sees the tiles of a picture that are there, whoever traced them, some hundred at a time', async () => {
  const large = { ...picture(), name: 'Large', width: 2000, height: 1200, cut: { pixels: 4096, blocks: 64 } }
  const made: Job = { ...job(), pictures: [picture(), large] }
  const id = await put(made)
  const files = new TileFiles('0.1.0')
  const count = tileCount(large)
  expect(count).toBeGreaterThan(512)
  for (const adapter of ['card', 'threads']) await putAdapter(id, adapter)
  await putTile(made, id, 0, 1, 'card', 'of the small one')
  await putTile(made, id, 1, 3, 'card', 'three')
  await putTile(made, id, 1, 2, 'threads', 'two')
  await putTile(made, id, 1, 300, 'threads', 'three hundred')
  // One that nobody has told of.
  await putTile(made, id, 1, 4, 'another', 'four')
  expect(await files.there({ folder }, id, 1, 0)).toEqual({ width: 2000, height: 1200, tiles: [{ tile: 2, sizeBytes: 3 }, { tile: 3, sizeBytes: 5 }], next: 256 })
  expect(await files.there({ folder }, id, 1, 256)).toMatchObject({ tiles: [{ tile: 300, sizeBytes: 13 }], next: 512 })
  expect(await files.there({ folder }, id, 1, 512)).toMatchObject({ tiles: [], next: count > 768 ? 768 : 0 })
  expect(await files.there({ folder }, id, 1, count + 9)).toMatchObject({ tiles: [], next: 0 })
  expect(new TextDecoder().decode(await files.read({ folder }, id, 1, 300, 6, 7))).toBe('hundred')
  expect(new TextDecoder().decode(await files.read({ folder }, id, 0, 1, 0, 2))).toBe('of')
})

test('nothing but tiles is read, within their bounds; a job that is gone, of another version, or not what it was, has none', async () => {
  const made: Job = { ...job(), pictures: [picture()] }
  const id = await put(made)
  await putAdapter(id, 'card')
  await putTile(made, id, 0, 0, 'card', 'tile')
  const files = new TileFiles('0.1.0')
  for (const [index, tile, at, count] of [[0, 0, 0, 5], [0, 0, -1, 1], [0, 0, 3, 2], [0, 0, NaN, 1], [0, 0, 0, NaN], [0, 0, 0, 1e9], [0, 1, 0, 1], [0, -1, 0, 1], [0, NaN, 0, 1], [0, 1e12, 0, 1], [7, 0, 0, 1], [NaN, 0, 0, 1]]) {
    await expect(files.read({ folder }, id, index, tile, at, count), `${index} ${tile} ${at} ${count}`).rejects.toThrow()
  }
  for (const other of ['..', '../..', 'b'.repeat(32), 'x']) expect(await files.there({ folder }, other, 0, 0), other).toBeNull()
  expect(await files.there({ folder }, id, 5, 0)).toBeNull()
  expect(await new TileFiles('0.2.0').there({ folder }, id, 0, 0)).toBeNull()
  await writeFile(path.join(folder, 'jobs', id, 'job.json'), '{}')
  expect(await new TileFiles('0.1.0').there({ folder }, id, 0, 0)).toBeNull()
})
