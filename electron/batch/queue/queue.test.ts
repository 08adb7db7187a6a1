import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QueueHeld } from './host-lock.ts'
import { leaveNote, takeNotes } from './inbox.ts'
import { encodeJob, type Job, tileCount, tileName, tileOf } from '../job.ts'
import { openQueue, type Queue } from './queue.ts'
import { createFolderStore, keys, prepareFolder, type Store } from '../files/store.ts'
import { job, picture } from '../testing-job.ts'
import { bytesOf, createTestingRenderer } from '../testing-renderer.ts'
import { startWorker, type WorkerEvent } from '../worker/worker.ts'

let folder: string
let store: Store
// Each database lives for seconds: compiling PostgreSQL a second time, for speed, costs more than that brings.
setFlagsFromString('--liftoff-only')
afterAll(() => setFlagsFromString('--no-liftoff-only'))
// One database for all: making one takes longer than all that is done with it.
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-queue-'))
  await prepareFolder(folder)
  store = createFolderStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const open = (version = '0.1.0'): Promise<Queue> => openQueue(path.join(folder, 'queue'), version, (error) => { throw error })

async function put(each: Job): Promise<string> {
  const { bytes, id } = encodeJob(each)
  await store.putBytes(keys.job(id), bytes)
  return id
}

const pictureOf = ({ pictures: [first] }: Job): Buffer => Buffer.concat(Array.from({ length: tileCount(first) }, (_, i) => bytesOf(tileOf(first, i), first)))

test('a tile that always fails is told and the rest is done; a refused job is tried once; a cancelled one leaves nothing', { tags: 'proof' }, async () => {
  const queue = await open()
  const events: WorkerEvent[] = []
  let attempts = 0
  const renderer = createTestingRenderer(store, (_job, { view }, { region, firstSample }, signal) => {
    if (view === 'Broken' && region.x === 0 && region.y === 0 && firstSample === 0) return Promise.reject(new Error(`No view is called “Broken”. ${++attempts}`))
    return view !== 'Endless' ? Promise.resolve() : new Promise<void>((_resolve, reject) => { signal.addEventListener('abort', () => reject(new Error('ended'))) })
  })
  const worker = await startWorker({ queue, store, renderer, version: '0.1.0', name: 'a machine', atOnce: 2, pollSeconds: 0.5, say: (event) => events.push(event) })
  const broken = job({ name: 'Broken', pictures: [picture({ view: 'Broken' }), picture({ name: 'Whole' })] })
  const stranger = job({ name: 'Stranger', pictures: [picture({ cut: { pixels: 4096, blocks: 8 } })] })
  const id = await put(broken)
  await queue.submit(broken, id, 0)
  // Its file is not what its name says.
  const wrongId = '0'.repeat(32)
  await store.putBytes(keys.job(wrongId), encodeJob(stranger).bytes)
  await queue.submit(stranger, wrongId, 9)
  const stateOf = async (each: string) => (await queue.status()).jobs.find((found) => found.id === each)
  await expect.poll(async () => (await stateOf(id))?.state).toBe('failed')
  const done = await stateOf(id)
  expect(done?.pictures.map(({ isThere }) => isThere)).toEqual([false, true])
  expect(done?.pictures[0].failed).toEqual(['No view is called “Broken”. 5 (a machine)'])
  expect(attempts).toBe(5)
  expect((await stateOf(wrongId))?.pictures[0].failed).toEqual(['The job’s file has changed since it was submitted.'])
  expect(events.filter((event) => event.kind === 'failed' && event.job === wrongId)).toHaveLength(1)
  expect(done?.adapters).toEqual(['arithmetic'])

  const endless = job({ name: 'Endless', pictures: [picture({ view: 'Endless' })] })
  const endlessId = await put(endless)
  await leaveNote(path.join(folder, 'queue'), { kind: 'submit', job: endlessId, priority: 3 })
  await takeNotes(path.join(folder, 'queue'), async (note) => { if (note.kind === 'submit') await queue.submit(endless, note.job, note.priority) })
  await expect.poll(async () => (await stateOf(endlessId))?.running).toBe(2)
  expect((await queue.status()).machines).toMatchObject([{ machine: 'a machine', adapter: 'arithmetic', version: '0.1.0', trouble: null }])
  await queue.cancel(endlessId)
  await store.removeFolder(keys.folder(endlessId))
  expect(await stateOf(endlessId)).toMatchObject({ state: 'cancelled', running: 0, priority: 3 })
  await expect.poll(async () => (await queue.status()).machines[0].tasks).toEqual([])
  expect(await store.size(keys.job(endlessId))).toBeNull()
  // A machine with another Atrium would trace other light: it never sees these tiles.
  const later = job({ name: 'Later', atrium: '9.9.9' })
  await queue.submit(later, await put(later), 0)
  await worker.stop()
  await queue.close()
  expect(events.filter((event) => event.kind === 'begun' && event.job === 'Later')).toEqual([])
})

test('a worker is killed with the database in it, two tiles under way: the next does what is left, every tile once, and the picture has the bits of an undisturbed one', async () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const outDir = path.join(root, 'out/tools')
  await build({ root, configFile: false, logLevel: 'silent', publicDir: false, build: { ssr: path.join(import.meta.dirname, '../testing-host.ts'), outDir, emptyOutDir: false, rollupOptions: { output: { entryFileNames: 'testing-host.mjs' } } } })
  const id = await put(job())
  const killed = spawn(process.execPath, ['--liftoff-only', path.join(outDir, 'testing-host.mjs'), folder, id, '2'], { stdio: ['ignore', 'pipe', 'inherit'] })
  expect(String((await once(killed.stdout, 'data'))[0])).toBe('2 tiles hang\n')
  await expect(open()).rejects.toThrow(QueueHeld)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const tiles = Array.from({ length: tileCount(picture()) }, (_, i) => i)
  const keyOf = (i: number): string => keys.tile(id, tileName(job(), picture(), tileOf(picture(), i), 'arithmetic'))
  const sizes = await Promise.all(tiles.map((i) => store.size(keyOf(i))))
  const left = tiles.filter((i) => sizes[i] === null)
  expect(left).toHaveLength(4)

  const queue = await open()
  const events: WorkerEvent[] = []
  const worker = await startWorker({ queue, store, renderer: createTestingRenderer(store), version: '0.1.0', name: 'the next', atOnce: 2, pollSeconds: 0.5, say: (event) => events.push(event) })
  await expect.poll(async () => (await queue.status()).jobs.find((each) => each.id === id)?.state).toBe('done')
  await worker.stop()
  expect((await queue.status()).machines.map(({ machine }) => machine)).not.toContain('the next')
  await queue.close()
  const traced = events.flatMap((event) => (event.kind === 'begun' ? [event.tile] : []))
  expect(traced.toSorted((a, b) => Number(a) - Number(b))).toEqual(left)
  expect(events.filter(({ kind }) => kind !== 'begun' && kind !== 'done')).toEqual([])
  expect(Buffer.from((await store.get(keys.picture('Flat', id, picture())))!)).toEqual(pictureOf(job()))
  // Its lock has gone with it.
  expect((await readdir(path.join(folder, 'queue'))).filter((name) => name !== 'inbox')).toEqual(['database'])
  // Rows were counted when they came: -1 is of a table that never was, and is planned as if it were empty.
  const database = await PGlite.create(path.join(folder, 'queue', 'database'))
  const { rows } = await database.query<{ reltuples: number }>("SELECT reltuples FROM pg_class WHERE oid IN ('atrium_batch.job_common'::regclass, 'atrium_batch.job_dependency'::regclass)")
  await database.close()
  expect(rows.map(({ reltuples }) => reltuples)).toEqual([expect.toSatisfy((count: number) => count > 0), expect.toSatisfy((count: number) => count > 0)])
})

test('a full disk is waited out: no tile is given up for it', { tags: 'proof' }, async () => {
  const queue = await open()
  const events: WorkerEvent[] = []
  let isFull = true
  const sick: Store = { ...store, check: () => (isFull ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) : Promise.resolve()) }
  const renderer = createTestingRenderer(store, () => (isFull ? Promise.reject(Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' })) : Promise.resolve()))
  const full = job({ name: 'Full' })
  const id = await put(full)
  await queue.submit(full, id, 0)
  const found = async () => (await queue.status()).jobs.find((each) => each.id === id)
  const worker = await startWorker({
    queue, store: sick, renderer, version: '0.1.0', atOnce: 1, pollSeconds: 0.5,
    say: (event) => {
      events.push(event)
      if (event.kind === 'trouble') isFull = false
    },
  })
  await expect.poll(async () => (await found())?.state).toBe('done')
  expect(events.map(({ kind }) => kind).filter((kind) => kind !== 'begun' && kind !== 'done')).toEqual(['trouble', 'well'])
  expect((await found())?.pictures[0].failed).toEqual([])
  await worker.stop()
  await queue.close()
})
