import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { expect, test } from 'vitest'
import { DECODERS_IN_NODE, decodeImageInNode } from '../reading/in-node.ts'
import { readModel } from '../readers.ts'
import { parseContainer } from './container.ts'
import { glbOf, twoChairsAndALamp } from './testing-glb.ts'

/** The same GLB with so many bytes of JSON, and what follows right behind them or at the next multiple of four. */
function glbWith(jsonBytes: number, padding: number): Uint8Array<ArrayBuffer> {
  const { json, bin } = parseContainer(glbOf(twoChairsAndALamp()))
  const text = new TextEncoder().encode(JSON.stringify(json).padEnd(jsonBytes))
  const file = new Uint8Array(12 + 8 + text.length + padding + 8 + bin!.length)
  const view = new DataView(file.buffer)
  const chunk = (at: number, kind: string, bytes: Uint8Array): void => {
    view.setUint32(at, bytes.length, true)
    file.set(new TextEncoder().encode(kind), at + 4)
    file.set(bytes, at + 8)
  }
  file.set(new TextEncoder().encode('glTF'))
  view.setUint32(4, 2, true)
  view.setUint32(8, file.length, true)
  chunk(12, 'JSON', text)
  chunk(20 + text.length + padding, 'BIN\0', bin!)
  return file
}

test.each([['filled up', 0, 0], ['not filled up, as trimesh wrote them', 2, 0], ['filled up uncounted', 2, 2]])('chunks that are %s give the same model', async (_, over, padding) => {
  const length = Math.ceil(JSON.stringify(parseContainer(glbOf(twoChairsAndALamp())).json).length / 4) * 4
  const open = (bytes: Uint8Array<ArrayBuffer>) => readModel(bytes, { name: 'chairs.glb', pieces: 'objects', decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE })
  const [found, expected] = await Promise.all([open(glbWith(length + over, padding)), open(glbOf(twoChairsAndALamp()))])
  expect([...found.parsed.meshes.values()].map(({ positions }) => positions)).toEqual([...expected.parsed.meshes.values()].map(({ positions }) => positions))
})

test('a file of version 1 is told as that, though it gives its version as a number', () => {
  const { json, bin } = twoChairsAndALamp()
  expect(() => parseContainer(glbOf({ json: { ...json, asset: { version: 1 } }, bin }))).toThrow(expect.objectContaining({ code: 'model-version', detail: 'The file is glTF version 1.0; Atrium reads version 2.0.' }))
})

test('geometry is unpacked that is packed by the ratified extension of meshoptimizer', async () => {
  await MeshoptEncoder.ready
  const { json, bin } = twoChairsAndALamp()
  const [corners, triangles] = json.bufferViews as readonly { byteOffset: number; byteLength: number }[]
  const packed = MeshoptEncoder.encodeGltfBuffer(bin.slice(corners.byteOffset, corners.byteOffset + corners.byteLength), 8, 12, 'ATTRIBUTES', 1)
  const place = packed.length + ((4 - (packed.length % 4)) % 4)
  const file = new Uint8Array(place + triangles.byteLength)
  file.set(packed)
  file.set(bin.subarray(triangles.byteOffset), place)
  const compression = { buffer: 0, byteOffset: 0, byteLength: packed.length, byteStride: 12, count: 8, mode: 'ATTRIBUTES' }
  const glb = glbOf({
    json: {
      ...json, extensionsUsed: ['KHR_meshopt_compression'], extensionsRequired: ['KHR_meshopt_compression'],
      bufferViews: [{ buffer: 1, byteOffset: 0, byteLength: 96, byteStride: 12, extensions: { KHR_meshopt_compression: compression } }, { buffer: 0, byteOffset: place, byteLength: triangles.byteLength }],
      buffers: [{ byteLength: file.length }, { byteLength: 96, extensions: { KHR_meshopt_compression: { fallback: true } } }],
    },
    bin: file,
  })
  const open = (bytes: Uint8Array<ArrayBuffer>) => readModel(bytes, { name: 'chairs.glb', pieces: 'objects', decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE })
  const [found, expected] = await Promise.all([open(glb), open(glbOf({ json, bin }))])
  expect([...found.parsed.meshes.values()].map(({ positions }) => positions)).toEqual([...expected.parsed.meshes.values()].map(({ positions }) => positions))
})
