import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CatalogueItem } from '../../imports/types.ts'
import { glbOf, gltfOf, twoChairsAndALamp } from '../../imports/gltf/testing-glb.ts'
import { removeItems } from '../../document/changes/index.ts'
import { isDirty, undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { assetKeyOf, useAssets } from '../assets.ts'
import { FORMAT_VERSION } from '../file/contents.ts'
import type { Migration } from '../file/migrations/migration.ts'
import { parseProject } from '../file/parse.ts'
import { serializeProject } from '../file/serialize.ts'
import { closeProject, newProject, openHandle, openSample, placeCatalogueItem, saveAs, useProjectFile } from './open-project.ts'
import { useImportReport } from '../tasks/report.ts'
import { machine, handle, MODEL, openSomething, PROJECT, startMachine, stopMachine } from '../testing-machine.ts'
import { SAMPLE_IES, sampleContents } from '../testing.ts'
import { InlineWorker } from '../testing-workers.ts'

beforeEach(startMachine)
afterEach(stopMachine)

const { files } = machine
const document = () => useDocument.getState().document
const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const LAMP: CatalogueItem = {
  id: 'lamp', name: 'Floor lamp', category: 'lighting', keywords: [], mount: 'floor', size: [0.4, 1.6, 0.4],
  light: { position: [0, 1.5, 0], color: [1, 0.9, 0.8], intensity: 120, radius: 0.04 }, model: 'model.glb', picture: 'picture.png', licence: 'MIT',
}

describe('the project file', () => {
  test('a new room has a sun and the unit of the settings', () => {
    expect(document().lights.map(({ name }) => name)).toEqual(['Sun'])
    expect(document().unit).toBe('cm')
    expect(isDirty(useDocument.getState())).toBe(false)
  })

  test('a project opens with its document, its assets, its camera and its settings', async () => {
    const contents = sampleContents()
    files.set(`file/${PROJECT.id}`, await serializeProject(contents, 'Atrium 0.1.0'))
    expect(await openHandle(PROJECT)).toBe(true)
    expect(document()).toEqual(contents.document)
    const [model, luminaire] = contents.document.assets
    expect([...useAssets.getState().parsed.keys()]).toEqual([model.key])
    // 100 cd over half of all directions.
    expect(useAssets.getState().luminaires.get(luminaire.key)).toMatchObject({ peakCandela: 100, lumens: expect.closeTo(200 * Math.PI, 3) })
    expect(useAssets.getState().bytes.get(luminaire.key)).toEqual(SAMPLE_IES)
    expect(useInteraction.getState()).toMatchObject({ ...contents.view, tasks: [] })
    expect(useProjectFile.getState().handle).toEqual(PROJECT)
  })

  test('a model opens as a project of its own: its pieces, a sun, and no file to save to', async () => {
    files.set(`file/${MODEL.id}`, glbOf(twoChairsAndALamp()))
    expect(await openHandle(MODEL)).toBe(true)
    expect(document()).toMatchObject({ name: 'house', unit: 'cm' })
    expect(document().pieces.map(({ name }) => name)).toEqual(['Chair', 'Chair 2', 'Lamp'])
    expect(document().lights.map(({ name }) => name)).toContain('Sun')
    expect(useProjectFile.getState().handle).toBeNull()
  })

  test('a model comes with a report; what lies astray in it is hidden, and how it was read is kept', async () => {
    const model = twoChairsAndALamp()
    model.json.nodes.push({ name: 'Book', mesh: 0, translation: [0, 0, 5000] }, { name: 'Box', mesh: 0, translation: [5, 0, 0] })
    model.json.nodes[0].children.push(6, 7)
    files.set(`file/${MODEL.id}`, glbOf(model))
    expect(await openHandle(MODEL)).toBe(true)
    expect(useImportReport.getState().report).toMatchObject({ name: 'house.glb', strays: ['/House/Book'], findings: [{ kind: 'unit' }, { kind: 'strays' }, { kind: 'triangles' }] })
    expect(document().pieces.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['Book'])
    expect(document().assets).toMatchObject([{ source: { name: 'house.glb', format: 'gltf', answers: { metresPerUnit: 1, up: 'y' } } }])
    await newProject()
    expect(useImportReport.getState().report).toBeNull()
  })

  test('a glTF brings the files beside it, and saves them inside the project', async () => {
    const model = twoChairsAndALamp()
    model.json.buffers[0].uri = 'data/house.bin'
    const gltf = handle('4'.repeat(32), 'model', 'house.gltf')
    files.set(`file/${gltf.id}`, gltfOf(model)).set(`file/${gltf.id}/sibling/data/house.bin`, model.bin)
    expect(await openHandle(gltf)).toBe(true)
    await saveAs()
    const saved = await parseProject(files.get(`file/${'3'.repeat(32)}`)!)
    expect(saved.document).toEqual(document())
    expect(saved.assets.get(document().assets[0].key)!.byteLength).toBeGreaterThan(model.bin.byteLength)
  })

  test.each<[string, string, () => Promise<Uint8Array<ArrayBuffer> | null>]>([
    ['a project that is gone', 'file-missing', () => Promise.resolve(null)],
    ['a truncated project', 'project-truncated', async () => (await serializeProject(sampleContents(), 'x')).slice(0, -30)],
    ['a project whose asset is no model', 'model-invalid', async () => {
      const contents = sampleContents()
      const bytes = new TextEncoder().encode('no model at all')
      const key = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
      const [asset] = contents.document.assets
      const pieces = contents.document.pieces.map((piece) => ({ ...piece, asset: key }))
      const materials = contents.document.materials?.map(({ from: _from, ...values }) => values)
      return serializeProject({ ...contents, document: { ...contents.document, pieces, materials, lights: [], assets: [{ ...asset, key }] }, assets: new Map([[key, bytes]]) }, 'x')
    }],
    ['a project whose luminaire lies', 'photometry-invalid', async () => {
      const contents = sampleContents()
      const bytes = new TextEncoder().encode('TILT=NONE\n1 -1 1 2 1000 1 2 0 0 0\n1 1 1\n0 90\n0\n100')
      const key = await assetKeyOf(bytes)
      const [model, luminaire] = contents.document.assets
      const lights = contents.document.lights.map((light) => (light.kind === 'point' && light.profile !== undefined ? { ...light, profile: key } : light))
      const assets = new Map([[model.key, contents.assets.get(model.key)!], [key, bytes]])
      return serializeProject({ ...contents, document: { ...contents.document, lights, assets: [model, { ...luminaire, key }] }, assets }, 'x')
    }],
    ['a piece that shows a part which does not exist', 'project-invalid', () => {
      const contents = sampleContents()
      const pieces = contents.document.pieces.map((piece) => ({ ...piece, part: '99' }))
      return serializeProject({ ...contents, document: { ...contents.document, pieces } }, 'x')
    }],
  ])('%s leaves the open project untouched', async (_, code, make) => {
    const untouched = await openSomething()
    const broken = handle('5'.repeat(32), 'project', 'broken.atrium')
    const bytes = await make()
    if (bytes !== null) files.set(`file/${broken.id}`, bytes)
    await expect(openHandle(broken)).rejects.toMatchObject({ code })
    untouched()
    expect(useInteraction.getState().tasks).toEqual([])
  })

  test.each<[string, Migration]>([
    ['throws', () => { throw new TypeError('lights is not iterable') }],
    ['gives what the schema refuses', ({ views }) => ({ scene: { lights: 'many' }, views })],
  ])('a project whose migration %s leaves the open project and its own file untouched', async (_, step) => {
    const untouched = await openSomething()
    const old = handle('5'.repeat(32), 'project', 'old.atrium')
    const bytes = await serializeProject(sampleContents(), 'Atrium 0.1.0')
    files.set(`file/${old.id}`, bytes.slice())
    InlineWorker.format = { version: FORMAT_VERSION + 1, migrations: new Map([[FORMAT_VERSION, step]]) }
    await expect(openHandle(old)).rejects.toMatchObject({ code: 'project-invalid', detail: expect.stringMatching(/^[“A-Z].{10,400}\.$/s) as string })
    untouched()
    expect(files.get(`file/${old.id}`)).toEqual(bytes)
    expect(useInteraction.getState().tasks).toEqual([])
    // With a migration that works, the same file opens: it was the step.
    InlineWorker.format = { version: FORMAT_VERSION + 1, migrations: new Map([[FORMAT_VERSION, (project) => project]]) }
    expect(await openHandle(old)).toBe(true)
  })

  test('opening can be cancelled, and the open project stays', async () => {
    const untouched = await openSomething()
    files.set(`file/${MODEL.id}`, glbOf(twoChairsAndALamp()))
    const opening = openHandle(MODEL)
    expect(useInteraction.getState().tasks).toMatchObject([{ label: 'Opening house.glb' }])
    useInteraction.getState().tasks[0].cancel?.()
    expect(await opening).toBe(false)
    untouched()
  })

  describe('while a model is opened', () => {
    const OBJ = handle('5'.repeat(32), 'model', 'table.obj')
    beforeEach(() => files.set(`file/${OBJ.id}`, new TextEncoder().encode('o Table\nv 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n')))
    /** Calls `told` with each stage that the card shows. */
    const follow = (told: (stage: string) => void): (() => void) => {
      let last: string | null = null
      return useInteraction.subscribe(({ tasks: [task] }) => {
        const stage = task?.stage ?? null
        if (stage !== null && stage !== last) told(stage)
        last = stage
      })
    }

    test('its stages are told by name, in their order', async () => {
      const stages: string[] = []
      const stop = follow((stage) => stages.push(stage))
      expect(await openHandle(OBJ, { mayAsk: false })).toBe(true)
      stop()
      expect(stages.slice(0, 4)).toEqual(['Reading the file', 'Reading its content', 'Unpacking shapes', 'Building pieces'])
      expect(stages.slice(-3)).toEqual(['Examining the model', 'Finding rooms', 'Examining the model'])
    })

    test.each(['Reading the file', 'Reading its content', 'Unpacking shapes', 'Building pieces', 'Examining the model', 'Finding rooms'])('cancelling at “%s” ends the worker before it says another word', async (when) => {
      const untouched = await openSomething()
      const ended: string[] = []
      vi.stubGlobal('Worker', class extends InlineWorker {
        override terminate(): void { ended.push('worker'); super.terminate() }
      })
      const stages: string[] = []
      const stop = follow((stage) => {
        stages.push(stage)
        if (stage === when) useInteraction.getState().tasks[0].cancel?.()
      })
      expect(await openHandle(OBJ, { mayAsk: false })).toBe(false)
      stop()
      expect([stages.at(-1), useInteraction.getState().tasks]).toEqual([when, []])
      // While the file itself is read, there is none yet.
      expect(ended).toEqual(when === 'Reading the file' ? [] : ['worker'])
      untouched()
    })
  })

  test('a second opening ends the first', async () => {
    files.set(`file/${MODEL.id}`, glbOf(twoChairsAndALamp())).set(`file/${PROJECT.id}`, await serializeProject(sampleContents(), 'x'))
    const [first, second] = await Promise.all([openHandle(MODEL), openHandle(PROJECT)])
    expect([first, second]).toEqual([false, true])
    expect(document().name).toBe(sampleContents().document.name)
  })

  test('the sample opens and asks for a file when it is saved', async () => {
    await expect(openSample()).rejects.toMatchObject({ code: 'file-missing' })
    files.set('./samples/apartment.atrium', await serializeProject(sampleContents(), 'x'))
    expect(await openSample()).toBe(true)
    expect(useProjectFile.getState().handle).toBeNull()
  })
})

describe('placing a piece of the catalogue', () => {
  beforeEach(() => {
    files.set('./catalogue/lamp/item.json', jsonBytes(LAMP)).set('./catalogue/lamp/model.glb', glbOf(twoChairsAndALamp()))
  })

  test('is one named step, brings its light, and selects the piece', async () => {
    const id = await placeCatalogueItem('lamp', { position: [1, 0, 2] })
    expect(document().pieces).toMatchObject([{ id, name: 'Floor lamp', position: [1, 0, 2], part: 'all', mount: 'floor' }])
    expect(document().lights.at(-1)).toMatchObject({ attachedTo: id, intensity: 120 })
    expect(undoLabel(useDocument.getState())).toBe('Place Floor lamp')
    expect(useInteraction.getState().selection).toEqual([id])
    useDocument.getState().undo()
    expect(document().pieces).toEqual([])
  })

  test('parses the model once, and again only the first time in another project', async () => {
    await placeCatalogueItem('lamp')
    const { created } = InlineWorker
    await placeCatalogueItem('lamp')
    await newProject()
    await placeCatalogueItem('lamp')
    expect(InlineWorker.created).toBe(created)
    expect(document().pieces[0].name).toBe('Floor lamp')
    expect(useAssets.getState().parsed.size).toBe(1)
  })

  test('a model that is opened as a house and placed as a lamp is kept in both ways', async () => {
    files.set(`file/${MODEL.id}`, glbOf(twoChairsAndALamp()))
    await openHandle(MODEL)
    await placeCatalogueItem('lamp')
    useDocument.getState().edit('Delete', removeItems([document().pieces[0].id]))
    const expected = document()
    await saveAs()
    closeProject()
    await openHandle(handle('3'.repeat(32), 'project', 'Loft.atrium'))
    expect(document()).toEqual({ ...expected, name: 'Loft' })
  })

  test('a piece that the catalogue has not is refused', async () => {
    await expect(placeCatalogueItem('throne')).rejects.toMatchObject({ code: 'file-missing' })
  })
})
