import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Files } from './files/files.ts'
import { Log } from './log.ts'
import { ProjectLock } from './files/project-lock.ts'
import { ORIGIN } from './protocol.ts'
import { answerSafety } from './safety-answers.ts'
import { Recovery } from './recovery/recovery.ts'

const handlers = vi.hoisted(() => new Map<string, (event: unknown, raw: unknown) => Promise<{ ok: boolean; value: unknown }>>())
vi.mock('electron', () => ({ app: {}, dialog: {}, ipcMain: { handle: (channel: string, handler: never) => handlers.set(channel, handler) } }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-answers-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const ask = (channel: string, request: unknown) => handlers.get(`request:${channel}`)!({ senderFrame: { url: `${ORIGIN}/index.html`, parent: null } }, request)

test('what a killed save left goes when its project is opened by who alone has it, and stays while another may be saving', async () => {
  const project = path.join(folder, 'room.atrium')
  const stray = '.room.atrium.0123abcd.tmp'
  for (const name of ['room.atrium', stray]) await writeFile(path.join(folder, name), 'PK\x03\x04')
  const files = new Files()
  const lock = new ProjectLock()
  answerSafety({ log: new Log(path.join(folder, 'log')), files, recovery: new Recovery(path.join(folder, 'recovery')), lock }, {} as BrowserWindow)
  const { id: handle } = await files.open(project)

  const another = new ProjectLock(undefined, { pid: process.ppid })
  await another.moveTo(project)
  expect(await ask('recovery:begin', { handle, continues: null })).toMatchObject({ ok: true, value: { openElsewhere: true } })
  expect(await readdir(folder)).toContain(stray)

  await another.release()
  expect(await ask('recovery:begin', { handle, continues: null })).toMatchObject({ ok: true, value: { openElsewhere: false } })
  expect(await readdir(folder)).not.toContain(stray)
  expect(await readdir(folder)).toContain('room.atrium')
  await lock.release()
})
