import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LIBRARY } from '../../renderer/materials/library.ts'
import { fingerprint, PICTURE_SIDE } from './material-shot.ts'

const folder = path.resolve(import.meta.dirname, '../public/materials')
const taken = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as Readonly<Record<string, string>>

test('every picture of the library is of a material as it is now', () => {
  expect(taken).toEqual(Object.fromEntries(LIBRARY.filter(({ id }) => id in taken).map((entry) => [entry.id, fingerprint(entry)])))
  expect(readdirSync(folder).sort()).toEqual(['index.json', ...Object.keys(taken).map((id) => `${id}.jpg`)].sort())
})

test('and a JPEG of its size', () => {
  for (const id of Object.keys(taken)) {
    const jpeg = readFileSync(path.join(folder, `${id}.jpg`))
    // The start of a baseline frame: its height and width.
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    expect([id, jpeg.readUInt16BE(0), jpeg.readUInt16BE(frame + 5), jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(jpeg.length - 2)]).toEqual([id, 0xffd8, PICTURE_SIDE, PICTURE_SIDE, 0xffd9])
  }
})
