import { expect, test } from 'vitest'
import { decodeImageInNode } from '../reading/in-node.ts'
import { readerOf } from '../readers.ts'
import { objReader } from './reader.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A red triangle, and the material that it wears. */
const read = (model: string, library: string) => objReader.read(encode(model), {
  name: 'thing.obj', pieces: 'objects', decodeImage: decodeImageInNode, listSiblings: () => Promise.resolve(['thing.mtl']), readSibling: () => Promise.resolve(encode(library)),
})
const MODEL = 'mtllib thing.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl Material #25\nf 1 2 3\n'
const LIBRARY = 'newmtl Material #25\nKd 1 0 0\n'

test.each([
  ['tabs between its words', MODEL.replaceAll(' ', '\t').replace('Material\t#', 'Material #'), LIBRARY.replaceAll(/^(\w+) /gm, '$1\t').replaceAll('\n', '\t\n')],
  ['lines that end in a carriage return alone', MODEL.replaceAll('\n', '\r'), LIBRARY.replaceAll('\n', '\r')],
  ['remarks behind its numbers', MODEL.replace('v 1 0 0', 'v 1 0 0 # the right one').replace('f 1 2 3', 'f 1 2 3 # all'), LIBRARY],
  ['a transparency of 1, as MeshLab writes what is opaque', MODEL, `${LIBRARY}Tr 1.000000\n`],
])('a file with %s is read', async (_, model, library) => {
  expect(readerOf(encode(model), 'thing').id).toBe('obj')
  const { parsed: { parts, meshes } } = await read(model, library)
  expect([...meshes.values()].map(({ positions }) => positions.length)).toEqual([9])
  expect(parts[0].materials).toMatchObject([{ name: 'Material #25', baseColor: [1, 0, 0], alpha: 1 }])
  expect(parts[0].materials[0].transmission ?? 0).toBe(0)
})

test('what is said twice to be invisible lets light through', async () => {
  const { parsed: { parts: [{ materials: [{ transmission }] }] } } = await read(MODEL, `${LIBRARY}d 0\nTr 1\n`)
  expect(transmission).toBe(1)
})
