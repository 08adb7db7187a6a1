import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Channel, FileHandle } from '../../../electron/contract.ts'
import { movePieces, reviseModel, setEmission, setLocked } from '../../document/changes/index.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { tell, useNotices } from '../../errors/notices.ts'
import { glbOf, twoChairsAndALamp } from '../../imports/gltf/testing-glb.ts'
import { useAssets } from '../../project/assets.ts'
import { newProject, openHandle, save } from '../../project/open/open-project.ts'
import { useImportQuestion, useReloadQuestion } from '../../project/tasks/question.ts'
import { useImportReport } from '../../project/tasks/report.ts'
import { InlineWorker } from '../../project/testing-workers.ts'
import { useShell } from '../../shell/shell.ts'
import { openFile } from './file.ts'
import { offerChanged, watchSources } from './reload.ts'
import { runCommand } from '../registry.ts'

const MODEL: FileHandle = { id: '1'.repeat(32), name: 'house.glb', kind: 'model', sizeBytes: 1, writable: false }
/** Of the same name, in another folder. */
const NAMESAKE: FileHandle = { ...MODEL, id: '3'.repeat(32) }
const PROJECT: FileHandle = { id: '2'.repeat(32), name: 'Loft.atrium', kind: 'project', sizeBytes: 1, writable: true }
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Thing { readonly name: string; readonly at: readonly [number, number, number]; readonly size?: number }
const HOUSE: readonly Thing[] = [{ name: 'Armchair', at: [1, 0, 0] }, { name: 'Table', at: [3, 0, 0], size: 0.7 }, { name: 'Wardrobe', at: [5, 0, 2], size: 0.9 }, { name: 'Bench', at: [8, 0, 1], size: 0.6 }]

/** Boxes of one mesh, by name. */
function glb(things: readonly Thing[]): Uint8Array<ArrayBuffer> {
  const { json, bin } = twoChairsAndALamp()
  json.nodes = things.map(({ name, at, size = 0.5 }) => ({ name, mesh: 0, translation: at, scale: [size, size, size] }))
  json.scenes = [{ nodes: json.nodes.map((_: unknown, i: number) => i) }]
  return glbOf({ json, bin })
}

let files: Map<string, Uint8Array<ArrayBuffer>>
let answers: Partial<Record<Channel, unknown>>
let asked: [Channel, unknown][]

beforeEach(async () => {
  files = new Map([[`file/${MODEL.id}`, glb(HOUSE)]])
  answers = { 'settings:get': { unit: 'm' }, 'app:info': { version: '1' }, 'file:commit': { savedAtMs: 1 }, 'recent:list': [], 'file:choose-save': PROJECT, 'source:find': MODEL, 'source:keep': { textures: null } }
  asked = []
  vi.stubGlobal('window', { atrium: { request: (channel: Channel, request: unknown) => {
    asked.push([channel, request])
    const answer = answers[channel]
    return Promise.resolve(answer instanceof Error ? { ok: false, code: answer.message, detail: '' } : { ok: true, value: answer })
  } } })
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: Blob }) => {
    if (init?.method === 'PUT') files.set(url, new Uint8Array(await (init.body as Blob).arrayBuffer()))
    const bytes = files.get(url)
    return bytes === undefined ? Response.json({ code: 'file-missing', detail: 'gone' }, { status: 404 }) : new Response(bytes.slice())
  })
  useShell.setState({ screen: 'room' })
  useNotices.setState({ notices: [] })
  await newProject()
})
afterEach(() => vi.unstubAllGlobals())

const document = () => useDocument.getState().document
const named = (name: string) => document().pieces.find((piece) => piece.name === name)
const edit = (name: string, change: (ids: readonly string[]) => Parameters<ReturnType<typeof useDocument.getState>['edit']>[1]): void => useDocument.getState().edit('Edit', change([named(name)!.id]))
const write = (things: readonly Thing[]): void => void files.set(`file/${MODEL.id}`, glb(things))
const notices = () => useNotices.getState().notices.map(({ title }) => title)
const moved = (name: string, at: Thing['at']) => HOUSE.map((thing) => (thing.name === name ? { ...thing, at } : thing))

describe('a model whose file has changed', () => {
  test('is offered once, reloads with the user’s work kept, in one undo step, and is the same after saving and opening', async () => {
    await openHandle(MODEL, { mayAsk: false })
    edit('Armchair', (ids) => movePieces(ids, [0, 0, 4]))
    edit('Table', (ids) => setLocked(ids, !named('Table')!.locked))
    edit('Bench', (ids) => setEmission(ids, { radiance: 9 }))
    const before = document()
    const [{ source }] = before.assets
    expect(asked).toContainEqual(['source:keep', { handle: MODEL.id, sha256: source!.sha256 }])
    write([...moved('Table', [3.5, 0, 0]).filter(({ name }) => name !== 'Bench'), { name: 'Sofa', at: [2, 0, 6], size: 0.8 }])
    answers['source:look'] = [{ sha256: source!.sha256, now: hashOf(files.get(`file/${MODEL.id}`)!), name: 'house.glb', folder: 'site' }]
    await offerChanged()
    await offerChanged()
    expect(notices()).toEqual(['house.glb has changed'])
    useNotices.getState().notices[0].action!.run()
    await expect.poll(() => undoLabel(useDocument.getState())).toBe('Reload house.glb')
    expect(named('Armchair')).toMatchObject({ position: before.pieces[0].position, id: before.pieces[0].id })
    expect(named('Table')).toMatchObject({ locked: before.pieces[1].locked, position: [3.5, -0.7, 0.7].map((value) => expect.closeTo(value, 5) as number) })
    expect(named('Bench')).toMatchObject({ hidden: true, emission: { radiance: 9 } })
    expect(document().groups?.map(({ name }) => name)).toEqual(['No longer in the model'])
    expect(named('Sofa')).toBeDefined()
    expect(document().assets.find(({ source: own }) => own !== undefined)?.source?.sha256).toBe(hashOf(glb([...moved('Table', [3.5, 0, 0]).filter(({ name }) => name !== 'Bench'), { name: 'Sofa', at: [2, 0, 6], size: 0.8 }])))
    await expect.poll(() => useImportReport.getState().report?.findings[0].kind).toBe('reload')
    // What was offered is done, by whatever way.
    await expect.poll(notices).toEqual(['house.glb is up to date'])

    const after = document()
    expect(await save()).toBe(true)
    await newProject()
    await openHandle(PROJECT)
    expect(document().pieces).toEqual(after.pieces)
    expect(useAssets.getState().parsed.size).toBe(2)
    // And once more from the saved project: nothing is new.
    await runCommand('file.reloadModel')
    expect(document().pieces).toEqual(after.pieces)
    expect(notices().at(-1)).toBe('house.glb has not changed')
  })

  test('goes back to what it was, and forth', async () => {
    await openHandle(MODEL, { mayAsk: false })
    const before = document()
    write(moved('Table', [3, 0, 9]))
    await runCommand('file.reloadModel')
    const after = document()
    expect(after).not.toBe(before)
    useDocument.getState().undo()
    expect(document()).toBe(before)
    useDocument.getState().redo()
    expect(document()).toBe(after)
  })

  test('keeps the unit it was read in, though that was changed afterwards', async () => {
    await openHandle(MODEL, { mayAsk: false })
    useDocument.getState().edit('Unit', reviseModel(document().assets[0].key, { metresPerUnit: 2 }))
    const wardrobe = named('Wardrobe')!
    write(moved('Table', [3, 0, 9]))
    await runCommand('file.reloadModel')
    expect(named('Wardrobe')).toMatchObject({ position: wardrobe.position, scale: wardrobe.scale })
    expect(named('Table')).toMatchObject({ position: [6, -1.4, 19.4].map((value) => expect.closeTo(value, 4) as number), scale: [1.4, 1.4, 1.4].map((value) => expect.closeTo(value, 5) as number) })
    expect(document().assets[0].source).toMatchObject({ answers: { metresPerUnit: 2 }, read: { metresPerUnit: 1 } })
  })
})

describe('what cards say of a project', () => {
  /** One lies far off: a report tells of it. */
  const STRAYS: readonly Thing[] = [...HOUSE, { name: 'Stray', at: [1500, 0, 0] }]

  test.each(['file.new', 'file.close'] as const)('goes with it, by %s; what is of the computer stays', async (command) => {
    const stop = useImportQuestion.subscribe(({ asked: question }) => question?.answer({ metresPerUnit: 1, up: 'y' }))
    write(STRAYS)
    await openFile(MODEL)
    expect(notices()).toEqual(['house.glb is open'])
    tell('Kitchen.png is saved', [])
    await runCommand('file.reloadModel')
    expect(notices()).toEqual(['house.glb is open', 'Kitchen.png is saved', 'house.glb has not changed'])
    answers['dialog:unsaved'] = 'discard'
    await runCommand(command)
    expect(notices()).toEqual(['Kitchen.png is saved'])
    // What is told of the next one is told once it is open.
    await openFile(MODEL)
    expect(notices()).toEqual(['Kitchen.png is saved', 'house.glb is open'])
    stop()
  })

  test('what was offered for it is offered again when it is opened again', async () => {
    Object.assign(window, { addEventListener: vi.fn(), removeEventListener: vi.fn() })
    const stop = watchSources()
    try {
      await openHandle(MODEL, { mayAsk: false })
      const { sha256 } = document().assets[0].source!
      await save()
      const changed = [{ sha256, now: 'f'.repeat(64), name: 'house.glb', folder: 'site' }]
      answers['source:look'] = changed
      await offerChanged()
      expect(notices()).toEqual(['house.glb has changed'])
      await newProject()
      expect(notices()).toEqual([])
      await openHandle(PROJECT)
      await expect.poll(notices).toEqual(['house.glb has changed'])
    } finally {
      stop()
    }
  })
})

describe('two models of one name', () => {
  const stands = HOUSE.map((thing): Thing => ({ ...thing, name: `${thing.name} outside` }))
  const isMoved = (thing: Thing, name: string): Thing => (thing.name === name ? { ...thing, at: [3, 0, 9] } : thing)

  test('have a card each that names the folder, and reloading one leaves the other’s', async () => {
    await openHandle(MODEL, { mayAsk: false })
    files.set(`file/${NAMESAKE.id}`, glb(stands))
    answers['file:choose-models'] = [NAMESAKE]
    answers['dialog:parts'] = 'parts'
    const stop = useImportQuestion.subscribe(({ asked: question }) => question?.answer({ metresPerUnit: 1, up: 'y' }))
    await runCommand('file.bringIn')
    stop()
    useNotices.setState({ notices: [] })
    const [first, second] = document().assets.map(({ source }) => source!.sha256)
    write(HOUSE.map((thing) => isMoved(thing, 'Table')))
    files.set(`file/${NAMESAKE.id}`, glb(stands.map((thing) => isMoved(thing, 'Table outside'))))
    answers['source:look'] = [
      { sha256: first, now: hashOf(files.get(`file/${MODEL.id}`)!), name: 'house.glb', folder: 'site' },
      { sha256: second, now: hashOf(files.get(`file/${NAMESAKE.id}`)!), name: 'house.glb', folder: 'garden' },
    ]
    await offerChanged()
    const cards = () => useNotices.getState().notices.filter(({ title }) => title === 'house.glb has changed').map(({ text }) => text)
    expect(cards()).toEqual([expect.stringContaining('“site”'), expect.stringContaining('“garden”')])
    answers['source:find'] = NAMESAKE
    useNotices.getState().notices.find(({ text }) => text.includes('“garden”'))!.action!.run()
    await expect.poll(() => notices().at(-1)).toBe('house.glb is up to date')
    expect(cards()).toEqual([expect.stringContaining('“site”')])
    expect(document().assets.map(({ source }) => source!.sha256)[0]).toBe(first)
    expect(document().assets[1].source!.sha256).not.toBe(second)
  })
})

describe('what cannot be reloaded', () => {
  test.each([
    ['broken', () => files.set(`file/${MODEL.id}`, new Uint8Array([1, 2, 3])), /^house\.glb: /],
    ['gone while it is read', () => files.delete(`file/${MODEL.id}`), /^house\.glb: /],
    ['another model', () => write([{ name: 'Anchor', at: [500, 0, 9], size: 7.5 }, { name: 'Mast', at: [530, 0, 9], size: 6.5 }]), /^house\.glb: This file contains none/],
  ])('a file that is %s is told, and nothing is lost', async (_, spoil, told) => {
    await openHandle(MODEL, { mayAsk: false })
    const before = document()
    spoil()
    await runCommand('file.reloadModel')
    expect(document()).toBe(before)
    expect(notices()).toEqual([expect.stringMatching(told)])
  })

  test('a file that is no longer there is asked for, and nothing happens without it', async () => {
    await openHandle(MODEL, { mayAsk: false })
    const before = document()
    answers['source:find'] = null
    answers['source:choose'] = null
    write(moved('Table', [3, 0, 9]))
    await runCommand('file.reloadModel')
    expect(document()).toBe(before)
    expect(asked).toContainEqual(['source:choose', { name: 'house.glb' }])
    answers['source:choose'] = { ...MODEL, name: 'house new.glb' }
    await runCommand('file.reloadModel')
    expect(document().assets[0]).toMatchObject({ name: 'house new.glb', source: { name: 'house new.glb' } })
  })
})

describe('pieces that are uncertain', () => {
  /** Renamed, and moved far. */
  const newer = HOUSE.map((thing): Thing => (thing.name === 'Wardrobe' ? { ...thing, name: 'Closet', at: [5, 0, 8] } : thing))

  test('are asked about where the user’s work is on them; refused, the work stays with what is gone', async () => {
    await openHandle(MODEL, { mayAsk: false })
    edit('Wardrobe', (ids) => setEmission(ids, { radiance: 3 }))
    const before = document()
    write(newer)
    const reloading = runCommand('file.reloadModel')
    await expect.poll(() => useReloadQuestion.getState().asked?.question.pairs).toMatchObject([{ from: 'Wardrobe', to: 'Closet', why: 'nearestShape' }])
    useReloadQuestion.getState().asked!.answer(null)
    await reloading
    expect(document()).toBe(before)

    const again = runCommand('file.reloadModel')
    await expect.poll(() => useReloadQuestion.getState().asked).not.toBeNull()
    useReloadQuestion.getState().asked!.answer([false])
    await again
    expect(named('Wardrobe')).toMatchObject({ hidden: true, emission: { radiance: 3 } })
    expect(named('Closet')).toMatchObject({ hidden: false })
    expect(named('Closet')?.emission).toBeUndefined()
  })

  test('are taken without a word where nothing hangs on them', async () => {
    await openHandle(MODEL, { mayAsk: false })
    write(newer)
    await runCommand('file.reloadModel')
    expect(named('Wardrobe')).toBeUndefined()
    expect(named('Closet')).toBeDefined()
  })
})

describe('a model that was brought in', () => {
  test.each(['one', 'parts'])('as %s stays where it is and changes as its file does', async (how) => {
    answers['file:choose-models'] = [MODEL]
    answers['dialog:parts'] = how
    const stop = useImportQuestion.subscribe(({ asked: question }) => question?.answer({ metresPerUnit: 1, up: 'y' }))
    await runCommand('file.bringIn')
    stop()
    const before = document()
    write([...HOUSE, { name: 'Stool', at: [4, 0, 1], size: 0.3 }])
    await runCommand('file.reloadModel')
    expect(undoLabel(useDocument.getState())).toBe('Reload house.glb')
    expect(before.pieces.map(({ id, position }) => [id, position])).toEqual(document().pieces.slice(0, before.pieces.length).map(({ id, position }) => [id, position]))
    expect(document().pieces).toHaveLength(before.pieces.length + (how === 'one' ? 0 : 1))
    if (how === 'parts') {
      const [armchair, stool] = [named('Armchair')!, named('Stool')!]
      expect(stool.group).toBe(armchair.group)
      expect(Math.hypot(stool.position[0] - armchair.position[0], stool.position[2] - armchair.position[2])).toBeCloseTo(Math.hypot(3, 0.8), 4)
    }
    expect(document().assets).toHaveLength(1)
    expect(document().assets[0].key).not.toBe(before.assets[0].key)
  })
})
