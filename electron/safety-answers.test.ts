import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Exports } from './files/exports/exports.ts'
import { Files } from './files/files.ts'
import { Log } from './log.ts'
import { ProjectLock } from './files/project-lock.ts'
import { ORIGIN } from './protocol.ts'
import { answerSafety } from './safety-answers.ts'
import { Recovery } from './recovery/recovery.ts'
import { type OpenWindow, Windows } from './window/windows.ts'

const handlers = vi.hoisted(() => new Map<string, (event: unknown, raw: unknown) => Promise<{ ok: boolean; value: unknown; code?: string }>>())
vi.mock('electron', () => ({ app: {}, dialog: {}, ipcMain: { handle: (channel: string, handler: never) => handlers.set(channel, handler) } }))

let folder: string
let windows: Windows
let open: Set<string>
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-answers-'))
  windows = new Windows()
  open = new Set()
  handlers.clear()
  answerSafety({ log: new Log(path.join(folder, 'log')), windows, recovery: new Recovery(path.join(folder, 'recovery')) })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A window whose page we are. */
function openWindow() {
  const told: unknown[] = []
  const fake = { isDestroyed: () => false, isMinimized: () => false, focus: vi.fn(), webContents: { send: (channel: string, payload: unknown) => void told.push([channel, payload]) } }
  const here: OpenWindow = windows.add({ window: fake, closeFlow: {}, crashes: () => 0 } as never, { files: new Files(), exports: new Exports(), lock: new ProjectLock(undefined, {}, open) })
  const ask = (channel: string, request: unknown) => handlers.get(`request:${channel}`)!({ senderFrame: { url: `${ORIGIN}/index.html`, parent: null }, sender: fake.webContents }, request)
  const begin = async (handle: string | null, continues: string | null = null) => (await ask('recovery:begin', { handle, continues })).value as { session: string; openElsewhere: boolean }
  return { here, ask, begin, told, focus: fake.focus }
}

test('what a killed save left goes when its project is opened by who alone has it, and stays while another may be saving', async () => {
  const project = path.join(folder, 'room.atrium')
  const stray = '.room.atrium.0123abcd.tmp'
  for (const name of ['room.atrium', stray]) await writeFile(path.join(folder, name), 'PK\x03\x04')
  const { here, begin } = openWindow()
  const { id: handle } = await here.files.open(project)

  const another = new ProjectLock(undefined, { pid: process.ppid })
  await another.moveTo(project)
  expect(await begin(handle)).toMatchObject({ openElsewhere: true })
  expect(await readdir(folder)).toContain(stray)

  await another.release()
  expect(await begin(handle)).toMatchObject({ openElsewhere: false })
  expect(await readdir(folder)).not.toContain(stray)
  expect(await readdir(folder)).toContain('room.atrium')
  await here.lock.release()
})

test('a project that is open in another window brings that one forward, and has one lock for as long as it is open', async () => {
  const project = path.join(folder, 'room.atrium')
  await writeFile(project, 'PK')
  const [first, second] = [openWindow(), openWindow()]
  const [mine, theirs] = [(await first.here.files.open(project)).id, (await second.here.files.open(project)).id]
  expect((await second.ask('window:show', { handle: theirs })).value).toBe(false)
  const { session } = await first.begin(mine)
  expect((await first.ask('window:show', { handle: mine })).value).toBe(false)
  expect((await second.ask('window:show', { handle: theirs })).value).toBe(true)
  expect([first.focus.mock.calls.length, second.focus.mock.calls.length]).toEqual([1, 0])
  // Opened all the same, by two at once: the second saves elsewhere.
  expect(await second.begin(theirs)).toMatchObject({ openElsewhere: true })
  await first.ask('recovery:end', { session })
  expect(await second.begin(theirs)).toMatchObject({ openElsewhere: false })
  expect((await readdir(folder)).filter((name) => name.endsWith('.lock'))).toEqual(['.~room.atrium.lock'])
  await second.here.lock.release()
  expect((await readdir(folder)).filter((name) => name.endsWith('.lock'))).toEqual([])
})

test('what is opened next keeps its lock when the session before it ends late', async () => {
  for (const name of ['a.atrium', 'b.atrium']) await writeFile(path.join(folder, name), 'PK')
  const { here, begin, ask } = openWindow()
  const first = await begin((await here.files.open(path.join(folder, 'a.atrium'))).id)
  await begin((await here.files.open(path.join(folder, 'b.atrium'))).id)
  await ask('recovery:end', { session: first.session })
  expect(here.lock.project).toBe(path.join(folder, 'b.atrium'))
  await here.lock.release()
})

test('a page reaches the sessions and handles of its own window alone', async () => {
  const project = path.join(folder, 'room.atrium')
  await writeFile(project, 'PK')
  const [first, second] = [openWindow(), openWindow()]
  const { id: handle } = await first.here.files.open(project)
  const { session } = await first.begin(null)
  const records = [{ kind: 'edit', sequence: 1, atMs: 1, patch: {} }]
  expect(await second.ask('recovery:append', { session, records })).toMatchObject({ ok: false, code: 'request-invalid' })
  expect(await second.ask('recovery:saved', { session, handle: null })).toMatchObject({ ok: false, code: 'request-invalid' })
  expect(await second.ask('recovery:begin', { handle, continues: null })).toMatchObject({ ok: false, code: 'handle-unknown' })
  await second.ask('recovery:end', { session })
  expect(first.here.session).toBe(session)
  windows.remove(first.here)
  expect(await first.ask('versions:list', { handle })).toMatchObject({ ok: false, code: 'request-invalid' })
  expect(() => windows.withHandle(handle)).toThrow(handle)
})

test('after a crash a page is told which work was its own, and leaves that of other windows alone', async () => {
  const recovery = new Recovery(path.join(folder, 'recovery'))
  handlers.clear()
  answerSafety({ log: new Log(path.join(folder, 'log')), windows, recovery })
  async function* snapshot(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from(JSON.stringify({ kind: 'snapshot', name: 'Studio', sequence: 0, gestures: 1, dirty: true })))
  }
  const [crashed, other, third] = [openWindow(), openWindow(), openWindow()]
  const [mine, theirs] = [await crashed.begin(null), await other.begin(null)]
  for (const { session } of [mine, theirs]) await recovery.putSnapshot(session, snapshot())
  expect((await crashed.ask('recovery:find', undefined)).value).toMatchObject([{ id: mine.session, here: true }])
  expect((await third.ask('recovery:find', undefined)).value).toMatchObject([{ id: mine.session, here: false }])
  // It lives on here: nobody else takes it up, and whoever offers it stops.
  await crashed.begin(null, mine.session)
  expect((await third.ask('recovery:find', undefined)).value).toEqual([])
  expect(await third.ask('recovery:file', { session: mine.session })).toMatchObject({ ok: false, code: 'file-missing' })
  expect(third.told).toEqual([['event:recovery:gone', { session: mine.session }]])
  await recovery.abandonAll()
})
