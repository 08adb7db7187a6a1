import { execFileSync, spawn } from 'node:child_process'
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

test('a holder that is busy for seconds, as with a long statement, is not taken for dead', async () => {
  const release = await holdFolder(folder)
  // Another process watches for two beats, and nothing else is done here meanwhile.
  const watch = `const { readFileSync } = require('node:fs')
const beats = new Set()
const end = Date.now() + 20_000
setInterval(() => {
  try { beats.add(JSON.parse(readFileSync(process.argv[1], 'utf8')).beat) } catch {}
  if (beats.size >= 3 || Date.now() > end) process.exit(beats.size >= 3 ? 0 : 1)
}, 20)`
  execFileSync(process.execPath, ['-e', watch, path.join(folder, 'host.lock')], { stdio: 'ignore' })
  await release()
  expect(await readdir(folder)).toEqual([])
})
