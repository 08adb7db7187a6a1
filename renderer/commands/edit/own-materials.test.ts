import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileHandle } from '../../../electron/contract.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { accept, useNotices } from '../../errors/notices.ts'
import { glbOf, twoChairsAndALamp } from '../../imports/gltf/testing-glb.ts'
import { useInteraction } from '../../interaction/store.ts'
import { assetKeyOf, useAssets } from '../../project/assets.ts'
import { readMaterial, writeMaterial } from '../../project/materials/material-file.ts'
import { closeProject, newProject, openHandle } from '../../project/open/open-project.ts'
import { fetchOwnMaterials, renameOwnMaterial, takeOwnMaterial, useOwnMaterials } from '../../project/materials/own-materials.ts'
import { InlineWorker } from '../../project/testing-workers.ts'
import { useShell } from '../../shell/shell.ts'
import { chosenTarget } from '../../tools/material/chosen.ts'
import { applyMaterial, editMaterial, shownOn } from '../../tools/material/surfaces.ts'
import { bringMaterials, exportOwnMaterial, keepChosenMaterial, removeOwnMaterial } from './own-materials.ts'

const handleOf = (id: string, name: string, kind: FileHandle['kind']): FileHandle => ({ id: id.repeat(32), name, kind, sizeBytes: 1, writable: false })
const HOUSE = handleOf('e', 'house.glb', 'model')
const FILE = handleOf('d', 'oak.atrium-material', 'material')
/** What the main process keeps, by address. */
let files: Map<string, Uint8Array<ArrayBuffer>>
let removed: Map<string, Uint8Array<ArrayBuffer>>

beforeEach(async () => {
  files = new Map([[`file/${HOUSE.id}`, glbOf(twoChairsAndALamp())]])
  removed = new Map()
  const move = (id: string, from: typeof files, to: typeof files): void => {
    to.set(`material/${id}`, from.get(`material/${id}`)!)
    from.delete(`material/${id}`)
  }
  const answers: Record<string, (request: never) => unknown> = {
    'settings:get': () => ({ unit: 'm' }),
    'source:keep': () => ({ textures: null }),
    'material:list': () => ({ ids: [...files.keys()].filter((key) => key.startsWith('material/')).map((key) => key.slice(9)) }),
    'material:remove': ({ id }: { id: string }) => move(id, files, removed),
    'material:restore': ({ id }: { id: string }) => move(id, removed, files),
    'export:choose': () => ({ id: 'c'.repeat(32), name: 'oak.atrium-material' }),
  }
  vi.stubGlobal('window', { atrium: { request: (channel: string, request: never) => Promise.resolve({ ok: true, value: answers[channel]?.(request) }) } })
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: Blob }) => {
    if (init?.method === 'PUT') files.set(url, new Uint8Array(await (init.body as Blob).arrayBuffer()))
    const bytes = files.get(url)
    return bytes === undefined ? Response.json({ code: 'file-missing', detail: url }, { status: 404 }) : new Response(bytes.slice())
  })
  useNotices.setState({ notices: [] })
  useOwnMaterials.setState({ materials: [] })
  await openHandle(HOUSE, { mayAsk: false })
  useShell.setState({ screen: 'room' })
  const [{ id }] = useDocument.getState().document.pieces
  useInteraction.setState({ selection: [id], slot: null })
})
afterEach(() => {
  closeProject()
  vi.unstubAllGlobals()
})

const RED = [0.5, 0.1, 0.1] as const
const own = () => useOwnMaterials.getState().materials
const names = () => own().map(({ material: { name } }) => name)
const edit = (name: string): void => editMaterial(chosenTarget()!, 'piece', { name, baseColor: RED })

test('what a surface shows is kept with its model, and is one thing in another project, taken as one step', async () => {
  edit('Oak')
  await keepChosenMaterial()
  await keepChosenMaterial()
  expect(names()).toEqual(['Oak', 'Oak 2'])
  await newProject()
  expect(useAssets.getState().parsed.size).toBe(0)
  await openHandle(HOUSE, { mayAsk: false })
  useInteraction.setState({ selection: [useDocument.getState().document.pieces[0].id] })
  const target = chosenTarget()!
  const { material, assets } = await takeOwnMaterial(own()[0].id)
  applyMaterial(target, 'piece', material, assets)
  expect(shownOn(useDocument.getState().document, chosenTarget()!)).toMatchObject({ record: { name: 'Oak' }, material: { baseColor: RED } })
  expect(undoLabel(useDocument.getState())).toContain('Oak')
  expect((await takeOwnMaterial(own()[0].id)).material.id).toBe(material.id)
  useDocument.getState().undo()
  expect(shownOn(useDocument.getState().document, chosenTarget()!).record).toBeNull()
})

test('kept materials are renamed, removed and taken back', async () => {
  edit('Oak')
  await keepChosenMaterial()
  await renameOwnMaterial(own()[0].id, 'Smoked oak')
  expect(names()).toEqual(['Smoked oak'])
  await removeOwnMaterial(own()[0])
  expect(names()).toEqual([])
  accept(useNotices.getState().notices.at(-1)!)
  await expect.poll(() => names()).toEqual(['Smoked oak'])
})

test('a material that was exported comes in again, under a name of its own', async () => {
  edit('Oak')
  await keepChosenMaterial()
  await exportOwnMaterial(own()[0])
  files.set(`file/${FILE.id}`, files.get(`export/${'c'.repeat(32)}/0`)!)
  await bringMaterials([FILE])
  expect(names()).toEqual(['Oak', 'Oak 2'])
})

test('what another program wrote is refused, and is left out of what was kept', async () => {
  edit('Oak')
  const { materials, assets } = useDocument.getState().document
  const good = writeMaterial(materials![0], assets)
  const made = JSON.parse(good) as { scene: { materials: Record<string, unknown>[] }; models: Record<string, string> }
  const [key] = Object.keys(made.models)
  const [record] = made.scene.materials
  const scene = (fields: object): string => JSON.stringify({ ...made, scene: { ...made.scene, ...fields } })
  const bad = [
    'null', '[]', '{', '{"format":"atrium-material"}', JSON.stringify({ ...made, version: 1e9 }), scene({ materials: [] }), scene({ materials: [record, { ...record, id: 'b' }] }),
    scene({ materials: [{ ...record, roughness: 7 }] }), scene({ assets: [] }), JSON.stringify({ ...made, models: {} }), JSON.stringify({ ...made, models: { [key]: btoa('another') } }), JSON.stringify({ ...made, models: { [key]: '%' } }),
  ]
  for (const text of bad) await expect(readMaterial(text), text.slice(0, 60)).rejects.toMatchObject({ code: 'material-invalid' })
  const { document, models } = await readMaterial(good)
  expect([document.materials[0].name, await assetKeyOf(models.get(key)!)]).toEqual(['Oak', key])
  files.set(`file/${FILE.id}`, new TextEncoder().encode(bad[5]))
  await bringMaterials([FILE])
  files.set(`material/${'a'.repeat(32)}`, new TextEncoder().encode('{'))
  await fetchOwnMaterials()
  expect([names(), useNotices.getState().notices.length]).toEqual([[], 2])
})
