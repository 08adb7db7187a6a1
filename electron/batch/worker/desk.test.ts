import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { BatchWish } from '../../batch-wire.ts'
import { type DeskState, runDesk } from './desk.ts'
import { holdFolder } from '../queue/host-lock.ts'
import { leaveNote, readStatusFile } from '../queue/inbox.ts'
import { encodeJob, tileCount, tileOf } from '../job.ts'
import { ComputeError } from './page-renderer.ts'
import { placeBeside } from '../files/place.ts'
import { keys, createFolderStore } from '../files/store.ts'
import { job, picture } from '../testing-job.ts'
import { bytesOf, createTestingRenderer } from '../testing-renderer.ts'

const wish: BatchWish = { views: ['Door'], sizes: [{ width: 40, height: 24 }], times: [], variants: [], clip: null, panorama: false, format: 'png', samples: 130, bounces: 4, denoise: false }

test('a desk works on the queues of two projects one after the other, tells what it cannot do, waits for a folder that is held, and ends when it is told to', { tags: 'proof' }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-desk-test-'))
  const places = ['first', 'second'].map((name) => placeBeside(path.join(folder, `${name}.batch`)))
  const stop = new AbortController()
  const states: DeskState[] = []
  for (const [i, { notes }] of places.entries()) await leaveNote(notes, { kind: 'wish', project: String(i).repeat(64), name: `Flat ${i}`, wish, priority: i })
  await leaveNote(places[0].notes, { kind: 'wish', project: 'f'.repeat(64), name: 'Strange', wish, priority: 0 })
  // Another Atrium has the second one at first.
  const release = await holdFolder(places[1].queue)
  let pages = 0
  const running = runDesk({
    places: () => places, works: true, version: '0.1.0', signal: stop.signal, tell: (state) => states.push(state),
    rendererOf: (store) => (pages++ === 0 ? Promise.reject(new ComputeError('There is no adapter.')) : Promise.resolve({ renderer: createTestingRenderer(store), atOnce: 2 })),
    async jobOf(_place, store, { project, name }) {
      if (project === 'f'.repeat(64)) throw new ComputeError('No view is called “Door”.')
      const made = { ...job({ name, project }), pictures: [picture()] }
      const { bytes, id } = encodeJob(made)
      await store.putBytes(keys.job(id), bytes)
      return { job: made, id }
    },
  })
  await expect.poll(() => states.some(({ trouble }) => trouble === 'There is no adapter.')).toBe(true)
  await expect.poll(async () => await readStatusFile(places[0].notes)).toMatchObject({ jobs: [{ name: 'Flat 0', state: 'done' }], refused: [{ name: 'Strange', message: 'No view is called “Door”.' }] })
  await expect.poll(() => states.some(({ kind, trouble }) => kind === 'trouble' && trouble.includes(os.hostname()))).toBe(true)
  await release()
  await expect.poll(async () => await readStatusFile(places[1].notes)).toMatchObject({ jobs: [{ name: 'Flat 1', state: 'done', priority: 1 }] })
  await expect.poll(() => states.at(-1)).toEqual({ kind: 'idle', atHand: { tiles: 0, merges: 0 }, trouble: '' })
  stop.abort()
  await running
  for (const [i, place] of places.entries()) {
    const made = { ...job({ name: `Flat ${i}`, project: String(i).repeat(64) }), pictures: [picture()] }
    const bytes = await createFolderStore(place.folder).get(keys.picture(made.name, encodeJob(made).id, picture()))
    expect(Buffer.from(bytes!)).toEqual(Buffer.concat(Array.from({ length: tileCount(picture()) }, (_, k) => bytesOf(tileOf(picture(), k), picture()))))
    expect((await readdir(place.queue)).sort()).toEqual(['database', 'inbox', 'status.json'])
  }
  await rm(folder, { recursive: true })
})
