import { expect, test } from 'vitest'
import { textOf } from '../../words/say.ts'
import { glbOf } from '../gltf/testing-glb.ts'
import { DECODERS_IN_NODE, decodeImageInNode } from '../reading/in-node.ts'
import { type Treated, readTreated, type TreatOptions } from '../reading/read-treated.ts'
import type { SimplerOffer } from '../reader.ts'

/** A sheet of `side` x `side` quads over a square metre, with waves; a soup has corners of its own for every triangle, and is shaded flat. */
function sheet(side: number, isSoup: boolean): { readonly positions: Float32Array; readonly indices: Uint32Array } {
  const corner = (i: number, j: number): number[] => [i / side, 0.02 * Math.sin((9 * i) / side) * Math.cos((9 * j) / side), j / side]
  const grid = Array.from({ length: (side + 1) ** 2 }, (_, k) => corner(k % (side + 1), Math.floor(k / (side + 1))))
  const indices = Array.from({ length: side * side }, (_, k) => (k % side) + (side + 1) * Math.floor(k / side)).flatMap((a) => [a, a + side + 1, a + 1, a + 1, a + side + 1, a + side + 2])
  if (!isSoup) return { positions: Float32Array.from(grid.flat()), indices: Uint32Array.from(indices) }
  return { positions: Float32Array.from(indices.flatMap((i) => grid[i])), indices: Uint32Array.from(indices.keys()) }
}

/** A floor of 20 m in few triangles, and a cushion of 30 cm in many. */
function room(side: number, isSoup = false): Uint8Array<ArrayBuffer> {
  const shapes = [sheet(20, false), sheet(side, isSoup)]
  const upwards = ({ positions }: { readonly positions: Float32Array }): Float32Array => positions.map((_, i) => (i % 3 === 1 ? 1 : 0))
  const arrays = shapes.flatMap((shape) => [shape.positions, upwards(shape), shape.indices])
  const bin = new Uint8Array(Buffer.concat(arrays.map((array) => new Uint8Array(array.buffer))))
  const offsets = arrays.map((_, k) => arrays.slice(0, k).reduce((sum, { byteLength }) => sum + byteLength, 0))
  return glbOf({
    json: {
      asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0, 1] }],
      nodes: [{ name: 'Floor', mesh: 0, scale: [20, 1, 20] }, { name: 'Cushion', mesh: 1, scale: [0.3, 0.3, 0.3], translation: [5, 0.5, 5] }],
      meshes: [0, 1].map((k) => ({ primitives: [{ attributes: { POSITION: 3 * k, ...(!isSoup && { NORMAL: 3 * k + 1 }) }, indices: 3 * k + 2, material: 0 }] })), materials: [{ name: 'Wool' }],
      buffers: [{ byteLength: bin.length }], bufferViews: arrays.map(({ byteLength }, k) => ({ buffer: 0, byteOffset: offsets[k], byteLength })),
      accessors: arrays.map((array, k) => (k % 3 < 2 ? { bufferView: k, componentType: 5126, type: 'VEC3', count: array.length / 3, ...(k % 3 === 0 && { min: [0, -0.02, 0], max: [1, 0.02, 1] }) } : { bufferView: k, componentType: 5125, type: 'SCALAR', count: array.length })),
    } as never, bin,
  })
}

const open = (bytes: Uint8Array<ArrayBuffer>, options: Partial<TreatOptions>): Promise<Treated> =>
  readTreated(bytes, { name: 'room.glb', pieces: 'objects', decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE, known: { metresPerUnit: 1, up: 'y' }, mostTriangles: 4000, ...options })
const trianglesOf = ({ asset: { parsed } }: Treated): Record<string, number> => Object.fromEntries(parsed.parts.map(({ name, mesh }) => [name, (parsed.meshes.get(mesh)?.indices.length ?? 0) / 3]))

test.each([['shared corners', false], ['corners of its own for every triangle', true]])('a model with too many triangles becomes simpler where it is small and dense (%s), and says so', async (_, isSoup) => {
  const bytes = room(60, isSoup)
  const offers: SimplerOffer[] = []
  const stages: string[] = []
  const treated = await open(bytes.slice(), { offerSimpler: (offer) => { offers.push(offer); return Promise.resolve(true) }, onStage: (stage) => stages.push(stage) })
  expect(offers).toEqual([{ name: 'room.glb', from: 8000, to: expect.closeTo(3600, -1) as number, most: 4000, count: 1, names: ['Cushion'] }])
  expect(stages).toContain('simplifying')
  const { Floor, Cushion } = trianglesOf(treated)
  expect(Floor).toBe(800)
  expect(Cushion).toBeLessThanOrEqual(3200)
  expect(Cushion).toBeGreaterThan(1500)
  expect(treated.report.findings.filter(({ severity }) => severity === 'mended').map(({ sentence }) => textOf(sentence))).toEqual([`Simplified small, dense objects (Cushion): 8,000 triangles became ${(Floor + Cushion).toLocaleString('en')}.`])
  // The dense one is gone from the bytes, and they open again as they are, without a question.
  if (!isSoup) expect(treated.asset.bytes.byteLength).toBeLessThan(0.7 * bytes.byteLength)
  const again = await open(treated.asset.bytes.slice(), {})
  expect(trianglesOf(again)).toEqual({ Floor, Cushion })
  expect([...again.asset.parsed.meshes.keys()]).toEqual([...treated.asset.parsed.meshes.keys()])
  // Its shape stays: the same square, as high as before.
  const { min, max } = [...treated.asset.parsed.meshes.values()].find(({ indices }) => indices.length === 3 * Cushion)!.bounds
  expect([max[0] - min[0], max[1] - min[1], max[2] - min[2]].map((size) => Math.round(100 * size))).toEqual([100, 4, 100])
})

test('declined, it is not opened; without anybody to ask, or where it would not help, the limit is told', async () => {
  await expect(open(room(60), { offerSimpler: () => Promise.resolve(false) })).rejects.toMatchObject({ code: 'cancelled' })
  await expect(open(room(60), {})).rejects.toMatchObject({ code: 'model-too-large' })
  const offer = (): Promise<boolean> => Promise.reject(new Error('asked'))
  await expect(open(room(60), { offerSimpler: offer, mostTriangles: 80 })).rejects.toMatchObject({ code: 'model-too-large' })
  await expect(open(room(20), { offerSimpler: offer })).resolves.toBeDefined()
})
