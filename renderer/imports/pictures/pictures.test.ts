import { describe, expect, test } from 'vitest'
import { textOf } from '../../words/say.ts'
import { shrunk } from './decode-plain.ts'
import { importModel } from '../gltf/import.ts'
import { gltfOf, twoChairsAndALamp } from '../gltf/testing-glb.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { headerSize, mimeTypeOf } from './picture-type.ts'
import { HEIGHT, PICTURES, RGBA, WIDTH } from './testing-pictures.ts'
import type { DecodeImage } from '../reader.ts'
import type { ParsedAsset } from '../types.ts'

/** The chairs wear the picture. */
async function wearing(picture: Uint8Array, decodeImage: DecodeImage = decodeImageInNode): Promise<ParsedAsset> {
  const model = twoChairsAndALamp()
  model.json.buffers[0].uri = `data:application/octet-stream;base64,${Buffer.from(model.bin).toString('base64')}`
  model.json.images = [{ name: 'Oak', uri: `data:image/png;base64,${Buffer.from(picture).toString('base64')}` }]
  model.json.textures = [{ source: 0 }]
  model.json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
  return (await importModel(gltfOf(model), { name: 'model.gltf', pieces: 'parts', decodeImage })).parsed
}

describe.each(PICTURES)('$name', ({ type, make }) => {
  test('is known by its content and decoded to its pixels', async () => {
    expect(mimeTypeOf(make())).toBe(type)
    expect(headerSize(make(), type)).toEqual([WIDTH, HEIGHT])
    const { textures, notes } = await wearing(make())
    const [texture] = textures.values()
    expect([texture.width, texture.height, ...texture.rgba]).toEqual([WIDTH, HEIGHT, ...RGBA])
    expect(notes).toEqual([])
  })

  test('cut anywhere leaves a plain colour and a sentence, or some pixels', async () => {
    const whole = make()
    for (const length of [1, 9, 17, 30, Math.floor(whole.length / 2), whole.length - 4]) {
      const { textures, notes } = await wearing(whole.slice(0, length))
      expect(textures.size + notes.length).toBeGreaterThan(0)
    }
  })
})

test('a WebP is decoded', async () => {
  // One pixel, lossless.
  const { textures } = await wearing(Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'))
  expect([...textures.values()].map(({ width, height, rgba }) => [width, height, rgba.length])).toEqual([[1, 1, 4]])
})

test.each([['EXR', [0x76, 0x2f, 0x31, 0x01]], ['PSD', [...Buffer.from('8BPS')]], ['DDS', [...Buffer.from('DDS ')]]])('a picture in %s is named', async (format, signature) => {
  const { notes } = await wearing(Uint8Array.from([...signature, ...new Uint8Array(64)]))
  expect(notes.map(textOf)).toEqual([expect.stringContaining(`is in ${format} format`)])
})

test('a picture that claims to be larger than any is left out before it is decoded', async () => {
  const [tga] = PICTURES
  const picture = tga.make()
  new DataView(picture.buffer).setUint16(12, 60_000, true)
  expect((await wearing(picture)).notes.map(textOf)).toEqual([expect.stringContaining('60000 × 2 pixels')])
})

test.each([['begins', 1], ['is', 5]])('a GIF whose frame %s past its screen is damaged, whoever decodes it: a browser would show it larger than it says', async (_, from) => {
  const gif = PICTURES.find(({ name }) => name === 'GIF')!.make()
  // What animations have: how often they repeat, and how long the frame stays.
  const frame = gif.lastIndexOf(0x2c)
  const extensions = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0, 0x21, 0xf9, 4, 0, 10, 0, 0, 0]
  const animated = Uint8Array.from([...gif.subarray(0, frame), ...extensions, ...gif.subarray(frame)])
  const browser: DecodeImage = () => Promise.resolve({ width: WIDTH, height: HEIGHT, rgba: Uint8Array.from(RGBA) })
  for (const decode of [browser, decodeImageInNode]) expect((await wearing(animated, decode)).notes).toEqual([])
  animated[frame + extensions.length + from] = WIDTH + 1
  for (const decode of [browser, decodeImageInNode]) {
    const { textures, notes } = await wearing(animated, decode)
    expect([textures.size, notes.map(textOf)]).toEqual([0, [expect.stringContaining('damaged')]])
  }
})

test('pixels of a smaller picture are means', () => {
  expect(shrunk({ width: 2, height: 2, rgba: Uint8Array.from([0, 0, 0, 255, 100, 0, 0, 255, 0, 200, 0, 255, 0, 0, 40, 255]) }, 1)).toEqual({ width: 1, height: 1, rgba: Uint8Array.from([25, 50, 10, 255]) })
})

