import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Channel, FileHandle } from '../../electron/contract.ts'
import { Failure } from '../../electron/failure.ts'
import { Recovery } from '../../electron/recovery/recovery.ts'
import { UnstableDisk } from '../../electron/files/testing-disk.ts'
import { removeItems, setUnit, movePieces } from '../document/changes/index.ts'
import { isDirty } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import { useNotices } from '../errors/notices.ts'
import { useInteraction } from '../interaction/store.ts'
import { useShell } from '../shell/shell.ts'
import { closeProject, newProject, openHandle, save, useProjectFile } from '../project/open/open-project.ts'
import { serializeProject } from '../project/file/serialize.ts'
import { sampleContents } from '../project/testing.ts'
import { InlineWorker } from '../project/testing-workers.ts'
import { endAutosave, flushAutosave, startAutosave } from './autosave.ts'
import { enterSafeMode, findRecoverable, recover, useRecovery } from './recover.ts'
import { startRecovery } from './start.ts'
import { restoreVersion } from './versions.ts'

const PROJECT: FileHandle = { id: '1'.repeat(32), name: 'studio.atrium', kind: 'project', sizeBytes: 1, writable: true }

/* The main process: the real Recovery on a disk in memory, files by address, and answers of dialogs. */
let disk: UnstableDisk
let recovery: Recovery
let files: Map<string, Uint8Array<ArrayBuffer>>
let asked: string[]
let answers: Partial<Record<Channel, unknown>>
let openElsewhere: boolean
/** What is found was written by the page of this window. */
let isHere = true
let stop: () => void

async function* body(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

type Ask = Record<string, never>
const handlers: Partial<Record<string, (request: Ask) => unknown>> = {
  'recovery:find': async () => {
    await recovery.abandonAll()
    return (await recovery.find()).map((session) => ({ ...session, here: isHere }))
  },
  'recovery:begin': ({ continues }) => ({ session: recovery.begin(null, null, continues), openElsewhere }),
  'recovery:saved': () => undefined,
  'recovery:append': ({ session, records }) => recovery.append(session, records),
  'recovery:end': ({ session }) => recovery.end(session),
  'recovery:file': () => null,
  'recovery:discard': ({ session }) => recovery.discard(session),
}

function request(channel: Channel, payload: Ask): Promise<unknown> {
  asked.push(channel)
  return Promise.resolve()
    .then(() => (channel in handlers ? handlers[channel]?.(payload) : answers[channel]))
    .then((value) => ({ ok: true, value }), (error: Failure) => ({ ok: false, code: error.code, detail: error.message }))
}

async function fakeFetch(url: string, init?: { method?: string; body?: Blob }): Promise<Response> {
  const [folder, session, what, key] = url.split('/')
  const failed = (error: Failure): Response => Response.json({ code: error.code, detail: error.message }, { status: 500 })
  if (init?.method === 'PUT') {
    const bytes = new Uint8Array(await (init.body as Blob).arrayBuffer())
    if (folder !== 'recovery') files.set(url, bytes)
    else return (what === 'asset' ? recovery.putAsset(session, key, body(bytes)) : recovery.putSnapshot(session, body(bytes))).then(() => new Response(), failed)
    return new Response()
  }
  if (folder === 'recovery') return what === 'asset' ? new Response(Uint8Array.from(await recovery.readAsset(session, key))) : new Response((await recovery.read(session)).lines.join('\n'))
  const bytes = files.get(url)
  return bytes === undefined ? Response.json({ code: 'file-missing', detail: 'gone' }, { status: 404 }) : new Response(bytes.slice())
}

beforeEach(async () => {
  disk = new UnstableDisk()
  disk.place('/user/settings.json', '')
  recovery = new Recovery('/user/recovery', disk)
  files = new Map([[`file/${PROJECT.id}`, await serializeProject(sampleContents(), 'x')]])
  asked = []
  openElsewhere = false
  answers = { 'settings:get': { theme: 'system', unit: 'cm' }, 'app:info': { version: '1' }, 'file:commit': { savedAtMs: 1 } }
  vi.stubGlobal('window', { atrium: { request } })
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('fetch', fakeFetch)
  useNotices.setState({ notices: [] })
  useRecovery.setState({ found: [], safeMode: false })
  closeProject()
  stop = startAutosave()
})
afterEach(async () => {
  await endAutosave()
  stop()
  vi.unstubAllGlobals()
})

const document = () => useDocument.getState().document
const edit = (...args: Parameters<ReturnType<typeof useDocument.getState>['edit']>): void => useDocument.getState().edit(...args)

/** The page dies: what it held in memory is gone, nothing is written any more. */
async function crash(): Promise<void> {
  stop()
  recovery = new Recovery('/user/recovery', (disk = disk.afterPowerLoss(() => 0)))
  vi.stubGlobal('window', { atrium: { request: () => new Promise(() => {}) } })
  await Promise.resolve()
  vi.stubGlobal('window', { atrium: { request } })
  closeProject()
  stop = startAutosave()
}

describe('after a crash', () => {
  test('document and camera come back as they were at the last gesture, unsaved, and only once', async () => {
    await openHandle(PROJECT)
    edit('Move', movePieces(['p1'], [1, 0, 0]))
    edit('Unit', setUnit('ft-in'))
    useDocument.getState().undo()
    edit('Delete', removeItems(['p3']))
    const pose = { ...useInteraction.getState().pose, position: [7, 8, 9] as const }
    useInteraction.setState({ pose })
    await flushAutosave()
    const expected = document()
    await crash()
    const [found] = await findRecoverable()
    expect(found).toMatchObject({ name: 'Studio – Größe 2', dirty: true })
    expect(await recover(found)).toBe(true)
    expect(document()).toEqual(expected)
    expect(useInteraction.getState().pose).toEqual(pose)
    expect(isDirty(useDocument.getState())).toBe(true)
    expect(useRecovery.getState().found).toEqual([])
    await crash()
    expect(await findRecoverable()).toHaveLength(1)
  })

  test('a crashed page comes back by itself, with a word about it; another window’s work does not', async () => {
    await openHandle(PROJECT)
    edit('Move', movePieces(['p1'], [1, 0, 0]))
    await flushAutosave()
    const expected = document()
    await crash()
    isHere = false
    await startRecovery(1)
    expect(document().pieces).toEqual([])
    isHere = true
    await startRecovery(1)
    expect(document()).toEqual(expected)
    expect(useShell.getState().screen).toBe('room')
    expect(useNotices.getState().notices).toMatchObject([{ tone: 'info' }])
    useShell.setState({ screen: 'start' })
  })

  test('after two crashes nothing opens by itself, and what is opened traces no rays', async () => {
    await openHandle(PROJECT)
    edit('Move', movePieces(['p1'], [1, 0, 0]))
    await flushAutosave()
    await crash()
    await startRecovery(2)
    expect(useRecovery.getState()).toMatchObject({ safeMode: true, found: [{ gestures: 1 }] })
    expect(document().pieces).toEqual([])
    const leave = enterSafeMode()
    await recover(useRecovery.getState().found[0])
    expect(useInteraction.getState().settings).toMatchObject({ reflections: false, shadows: false, bounces: 0 })
    leave()
  })

  test('what cannot be recovered stays where it is', async () => {
    await openHandle(PROJECT)
    edit('Move', movePieces(['p1'], [1, 0, 0]))
    await flushAutosave()
    await crash()
    const [found] = await findRecoverable()
    await disk.rm(`/user/recovery/${found.id}/assets`, { recursive: true })
    await expect(recover(found)).rejects.toMatchObject({ code: expect.any(String) as string })
    expect(await recovery.find()).toHaveLength(1)
    expect(document().pieces).toEqual([])
  })
})

describe('nothing is offered', () => {
  const offered = async (): Promise<readonly unknown[]> => (await crash(), findRecoverable())

  test('after nothing was done', async () => {
    await openHandle(PROJECT)
    await flushAutosave()
    expect(await offered()).toEqual([])
  })

  test('after a project was saved', async () => {
    await openHandle(PROJECT)
    edit('Move', movePieces(['p1'], [1, 0, 0]))
    await save()
    await flushAutosave()
    expect(await offered()).toEqual([])
  })

  test('after the window closed in peace, or another project took its place', async () => {
    await openHandle(PROJECT)
    edit('Move', movePieces(['p1'], [1, 0, 0]))
    await flushAutosave()
    await newProject()
    await flushAutosave()
    expect(await recovery.find()).toEqual([])
    edit('Unit', setUnit('mm'))
    await flushAutosave()
    await endAutosave()
    expect(await offered()).toEqual([])
  })
})

describe('the journal', () => {
  test('is armed when a load has completed, and what fails to load never touches it', async () => {
    await openHandle(PROJECT)
    edit('Move', movePieces(['p1'], [1, 0, 0]))
    const expected = document()
    const broken = { ...PROJECT, id: '2'.repeat(32) }
    files.set(`file/${broken.id}`, new Uint8Array(100))
    await expect(openHandle(broken)).rejects.toMatchObject({ code: 'project-invalid' })
    await flushAutosave()
    await crash()
    await recover((await findRecoverable())[0])
    expect(document()).toEqual(expected)
  })

  test('that cannot be written is told once, goes on trying, and has everything when it can', async () => {
    await openHandle(PROJECT)
    await flushAutosave()
    disk.fault = { at: disk.operations.length, error: 'ENOSPC' }
    edit('Move', movePieces(['p1'], [1, 0, 0]))
    await flushAutosave()
    expect(useNotices.getState().notices).toMatchObject([{ code: 'backup-failed' }])
    const expected = document()
    await crash()
    await recover((await findRecoverable())[0])
    expect(document()).toEqual(expected)
  })
})

test('a project that is open elsewhere asks for another name when it is saved', async () => {
  openElsewhere = true
  await openHandle(PROJECT)
  await flushAutosave()
  expect(useProjectFile.getState().handle?.writable).toBe(false)
  expect(useNotices.getState().notices[0].title).toContain('open in another window')
})

test('a saved version comes back as one step that Undo takes back', async () => {
  await openHandle(PROJECT)
  const saved = document()
  edit('Delete', removeItems(['p1', 'p3']))
  const before = document()
  expect(await restoreVersion({ handle: PROJECT, savedAtMs: 1, current: false }, 'Restore Version')).toBe(true)
  expect(document()).toEqual(saved)
  useDocument.getState().undo()
  expect(document()).toBe(before)
})

describe('saving asks', () => {
  beforeEach(() => openHandle(PROJECT))

  test('before an empty room takes the place of a furnished one', async () => {
    edit('Delete', removeItems(['p1', 'p3']))
    answers['dialog:emptied'] = 'cancel'
    expect(await save()).toBe(false)
    expect(asked).not.toContain('file:commit')
    answers['dialog:emptied'] = 'save'
    expect(await save()).toBe(true)
  })

  test('before an empty room that a crash left takes the place of a file that nobody has read', async () => {
    edit('Delete', removeItems(['p1', 'p3']))
    await flushAutosave()
    await crash()
    handlers['recovery:file'] = () => PROJECT
    const [found] = await findRecoverable()
    expect(await recover(found)).toBe(true)
    handlers['recovery:file'] = () => null
    expect(document().pieces).toEqual([])
    answers['dialog:emptied'] = 'cancel'
    expect(await save()).toBe(false)
    expect(asked).not.toContain('file:commit')
    answers['dialog:emptied'] = 'save'
    expect(await save()).toBe(true)
    // What is there is known now.
    asked.length = 0
    expect(await save()).toBe(true)
    expect(asked).not.toContain('dialog:emptied')
  })

  test('before it overwrites what others changed', async () => {
    edit('Move', movePieces(['p1'], [1, 0, 0]))
    let overwritten = 0
    handlers['file:commit'] = ({ overwrite }) => {
      if (!overwrite) throw new Failure('file-changed', 'other bytes')
      overwritten += 1
      return { savedAtMs: 1 }
    }
    answers['dialog:changed'] = 'cancel'
    expect(await save()).toBe(false)
    expect([overwritten, isDirty(useDocument.getState())]).toEqual([0, true])
    answers['dialog:changed'] = 'overwrite'
    expect(await save()).toBe(true)
    answers['dialog:changed'] = 'save-as'
    answers['file:choose-save'] = null
    expect(await save()).toBe(false)
    expect(asked.at(-1)).toBe('file:choose-save')
    expect(overwritten).toBe(1)
    delete handlers['file:commit']
  })
})
