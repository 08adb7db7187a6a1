import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePrivate } from './files/disk.ts'
import { Recent } from './files/recent.ts'
import { TreeCache } from './files/tree-cache.ts'
import { Log } from './log.ts'
import { Recovery } from './recovery/recovery.ts'
import { Versions } from './recovery/versions.ts'

let folder: string
let umask: number
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-private-'))
  umask = process.umask(0)
})
afterEach(async () => {
  process.umask(umask)
  await rm(folder, { recursive: true, force: true })
})

async function* bytes(content: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(content))
}

test.skipIf(process.platform === 'win32')('what Atrium keeps is its owner’s alone to read, whatever the user’s mask allows', async () => {
  const profile = path.join(folder, 'profile')
  const project = path.join(folder, 'room.atrium')
  await writeFile(project, 'PK', { mode: 0o644 })
  await new Recent(path.join(profile, 'recent.json')).add(project)
  await new Versions(path.join(profile, 'versions')).keep(project, 'a'.repeat(64), 1)
  await new TreeCache(path.join(profile, 'trees')).write('b'.repeat(64), bytes('tree'))
  new Log(path.join(profile, 'logs', 'atrium.log')).info('hello')
  const recovery = new Recovery(path.join(profile, 'recovery'))
  const id = recovery.begin(project, null)
  await recovery.putAsset(id, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', bytes('test'))
  await recovery.putSnapshot(id, bytes(JSON.stringify({ kind: 'snapshot', name: 'x', sequence: 0, gestures: 0, dirty: true })))
  await recovery.abandonAll()

  const names = await readdir(profile, { recursive: true, withFileTypes: true })
  const rights = await Promise.all(names.map(async (entry) => [path.join(entry.parentPath, entry.name), (await stat(path.join(entry.parentPath, entry.name))).mode & 0o777, entry.isDirectory() ? 0o700 : 0o600] as const))
  expect(rights.filter(([, is]) => is === 0o600).length).toBeGreaterThanOrEqual(6)
  for (const [name, is, wanted] of [...rights, [profile, (await stat(profile)).mode & 0o777, 0o700] as const]) expect(is.toString(8), name).toBe(wanted.toString(8))
  expect((await stat(project)).mode & 0o777).toBe(0o644)
})

test.skipIf(process.platform === 'win32')('a profile of an older Atrium is closed at the next start', async () => {
  await chmod(folder, 0o755)
  await makePrivate(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})
