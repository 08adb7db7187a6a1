import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { NodeIO } from '@gltf-transform/core'
import type { Primitive } from '@gltf-transform/core'
import { describe as group, expect, test } from 'vitest'
import { FORMS } from '../../renderer/catalogue/forms.ts'
import { CATALOGUE, describe, modelOf } from './catalogue.ts'
import { MATERIAL_EXTENSIONS } from './kit/glb.ts'

const folder = path.resolve(import.meta.dirname, '../public/catalogue')
const read = async (...names: string[]): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(path.join(folder, ...names)))
const io = new NodeIO().registerExtensions(MATERIAL_EXTENSIONS)
/** Each is made once for all tests. */
const described = new Map(CATALOGUE.map((entry) => [entry.id, describe(entry)]))
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test('the index lists every piece as its own item file does', async () => {
  const index = JSON.parse(await readFile(path.join(folder, 'index.json'), 'utf8')) as unknown
  const items = await Promise.all(CATALOGUE.map(async ({ id }) => JSON.parse(await readFile(path.join(folder, id, 'item.json'), 'utf8')) as unknown))
  expect(index).toEqual(items)
  expect(index).toEqual(JSON.parse(JSON.stringify([...described.values()])))
  expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length)
})

group.each(CATALOGUE.map((entry) => [entry.name, entry] as const))('%s', (_name, entry) => {
  // Those with a form are held to it by forms.test.ts.
  test.skipIf(entry.id in FORMS)('is what its generator writes, byte for byte', async () => {
    expect(hash(await modelOf(entry))).toBe(hash(await read(entry.id, 'model.glb')))
  })

  test('is sound: finite corners, unit normals that agree with their triangles, indices in range, few triangles', async () => {
    const model = await io.readBinary(await read(entry.id, 'model.glb'))
    const primitives = model.getRoot().listMeshes().flatMap((mesh) => mesh.listPrimitives())
    expect(primitives.reduce((sum, primitive) => sum + (primitive.getIndices()?.getCount() ?? 0) / 3, 0)).toBeLessThan(9000)
    for (const primitive of primitives) checkPrimitive(primitive)
  })

  test('has the size it claims, and its origin where its mount wants it', async () => {
    const model = await io.readBinary(await read(entry.id, 'model.glb'))
    const [min, max] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]]
    for (const accessor of model.getRoot().listMeshes().flatMap((mesh) => mesh.listPrimitives()).map((primitive) => primitive.getAttribute('POSITION')!)) {
      for (const k of [0, 1, 2]) {
        min[k] = Math.min(min[k], accessor.getMinNormalized([])[k])
        max[k] = Math.max(max[k], accessor.getMaxNormalized([])[k])
      }
    }
    const { size } = described.get(entry.id)!
    for (const k of [0, 1, 2]) expect(Math.abs(max[k] - min[k] - size[k])).toBeLessThan(0.01)
    expect(Math.abs(min[0] + max[0]) / 2).toBeLessThan(0.001)
    if (entry.mount === 'floor' || entry.mount === 'surface') expect(Math.abs(min[1])).toBeLessThan(0.002)
    if (entry.mount === 'wall') expect(Math.abs(min[2])).toBeLessThan(0.002)
    if (entry.mount === 'ceiling') expect(Math.abs(max[1])).toBeLessThan(0.002)
  })
})

test('what should shine does: mirrors, chrome, brass and steel', async () => {
  const shiny = [['mirror-convex', 'Mirror'], ['mirror-flat', 'Mirror'], ['kettle', 'Polished steel'], ['floor-lamp', 'Polished brass'], ['kitchen-unit', 'Chrome']]
  for (const [id, name] of shiny) {
    const material = (await io.readBinary(await read(id, 'model.glb'))).getRoot().listMaterials().find((one) => one.getName() === name)
    expect(material?.getMetallicFactor()).toBe(1)
    expect(material?.getRoughnessFactor()).toBeLessThanOrEqual(0.05)
  }
})

test('every picture is a PNG of 256 x 192', async () => {
  for (const { id } of CATALOGUE) {
    const bytes = await read(id, 'picture.png')
    const view = new DataView(bytes.buffer)
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([256, 192])
  }
})

function checkPrimitive(primitive: Primitive): void {
  const [positions, normals, indices] = [primitive.getAttribute('POSITION')!.getArray()!, primitive.getAttribute('NORMAL')!.getArray()!, primitive.getIndices()!.getArray()!]
  expect(positions.every(Number.isFinite)).toBe(true)
  expect(indices.every((index) => index < positions.length / 3)).toBe(true)
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2])
    if (Math.abs(length - 1) > 1e-3) expect.fail(`a normal is ${length} long`)
  }
  // A triangle whose normals look the other way is inside out.
  const doubleSided = primitive.getMaterial()?.getDoubleSided() ?? false
  for (let t = 0; t < indices.length && !doubleSided; t += 3) {
    const corner = (k: number): number[] => [0, 1, 2].map((axis) => positions[3 * indices[t + k] + axis])
    const [a, b, c] = [corner(0), corner(1), corner(2)]
    const [u, v] = [b.map((x, k) => x - a[k]), c.map((x, k) => x - a[k])]
    const face = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const sum = [0, 1, 2].map((axis) => [0, 1, 2].reduce((total, k) => total + normals[3 * indices[t + k] + axis], 0))
    if (face[0] * sum[0] + face[1] * sum[1] + face[2] * sum[2] < 0) expect.fail(`triangle ${t / 3} of ${primitive.getMaterial()?.getName()} is inside out`)
  }
}
