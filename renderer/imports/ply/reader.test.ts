import { expect, test } from 'vitest'
import { encodePng } from '../pictures/encode-png.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { plyReader } from './reader.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const HEAD = 'element vertex 5\nproperty float x\nproperty float y\nproperty float z\n'
const FACES = 'property list uchar int vertex_indices\n'
/** An L of five corners in the plane of x and y, its notch at the third. */
const NOTCHED = [[0, 0, 0], [2, 0, 0], [0.5, 0.5, 0], [0, 2, 0], [0, 1, 0]]
const corners = NOTCHED.map((corner) => corner.join(' ')).join('\n')

const read = (bytes: Uint8Array<ArrayBuffer>, files: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {}) => plyReader.read(bytes, {
  name: 'scan.ply', pieces: 'objects', decodeImage: decodeImageInNode, listSiblings: () => Promise.resolve(Object.keys(files)), readSibling: (name) => Promise.resolve(files[name].slice()),
})

async function shown(bytes: Uint8Array<ArrayBuffer>) {
  const { parsed: { parts, meshes } } = await read(bytes)
  const { positions, indices } = meshes.get(parts[0].mesh)!
  const at = (corner: number): readonly number[] => [...positions.subarray(3 * corner, 3 * corner + 3)]
  const area = Array.from({ length: indices.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => at(indices[3 * t + k]))
    return ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
  })
  return { triangles: indices.length / 3, area: area.reduce((sum, value) => sum + value, 0), isOneWay: area.every((value) => value > 0) }
}

test('a polygon of five corners with a notch is all there, and nothing besides', async () => {
  const whole = { triangles: 3, area: expect.closeTo(1, 6) as number, isOneWay: true }
  expect(await shown(encode(`ply\nformat ascii 1.0\n${HEAD}element face 1\n${FACES}end_header\n${corners}\n5 0 1 2 3 4\n`))).toEqual(whole)
})

test.each([['binary_little_endian', '\n'], ['binary_big_endian', '\n'], ['binary_little_endian', '\r\n'], ['binary_big_endian', '\r']])('%s, its header in lines that end in %j', async (encoding, end) => {
  const head = encode(`ply\nformat ${encoding} 1.0\n${HEAD}element face 1\n${FACES}end_header\n`.replaceAll('\n', end))
  const body = new DataView(new ArrayBuffer(5 * 12 + 1 + 5 * 4))
  const isLittle = encoding === 'binary_little_endian'
  NOTCHED.flat().forEach((value, i) => body.setFloat32(4 * i, value, isLittle))
  body.setUint8(60, 5)
  for (let i = 0; i < 5; i++) body.setInt32(61 + 4 * i, i, isLittle)
  const file = new Uint8Array(head.length + body.byteLength)
  file.set(head)
  file.set(new Uint8Array(body.buffer), head.length)
  expect(await shown(file)).toMatchObject({ triangles: 3, area: expect.closeTo(1, 6) as number })
  await expect(read(file.slice(0, -1))).rejects.toMatchObject({ code: 'model-truncated', detail: 'The file ends before all that it announces.' })
})

test('strips of triangles all face one way', async () => {
  const strip = `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n9 0 1 2 3 -1 0 1 3 -1\n`
  expect(await shown(encode(strip))).toEqual({ triangles: 3, area: expect.closeTo(1.5, 6) as number, isOneWay: true })
})

test('a scan wears its pictures, which may have spaces in their names, each on its own faces', async () => {
  const [red, blue] = [[255, 0, 0, 255], [0, 0, 255, 255]].map((rgba) => encodePng({ width: 1, height: 1, rgba: Uint8Array.from(rgba) }))
  const face = (indices: string, picture: number): string => `3 ${indices} 6 0 0 1 0 0 1 ${picture}`
  const scan = encode(`ply\nformat ascii 1.0\ncomment TextureFile upper part.png\ncomment TextureFile lower.png\n${HEAD}element face 3\n${FACES}property list uchar float texcoord\nproperty int texnumber\nend_header\n${corners}\n${face('0 1 2', 1)}\n${face('0 2 4', 0)}\n${face('2 3 4', 1)}\n`)
  const { parsed: { parts: [{ mesh, materials }], meshes, textures } } = await read(scan, { 'upper part.png': red, 'lower.png': blue })
  expect(materials.map(({ baseColorTexture }) => [...textures.get(baseColorTexture!.texture)!.rgba])).toEqual([[255, 0, 0, 255], [0, 0, 255, 255]])
  expect([...meshes.get(mesh)!.materialSlots!]).toEqual([0, 1, 1])
})

test('faces whose number is none of a picture wear none, and the report counts them', async () => {
  const red = encodePng({ width: 1, height: 1, rgba: Uint8Array.of(255, 0, 0, 255) })
  const face = (indices: string, picture: number): string => `3 ${indices} 6 0 0 1 0 0 1 ${picture}`
  const scan = encode(`ply\nformat ascii 1.0\ncomment TextureFile red.png\n${HEAD}element face 4\n${FACES}property list uchar float texcoord\nproperty float texnumber\nend_header\n${corners}\n${face('0 1 2', -1)}\n${face('0 2 4', 0)}\n${face('2 3 4', 7)}\n${face('1 2 3', 0.5)}\n`)
  const { parsed: { parts: [{ mesh, materials }], meshes, notes } } = await read(scan, { 'red.png': red })
  expect([...meshes.get(mesh)!.materialSlots!].map((slot) => materials[slot].baseColorTexture !== null)).toEqual([true, false, false, false])
  expect(notes).toEqual([{ id: 'import.picture.none', args: { count: 3 } }])
})

test('what a program could not compute beside the places of corners is no reason to refuse a scan', async () => {
  const head = HEAD.replace('element vertex 5', 'element vertex 3')
  expect(await shown(encode(`ply\nformat ascii 1.0\n${head}property float quality\nelement face 1\n${FACES}end_header\n0 0 0 inf\n1 0 0 -nan(ind)\n0 1 0 -inf\n3 0 1 2\n`))).toMatchObject({ triangles: 1 })
})

test('faces that name corners which are not there are left out, and what holds none is told as what it is', async () => {
  const of = (faces: number, body: string) => read(encode(`ply\nformat ascii 1.0\n${HEAD}element face ${faces}\n${FACES}end_header\ncomment made by hand\n${corners}\n${body}`))
  expect((await of(2, '3 0 1 2\n3 0 1 9\n')).parsed.meshes.values().next().value!.indices).toHaveLength(3)
  await expect(of(0, '')).rejects.toMatchObject({ code: 'model-empty', detail: 'The file holds points without surfaces.' })
  await expect(read(encode('ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nend_header\n'))).rejects.toMatchObject({ code: 'model-empty', detail: '“scan.ply” contains nothing that can be shown.' })
  await expect(of(1, '3 0 one 2\n')).rejects.toMatchObject({ code: 'model-invalid', detail: '“one” stands where a number is expected.' })
  await expect(read(encode('ply\nformat ascii 1.0\nelement vertex 1\nproperty constructor x\nend_header\n0\n'))).rejects.toMatchObject({ code: 'model-invalid', detail: 'The header of the file is wrong at “property constructor x”.' })
  await expect(read(encode('ply\nformat ascii 1.0\nelement vertex many\nend_header\n'))).rejects.toMatchObject({ code: 'model-invalid', detail: 'The header of the file is wrong at “element vertex many”.' })
})
