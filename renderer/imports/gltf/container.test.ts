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
