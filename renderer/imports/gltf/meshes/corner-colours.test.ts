import { expect, test } from 'vitest'
import type { MeshData, TextureData } from '../../../../gpu/index.ts'
import { textOf } from '../../../words/say.ts'
import { decodeImageInNode } from '../../reading/in-node.ts'
import type { ParsedAsset } from '../../types.ts'
import { importModel } from '../import.ts'
import { writeGlb } from '../resources.ts'
import { type TestModel, twoChairsAndALamp } from '../testing-glb.ts'

/** The model's boxes with these colours at their eight corners, RGBA. */
function colored(colors: readonly (readonly number[])[], change: (json: TestModel['json']) => void = () => {}): Uint8Array<ArrayBuffer> {
  const { json, bin } = twoChairsAndALamp()
  const values = Float32Array.from(colors.flat())
  const whole = new Uint8Array(bin.byteLength + values.byteLength)
  whole.set(bin)
  whole.set(new Uint8Array(values.buffer), bin.byteLength)
  json.bufferViews.push({ buffer: 0, byteOffset: bin.byteLength, byteLength: values.byteLength })
  json.accessors.push({ bufferView: 2, componentType: 5126, count: 8, type: 'VEC4' })
  json.buffers[0].byteLength = whole.byteLength
  json.meshes[0].primitives[0].attributes.COLOR_0 = 2
  change(json)
  return writeGlb(json, whole)
}

const open = async (bytes: Uint8Array<ArrayBuffer>): Promise<ParsedAsset> => (await importModel(bytes, { name: 'model.glb', pieces: 'parts', decodeImage: decodeImageInNode })).parsed
const eight = (color: readonly number[]): number[][] => Array.from({ length: 8 }, () => [...color])

test('white corners change nothing', async () => {
  const plain = await open(writeGlb(twoChairsAndALamp().json, twoChairsAndALamp().bin))
  const { parts, meshes } = await open(colored(eight([1, 1, 1, 1])))
  expect([...meshes.keys()]).toEqual([...plain.meshes.keys()])
  expect(parts[0].materials).toEqual(plain.parts[0].materials)
})

test('one colour everywhere tints the material, once', async () => {
  const { parts, textures } = await open(colored(eight([0.5, 0.25, 1, 1]), (json) => { json.materials[0].pbrMetallicRoughness = { baseColorFactor: [0.5, 1, 0.5, 1] } }))
  expect(parts[0].materials).toHaveLength(1)
  expect(parts[0].materials[0]).toMatchObject({ name: 'Wood', baseColor: [0.25, 0.25, 0.5].map((value) => expect.closeTo(value, 4) as number) })
  expect(parts[1].materials[0]).toBe(parts[0].materials[0])
  expect(textures.size).toBe(0)
})

test('a few colours, each on whole triangles, are slots of one piece', async () => {
  // The lower and the upper face alone: four corners each.
  const bytes = colored(Array.from({ length: 8 }, (_, i) => (i < 4 ? [1, 0, 0, 1] : [0, 0, 1, 1])), (json) => { json.accessors[1].count = 12 })
  const { parts, meshes } = await open(bytes)
  expect(parts[0].materials.map(({ baseColor }) => baseColor)).toEqual([[1, 0, 0], [0, 0, 1]])
  const { positions, indices, materialSlots } = meshes.get(parts[0].mesh) as MeshData
  expect([...materialSlots!]).toEqual([0, 0, 1, 1])
  materialSlots!.forEach((slot, triangle) => expect(positions[3 * indices[3 * triangle] + 1]).toBeCloseTo(slot))
})

/** Linear colour of a picture between its texels, as a graphics card filters it. */
function filtered({ width, height, rgba }: TextureData, u: number, v: number): number[] {
  const decode = (byte: number): number => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
  const [x, y] = [u * width - 0.5, v * height - 0.5]
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const texel = (dx: number, dy: number): number[] => {
    const at = 4 * (Math.min(top + dy, height - 1) * width + Math.min(left + dx, width - 1))
    return [0, 1, 2].map((k) => decode(rgba[at + k]))
  }
  const [fx, fy] = [x - left, y - top]
  return [0, 1, 2].map((k) => (1 - fy) * ((1 - fx) * texel(0, 0)[k] + fx * texel(1, 0)[k]) + fy * ((1 - fx) * texel(0, 1)[k] + fx * texel(1, 1)[k]))
}

test('colours that blend are seen at every point of a surface', async () => {
  // Linear in the place, so that it is known everywhere; corners in the file lie at -1..1, -1..1, 0..2.
  const bytes = colored([0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 0.7 : 0.2, i & 2 ? 0.6 : 0.3, i & 4 ? 0.5 : 0.1, 1]))
  const { parts, meshes, textures } = await open(bytes)
  const { positions, normals, uvs, indices, bounds } = meshes.get(parts[0].mesh) as MeshData
  expect(normals).toHaveLength(positions.length)
  const picture = textures.get(parts[0].materials[0].baseColorTexture!.texture) as TextureData
  expect(picture.colorSpace).toBe('srgb')
  // y up by now: width, height, depth are the file's x, z and -y.
  const at = (place: readonly number[]): number[] => [[0, 0.2, 0.7], [2, 0.6, 0.3], [1, 0.1, 0.5]].map(([axis, low, high]) => {
    const t = (place[axis] - bounds.min[axis]) / (bounds.max[axis] - bounds.min[axis])
    return low + t * (high - low)
  })
  for (let i = 0; i < indices.length; i += 3) {
    for (const weights of [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.2, 0.5, 0.3], [0.1, 0.1, 0.8]]) {
      const blend = (from: Float32Array, size: number): number[] => Array.from({ length: size }, (_, k) => weights.reduce((sum, weight, c) => sum + weight * from[size * indices[i + c] + k], 0))
      const seen = filtered(picture, ...(blend(uvs!, 2) as [number, number]))
      expect(seen).toEqual(at(blend(positions, 3)).map((value) => expect.closeTo(value, 2) as number))
    }
  }
})

test('a surface that also has pictures gets the mean, and says so', async () => {
  const { parts, notes, textures } = await open(colored([0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, i & 2 ? 1 : 0, i & 4 ? 1 : 0, 1]), (json) => {
    json.images = [{ uri: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==' }]
    json.textures = [{ source: 0 }]
    json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
  }))
  expect(parts[0].materials[0].baseColor.map((value) => value > 0.3 && value < 0.7)).toEqual([true, true, true])
  expect(textures.size).toBe(1)
  expect(notes.map(textOf)).toEqual([expect.stringContaining('average vertex colour')])
})

test('colours that are no numbers are left out, and told', async () => {
  const { notes, parts } = await open(colored(eight([Number.NaN, 0, 0, 1])))
  expect(parts[0].materials[0].name).toBe('Wood')
  expect(notes.map(textOf)).toEqual([expect.stringContaining('unreadable vertex colours')])
})
