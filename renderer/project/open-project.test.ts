import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AtriumBridge, Channel, FileHandle } from '../../electron/contract.ts'
import type { CatalogueItem } from '../imports/types.ts'
import { glbOf, gltfOf, twoChairsAndALamp } from '../imports/gltf/testing-glb.ts'
import { movePieces, removeItems } from '../document/changes/index.ts'
import { isDirty, undoLabel } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import { useInteraction } from '../interaction/store.ts'
import { assetKeyOf, useAssets } from './assets.ts'
import type { ToWorker } from '../workers/task-protocol.ts'
import { FORMAT_VERSION, type ProjectContents } from './contents.ts'
import type { Migration } from './migrations/migration.ts'
import { parseProject } from './parse.ts'
import { serializeProject } from './serialize.ts'
import { closeProject, newProject, openHandle, openSample, placeCatalogueItem, save, saveAs, setThumbnail, useProjectFile } from './open-project.ts'
import { useImportReport } from './report.ts'
import { SAMPLE_IES, sampleContents } from './testing.ts'
import { InlineWorker } from './testing-workers.ts'

const handle = (id: string, kind: FileHandle['kind'], name: string): FileHandle => ({ id, name, kind, sizeBytes: 1, writable: true })
const PROJECT = handle('1'.repeat(32), 'project', 'studio.atrium')
const MODEL = handle('2'.repeat(32), 'model', 'house.glb')

const LAMP: CatalogueItem = {
  id: 'lamp', name: 'Floor lamp', category: 'lighting', keywords: [], mount: 'floor', size: [0.4, 1.6, 0.4],
  light: { position: [0, 1.5, 0], color: [1, 0.9, 0.8], intensity: 120, radius: 0.04 }, model: 'model.glb', picture: 'picture.png', licence: 'MIT',
}

/** The machine: files by URL, and answers to requests. A missing file answers as our scheme does. */
let files: Map<string, Uint8Array<ArrayBuffer>>
let answers: Partial<Record<Channel, unknown>>
let failOnPut: { code: string; detail: string } | null

const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

beforeEach(async () => {
  files = new Map()
  failOnPut = null
  answers = {
    'settings:get': { theme: 'system', unit: 'cm' },
    'app:info': { version: '0.1.0' },
    'file:commit': { savedAtMs: 1 },
    'file:choose-save': handle('3'.repeat(32), 'project', 'Loft.atrium'),
  }
  const bridge: Pick<AtriumBridge, 'request'> = { request: (channel) => Promise.resolve({ ok: true, value: answers[channel] }) as never }
  vi.stubGlobal('window', { atrium: bridge })
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: Blob }) => {
    if (init?.method === 'PUT') {
      if (failOnPut !== null) return Response.json(failOnPut, { status: 507 })
      files.set(url, new Uint8Array(await (init.body as Blob).arrayBuffer()))
      return new Response()
    }
    const bytes = files.get(url)
    return bytes === undefined ? Response.json({ code: 'file-missing', detail: `${url} is gone.` }, { status: 404 }) : new Response(bytes.slice())
  })
  setThumbnail(null)
  await newProject()
})
afterEach(() => {
  vi.unstubAllGlobals()
  InlineWorker.format = undefined
})

const document = () => useDocument.getState().document

/** Sizes of the assets that a message carries. */
function assetsIn(message: ToWorker): number[] {
  const { contents } = (message as { readonly request: { readonly contents: Partial<ProjectContents> } }).request
  return [...(contents.assets ?? new Map<string, Uint8Array>())].map(([, { byteLength }]) => byteLength)
}

/** A project that is open and changed, and everything about it that a failure must not touch. */
async function openSomething() {
  files.set(`file/${PROJECT.id}`, await serializeProject(sampleContents(), 'Atrium 0.1.0'))
  await openHandle(PROJECT)
  useDocument.getState().edit('Move', movePieces(['p1'], [1, 0, 0]))
  const state = () => [document(), useDocument.getState().undos, useAssets.getState().parsed, useProjectFile.getState(), useInteraction.getState().pose]
  const before = state()
  return () => state().forEach((value, i) => expect(value).toBe(before[i]))
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
    failOnPut = { code: 'disk-full', detail: 'No space left.' }
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
        if (channel !== 'file:commit') return { ok: true, value: answers[channel] }
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
      const asked = vi.fn((channel: Channel) => Promise.resolve({ ok: true, value: channel === 'file:choose-save' ? null : answers[channel] }))
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
    answers['file:choose-save'] = null
    expect(await saveAs()).toBe(false)
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
