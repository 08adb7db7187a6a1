import { expect, vi } from 'vitest'
import type { AtriumBridge, Channel, FileHandle } from '../../electron/contract.ts'
import { movePieces } from '../document/changes/index.ts'
import { useDocument } from '../document/store.ts'
import { useInteraction } from '../interaction/store.ts'
import { useAssets } from './assets.ts'
import { newProject, openHandle, setThumbnail, useProjectFile } from './open/open-project.ts'
import { serializeProject } from './file/serialize.ts'
import { sampleContents } from './testing.ts'
import { InlineWorker } from './testing-workers.ts'

export const handle = (id: string, kind: FileHandle['kind'], name: string): FileHandle => ({ id, name, kind, sizeBytes: 1, writable: true })
export const PROJECT = handle('1'.repeat(32), 'project', 'studio.atrium')
export const MODEL = handle('2'.repeat(32), 'model', 'house.glb')

/** The machine: files by URL, and answers to requests. A missing file answers as our scheme does. */
export const machine = {
  files: new Map<string, Uint8Array<ArrayBuffer>>(),
  answers: {} as Partial<Record<Channel, unknown>>,
  failOnPut: null as { code: string; detail: string } | null,
}

/** Before each test: a machine without files, and a new room. */
export async function startMachine(): Promise<void> {
  const { files } = machine
  files.clear()
  machine.failOnPut = null
  machine.answers = {
    'settings:get': { theme: 'system', unit: 'cm' },
    'app:info': { version: '0.1.0' },
    'file:commit': { savedAtMs: 1 },
    'file:choose-save': handle('3'.repeat(32), 'project', 'Loft.atrium'),
  }
  const bridge: Pick<AtriumBridge, 'request'> = { request: (channel) => Promise.resolve({ ok: true, value: machine.answers[channel] }) as never }
  vi.stubGlobal('window', { atrium: bridge })
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: Blob }) => {
    if (init?.method === 'PUT') {
      if (machine.failOnPut !== null) return Response.json(machine.failOnPut, { status: 507 })
      files.set(url, new Uint8Array(await (init.body as Blob).arrayBuffer()))
      return new Response()
    }
    const bytes = files.get(url)
    return bytes === undefined ? Response.json({ code: 'file-missing', detail: `${url} is gone.` }, { status: 404 }) : new Response(bytes.slice())
  })
  setThumbnail(null)
  await newProject()
}

/** After each test. */
export function stopMachine(): void {
  vi.unstubAllGlobals()
  InlineWorker.format = undefined
}

/** Opens a project and changes it. @returns holds everything about it that a failure must not touch to what it was */
export async function openSomething(): Promise<() => void> {
  machine.files.set(`file/${PROJECT.id}`, await serializeProject(sampleContents(), 'Atrium 0.1.0'))
  await openHandle(PROJECT)
  useDocument.getState().edit('Move', movePieces(['p1'], [1, 0, 0]))
  const state = () => [useDocument.getState().document, useDocument.getState().undos, useAssets.getState().parsed, useProjectFile.getState(), useInteraction.getState().pose]
  const before = state()
  return () => state().forEach((value, i) => expect(value).toBe(before[i]))
}
