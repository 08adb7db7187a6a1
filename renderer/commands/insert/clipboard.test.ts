import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileHandle } from '../../../electron/contract.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { glbOf, twoChairsAndALamp } from '../../imports/gltf/testing-glb.ts'
import { useAssets } from '../../project/assets.ts'
import { CLIPPING_TYPE, readClipping, writeClipping } from '../../project/insert/clipping.ts'
import { closeProject, newProject, openHandle } from '../../project/open/open-project.ts'
import { InlineWorker } from '../../project/testing-workers.ts'
import { useShell } from '../../shell/shell.ts'
import { copyTo, cutTo, pasteFrom } from './clipboard.ts'
import { runCommand } from '../registry.ts'

const HOUSE: FileHandle = { id: '2'.repeat(32), name: 'house.glb', kind: 'model', sizeBytes: 1, writable: true }
const asked: unknown[] = []

/** The system's clipboard. */
function clipboard() {
  const held = new Map<string, string>()
  return { setData: (type: string, text: string) => void held.set(type, text), text: () => held.get(CLIPPING_TYPE) ?? '', plain: () => held.get('text/plain') }
}
const names = (): readonly string[] => useDocument.getState().document.pieces.map(({ name }) => name)
const select = (...chosen: readonly string[]): void => useInteraction.setState({ selection: useDocument.getState().document.pieces.filter(({ name }) => chosen.includes(name)).map(({ id }) => id) })

beforeEach(async () => {
  const model = glbOf(twoChairsAndALamp())
  asked.length = 0
  vi.stubGlobal('window', { atrium: { request: (channel: string, payload: unknown) => {
    asked.push([channel, payload])
    return Promise.resolve({ ok: true, value: channel === 'settings:get' ? { theme: 'system', unit: 'cm' } : channel === 'source:keep' ? { textures: null } : undefined })
  } } })
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(model.slice())))
  await openHandle(HOUSE, { mayAsk: false })
  useShell.setState({ screen: 'room', hud: null, dialog: null })
})
afterEach(() => {
  closeProject()
  vi.unstubAllGlobals()
})

test('pieces that were copied come into another project as one step, with their model', async () => {
  const before = useDocument.getState().document
  select(...names().slice(0, 2))
  const board = clipboard()
  copyTo(board)
  expect(board.plain()).toBe(before.pieces.filter(({ id }) => useInteraction.getState().selection.includes(id)).map(({ name }) => name).join('\n'))
  await newProject()
  expect(useAssets.getState().parsed.size).toBe(0)
  await pasteFrom(board.text())
  const { document, undos } = useDocument.getState()
  expect(document.pieces).toHaveLength(useInteraction.getState().selection.length)
  expect([useAssets.getState().parsed.has(document.pieces[0].asset), undos]).toEqual([true, [expect.anything()]])
  await runCommand('edit.undo')
  expect(useDocument.getState().document.pieces).toEqual([])
})

test('in the same project a copy stands beside its original, or in its place where that is asked for, with a name of its own', async () => {
  const [{ name, id, position }] = useDocument.getState().document.pieces
  select(name)
  const board = clipboard()
  copyTo(board)
  await pasteFrom(board.text())
  const [pasted] = useDocument.getState().document.pieces.slice(-1)
  expect([pasted.id === id, names().filter((other) => other === name)]).toEqual([false, [name]])
  expect(pasted.position).not.toEqual(position)
  await pasteFrom(board.text(), 'inPlace')
  expect(useDocument.getState().document.pieces.at(-1)!.position).toEqual(position)
})

test('cutting takes away what is not locked, as one step that is named so', () => {
  const [first, second] = names()
  select(first, second)
  const [locked] = useInteraction.getState().selection
  useDocument.getState().edit('lock', (document) => ({ ...document, pieces: document.pieces.map((piece) => ({ ...piece, locked: piece.id === locked })) }))
  cutTo(clipboard())
  expect([names().includes(first), names().includes(second), undoLabel(useDocument.getState())]).toEqual([true, false, `Cut ${second}`])
})

test('what another program wrote is refused, and the room stays as it is', async () => {
  const { document } = useDocument.getState()
  const good = writeClipping(document, [document.pieces[0].id])!
  const made = JSON.parse(good) as { version: number; scene: { pieces: Record<string, unknown>[] }; models: Record<string, string> }
  const [key] = Object.keys(made.models)
  const bad = [
    'null', '[]', '{', '{"format":"atrium-pieces"}', JSON.stringify({ ...made, version: 1e9 }), JSON.stringify({ ...made, version: 0.5 }),
    JSON.stringify({ ...made, scene: { ...made.scene, pieces: [{ ...made.scene.pieces[0], position: [1e300, 0, 0] }] } }),
    JSON.stringify({ ...made, scene: { ...made.scene, groups: Array(10_001).fill({}) } }),
    JSON.stringify({ ...made, scene: { ...made.scene, pieces: [{ ...made.scene.pieces[0], asset: 'f'.repeat(64) }] } }),
    JSON.stringify({ ...made, models: { [key]: btoa('another model') } }), JSON.stringify({ ...made, models: { [key]: '%' } }),
  ]
  for (const text of bad) await expect(readClipping(text), text.slice(0, 60)).rejects.toMatchObject({ code: 'clipping-invalid' })
  await expect(readClipping(good)).resolves.toMatchObject({ document: { pieces: [{ name: document.pieces[0].name }] } })
  expect(useDocument.getState().document).toBe(document)
})

test('a model that came neither along nor from the catalogue is missed, by name', async () => {
  const { document } = useDocument.getState()
  const { models: _models, ...rest } = JSON.parse(writeClipping(document, [document.pieces[0].id])!) as Record<string, unknown>
  await newProject()
  await expect(pasteFrom(JSON.stringify(rest))).rejects.toMatchObject({ code: 'clipping-invalid', detail: expect.stringContaining('house') as string })
})

test('a menu asks the window to do what its keys do', async () => {
  select(names()[0])
  for (const verb of ['copy', 'cut', 'paste']) await runCommand(`edit.${verb}`)
  expect(asked.filter((one) => (one as string[])[0] === 'clipboard:act')).toEqual(['copy', 'cut', 'paste'].map((verb) => ['clipboard:act', { verb }]))
})

test('what the catalogue has is left to be found there; what was made anew from it brings its model along', async () => {
  const { document } = useDocument.getState()
  const copied = async (fields: object): Promise<number> => {
    const scene = { ...document, assets: document.assets.map((asset) => ({ ...asset, catalogueId: 'sofa-three-seat', ...fields })) }
    return (await readClipping(writeClipping(scene, [document.pieces[0].id])!)).models.size
  }
  expect([await copied({}), await copied({ form: { item: 'sofa-three-seat', values: { width: 3.2 } } })]).toEqual([0, 1])
})
