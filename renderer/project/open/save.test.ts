import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Channel } from '../../../electron/contract.ts'
import { movePieces } from '../../document/changes/index.ts'
import { isDirty, undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import type { ToWorker } from '../../workers/task-protocol.ts'
import { assetKeyOf, useAssets } from '../assets.ts'
import type { ProjectContents } from '../file/contents.ts'
import { closeProject, newProject, openHandle, save, saveAs, setThumbnail, useProjectFile } from './open-project.ts'
import { parseProject } from '../file/parse.ts'
import { machine, openSomething, PROJECT, startMachine, stopMachine } from '../testing-machine.ts'
import { InlineWorker } from '../testing-workers.ts'

beforeEach(startMachine)
afterEach(stopMachine)

const { files } = machine
const document = () => useDocument.getState().document

/** Sizes of the assets that a message carries. */
function assetsIn(message: ToWorker): number[] {
  const { contents } = (message as { readonly request: { readonly contents: Partial<ProjectContents> } }).request
  return [...(contents.assets ?? new Map<string, Uint8Array>())].map(([, { byteLength }]) => byteLength)
}

test('save writes the file, and reopening gives the same document, camera and settings', async () => {
  await openSomething()
  setThumbnail(() => Promise.resolve(new Blob([Uint8Array.from([1, 2, 3])])))
  useInteraction.setState(({ settings }) => ({ settings: { ...settings, bounces: 7 } }))
  const saved = document()
  const { pose } = useInteraction.getState()
  expect(await save()).toBe(true)
  expect(isDirty(useDocument.getState())).toBe(false)
  expect(undoLabel(useDocument.getState())).toBe('Move')
  closeProject()
  expect(document().pieces).toEqual([])
  await openHandle(PROJECT)
  expect(document()).toEqual(saved)
  expect(useInteraction.getState()).toMatchObject({ pose, settings: { bounces: 7 } })
  expect((await parseProject(files.get(`file/${PROJECT.id}`)!)).thumbnail).toEqual(Uint8Array.from([1, 2, 3]))
})

test('saving copies assets one at a time, and leaves the room its own', async () => {
  await openSomething()
  const sent: string[] = []
  vi.stubGlobal('Worker', class extends InlineWorker {
    override postMessage(message: ToWorker, moved: Transferable[] = []): void {
      const bytes = message.kind === 'answer' && message.ok ? [message.bytes.byteLength] : assetsIn(message)
      sent.push(`${message.kind}: ${bytes.join(' + ')}`)
      super.postMessage(message, moved)
    }
  })
  const sizes = document().assets.map(({ sizeBytes }) => sizeBytes)
  expect(await save()).toBe(true)
  expect(sent).toEqual(['start: ', ...sizes.map((size) => `answer: ${size}`)])
  expect([...useAssets.getState().bytes.values()].map(({ byteLength }) => byteLength)).toEqual(sizes)
})

test('a failure while saving is told, and the changes stay unsaved', async () => {
  await openSomething()
  machine.failOnPut = { code: 'disk-full', detail: 'No space left.' }
  await expect(save()).rejects.toMatchObject({ code: 'disk-full' })
  expect(isDirty(useDocument.getState())).toBe(true)
  expect(useInteraction.getState().tasks).toEqual([])
})

describe('saves that are asked for while another runs', () => {
  /** The main process as it is: a commit asks for the bytes that arrived last. */
  async function openOnACarefulDisk(): Promise<{ sent: () => number }> {
    await openSomething()
    let sent = 0
    const request = async (channel: Channel, payload: unknown): Promise<unknown> => {
      if (channel !== 'file:commit') return { ok: true, value: machine.answers[channel] }
      sent += 1
      const { handle: id, sha256 } = payload as { handle: string; sha256: string }
      await new Promise((resolve) => setImmediate(resolve))
      return (await assetKeyOf(files.get(`file/${id}`)!)) === sha256 ? { ok: true, value: { savedAtMs: 1 } } : { ok: false, code: 'checksum-mismatch', detail: 'Other bytes arrived.' }
    }
    vi.stubGlobal('window', { atrium: { request } })
    return { sent: () => sent }
  }
  const move = (): void => useDocument.getState().edit('Move', movePieces(['p1'], [1, 0, 0]))

  test.each([0, 1, 2, 3, 5, 8])('edit, save, edit, save %i turns later: both are written, and nothing is left unsaved', async (turns) => {
    const { sent } = await openOnACarefulDisk()
    const first = save()
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
    move()
    const last = document()
    expect(await Promise.all([first, save()])).toEqual([true, true])
    expect(isDirty(useDocument.getState())).toBe(false)
    expect((await parseProject(files.get(`file/${PROJECT.id}`)!)).document).toEqual(last)
    expect(sent()).toBeLessThanOrEqual(2)
    expect(useInteraction.getState().tasks).toEqual([])
  })

  test('many of them are one, which holds the last edit', async () => {
    const { sent } = await openOnACarefulDisk()
    const begun = new Promise<void>((resolve) => {
      const stop = useInteraction.subscribe(({ tasks }) => {
        if (tasks.length === 0) return
        stop()
        resolve()
      })
    })
    const asked = [save()]
    await begun
    for (let i = 0; i < 5; i++) {
      move()
      asked.push(save())
    }
    expect(await Promise.all(asked)).toEqual(asked.map(() => true))
    expect((await parseProject(files.get(`file/${PROJECT.id}`)!)).document).toEqual(document())
    expect([sent(), isDirty(useDocument.getState())]).toEqual([2, false])
  })

  test('do not ask for a file again when the user cancelled', async () => {
    await newProject()
    const asked = vi.fn((channel: Channel) => Promise.resolve({ ok: true, value: channel === 'file:choose-save' ? null : machine.answers[channel] }))
    vi.stubGlobal('window', { atrium: { request: asked } })
    expect(await Promise.all([save(), save(), save()])).toEqual([false, false, false])
    expect(asked.mock.calls.filter(([channel]) => channel === 'file:choose-save')).toHaveLength(1)
  })

  test('write nothing of a project that was opened meanwhile', async () => {
    const { sent } = await openOnACarefulDisk()
    const asked = [save(), save()]
    await newProject()
    await Promise.all(asked)
    expect(sent()).toBe(1)
    expect(useProjectFile.getState().handle).toBeNull()
    expect(useDocument.getState().saved).toBe(document())
  })
})

test('Save As gives the project the name of its file; cancelling the dialog saves nothing', async () => {
  await openSomething()
  expect(await saveAs()).toBe(true)
  expect(document().name).toBe('Loft')
  expect(isDirty(useDocument.getState())).toBe(false)
  expect(useProjectFile.getState().handle?.name).toBe('Loft.atrium')
  useDocument.getState().undo()
  expect(document().name).toBe('Loft')
  machine.answers['file:choose-save'] = null
  expect(await saveAs()).toBe(false)
})
