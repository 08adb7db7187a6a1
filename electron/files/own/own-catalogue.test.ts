import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OwnItem } from '../../contract.ts'
import { createProtocolHandler, ORIGIN } from '../../protocol.ts'
import { Files } from '../files.ts'
import { OwnCatalogue } from './own-catalogue.ts'

let folder: string
let catalogue: OwnCatalogue
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-own-'))
  catalogue = new OwnCatalogue(path.join(folder, 'catalogue'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const idOf = (model: string): string => createHash('sha256').update(model).digest('hex')
const itemOf = (model: string, fields: Partial<OwnItem> = {}): OwnItem => ({ id: idOf(model), name: `The ${model}`, category: 'seating', mount: 'floor', size: [0.5, 0.9, 0.5], ...fields })
async function* bodyOf(text: string): AsyncGenerator<Uint8Array> { yield bytesOf(text) }

async function add(model: string, fields: Partial<OwnItem> = {}, to = catalogue): Promise<OwnItem> {
  const item = itemOf(model, fields)
  await to.receive(item.id, 'model', bodyOf(model))
  await to.receive(item.id, 'picture', bodyOf(`picture of ${model}`))
  await to.save(item)
  return item
}

describe('a catalogue of one’s own', () => {
  test('has what was put into it, by name, also after a restart', async () => {
    const [stool, chair] = [await add('stool', { name: 'Zebra stool' }), await add('chair')]
    const again = new OwnCatalogue(path.join(folder, 'catalogue'))
    await again.clean()
    expect(await again.list()).toEqual({ items: [chair, stool], broken: 0 })
    expect(await again.read(chair.id, 'model')).toEqual(bytesOf('chair'))
    expect(await again.read(chair.id, 'picture')).toEqual(bytesOf('picture of chair'))
  })

  test('knows a piece that is there by its content, and gives it the new facts', async () => {
    await add('chair')
    const renamed = await add('chair', { name: 'Armchair', category: 'decoration' })
    expect(await catalogue.list()).toEqual({ items: [renamed], broken: 0 })
    await catalogue.save({ ...renamed, name: 'Bench' })
    expect((await catalogue.list()).items.map(({ name }) => name)).toEqual(['Bench'])
    expect((await readdir(path.join(folder, 'catalogue'))).toSorted()).toEqual([renamed.id])
  })

  test('takes no model under a name that is not its own, and leaves nothing of it', async () => {
    const item = itemOf('chair')
    await catalogue.receive(item.id, 'model', bodyOf('something else'))
    await expect(catalogue.save(item)).rejects.toMatchObject({ code: 'checksum-mismatch' })
    await expect(catalogue.save(item)).rejects.toMatchObject({ code: 'file-missing' })
    expect(await readdir(path.join(folder, 'catalogue'))).toEqual([])
  })

  test('gives a removed piece back until it is cleaned', async () => {
    const { id } = await add('chair')
    await catalogue.remove(id)
    expect((await catalogue.list()).items).toEqual([])
    await catalogue.restore(id)
    expect((await catalogue.list()).items).toHaveLength(1)
    await catalogue.remove(id)
    await catalogue.clean()
    await expect(catalogue.restore(id)).rejects.toMatchObject({ code: 'file-not-writable' })
  })

  test('passes over what is broken', async () => {
    const { id } = await add('chair')
    const broken = async (letter: string, files: Record<string, string>): Promise<void> => {
      const own = path.join(folder, 'catalogue', letter.repeat(64))
      await mkdir(own)
      for (const [name, text] of Object.entries(files)) await writeFile(path.join(own, name), text)
    }
    await broken('a', {})
    await broken('b', { 'item.json': '{', 'model.glb': 'x' })
    await broken('c', { 'item.json': JSON.stringify({ ...itemOf('chair'), id: 'c'.repeat(64), size: [1, 1] }), 'model.glb': 'x' })
    await broken('d', { 'item.json': JSON.stringify(itemOf('chair')), 'model.glb': 'x' })
    await broken('e', { 'item.json': JSON.stringify({ ...itemOf('chair'), id: 'e'.repeat(64) }) })
    await broken('f', { 'item.json': ' '.repeat(70_000), 'model.glb': 'x' })
    await writeFile(path.join(folder, 'catalogue', 'notes.txt'), 'mine')
    expect(await catalogue.list()).toEqual({ items: [expect.objectContaining({ id })], broken: 6 })
  })

  test('goes to a colleague as a folder: what she has stays, what is not what it says is left', async () => {
    const [chair, stool] = [await add('chair'), await add('stool')]
    const exported = path.join(folder, 'exported')
    await mkdir(exported)
    expect(await catalogue.exportTo(exported)).toBe(2)
    const colleague = new OwnCatalogue(path.join(folder, 'colleague'))
    await add('chair', { name: 'Her chair' }, colleague)
    expect(await colleague.importFrom(exported)).toEqual({ added: 1, known: 1, left: [] })
    expect((await colleague.list()).items.map(({ name }) => name)).toEqual(['Her chair', stool.name])
    expect(await colleague.read(stool.id, 'picture')).toEqual(bytesOf('picture of stool'))

    const third = new OwnCatalogue(path.join(folder, 'third'))
    expect(await third.importFrom(path.join(exported, chair.id))).toEqual({ added: 1, known: 0, left: [] })
    await writeFile(path.join(exported, stool.id, 'model.glb'), 'swapped')
    expect(await third.importFrom(exported)).toEqual({ added: 0, known: 1, left: [{ file: `${stool.id}/model.glb`, why: 'model-other' }] })
  })

  test('names what it leaves out of a folder, and why, whatever the folders are called', async () => {
    const from = path.join(folder, 'from')
    const put = async (name: string, files: Record<string, string>): Promise<void> => {
      await mkdir(path.join(from, name), { recursive: true })
      for (const [file, text] of Object.entries(files)) await writeFile(path.join(from, name, file), text)
    }
    await put('my chair', { 'item.json': '{ "id": ', 'model.glb': 'chair' })
    expect(await catalogue.importFrom(from)).toEqual({ added: 0, known: 0, left: [{ file: 'my chair/item.json', why: 'item-damaged' }] })
    expect(await catalogue.importFrom(path.join(from, 'my chair'))).toEqual({ added: 0, known: 0, left: [{ file: 'item.json', why: 'item-damaged' }] })
    await put('a stool', { 'item.json': JSON.stringify(itemOf('stool')), 'model.glb': 'stool' })
    await put('bench', { 'item.json': JSON.stringify({ ...itemOf('bench'), size: [1] }), 'model.glb': 'bench' })
    await put('desk', { 'item.json': JSON.stringify(itemOf('desk')) })
    await put('lamp', { 'item.json': ' '.repeat(70_000), 'model.glb': 'lamp' })
    await put('pictures', { 'picture.png': 'x' })
    await put('b'.repeat(64), { 'item.json': JSON.stringify(itemOf('bed')), 'model.glb': 'bed' })
    await put('bare', { 'model.glb': 'bare' })
    const came = await catalogue.importFrom(from)
    expect([came.added, came.known]).toEqual([1, 0])
    expect(Object.fromEntries(came.left.map(({ file, why }) => [file, why]))).toEqual({
      'my chair/item.json': 'item-damaged', 'bench/item.json': 'item-wrong', 'desk/model.glb': 'model-missing', 'lamp/item.json': 'item-too-large', [`${'b'.repeat(64)}/item.json`]: 'item-wrong',
    })
    expect(await catalogue.importFrom(path.join(from, 'bare'))).toEqual({ added: 0, known: 0, left: [{ file: 'item.json', why: 'item-missing' }] })
  })

  test.skipIf(process.platform === 'win32')('follows no link out of a folder that comes from elsewhere', async () => {
    const item = itemOf('secret')
    const foreign = path.join(folder, 'foreign', item.id)
    await mkdir(foreign, { recursive: true })
    await writeFile(path.join(folder, 'secret'), 'secret')
    await symlink(path.join(folder, 'secret'), path.join(foreign, 'model.glb'))
    await writeFile(path.join(foreign, 'item.json'), JSON.stringify(item))
    expect(await catalogue.importFrom(path.join(folder, 'foreign'))).toEqual({ added: 0, known: 0, left: [{ file: `${item.id}/model.glb`, why: 'model-missing' }] })
  })

  test.skipIf(process.platform === 'win32')('is its owner’s alone to read', async () => {
    const umask = process.umask(0)
    try {
      const { id } = await add('chair')
      const own = path.join(folder, 'catalogue', id)
      expect((await stat(own)).mode & 0o777).toBe(0o700)
      for (const name of await readdir(own)) expect((await stat(path.join(own, name))).mode & 0o777, name).toBe(0o600)
    } finally {
      process.umask(umask)
    }
  })
})

test('models and pictures travel on our scheme, under names that are keys', async () => {
  const serve = createProtocolHandler({ pageFolder: folder, files: new Files(), demo: null, own: catalogue, onError: () => {} })
  const ask = (address: string, init?: RequestInit): Promise<Response> => serve(new Request(`${ORIGIN}/${address}`, init))
  const { id } = itemOf('chair')
  expect((await ask(`own/${id}/model`, { method: 'PUT', body: bytesOf('chair') })).status).toBe(204)
  await catalogue.save(itemOf('chair'))
  expect(await (await ask(`own/${id}/model`)).text()).toBe('chair')
  expect((await ask(`own/${id}/picture`)).status).toBe(404)
  expect((await ask('own/..%2Fsecret/model')).status).toBe(400)
  expect((await ask(`own/${id}/item.json`)).status).toBe(404)
})
