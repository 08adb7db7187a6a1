import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileHandle, LeftOut, OwnItem } from '../../../electron/contract.ts'
import { freeName, searchItems } from '../../catalogue/catalogue-items.ts'
import { fetchOwnCatalogue, keyOfOwn, useOwnCatalogue } from '../../catalogue/own-store.ts'
import { useDocument } from '../../document/store.ts'
import { accept, useNotices } from '../../errors/notices.ts'
import { glbOf, twoChairsAndALamp } from '../../imports/gltf/testing-glb.ts'
import { useInteraction } from '../../interaction/store.ts'
import { assetKeyOf } from '../../project/assets.ts'
import { newProject, openHandle, placeCatalogueItem } from '../../project/open/open-project.ts'
import type { OwnFacts } from '../../project/insert/own-piece.ts'
import { InlineWorker } from '../../project/testing-workers.ts'
import { useShell } from '../../shell/shell.ts'
import { editOwn, importOwn, keepDraft, removeOwn, useOwnDraft } from './own-catalogue.ts'
import { findCommand, isEnabled, runCommand } from '../registry.ts'

const pictures = vi.hoisted(() => ({ takePiecePicture: vi.fn(() => Promise.resolve(new Uint8Array([1]))) }))
vi.mock('../../output/export/piece-picture.ts', () => pictures)

const HOUSE: FileHandle = { id: 'e'.repeat(32), name: 'house.glb', kind: 'model', sizeBytes: 1, writable: false }
/** What the main process keeps: facts, and bytes by address. */
let items: Map<string, OwnItem>
let removed: Map<string, OwnItem>
let files: Map<string, Uint8Array<ArrayBuffer>>
/** The disk is. */
let isFull = false
/** What came of a folder. */
let dropped: { added: number; known: number; left: readonly LeftOut[] }

beforeEach(async () => {
  vi.clearAllMocks()
  isFull = false
  items = new Map()
  removed = new Map()
  files = new Map([[`file/${HOUSE.id}`, glbOf(twoChairsAndALamp())]])
  const move = (id: string, from: Map<string, OwnItem>, to: Map<string, OwnItem>): void => {
    to.set(id, from.get(id)!)
    from.delete(id)
  }
  const answers: Record<string, (request: never) => unknown> = {
    'settings:get': () => ({ unit: 'm' }),
    'own:list': () => ({ items: [...items.values()], broken: 0 }),
    'own:import': () => dropped,
    'own:save': (item: OwnItem) => void items.set(item.id, item),
    'own:remove': ({ id }: OwnItem) => move(id, items, removed),
    'own:restore': ({ id }: OwnItem) => move(id, removed, items),
  }
  vi.stubGlobal('window', { atrium: { request: (channel: string, request: never) => Promise.resolve({ ok: true, value: answers[channel]?.(request) }) } })
  vi.stubGlobal('Worker', InlineWorker)
  vi.stubGlobal('fetch', async (url: string, init?: { method?: string; body?: Blob }) => {
    const address = url.replace(/^\.\//, '')
    if (init?.method === 'PUT' && isFull) return Response.json({ code: 'disk-full', detail: 'No space left.' }, { status: 507 })
    if (init?.method === 'PUT') files.set(address, new Uint8Array(await (init.body as Blob).arrayBuffer()))
    const bytes = files.get(address)
    return bytes === undefined ? Response.json({ code: 'file-missing', detail: address }, { status: 404 }) : new Response(bytes.slice())
  })
  useNotices.setState({ notices: [] })
  useShell.setState({ screen: 'room' })
  await newProject()
  await openHandle(HOUSE)
  await fetchOwnCatalogue()
})
afterEach(() => vi.unstubAllGlobals())

const own = () => useOwnCatalogue.getState().items
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 5) as number)
const AS_IT_IS = { category: 'lighting', mount: 'floor', quarterTurns: 0, factor: 1 } as const

/** Selects a piece, asks for it to be added, and answers the dialog. */
async function keep(name: string, facts: Partial<OwnFacts> = {}): Promise<void> {
  useInteraction.setState({ selection: useDocument.getState().document.pieces.filter((piece) => piece.name === name).map(({ id }) => id) })
  await runCommand('edit.addToCatalogue')
  await keepDraft(useOwnDraft.getState().source!, { name, ...AS_IT_IS, ...facts })
}

describe('a catalogue of one’s own', () => {
  test('takes one piece out of a house, under the hash of its content, and places it in another room', async () => {
    await keep('Chair', { category: 'seating' })
    const [chair] = own()
    expect(chair).toMatchObject({ name: 'Chair', category: 'seating', mount: 'floor', size: near([1, 1, 1]) })
    expect(await assetKeyOf(files.get(`own/${keyOfOwn(chair.id)}/model`)!)).toBe(keyOfOwn(chair.id))
    await newProject()
    await placeCatalogueItem(chair.id, { position: [1, 0, 2] })
    const { pieces, assets } = useDocument.getState().document
    expect(pieces).toMatchObject([{ name: 'Chair', part: 'all', position: [1, 0, 2] }])
    expect(assets).toMatchObject([{ key: keyOfOwn(chair.id), catalogueId: chair.id }])
  })

  test('has equal pieces once, and takes no second picture', async () => {
    await keep('Chair')
    await keep('Chair', { name: 'The very same' })
    expect(own().map(({ name }) => name)).toEqual(['The very same'])
    expect(pictures.takePiecePicture).toHaveBeenCalledOnce()
  })

  test('turns, sizes and renames a piece that it has, which is another then and takes its place', async () => {
    await keep('Lamp')
    const [before] = own()
    editOwn(before)
    await keepDraft(useOwnDraft.getState().source!, { name: 'Tall lamp', ...AS_IT_IS, quarterTurns: 1, factor: 2 })
    const [after, ...others] = own()
    expect(others).toEqual([])
    expect(after).toMatchObject({ name: 'Tall lamp', size: near([2 * before.size[2], 2 * before.size[1], 2 * before.size[0]]) })
    expect(after.id).not.toBe(before.id)
    editOwn(after)
    await keepDraft(useOwnDraft.getState().source!, { name: 'Lamp again', ...AS_IT_IS })
    expect(own()).toMatchObject([{ id: after.id, name: 'Lamp again' }])
  })

  test('gives back what was removed', async () => {
    await keep('Lamp')
    await removeOwn(own()[0])
    expect(own()).toEqual([])
    accept(useNotices.getState().notices[0])
    await expect.poll(() => own()).toHaveLength(1)
  })

  test('says of a folder what was left out of it and why, and that there was nothing where there was nothing', async () => {
    const lines = async (came: typeof dropped): Promise<string> => {
      dropped = came
      useNotices.setState({ notices: [] })
      await importOwn(HOUSE)
      const { title, text, detail } = useNotices.getState().notices[0]
      return [title, text, detail].join('\n')
    }
    expect(await lines({ added: 0, known: 0, left: [{ file: 'my chair/item.json', why: 'item-damaged' }] })).toBe('No new pieces\n1 could not be read and was left out.\nmy chair/item.json is damaged: it is not JSON.')
    expect(await lines({ added: 1, known: 2, left: [] })).toBe('1 new piece in My Catalogue\n2 were there already. Nothing was left out.\n')
    expect(await lines({ added: 0, known: 0, left: [] })).toBe('No new pieces\nThe folder contains no pieces. A piece is a folder with item.json and model.glb. To open a model, drop its file instead of its folder.\n')
    const many = await lines({ added: 0, known: 0, left: Array.from({ length: 8 }, () => ({ file: `${'ab'.repeat(32)}/model.glb`, why: 'model-other' as const })) })
    expect(many.split('\n').slice(-2)).toEqual(['abababab…/model.glb is not the model that item.json describes.', '3 more were left out.'])
  })

  test('is searched by name, category and several words, apart from and beside what ships', async () => {
    await keep('Lamp', { name: 'Tall reading lamp' })
    await keep('Chair', { category: 'seating' })
    const named = (query: string, category: Parameters<typeof searchItems>[2] = null): readonly string[] => searchItems(own(), query, category).map(({ name }) => name)
    expect([named('LAMP reading'), named('seating'), named('chair', 'lighting'), named(''), named('sofa')]).toEqual([['Tall reading lamp'], ['Chair'], [], expect.arrayContaining(['Chair', 'Tall reading lamp']), []])
  })

  test('gives a piece whose name is taken the next number; one that keeps its place keeps its name', async () => {
    await keep('Lamp', { name: 'Favourite' })
    await keep('Chair', { name: 'favourite' })
    expect(own().map(({ name }) => name)).toEqual(['Favourite', 'favourite 2'])
    editOwn(own()[0])
    await keepDraft(useOwnDraft.getState().source!, { name: 'Favourite', ...AS_IT_IS, factor: 2 })
    expect(own().map(({ name }) => name).toSorted()).toEqual(['Favourite', 'favourite 2'])
    expect([freeName('Chair 2', [{ name: 'chair 2' }, { name: 'Chair 3' }]), freeName('Sofa', [])]).toEqual(['Chair 4', 'Sofa'])
  })

  test('stays as it was on a full disk, says so of the piece and not of the project, and offers to add it again', async () => {
    await keep('Chair')
    isFull = true
    useNotices.setState({ notices: [] })
    await keep('Lamp')
    expect(own().map(({ name }) => name)).toEqual(['Chair'])
    const [notice] = useNotices.getState().notices
    expect([notice.title, notice.text]).toEqual(['Not enough disk space for Lamp', 'My Catalogue is unchanged. Free up some space, then add the piece again.'])
    isFull = false
    accept(notice)
    expect(useShell.getState().dialog).toBe('ownPiece')
    await keepDraft(useOwnDraft.getState().source!, { name: 'Lamp', ...AS_IT_IS })
    expect(own().map(({ name }) => name)).toEqual(['Chair', 'Lamp'])
  })

  test('is not offered for nothing, or for several', () => {
    const isOffered = (selection: readonly string[]): boolean => {
      useInteraction.setState({ selection })
      return isEnabled(findCommand('edit.addToCatalogue')!)
    }
    const [a, b] = useDocument.getState().document.pieces.map(({ id }) => id)
    expect([isOffered([]), isOffered([a, b]), isOffered([a])]).toEqual([false, false, true])
  })
})
