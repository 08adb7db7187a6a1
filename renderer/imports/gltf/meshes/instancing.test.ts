import { expect, test } from 'vitest'
import { decodeImageInNode } from '../../reading/in-node.ts'
import type { LoadedAsset } from '../../types.ts'
import { importModel } from '../import.ts'
import { writeGlb } from '../resources.ts'
import { type TestModel, twoChairsAndALamp } from '../testing-glb.ts'

const open = (bytes: Uint8Array<ArrayBuffer>, pieces: 'objects' | 'single' | readonly string[] = 'objects'): Promise<LoadedAsset> =>
  importModel(bytes, { name: 'model.glb', pieces, decodeImage: decodeImageInNode })

/** Three lamps in a row, two metres apart, the last of half the size and turned by packed integers. */
function threeLamps(change: (json: TestModel['json']) => void = () => {}): Uint8Array<ArrayBuffer> {
  const { json, bin } = twoChairsAndALamp()
  const places = Float32Array.from([0, 0, 0, 5, 0, 0, 10, 0, 0, 1, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5])
  const turns = Int16Array.from([0, 0, 0, 32_767, 0, 0, 0, 32_767, 0, 0, 23_170, 23_170])
  const whole = new Uint8Array(bin.byteLength + places.byteLength + turns.byteLength)
  whole.set(bin)
  whole.set(new Uint8Array(places.buffer), bin.byteLength)
  whole.set(new Uint8Array(turns.buffer), bin.byteLength + places.byteLength)
  const at = bin.byteLength
  // What is one thing is told by sizes.
  Object.assign(json.accessors[0], { min: [-1, -1, 0], max: [1, 1, 2] })
  json.bufferViews.push({ buffer: 0, byteOffset: at, byteLength: 36 }, { buffer: 0, byteOffset: at + 36, byteLength: 36 }, { buffer: 0, byteOffset: at + 72, byteLength: 24 })
  json.accessors.push(
    { bufferView: 2, componentType: 5126, count: 3, type: 'VEC3' }, { bufferView: 3, componentType: 5126, count: 3, type: 'VEC3' },
    { bufferView: 4, componentType: 5122, normalized: true, count: 3, type: 'VEC4' },
  )
  json.buffers[0].byteLength = whole.byteLength
  json.nodes[3] = { ...json.nodes[3], extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 2, SCALE: 3, ROTATION: 4, _ID: 0 } } } }
  json.extensionsUsed = ['EXT_mesh_gpu_instancing']
  json.extensionsRequired = ['EXT_mesh_gpu_instancing']
  change(json)
  return writeGlb(json, whole)
}

test('every instance is a piece in its place, and all show one mesh', async () => {
  const { bytes, parsed } = await open(threeLamps())
  const lamps = parsed.parts.filter(({ name }) => name.startsWith('Lamp'))
  expect(lamps.map(({ position }) => position.map((value) => Math.round(value * 1e4) / 1e4 + 0))).toEqual([[0, 0, -4], [5, 0, -4], [10, 0, -4]])
  expect(new Set(lamps.map(({ mesh }) => mesh)).size).toBe(1)
  expect(lamps[2].scale).toEqual([0.5, 0.5, 0.5].map((value) => expect.closeTo(value, 4) as number))
  expect(lamps[2].rotation.map(Math.abs)).toEqual([0, Math.SQRT1_2, 0, Math.SQRT1_2].map((value) => expect.closeTo(value, 3) as number))
  // The project keeps the file as it came, and finds the same pieces in it by their ids.
  const again = await open(bytes, lamps.map(({ id }) => id))
  expect(again.parsed.parts.map(({ position }) => position)).toEqual(lamps.map(({ position }) => position))
})

test('as one piece, all instances are baked, and once', async () => {
  const { parsed } = await open(threeLamps(), 'single')
  expect([...parsed.meshes.values()][0].indices).toHaveLength(36 * (2 + 2 * 3))
})

test.each([
  ['lists of different length', (json: TestModel['json']) => { json.accessors[3].count = 2 }, 'model-invalid'],
  ['a list of other values', (json: TestModel['json']) => { json.nodes[3].extensions.EXT_mesh_gpu_instancing.attributes.TRANSLATION = 4 }, 'model-invalid'],
  ['a list that does not exist', (json: TestModel['json']) => { json.nodes[3].extensions.EXT_mesh_gpu_instancing.attributes.SCALE = 99 }, 'model-invalid'],
  ['no lists', (json: TestModel['json']) => { json.nodes[3].extensions.EXT_mesh_gpu_instancing = { attributes: {} } }, 'model-invalid'],
  ['more than there are nodes', (json: TestModel['json']) => {
    for (const k of [2, 3, 4]) Object.assign(json.accessors[k], { bufferView: undefined, count: 300_000 })
  }, 'model-too-many'],
])('instances with %s are refused', async (_, change, code) => {
  await expect(open(threeLamps(change))).rejects.toMatchObject({ code })
})
