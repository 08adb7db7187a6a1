import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ErrorCode, FileHandle } from '../../electron/contract.ts'
import { DEFAULT_SETTINGS } from '../../gpu/settings.ts'
import { addMaterial, movePieces, removeItems, rename, wearMaterial } from '../document/changes/index.ts'
import { isDirty } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import { arbitraryEdits, furnished } from '../document/testing.ts'
import type { AtriumDocument } from '../document/types.ts'
import { AtriumError } from '../errors/atrium-error.ts'
import { useAssets } from '../project/assets.ts'
import { newOrigin } from '../project/file/contents.ts'
import { closeProject, openHandle } from '../project/open/open-project.ts'
import { serializeProject } from '../project/file/serialize.ts'
import { sampleContents } from '../project/testing.ts'
import { InlineWorker } from '../project/testing-workers.ts'
import { applyPatch } from './patch.ts'
import { playScript, sessionAtHand } from './play-script.ts'
import { linesOfScript, MAX_SCRIPT_BYTES, readScript } from './script.ts'

const store = () => useDocument.getState()
/** JSON knows no negative zero. */
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const POSE = { position: [1, 2, 3], orientation: [0, 0, 0, 1], target: [0, 1, 0], verticalFov: 1 } as const
const VIEW = { pose: POSE, navigation: 'orbit', settings: DEFAULT_SETTINGS } as const

/** Made-up keys of models are no sums of anything: wherever they stand, the sums of made-up bytes take their place. */
const withSums = (text: string): string => text.replaceAll(/"([acde])\1{63}"/g, (_, sign: string) => JSON.stringify(sha256(encode(sign))))

/** What a session of edits, undos and redos writes, and the documents that are left of it. */
function written(): { readonly text: string; readonly documents: readonly AtriumDocument[]; readonly labels: readonly string[] } {
  const { undos, document } = store()
  const documents = [...undos.map((step) => step.document), document]
  const labels = undos.map(({ label }) => label as string)
  const lines = [...linesOfScript({ documents, labels, view: VIEW, origin: newOrigin(new Date(0)), bytesOf: (key) => encode(key[0]) })]
  return { text: withSums(lines.join('\n')), documents: JSON.parse(withSums(JSON.stringify(documents))) as AtriumDocument[], labels }
}

const session = fc.tuple(arbitraryEdits(), fc.infiniteStream(fc.integer({ min: 0, max: 5 })))

async function playsBack(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(session, async ([edits, dice]) => {
      store().replace(furnished())
      for (const { label, change, gesture } of edits) {
        const { value } = dice.next()
        if (value === 0) store().undo()
        else if (value === 1) store().redo()
        else store().edit(label, change, gesture)
      }
      const { text, documents, labels } = written()
      const { start, steps } = await readScript(encode(text))
      store().replace(start)
      for (const { label, patch } of steps) store().edit(label, (document) => applyPatch(document, patch))
      const played = [...store().undos.map((step) => step.document), store().document]
      expect(throughJson(played.at(-1))).toEqual(documents.at(-1))
      // A step of no effect (a drag there and back) is none when it is played.
      const isStep = (i: number): boolean => JSON.stringify(documents[i]) !== JSON.stringify(documents[i + 1])
      const told = labels.filter((_, i) => isStep(i))
      if (played.length - 1 === told.length) expect(store().undos.map(({ label }) => label)).toEqual(told.map((label) => label.slice(0, 200)))
      while (store().undos.length > 0) store().undo()
      expect(throughJson(store().document)).toEqual(documents[0])
    }),
    { numRuns },
  )
}

test('what was done in any session plays back to the same document, and can be undone to where it began', () => playsBack(40))

test('1,000 sessions play back', { tags: 'proof' }, () => playsBack(1000))

test('each step keeps its name', async () => {
  store().replace(furnished())
  store().edit('Move Chair', movePieces(['p1'], [1, 0, 0]), 'drag')
  store().edit('Move Chair', movePieces(['p1'], [1, 0, 0]), 'drag')
  store().edit('Rename', rename('p2', 'Stool'))
  const { steps } = await readScript(encode(written().text))
  expect(steps.map(({ label }) => label)).toEqual(['Move Chair', 'Rename'])
})

describe('a script from who knows where', () => {
  beforeEach(() => {
    store().replace(furnished())
    store().edit('Move', movePieces(['p1'], [1, 0, 0]))
    store().edit('Rename', rename('p2', 'Stool'))
  })

  const codeOf = (bytes: Uint8Array<ArrayBuffer>): Promise<ErrorCode | null> => readScript(bytes).then(() => null, (error: AtriumError) => error.code)
  const lines = (): string[] => written().text.split('\n')
  const altered = (line: number, change: (json: Record<string, never>) => object): string =>
    lines().map((text, i) => (i === line ? JSON.stringify(change(JSON.parse(text) as Record<string, never>)) : text)).join('\n')

  test('is played as it was written', async () => expect(await codeOf(encode(written().text))).toBeNull())

  // The head, two models, two steps.
  test.each<[string, ErrorCode, () => string]>([
    ['nothing', 'script-invalid', () => ''],
    ['no text', 'script-invalid', () => '\ud800'],
    ['no JSON', 'script-invalid', () => 'move sofa 45cm\n'],
    ['a journal', 'script-invalid', () => JSON.stringify({ kind: 'snapshot', version: 4 })],
    ['a script of a later version', 'script-newer', () => altered(0, (head) => ({ kind: head['kind'], script: 2, version: 4 }))],
    ['a project of a later version', 'script-newer', () => altered(0, (head) => ({ ...head, version: 99 }))],
    ['its end is missing', 'script-truncated', () => lines().slice(0, -1).join('\n')],
    ['half a line', 'script-invalid', () => written().text.slice(0, -3)],
    ['more steps than anybody can undo', 'script-invalid', () => altered(0, (head) => ({ ...head, steps: 1e9 }))],
    ['other bytes of a model', 'script-invalid', () => altered(1, (asset) => ({ ...asset, bytes: btoa('x') }))],
    ['no bytes of a model', 'script-invalid', () => altered(0, (head) => ({ ...head, assets: 1 })).split('\n').filter((_, i) => i !== 2).join('\n')],
    ['a step that is none', 'script-invalid', () => altered(3, () => ({ kind: 'run', command: 'rm' }))],
    ['a step about a piece that is not there', 'script-invalid', () => altered(3, (edit) => ({ ...edit, patch: { lists: { pieces: { remove: ['nobody'] } } } }))],
    ['a step that makes no valid project', 'script-invalid', () => altered(3, (edit) => ({ ...edit, patch: { lists: { pieces: { change: [{ id: 'p1', set: { position: [1, 2, 'far'] } }] } } } }))],
    ['a step that makes one only until the next', 'script-invalid', () => altered(3, (edit) => ({ ...edit, patch: { set: { name: 7 } } })).replace(/"patch":\{"lists"(?=[^\n]*$)/, '"patch":{"set":{"name":"Studio"},"lists"')],
    ['too many pieces', 'project-too-many', () => altered(0, (head) => ({ ...head, document: { ...(head['document'] as object), pieces: Array.from({ length: 100_001 }, () => ({})) } }))],
  ])('%s: %s', async (_, code, text) => {
    const bytes = _ === 'no text' ? Uint8Array.from([0xff, 0xfe, 0x00]) : encode(text())
    expect(await codeOf(bytes)).toBe(code)
  })

  test('reaches into no other object', async () => {
    const text = lines().map((line, i) => (i === 3 ? line.replace('{', '{"__proto__":{"polluted":1},') : line)).join('\n')
    await readScript(encode(text))
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('too large a script is neither written nor read', async () => {
    const huge = { length: MAX_SCRIPT_BYTES } as Uint8Array<ArrayBuffer>
    expect(await codeOf({ length: MAX_SCRIPT_BYTES + 1 } as Uint8Array<ArrayBuffer>)).toBe('script-too-large')
    const { undos, document } = store()
    const write = (): unknown => linesOfScript({ documents: [document], labels: [], view: VIEW, origin: newOrigin(), bytesOf: () => huge }).next()
    expect(undos).toHaveLength(2)
    expect(write).toThrow(AtriumError)
  })
})

describe('in the window', () => {
  const PROJECT: FileHandle = { id: '1'.repeat(32), name: 'studio.atrium', kind: 'project', sizeBytes: 1, writable: true }
  const SCRIPT: FileHandle = { id: '2'.repeat(32), name: 'studio.atrium-script', kind: 'script', sizeBytes: 1, writable: false }
  let script = ''

  beforeEach(async () => {
    const project = await serializeProject(sampleContents(), 'x')
    vi.stubGlobal('window', { atrium: { request: (channel: string) => Promise.resolve({ ok: true, value: channel === 'settings:get' ? { theme: 'system', unit: 'm' } : { version: '1' } }) } })
    vi.stubGlobal('Worker', InlineWorker)
    vi.stubGlobal('fetch', (url: string) => Promise.resolve(new Response(url.endsWith(SCRIPT.id) ? script : project.slice())))
    closeProject()
  })
  afterEach(() => {
    closeProject()
    vi.unstubAllGlobals()
  })

  test('a session plays back where nothing of it is open, unsaved, each step one of undo', async () => {
    await openHandle(PROJECT)
    store().edit('Move', movePieces(['p1'], [1, 0, 0]))
    store().edit('Paint', (document) => wearMaterial('m9', [{ piece: 'p1', slot: 'Seat' }])(addMaterial({ id: 'm9', name: 'Blue', baseColor: [0, 0, 1] })(document)))
    store().edit('Delete', removeItems(['p1', 'p3']))
    const { document, undos } = store()
    script = [...linesOfScript(sessionAtHand())].join('\n')
    closeProject()
    expect(useAssets.getState().bytes.size).toBe(0)
    expect(await playScript(SCRIPT)).toBe(3)
    expect(throughJson(store().document)).toEqual(throughJson(document))
    expect(store().undos.map(({ label }) => label)).toEqual(['Move', 'Paint', 'Delete'])
    expect(isDirty(store())).toBe(true)
    // The models are there for every step.
    store().undo()
    expect(throughJson(store().document)).toEqual(throughJson(undos[2].document))
    for (const { key } of store().document.assets) expect(useAssets.getState().bytes.has(key)).toBe(true)
  })

  test('a damaged script leaves what is open alone', async () => {
    await openHandle(PROJECT)
    const { document } = store()
    script = 'nothing'
    await expect(playScript(SCRIPT)).rejects.toMatchObject({ code: 'script-invalid' })
    await expect(playScript({ ...SCRIPT, sizeBytes: MAX_SCRIPT_BYTES + 1 })).rejects.toMatchObject({ code: 'script-too-large' })
    expect(store().document).toBe(document)
  })
})
