import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileHandle } from '../../../electron/contract.ts'
import { setName } from '../../document/changes/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { AtriumError } from '../../errors/atrium-error.ts'
import { useNotices } from '../../errors/notices.ts'
import { useShell } from '../../shell/shell.ts'
import { openFile } from './file.ts'
import { runCommand } from '../registry.ts'

const projects = vi.hoisted(() => ({
  closeProject: vi.fn(), currentView: vi.fn(), newProject: vi.fn(), openHandle: vi.fn(), openSample: vi.fn(), placeCatalogueItem: vi.fn(), save: vi.fn(), saveAs: vi.fn(),
}))
vi.mock('../../project/open/open-project.ts', () => projects)

const handle: FileHandle = { id: 'a'.repeat(32), name: 'house.glb', kind: 'model', sizeBytes: 10, writable: false }
let answer: 'save' | 'discard' | 'cancel' = 'cancel'
const questions: string[] = []

beforeEach(() => {
  vi.resetAllMocks()
  questions.length = 0
  const request = (channel: string): Promise<unknown> => {
    questions.push(channel)
    const value = channel === 'dialog:unsaved' ? answer : channel === 'recent:list' ? [] : channel === 'file:choose-open' ? handle : undefined
    return Promise.resolve({ ok: true, value })
  }
  vi.stubGlobal('window', { atrium: { request } })
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

describe('opening', () => {
  test('puts what is open among the recent files, a model too, and nothing that could not be opened', async () => {
    projects.openHandle.mockRejectedValueOnce(new AtriumError('model-invalid', 'no model'))
    await openFile(handle)
    expect(questions).not.toContain('recent:add')
    await openFile(handle)
    await expect.poll(() => questions.slice(-2)).toEqual(['recent:add', 'recent:list'])
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
