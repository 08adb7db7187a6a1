import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Channel, FileHandle } from '../../../electron/contract.ts'
import { PNG } from 'pngjs'
import type { SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { pointLight } from '../../document/testing.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { useNotices } from '../../errors/notices.ts'
import { glbOf, twoChairsAndALamp } from '../../imports/gltf/testing-glb.ts'
import { useInteraction } from '../../interaction/store.ts'
import { queryOfBlocks } from '../../interaction/testing.ts'
import { registerViewport, type ViewportControls } from '../../interaction/viewport.ts'
import { useAssets } from '../../project/assets.ts'
import { newProject, openHandle, save, useProjectFile } from '../../project/open/open-project.ts'
import { SAMPLE_IES } from '../../project/testing.ts'
import { InlineWorker } from '../../project/testing-workers.ts'
import { hasGround } from '../../scene/ground.ts'
import { useShell } from '../../shell/shell.ts'
import { rayOf } from '../insert/bring-in.ts'
import { dropFiles } from './drop.ts'
import { runCommand } from '../registry.ts'

/** A box of 1 m that stands a metre off, so that it must be moved to its foot. */
function crate(size = 1): Uint8Array<ArrayBuffer> {
  const { json, bin } = twoChairsAndALamp()
  json.nodes = [{ mesh: 0, scale: [size / 2, size / 2, size / 2], translation: [5, 1, 2] }]
  return glbOf({ json, bin })
}

let files: Map<string, Uint8Array<ArrayBuffer>>
let answers: Partial<Record<Channel, unknown>>
let asked: [Channel, unknown][]
const idOf = (name: string): string => Buffer.from(name.padEnd(16)).toString('hex').slice(0, 32)
const handleOf = (name: string): FileHandle => ({ id: idOf(name), name, kind: name.endsWith('atrium') ? 'project' : name.endsWith('.png') ? 'picture' : name.endsWith('.ies') ? 'luminaire' : 'model', sizeBytes: 1, writable: name.endsWith('atrium') })
const PROJECT = handleOf('Loft.atrium')

beforeEach(async () => {
  files = new Map([['chair.glb', crate()], ['bench.glb', crate(2)], ['tower.glb', crate(30)], ['tea set.glb', glbOf(twoChairsAndALamp())], ['broken model.glb', new Uint8Array([1, 2, 3])]].map(([name, bytes]) => [`file/${idOf(name as string)}`, bytes as Uint8Array<ArrayBuffer>]))
  answers = { 'settings:get': { unit: 'm' }, 'app:info': { version: '1' }, 'file:commit': { savedAtMs: 1 }, 'recent:list': [], 'file:choose-save': PROJECT, 'dialog:dropped': 'bring', 'dialog:parts': 'one' }
  asked = []
  vi.stubGlobal('window', { atrium: {
    request: (channel: Channel, request: unknown) => {
      asked.push([channel, request])
      return Promise.resolve({ ok: true, value: answers[channel] })
    },
    adopt: ({ name }: File) => Promise.resolve({ ok: true, value: handleOf(name) }),
  } })
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: Blob }) => {
    if (init?.method === 'PUT') files.set(url, new Uint8Array(await (init.body as Blob).arrayBuffer()))
    return new Response(files.get(url)?.slice())
  })
  useShell.setState({ screen: 'room' })
  useNotices.setState({ notices: [] })
  await newProject()
})
afterEach(() => vi.unstubAllGlobals())

const MIDDLE = { point: { x: 400, y: 300 }, size: { width: 800, height: 600 } }
const drop = (...names: string[]): Promise<void> => dropFiles(names.map((name) => new File([], name)), null)
const document = () => useDocument.getState().document
const dialogs = () => asked.flatMap(([channel, request]) => (channel.startsWith('dialog:') ? [[channel, request]] : []))

describe('a model dropped on the open room', () => {
  test('comes in as one piece on its foot, in one undo step, and is the same after saving and opening', async () => {
    await drop('chair.glb')
    const [chair] = document().pieces
    expect(chair).toMatchObject({ name: 'chair', part: 'all', mount: 'floor' })
    expect(chair.position[1]).toBe(0)
    const { bounds } = useAssets.getState().parsed.get(chair.asset)!.meshes.values().next().value!
    expect([bounds.min, bounds.max]).toEqual([[-0.5, 0, -0.5], [0.5, 1, 0.5]].map((corner) => corner.map((value) => expect.closeTo(value, 5) as number)))
    expect(useInteraction.getState().selection).toEqual([chair.id])
    expect(hasGround(document())).toBe(true)
    expect(undoLabel(useDocument.getState())).toBe('Bring In chair')

    const before = [document(), useAssets.getState().parsed.get(chair.asset)] as const
    expect(await save()).toBe(true)
    await newProject()
    expect(useAssets.getState().parsed.size).toBe(0)
    await openHandle(PROJECT)
    expect(document()).toEqual({ ...before[0], name: 'Loft' })
    expect(useAssets.getState().parsed.get(chair.asset)).toEqual(before[1])
  })

  test('asks what it is meant for where something stands, and offers what its size says', async () => {
    await drop('chair.glb')
    expect(dialogs()).toEqual([])
    await drop('chair.glb')
    answers['dialog:dropped'] = 'cancel'
    await drop('tower.glb')
    expect(dialogs()).toEqual([
      ['dialog:dropped', { model: 'chair.glb', count: 1, name: 'Untitled', isSmall: true }],
      ['dialog:dropped', { model: 'tower.glb', count: 1, name: 'Untitled', isSmall: false }],
    ])
    expect(document().pieces.map(({ name }) => name)).toEqual(['chair', 'chair 2'])
    expect(document().assets).toHaveLength(1)
  })

  test('opens in place of the room when the user says so, after the question about unsaved work', async () => {
    await drop('chair.glb')
    answers['dialog:dropped'] = 'open'
    answers['dialog:unsaved'] = 'cancel'
    await drop('bench.glb')
    expect(document().name).toBe('Untitled')
    answers['dialog:unsaved'] = 'discard'
    await drop('bench.glb')
    expect(document()).toMatchObject({ name: 'bench', pieces: [{ position: [5, 0, 3] }] })
  })

  test('of the size of a house opens at once where there is nothing to lose, and everything does on the start screen', async () => {
    await drop('tower.glb')
    expect(document().name).toBe('tower')
    useShell.setState({ screen: 'start' })
    await drop('chair.glb')
    expect(document().name).toBe('chair')
    expect(dialogs()).toEqual([])
  })

  test('keeps the coordinates of its file at its own place', async () => {
    await drop('chair.glb')
    answers['dialog:dropped'] = 'place'
    await drop('tower.glb')
    expect(document().pieces[1].position).toEqual([5, -14, 17])
    expect(useDocument.getState().undos).toHaveLength(2)
  })

  test('meets the other trades of its building at its own place, however far from the origin both were drawn', async () => {
    const far = (x: number, y: number): Uint8Array<ArrayBuffer> => {
      const { json, bin } = twoChairsAndALamp()
      json.nodes = [{ mesh: 0, scale: [4, 4, 4], translation: [x, y, -5_600_000] }]
      return glbOf({ json, bin })
    }
    files.set(`file/${idOf('walls.glb')}`, far(612_004, 4)).set(`file/${idOf('pipes.glb')}`, far(612_117, 12))
    const places = () => document().pieces.map(({ position: [x, y] }) => [x, y])
    answers['file:choose-models'] = ['walls.glb', 'pipes.glb'].map(handleOf)
    await runCommand('file.bringInPlace')
    expect(places()[1].map((value, k) => value - places()[0][k])).toEqual([113, 8])
    // And the same when the second comes later, when it was saved in between.
    answers['file:choose-models'] = [handleOf('walls.glb')]
    await newProject()
    await runCommand('file.bringInPlace')
    answers['file:choose-models'] = [handleOf('pipes.glb')]
    await save()
    await openHandle(PROJECT)
    await runCommand('file.bringInPlace')
    expect(places()[1].map((value, k) => value - places()[0][k])).toEqual([113, 8])
  })

  test('brings its lights along, attached to it, and no second sun', async () => {
    const { json, bin } = twoChairsAndALamp()
    Object.assign(json, {
      nodes: [{ mesh: 0, scale: [0.5, 0.5, 0.5], translation: [5, 1, 2] }, ...['spot', 'directional'].map((type, light) => ({ name: type, translation: [5, 1.4, 2.5], extensions: { KHR_lights_punctual: { light } } }))],
      extensionsUsed: ['KHR_lights_punctual'], extensions: { KHR_lights_punctual: { lights: [{ type: 'spot', intensity: 300 }, { type: 'directional', intensity: 5 }] } },
    })
    json.scenes = [{ nodes: [0, 1, 2] }]
    files.set(`file/${idOf('lamp.glb')}`, glbOf({ json, bin }))
    const before = document().lights.length
    await drop('lamp.glb')
    const [piece] = document().pieces
    expect(document().lights.slice(before)).toMatchObject([{ name: 'spot', kind: 'spot', intensity: 300, attachedTo: piece.id, on: true, position: [0, 0.9, 0].map((value) => expect.closeTo(value, 5) as number) }])
    await runCommand('edit.undo')
    expect(document().lights).toHaveLength(before)
  })

  test('is as large as it is without what lies astray', async () => {
    const { json, bin } = twoChairsAndALamp()
    json.nodes = [0, 1, 2, 3, 4].map((i) => ({ name: `Plank ${i}`, mesh: 0, scale: [0.5, 0.1, 0.1] as [number, number, number], translation: [0, 0.1 + 0.2 * i, i === 4 ? 3000 : 0] as [number, number, number] }))
    json.scenes = [{ nodes: [0, 1, 2, 3, 4] }]
    files.set(`file/${idOf('rack.glb')}`, glbOf({ json, bin }))
    await drop('rack.glb')
    const { max, min } = useAssets.getState().parsed.get(document().pieces[0].asset)!.meshes.values().next().value!.bounds
    expect(max.map((value, k) => value - min[k])).toEqual([1, 0.8, 0.2].map((value) => expect.closeTo(value, 5) as number))
  })

  test('comes with others beside it in one undo step; one that is broken is told by its name', async () => {
    await drop('chair.glb', 'broken model.glb', 'bench.glb')
    expect(document().pieces.map(({ name }) => name)).toEqual(['chair', 'bench'])
    expect(useDocument.getState().undos).toHaveLength(1)
    expect(useNotices.getState().notices.map(({ title }) => title)).toEqual([expect.stringMatching(/^broken model\.glb: /)])
    const [a, b] = document().pieces.map(({ position }) => position)
    expect(Math.hypot(a[0] - b[0], a[2] - b[2])).toBeCloseTo(1.6, 6)
  })

  test('leaves the room untouched when it cannot be read', async () => {
    const before = document()
    await drop('broken model.glb')
    expect(document()).toBe(before)
  })
})

describe('other files dropped on the open room', () => {
  test('a picture hangs framed, and on the start screen it is told that it needs a room', async () => {
    const png = new PNG({ width: 30, height: 20, fill: true })
    files.set(`file/${idOf('sea.png')}`, new Uint8Array(PNG.sync.write(png)))
    await drop('sea.png')
    expect(document().pieces).toMatchObject([{ name: 'sea', mount: 'wall' }])
    expect(undoLabel(useDocument.getState())).toBe('Bring In sea')
    useShell.setState({ screen: 'start' })
    await drop('sea.png')
    expect(document().pieces).toHaveLength(1)
    expect(useNotices.getState().notices.map(({ title }) => title)).toEqual([expect.stringMatching(/^sea\.png: /)])
  })

  test('a picture that finds no wall hangs in the air, and a card says what to do', async () => {
    files.set(`file/${idOf('sea.png')}`, new Uint8Array(PNG.sync.write(new PNG({ width: 30, height: 20, fill: true }))))
    const surroundings = { query: queryOfBlocks([]), snapshot: { meshes: new Map(), textures: new Map(), instances: [], lights: [], environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } } satisfies SceneSnapshot }
    registerViewport({ surroundings: () => surroundings } as unknown as ViewportControls)
    try {
      await drop('sea.png')
    } finally {
      registerViewport(null)
    }
    expect(document().pieces).toMatchObject([{ name: 'sea', mount: 'wall' }])
    expect(useNotices.getState().notices.map(({ title, text }) => [title, text])).toEqual([['sea hangs in the air', 'No wall is in view. Drag it onto a wall.']])
  })

  test('an IES file goes to the lamp below the pointer, else a new one hangs', async () => {
    files.set(`file/${idOf('spot.ies')}`, SAMPLE_IES)
    const { pose } = useInteraction.getState()
    const ahead = rayOf(MIDDLE).direction
    const inSight = pointLight('lamp', { position: [0, 1, 2].map((k) => pose.position[k] + 3 * ahead[k]) as unknown as Vec3 })
    useDocument.getState().edit('Add', (before) => ({ ...before, lights: [...before.lights, pointLight('behind', { position: pose.position }), inSight] }))
    await dropFiles([new File([], 'spot.ies')], MIDDLE)
    const profiles = () => document().lights.flatMap((light) => ('profile' in light ? [light.id] : []))
    expect(profiles()).toEqual(['lamp'])
    expect(useInteraction.getState().selection).toEqual(['lamp'])
    await dropFiles([new File([], 'spot.ies')], { ...MIDDLE, point: { x: 5, y: 5 } })
    expect(profiles()).toHaveLength(2)
  })
})

describe('a model of several things', () => {
  test('keeps its parts in a group when the user wants them, and what stays together stays so', async () => {
    answers['file:choose-models'] = [handleOf('tea set.glb')]
    answers['dialog:parts'] = 'parts'
    await runCommand('file.bringIn')
    const { pieces, groups } = document()
    expect(pieces.map(({ name, group }) => [name, group])).toEqual(['Chair', 'Chair 2', 'Lamp'].map((name) => [name, groups?.[0].id]))
    expect(groups).toMatchObject([{ name: 'tea set', kind: 'model' }])
    expect(dialogs()).toEqual([['dialog:parts', { name: 'tea set.glb', count: 3 }]])
    expect(Math.min(...pieces.map(({ position }) => position[1]))).toBeCloseTo(0, 6)
    expect(useDocument.getState().undos).toHaveLength(1)
  })

  test('stays out when the user cancels', async () => {
    answers['file:choose-models'] = [handleOf('tea set.glb')]
    answers['dialog:parts'] = 'cancel'
    await runCommand('file.bringIn')
    expect(document().pieces).toEqual([])
    expect(useProjectFile.getState().handle).toBeNull()
  })
})
