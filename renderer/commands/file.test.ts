import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileHandle } from '../../electron/contract.ts'
import { setName } from '../document/changes/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { useDocument } from '../document/store.ts'
import { piece } from '../document/testing.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { useNotices } from '../errors/notices.ts'
import { useShell } from '../shell/shell.ts'
import { openDropped, openFile } from './file.ts'
import { runCommand } from './registry.ts'

const projects = vi.hoisted(() => ({
  closeProject: vi.fn(), newProject: vi.fn(), openHandle: vi.fn(), openSample: vi.fn(), placeCatalogueItem: vi.fn(), save: vi.fn(), saveAs: vi.fn(),
}))
vi.mock('../project/open-project.ts', () => projects)

const handle: FileHandle = { id: 'a'.repeat(32), name: 'house.glb', kind: 'model', sizeBytes: 10, writable: false }
let answer: 'save' | 'discard' | 'cancel' = 'cancel'
let dropped: 'save' | 'open' | 'cancel' = 'cancel'
const questions: string[] = []
const asked: unknown[] = []

beforeEach(() => {
  vi.resetAllMocks()
  questions.length = 0
  asked.length = 0
  const request = (channel: string, question: unknown): Promise<unknown> => {
    questions.push(channel)
    if (channel === 'dialog:dropped') asked.push(question)
    const value = channel === 'dialog:unsaved' ? answer : channel === 'dialog:dropped' ? dropped : channel === 'recent:list' ? [] : channel === 'file:choose-open' ? handle : undefined
    return Promise.resolve({ ok: true, value })
  }
  vi.stubGlobal('window', { atrium: { request, adopt: () => Promise.resolve({ ok: true, value: handle }) } })
  useDocument.getState().replace(emptyDocument('Studio'))
  useShell.setState({ screen: 'room' })
  useNotices.setState({ notices: [] })
  projects.openHandle.mockResolvedValue(true)
})
afterEach(() => vi.unstubAllGlobals())

function makeEdited(): void {
  useDocument.getState().edit('Rename Project', setName('Loft'))
}

describe('leaving a project', () => {
  test('asks nothing when everything is saved', async () => {
    await openFile(handle)
    expect(questions).not.toContain('dialog:unsaved')
    expect(projects.openHandle).toHaveBeenCalledWith(handle)
  })

  test('keeps the room when the user cancels', async () => {
    makeEdited()
    answer = 'cancel'
    await openFile(handle)
    await runCommand('file.new')
    await runCommand('file.close')
    expect(projects.openHandle).not.toHaveBeenCalled()
    expect(projects.newProject).not.toHaveBeenCalled()
    expect(projects.closeProject).not.toHaveBeenCalled()
    expect(useShell.getState().screen).toBe('room')
  })

  test('saves first when the user says so, and stays when saving was cancelled', async () => {
    makeEdited()
    answer = 'save'
    projects.save.mockResolvedValueOnce(false).mockResolvedValueOnce(true)
    await runCommand('file.new')
    expect(projects.newProject).not.toHaveBeenCalled()
    await runCommand('file.new')
    expect(projects.newProject).toHaveBeenCalledOnce()
  })

  test('gives the work up when the user says so', async () => {
    makeEdited()
    answer = 'discard'
    await runCommand('file.close')
    expect(projects.save).not.toHaveBeenCalled()
    expect(useShell.getState().screen).toBe('start')
  })
})

describe('a model dropped on an open room', () => {
  const drop = (): Promise<void> => openDropped(new File([], 'chair.glb'))
  const furnish = (): void => useDocument.getState().replace({ ...emptyDocument('Studio'), pieces: [piece('sofa')] })

  test('replaces nothing unasked, edited or not', async () => {
    furnish()
    dropped = 'cancel'
    await drop()
    makeEdited()
    await drop()
    expect(questions.filter((channel) => channel.startsWith('dialog:'))).toEqual(['dialog:dropped', 'dialog:dropped'])
    expect(projects.openHandle).not.toHaveBeenCalled()
    expect(asked).toEqual([{ model: 'house.glb', name: 'Studio', edited: false }, { model: 'house.glb', name: 'Loft', edited: true }])
  })

  test('opens when the user says so, after saving when that is what they said', async () => {
    furnish()
    dropped = 'open'
    await drop()
    expect(projects.openHandle).toHaveBeenCalledOnce()
    makeEdited()
    dropped = 'save'
    projects.save.mockResolvedValueOnce(false).mockResolvedValueOnce(true)
    await drop()
    expect(projects.openHandle).toHaveBeenCalledOnce()
    await drop()
    expect(projects.openHandle).toHaveBeenCalledTimes(2)
  })

  test('opens at once where there is nothing to lose', async () => {
    await drop()
    useShell.setState({ screen: 'start' })
    furnish()
    await drop()
    expect(questions).not.toContain('dialog:dropped')
    expect(projects.openHandle).toHaveBeenCalledTimes(2)
  })
})

describe('opening', () => {
  test('puts what is open among the recent files, a model too, and nothing that could not be opened', async () => {
    projects.openHandle.mockRejectedValueOnce(new AtriumError('model-invalid', 'no model'))
    await openFile(handle)
    expect(questions).not.toContain('recent:add')
    await openFile(handle)
    await vi.waitFor(() => expect(questions.slice(-2)).toEqual(['recent:add', 'recent:list']))
  })

  test('names the file that failed and stays where it was', async () => {
    useShell.setState({ screen: 'start' })
    projects.openHandle.mockRejectedValue(new AtriumError('model-truncated', 'chunk 1'))
    await runCommand('file.open')
    expect(useNotices.getState().notices[0].title).toMatch(/^house\.glb: /)
    expect(useShell.getState().screen).toBe('start')
  })

  test('says nothing when the user cancelled a long load', async () => {
    projects.openHandle.mockRejectedValue(new AtriumError('cancelled', ''))
    await openFile(handle)
    expect(useNotices.getState().notices).toEqual([])
  })
})
