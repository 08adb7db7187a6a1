import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdFolder, QueueHeld } from './host-lock.ts'

let folder: string
beforeEach(async () => { folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-lock-')) })
afterEach(() => rm(folder, { recursive: true }))

test('a folder is held by one process, and given back without a trace', async () => {
  const release = await holdFolder(folder)
  await expect(holdFolder(folder)).rejects.toThrow(QueueHeld)
  await release()
  expect(await readdir(folder)).toEqual([])
  await (await holdFolder(folder))()
})

test('a lock of a process that was killed, or that holds nothing, is taken', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const lock = (pid: number) => writeFile(path.join(folder, 'host.lock'), JSON.stringify({ host: os.hostname(), pid, key: 'k', beat: 'b' }))
  await lock(child.pid!)
  const ended = new Promise((resolve) => { child.on('exit', resolve) })
  child.kill('SIGKILL')
  await ended
  // Of several that find it, one takes it.
  const taken = await Promise.allSettled([holdFolder(folder), holdFolder(folder), holdFolder(folder)])
  const held = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(held).toHaveLength(1)
  for (const each of taken) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(QueueHeld)
  await held[0]()
  expect(await readdir(folder)).toEqual([])
})
