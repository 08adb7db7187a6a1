import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readStatusFile, writeStatus } from './inbox.ts'

let folder: string
beforeEach(async () => { folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-inbox-')) })
afterEach(() => rm(folder, { recursive: true }))

test('of several that write down the status at once none fails, and what is there is whole', async () => {
  await Promise.all(Array.from({ length: 32 }, () => writeStatus(folder, { jobs: Array.from({ length: 500 }, (_, i) => i) })))
  expect(await readStatusFile(folder)).toEqual({ jobs: Array.from({ length: 500 }, (_, i) => i) })
  expect(await readdir(folder)).toEqual(['status.json'])
})
