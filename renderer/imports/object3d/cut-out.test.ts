import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { encodePng } from '../pictures/encode-png.ts'
import { decodeImageInNode } from '../reading/in-node.ts'
import { readModel } from '../readers.ts'
import { cutOut } from './cut-out.ts'

const picture = (width: number, height: number, texel: (x: number, y: number) => readonly number[]): Uint8Array<ArrayBuffer> =>
  encodePng({ width, height, rgba: Uint8Array.from(Array.from({ length: width * height }, (_, i) => texel(i % width, Math.floor(i / width))).flat()) })
const texelsOf = (png: Uint8Array): number[][] => {
  const { data } = PNG.sync.read(Buffer.from(png))
  return Array.from({ length: data.length / 4 }, (_, i) => [...data.subarray(4 * i, 4 * i + 4)])
}

const GREEN = picture(2, 2, (x) => [0, 100 + x, 0, 255])
/** White on the right. */
const MASK = picture(4, 2, (x) => (x < 2 ? [0, 0, 0, 255] : [255, 255, 255, 255]))

test('a picture is written as an independent decoder reads it', () => {
  expect(texelsOf(picture(3, 2, (x, y) => [10 * x, 20 * y, 30, 40 * x]))).toEqual([[0, 0, 30, 0], [10, 0, 30, 40], [20, 0, 30, 80], [0, 20, 30, 0], [10, 20, 30, 40], [20, 20, 30, 80]])
})

test('a mask becomes the alpha of the colour, whatever their sizes; its own alpha comes first', async () => {
  expect(texelsOf((await cutOut(GREEN, MASK, decodeImageInNode))!)).toEqual([[0, 100, 0, 0], [0, 101, 0, 255], [0, 100, 0, 0], [0, 101, 0, 255]])
  const byAlpha = picture(2, 1, (x) => [255, 255, 255, 200 * x])
  expect(texelsOf((await cutOut(GREEN, byAlpha, decodeImageInNode))!).map(([, , , alpha]) => alpha)).toEqual([0, 200, 0, 200])
  expect(texelsOf((await cutOut(null, MASK, decodeImageInNode))!).every(([r]) => r === 255)).toBe(true)
  expect(await cutOut(GREEN, Uint8Array.of(1, 2, 3), decodeImageInNode)).toBeNull()
})

test('leaves of an OBJ are cut out by the mask that its material names', async () => {
  const files: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
    'leaf.mtl': new TextEncoder().encode('newmtl Leaf\nKd 1 1 1\nmap_Kd leaf.png\nmap_d mask.png\n'), 'leaf.png': GREEN, 'mask.png': MASK,
  }
  const bytes = new TextEncoder().encode('mtllib leaf.mtl\no Leaf\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nusemtl Leaf\nf 1/1 2/2 3/3\n')
  const { parsed } = await readModel(bytes, { name: 'leaf.obj', pieces: 'objects', decodeImage: decodeImageInNode, listSiblings: () => Promise.resolve(Object.keys(files)), readSibling: (name) => Promise.resolve(files[name].slice()) })
  const [material] = parsed.parts[0].materials
  expect(material).toMatchObject({ alphaMode: 'mask', alphaCutoff: 0.5 })
  expect(parsed.textures.size).toBe(1)
  expect([...parsed.textures.get(material.baseColorTexture!.texture)!.rgba].filter((_, i) => i % 4 === 3)).toEqual([0, 255, 0, 255])
})
