import { expect, test } from 'vitest'
import { textOf } from '../../words/say.ts'
import { importModel } from '../gltf/import.ts'
import { gltfOf, twoChairsAndALamp } from '../gltf/testing-glb.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import type { ParsedAsset } from '../types.ts'
import { ktx2Of } from './testing-ktx2.ts'

const TEAL = [10, 128, 120, 255] as const
const VEIL = [200, 30, 5, 64] as const

/** The chairs wear it, as KHR_texture_basisu has it. */
async function wearing(picture: Uint8Array): Promise<ParsedAsset> {
  const model = twoChairsAndALamp()
  model.json.buffers[0].uri = `data:application/octet-stream;base64,${Buffer.from(model.bin).toString('base64')}`
  model.json.images = [{ name: 'Oak', uri: `data:image/ktx2;base64,${Buffer.from(picture).toString('base64')}` }]
  model.json.textures = [{ extensions: { KHR_texture_basisu: { source: 0 } } }] as never
  model.json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
  const file = { ...model, json: { ...model.json, extensionsUsed: ['KHR_texture_basisu'], extensionsRequired: ['KHR_texture_basisu'] } }
  return (await importModel(gltfOf(file as never), { name: 'model.gltf', pieces: 'parts', decodeImage: decodeImageInNode })).parsed
}

test('a KTX2 picture comes with its colours and its alpha', async () => {
  const { textures, notes, parts } = await wearing(ktx2Of([TEAL, VEIL]))
  const [{ width, height, rgba, key, colorSpace }] = textures.values()
  expect([width, height, colorSpace]).toEqual([8, 4, 'srgb'])
  const at = (x: number, y: number): readonly number[] => [...rgba.subarray(4 * (y * 8 + x), 4 * (y * 8 + x) + 4)]
  expect([at(0, 0), at(3, 3), at(4, 0), at(7, 3)]).toEqual([TEAL, TEAL, VEIL, VEIL])
  expect(parts.flatMap(({ materials }) => materials.map(({ baseColorTexture }) => baseColorTexture?.texture))).toContain(key)
  expect(notes).toEqual([])
})

test('one that is cut or of another kind leaves a plain colour and says what to do', async () => {
  const whole = ktx2Of([TEAL, VEIL])
  const plain = whole.slice()
  // R8G8B8A8_SRGB, which glTF does not allow.
  new DataView(plain.buffer).setUint32(12, 43, true)
  for (const damaged of [whole.slice(0, 26), whole.slice(0, 90), whole.slice(0, 170), plain]) {
    const { textures, notes } = await wearing(damaged)
    expect(textures.size).toBe(0)
    expect(notes.map(textOf)).toEqual([expect.stringMatching(/KTX2.*Export the model with PNG or JPEG/)])
  }
})

test('one that claims to be larger than any is not unpacked', async () => {
  const vast = ktx2Of([TEAL])
  new DataView(vast.buffer).setUint32(20, 60_000, true)
  expect((await wearing(vast)).notes.map(textOf)).toEqual([expect.stringContaining('60000 × 4 pixels')])
})

test('one that claims billions of levels is told as damaged before they are counted', async () => {
  const tall = ktx2Of([TEAL, VEIL])
  new DataView(tall.buffer).setUint32(40, 4_294_967_041, true)
  const { textures, notes } = await wearing(tall)
  expect(textures.size).toBe(0)
  expect(notes.map(textOf)).toEqual([expect.stringMatching(/KTX2.*Export the model with PNG or JPEG/)])
})
