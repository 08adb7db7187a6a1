import { mkdir, mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nodeDisk } from '../disk.ts'
import { type ExportDisk, Exports, exportNotes, type RandomAccessFile } from './exports.ts'
import { codeOf } from '../../failure.ts'

let folder: string
let target: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-export-'))
  target = path.join(folder, 'room.png')
  await writeFile(target, 'old')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* bytes(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(new TextEncoder().encode(part))
}
const codeFrom = (promise: Promise<unknown>): Promise<string> => promise.then(() => 'no failure', codeOf)
const errno = (code: string): Error => Object.assign(new Error(code), { code })

/** Node's, but for what is replaced of its files. */
function disk(replaced: (file: RandomAccessFile) => Partial<RandomAccessFile>, more: Partial<ExportDisk> = {}): ExportDisk {
  return {
    ...nodeDisk,
    async openRandomAccess(name, mode) {
      const file = await open(name, 'wx', mode)
      const own: RandomAccessFile = { write: (...args) => file.write(...args), sync: () => file.sync(), close: () => file.close() }
      return { ...own, ...replaced(own) }
    },
    ...more,
  }
}

test('a picture appears when all of it is there, its beginning filled in last', async () => {
  const exports = new Exports()
  const { id, name } = await exports.begin(target)
  expect(name).toBe('room.png')
  await exports.write(id, 0, bytes('????', 'body'))
  await exports.write(id, 8, bytes(' and end'))
  await exports.write(id, 0, bytes('head'))
  expect(await readFile(target, 'utf8')).toBe('old')
  await exports.commit(id, 16)
  expect(await readFile(target, 'utf8')).toBe('headbody and end')
  expect(await readdir(folder)).toEqual(['room.png'])
})

test('a file system that takes less than it is given gets the rest', async () => {
  const exports = new Exports(disk((file) => ({ write: (chunk, offset, length, position) => file.write(chunk, offset, Math.min(3, length), position) })))
  const { id } = await exports.begin(target)
  await exports.write(id, 0, bytes('ten bytes!'))
  await exports.commit(id, 10)
  expect(await readFile(target, 'utf8')).toBe('ten bytes!')
})

test('cancelled, nothing is left and what stood there is untouched', async () => {
  const exports = new Exports()
  const { id } = await exports.begin(target)
  await exports.write(id, 0, bytes('half'))
  await exports.discard(id)
  expect(await readdir(folder)).toEqual(['room.png'])
  expect(await readFile(target, 'utf8')).toBe('old')
  expect(await codeFrom(exports.write(id, 4, bytes('more')))).toBe('handle-unknown')
  await exports.discard(id)
})

test.each([['ENOSPC', 'export-disk-full'], ['EIO', 'export-not-writable'], ['EFBIG', 'export-too-large']])('%s says %s and leaves nothing', async (error, code) => {
  const exports = new Exports(disk(() => ({ write: () => Promise.reject(errno(error)) })))
  const { id } = await exports.begin(target)
  expect(await codeFrom(exports.write(id, 0, bytes('x')))).toBe(code)
  expect(await readdir(folder)).toEqual(['room.png'])
  expect(await readFile(target, 'utf8')).toBe('old')
})

test('a disk that is full only when it is asked to keep the bytes counts, too', async () => {
  const exports = new Exports(disk(() => ({ sync: () => Promise.reject(errno('ENOSPC')) })))
  const { id } = await exports.begin(target)
  await exports.write(id, 0, bytes('x'))
  expect(await codeFrom(exports.commit(id, 1))).toBe('export-disk-full')
  expect(await readdir(folder)).toEqual(['room.png'])
})

test('a folder that is not there, or a file that may not be replaced, is told before the work', async () => {
  expect(await codeFrom(new Exports().begin(path.join(folder, 'nowhere', 'room.png')))).toBe('export-not-writable')
  const readOnly = new Exports(disk(() => ({}), { access: () => Promise.reject(errno('EACCES')) }))
  expect(await codeFrom(readOnly.begin(target))).toBe('export-not-writable')
  expect(await readdir(folder)).toEqual(['room.png'])
})

test('bytes that are missing, and places behind the end, are refused', async () => {
  const exports = new Exports()
  const first = await exports.begin(target)
  await exports.write(first.id, 0, bytes('abc'))
  expect(await codeFrom(exports.commit(first.id, 4))).toBe('checksum-mismatch')
  for (const at of [1, -1, 0.5, Number.NaN]) {
    const { id } = await exports.begin(target)
    expect(await codeFrom(exports.write(id, at, bytes('abc')))).toBe('request-invalid')
  }
  expect(await readdir(folder)).toEqual(['room.png'])
})

test('what a page leaves behind goes with it', async () => {
  const exports = new Exports()
  const { id } = await exports.begin(target)
  await exports.write(id, 0, bytes('half'))
  await exports.begin(path.join(folder, 'other.png'))
  await exports.dispose()
  expect(await readdir(folder)).toEqual(['room.png'])
})

test('what a killed Atrium was exporting is removed by the next one, and nothing else', async () => {
  const note = path.join(folder, 'profile', 'exports.json')
  const killed = new Exports(undefined, exportNotes(note))
  const { id } = await killed.begin(target)
  await killed.write(id, 0, bytes('half a picture'))
  // One that ended well leaves no name behind.
  const done = await killed.begin(path.join(folder, 'done.jpg'))
  await killed.write(done.id, 0, bytes('all'))
  await killed.commit(done.id, 3)
  const [stray] = (await readdir(folder)).filter((name) => name.endsWith('.tmp'))
  // Names that no export gives: the note was tampered with. And a folder, where an export's file had been.
  const names = JSON.parse(await readFile(note, 'utf8')) as string[]
  expect(names).toEqual([path.join(folder, stray)])
  await mkdir(path.join(folder, '.kept.png.01234567.tmp'))
  await writeFile(note, JSON.stringify([...names, target, path.join(folder, '.kept.png.01234567.tmp')]))

  const next = new Exports(undefined, exportNotes(note))
  const { id: running } = await next.begin(path.join(folder, 'new.png'))
  await next.removeStrays()
  expect((await readdir(folder)).filter((name) => !name.startsWith('.new.png')).sort()).toEqual(['.kept.png.01234567.tmp', 'done.jpg', 'profile', 'room.png'])
  await next.write(running, 0, bytes('goes on'))
  await next.commit(running, 7)
  expect(await readFile(path.join(folder, 'new.png'), 'utf8')).toBe('goes on')
  expect(JSON.parse(await readFile(note, 'utf8'))).toEqual([])
})

test('whoever keeps the computer awake is told from the first beginning to the last end, however that comes', async () => {
  const told: boolean[] = []
  const exports = new Exports(undefined, null, (isBusy) => told.push(isBusy))
  const one = await exports.begin(target)
  const other = await exports.begin(path.join(folder, 'other.png'))
  await exports.write(one.id, 0, bytes('picture'))
  await exports.commit(one.id, 7)
  expect(told).toEqual([true, true, true])
  await exports.discard(other.id)
  await exports.discard(other.id)
  expect(told).toEqual([true, true, true, false])
  const third = await exports.begin(target)
  expect(exports.has(third.id)).toBe(true)
  await exports.dispose()
  expect(told.slice(4)).toEqual([true, false])
})
