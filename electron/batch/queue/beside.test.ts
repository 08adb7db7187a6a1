import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BatchWish } from '../../batch-wire.ts'
import { changeAt, submitAt, viewAt } from './beside.ts'
import { besideOf, placeBeside } from '../files/place.ts'
import { statusFile, takeNotes, waitingNotes, writeStatus, type Note } from './inbox.ts'

const placeOf = (file: string) => placeBeside(besideOf(file))
const wish: BatchWish = { views: ['Kitchen, left', '日本'], sizes: [{ width: 64, height: 36 }], times: [1050], variants: [], clip: null, panorama: false, format: 'png', samples: 4, bounces: 2, denoise: null }
let folder: string
let project: string
let queue: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-beside-'))
  project = path.join(folder, 'Flat 3.atrium')
  await writeFile(project, 'a project')
  queue = path.join(besideOf(project), 'queue')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a window leaves its wish beside the project with the project as it was saved, and a worker takes it word for word', async () => {
  expect(await viewAt(placeOf(project))).toBeNull()
  await submitAt(placeOf(project), project, wish, 7)
  expect(await viewAt(placeOf(project))).toEqual({ folder: 'Flat 3.batch', status: { jobs: [], machines: [], refused: [] }, waiting: ['Flat 3'], isHosted: false })
  await writeFile(project, 'changed since')
  const sha256 = createHash('sha256').update('a project').digest('hex')
  const taken: Note[] = []
  await takeNotes(queue, (note) => { taken.push(note); return Promise.resolve() })
  expect(taken).toEqual([{ kind: 'wish', project: sha256, name: 'Flat 3', wish, priority: 7 }])
  expect(await readFile(path.join(besideOf(project), 'projects', `${sha256}.atrium`), 'utf8')).toBe('a project')
  expect(await waitingNotes(queue)).toEqual([])
})

test('a wish of a folder that cannot be written is refused with a code that has a sentence', async () => {
  await writeFile(besideOf(project), 'a file where the folder should be')
  await expect(submitAt(placeOf(project), project, wish, 0)).rejects.toMatchObject({ code: 'file-not-writable' })
  await expect(submitAt(placeOf(path.join(folder, 'gone.atrium')), path.join(folder, 'gone.atrium'), wish, 0)).rejects.toMatchObject({ code: 'file-not-writable' })
})

test('a window shows what a worker has written down, whether it still works, and nothing of a file that lies', async () => {
  await submitAt(placeOf(project), project, wish, 0)
  await takeNotes(queue, () => Promise.resolve())
  const id = 'a'.repeat(32)
  await changeAt(placeOf(project), { kind: 'priority', job: id, priority: 3 })
  const job = { id, name: 'Flat 3', version: '0.1.0', priority: 0, state: 'running', tiles: 4, done: 1, running: 1, again: 0, secondsLeft: 12, pictures: [{ name: 'Kitchen', clip: null, tiles: 4, done: 1, isThere: false, failed: [], note: '', format: 'png' }], adapters: ['card'] }
  await writeStatus(queue, { jobs: [job], machines: [], refused: [{ name: 'Flat 2', message: 'No such view.' }] })
  expect(await viewAt(placeOf(project))).toMatchObject({ isHosted: true, waiting: [], status: { jobs: [{ id, state: 'running', secondsLeft: 12 }], refused: [{ name: 'Flat 2' }] } })
  await utimes(statusFile(queue), 1, 1)
  expect((await viewAt(placeOf(project)))?.isHosted).toBe(false)
  for (const lie of ['{', '[]', JSON.stringify({ jobs: [{ ...job, id: '../..' }], machines: [] }), JSON.stringify({ jobs: [{ ...job, done: -1 }], machines: [] })]) {
    await writeFile(statusFile(queue), lie)
    await takeNotes(queue, () => Promise.resolve())
    expect(await viewAt(placeOf(project)), lie).toBeNull()
  }
})
