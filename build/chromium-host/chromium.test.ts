import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whenProfileIsFree } from './chromium.mjs'

let profile: string
let holder: ChildProcess
beforeEach(() => {
  profile = mkdtempSync(path.join(os.tmpdir(), 'atrium-profile-'))
  holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', `--user-data-dir=${profile}`], { stdio: 'ignore' })
})
afterEach(() => {
  holder.kill('SIGKILL')
  rmSync(profile, { recursive: true })
})
const hold = (pid = holder.pid) => symlinkSync(`${os.hostname()}-${pid}`, path.join(profile, 'SingletonLock'))

test('a profile that a Chromium still holds is free when that has ended', async () => {
  hold()
  let isFree = false
  const free = whenProfileIsFree(profile).then(() => { isFree = true })
  // Looked at some times more meanwhile.
  await whenProfileIsFree(profile, 200)
  expect(isFree).toBe(false)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await free
})

test('a profile that nobody holds, or whose holder died, is free at once', async () => {
  await whenProfileIsFree(profile)
  hold()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await whenProfileIsFree(profile)
})

test.runIf(process.platform === 'linux')('a number that is another program’s by now keeps no profile', async () => {
  hold(process.pid)
  await whenProfileIsFree(profile, Infinity)
})

test('a Chromium that never ends is not waited for without end', async () => {
  hold()
  await whenProfileIsFree(profile, 100)
})
