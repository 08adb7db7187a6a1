import { expect, test } from 'vitest'
import { decodeImageInNode } from '../reading/in-node.ts'
import type { LoadedAsset } from '../types.ts'
import { tdsReader } from './reader.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const words = (...values: number[]): Uint8Array => new Uint8Array(Uint16Array.from(values).buffer)
const longs = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)
const floats = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer)

function chunk(id: number, ...content: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.reduce((sum, part) => sum + part.length, 6))
  new DataView(bytes.buffer).setUint16(0, id, true)
  new DataView(bytes.buffer).setUint32(2, bytes.length, true)
  let at = 6
  for (const part of content) { bytes.set(part, at); at += part.length }
  return bytes
}

const material = (name: string, grey: number): Uint8Array => chunk(0xafff, chunk(0xa000, encode(`${name}\0`)), chunk(0xa020, chunk(0x0011, Uint8Array.of(grey, grey, grey))))
/** Two triangles that meet at a right angle, on the ground and upright. */
const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
const object = (...more: Uint8Array[]): Uint8Array => chunk(0x4000, encode('Thing\0'), chunk(0x4100, chunk(0x4110, words(4), floats(...CORNERS)), ...more))
const file = (...content: Uint8Array[]): Uint8Array<ArrayBuffer> => chunk(0x4d4d, chunk(0x0002, longs(3)), chunk(0x3d3d, ...content))
const TRIANGLES = words(2, 0, 1, 2, 0, 0, 3, 1, 0)

const open = (bytes: Uint8Array<ArrayBuffer>): Promise<LoadedAsset> => tdsReader.read(bytes, { name: 'thing.3ds', pieces: 'objects', decodeImage: decodeImageInNode })
/** Of the only mesh. */
const normalsOf = ({ parsed }: LoadedAsset): string[] => {
  const { normals } = [...parsed.meshes.values()][0]
  return [...new Set(Array.from({ length: normals.length / 3 }, (_, i) => [...normals.subarray(3 * i, 3 * i + 3)].map((value) => value.toFixed(2)).join(' ').replaceAll('-0.00', '0.00')))].toSorted()
}

test('an edge is hard where no group of smoothing says otherwise, and round where one does', async () => {
  expect(normalsOf(await open(file(object(chunk(0x4120, TRIANGLES)))))).toHaveLength(2)
  expect(normalsOf(await open(file(object(chunk(0x4120, TRIANGLES, chunk(0x4150, longs(1, 2)))))))).toHaveLength(2)
  // Both ends of the shared edge look between the two; the other corners look as their triangle does.
  expect(normalsOf(await open(file(object(chunk(0x4120, TRIANGLES, chunk(0x4150, longs(3, 2)))))))).toHaveLength(3)
})

test('a right angle is hard though all of an object is of one group, as Cinema 4D writes of everything; a blunt one is round', async () => {
  const ofOneGroup = chunk(0x4120, TRIANGLES, chunk(0x4150, longs(1, 1)))
  expect(normalsOf(await open(file(object(ofOneGroup))))).toHaveLength(2)
  // 60 degrees between their normals.
  const bent = [...CORNERS.slice(0, 9), 0, -0.5, 0.866]
  const blunt = chunk(0x4000, encode('Thing\0'), chunk(0x4100, chunk(0x4110, words(4), floats(...bent)), ofOneGroup))
  expect(normalsOf(await open(file(blunt)))).toHaveLength(3)
})

test('triangles wear the material that names them, in whatever order', async () => {
  const worn = chunk(0x4120, TRIANGLES, chunk(0x4130, encode('Dark\0'), words(1, 1)), chunk(0x4130, encode('Light\0'), words(1, 0)))
  const { parsed } = await open(file(material('Dark', 0), material('Light', 255), object(worn)))
  const [part] = parsed.parts
  const mesh = parsed.meshes.get(part.mesh)!
  const names = [0, 1].map((t) => {
    const corners = [0, 1, 2].map((k) => [...mesh.positions.subarray(3 * mesh.indices[3 * t + k], 3 * mesh.indices[3 * t + k] + 3)])
    const isFlat = corners.every(([, y]) => Math.abs(y - corners[0][1]) < 1e-6)
    return [part.materials[mesh.materialSlots?.[t] ?? 0].name, isFlat]
  })
  expect(names).toEqual(expect.arrayContaining([['Light', true], ['Dark', false]]))
})

test('hidden things are counted, lamps come as lamps', async () => {
  const lamp = chunk(0x4000, encode('Lamp\0'), chunk(0x4600, floats(1, 2, 3), chunk(0x0010, floats(1, 1, 1))))
  const hidden = chunk(0x4000, encode('Ghost\0'), chunk(0x4010), chunk(0x4100, chunk(0x4110, words(4), floats(...CORNERS)), chunk(0x4120, TRIANGLES)))
  const { parsed } = await open(file(object(chunk(0x4120, TRIANGLES)), lamp, hidden))
  expect(parsed.parts.map(({ name }) => name)).toEqual(['Thing'])
  expect(parsed.lights).toHaveLength(1)
  expect(parsed.notes.map((note) => (typeof note === 'string' ? note : note.id))).toEqual(['import.left.hidden', 'import.lights.bulbs'])
})

test('what was mirrored stands as it was mirrored', async () => {
  const frame = (x: number): Uint8Array => chunk(0x4160, floats(x, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0))
  const boxOf = async (x: number): Promise<number[]> => {
    const { parsed } = await open(file(object(frame(x), chunk(0x4120, TRIANGLES))))
    const { positions } = [...parsed.meshes.values()][0]
    return [0, 1, 2].map((i) => Math.round(positions[3 * i] + parsed.parts[0].position[0]))
  }
  expect(Math.max(...(await boxOf(1)))).toBe(1)
  expect(Math.min(...(await boxOf(-1)))).toBe(-1)
})

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['a chunk without a length', file(Uint8Array.of(0, 0x40, 0, 0, 0, 0))],
  ['a chunk that is longer than what holds it', file(Uint8Array.of(0, 0x40, 255, 0, 0, 0))],
  ['more corners than it holds', file(chunk(0x4000, encode('A\0'), chunk(0x4100, chunk(0x4110, words(65_535), floats(0, 0, 0)), chunk(0x4120, TRIANGLES))))],
  ['a corner that is not there', file(object(chunk(0x4120, words(1, 0, 1, 9, 0))))],
])('%s is refused', async (_, bytes) => {
  await expect(open(bytes)).rejects.toMatchObject({ code: 'model-invalid' })
})
