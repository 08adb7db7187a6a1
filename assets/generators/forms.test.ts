import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { WebIO } from '@gltf-transform/core'
import { describe as group, expect, test } from 'vitest'
import { FORMS, formOf } from '../../renderer/catalogue/forms.ts'
import type { FormRecord } from '../../renderer/document/types.ts'
import { CATALOGUE } from './catalogue.ts'
import { modelOfForm, sourceOfForm } from './forms.ts'
import { MATERIAL_EXTENSIONS } from './kit/glb.ts'

const io = new WebIO().registerExtensions(MATERIAL_EXTENSIONS)

/** Metres, along x, y and z; and the names of its materials. */
async function made(item: string, values: FormRecord['values']): Promise<{ readonly size: readonly number[]; readonly materials: readonly string[]; readonly triangles: number }> {
  const root = (await io.readBinary(await modelOfForm({ item, values }))).getRoot()
  const [min, max] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]]
  let triangles = 0
  for (const primitive of root.listMeshes().flatMap((mesh) => mesh.listPrimitives())) {
    const corners = primitive.getAttribute('POSITION')!
    triangles += primitive.getIndices()!.getCount() / 3
    expect(corners.getArray()!.every((value) => Number.isFinite(value))).toBe(true)
    for (const k of [0, 1, 2]) {
      min[k] = Math.min(min[k], corners.getMin([])[k])
      max[k] = Math.max(max[k], corners.getMax([])[k])
    }
  }
  return { size: max.map((value, k) => value - min[k]), materials: root.listMaterials().map((material) => material.getName()), triangles }
}

group.each(Object.keys(FORMS))('%s', (item) => {
  test('as it comes is the very model that ships', async () => {
    const shipped = new Uint8Array(await readFile(path.resolve(import.meta.dirname, '../public/catalogue', item, 'model.glb')))
    expect(Buffer.compare(await modelOfForm({ item, values: {} }), shipped)).toBe(0)
  })

  test('is sound at both ends of every field', async () => {
    const end = (which: 'least' | 'most') => Object.fromEntries(FORMS[item].map((field) => [field.id, field.kind === 'choice' ? field.choices.at(which === 'least' ? 0 : -1)! : field[which]]))
    const [least, most] = [await made(item, end('least')), await made(item, end('most'))]
    for (const { size, triangles } of [least, most]) {
      expect(Math.min(...size)).toBeGreaterThan(0.01)
      expect(triangles).toBeLessThan(100_000)
    }
    expect(most.size[0]).toBeGreaterThan(least.size[0])
  })
})

test('a length is as long as it says, and what is counted is there as often', async () => {
  const width = async (item: string, values: FormRecord['values']): Promise<number> => (await made(item, values)).size[0]
  expect(await width('sofa-three-seat', { width: 3.2, seats: 4 })).toBeCloseTo(3.2, 5)
  expect(await width('sofa-three-seat', {})).toBeCloseTo(2.28, 5)
  expect(await width('dining-table', { length: 2.6, legs: 'straight' })).toBeCloseTo(2.6, 2)
  expect(await width('kitchen-unit', { modules: 6, module: 0.7 })).toBeCloseTo(4.2, 2)
  expect(await width('mirror-flat', { width: 1.35 })).toBeCloseTo(1.35, 2)
  expect(await width('mirror-convex', { diameter: 1.1 })).toBeCloseTo(1.1, 2)
  expect(await width('desk', { width: 2.2 })).toBeCloseTo(2.2, 1)
  expect(await width('armchair', { width: 0.92 }) - await width('armchair', {})).toBeCloseTo(0.2, 2)
  expect(await width('bed-double', { mattressWidth: 0.9 }) - await width('bed-double', {})).toBeCloseTo(-0.7, 2)
  expect(await width('pendant-lamp', { diameter: 0.8 })).toBeCloseTo(0.8, 2)
  const [one, three] = [await width('shelf-open', { bay: 0.8 }), await width('shelf-open', { bay: 0.8, bays: 3 })]
  expect(three - one).toBeCloseTo(2 * (0.8 - 0.024), 3)
})

const AXES: Readonly<Record<string, readonly number[]>> = { width: [0], length: [0], height: [1], depth: [2], diameter: [0] }

test('what is called overall, or a diameter, is that of the whole piece, to half a centimetre, as it comes and larger', async () => {
  for (const [item, fields] of Object.entries(FORMS)) {
    for (const share of [0, 0.3]) {
      const lengths = fields.flatMap((field) => (field.kind === 'length' ? [[field, field.initial + share * (field.most - field.initial)] as const] : []))
      const { size } = await made(item, Object.fromEntries(lengths.map(([{ id }, metres]) => [id, metres])))
      for (const [{ id, name }, metres] of lengths) for (const axis of AXES[name] ?? []) expect([item, id, size[axis]]).toEqual([item, id, expect.closeTo(metres, 2)])
    }
  }
})

test('a lamp shines from where its shade is, as it comes and as it is wished for', () => {
  for (const item of Object.keys(FORMS)) {
    const light = CATALOGUE.find(({ id }) => id === item)!.light
    const source = sourceOfForm({ item, values: {} })
    if (light === null) expect(source, item).toBeNull()
    else expect(light, item).toMatchObject(source!)
  }
  expect(sourceOfForm({ item: 'floor-lamp', values: { height: 1.8, shade: 0.3 } })).toMatchObject({ position: [0, 1.633, 0], radius: 0.144 })
  expect(sourceOfForm({ item: 'pendant-lamp', values: { drop: 2 } })!.position[1]).toBeCloseTo(-1.997, 6)
})

test('a choice is what the piece is made of', async () => {
  expect((await made('sofa-three-seat', { fabric: 'rust' })).materials).toContain('Rust linen')
  expect((await made('sofa-three-seat', { fabric: 'rust' })).materials).not.toContain('Slate wool')
  expect((await made('bed-double', { throw: 'ochre', wood: 'walnut' })).materials).toEqual(expect.arrayContaining(['Walnut', 'Ochre wool']))
  expect((await made('mirror-large', { frame: 'walnut' })).materials).toEqual(expect.arrayContaining(['Mirror', 'Walnut']))
})

test('what no field allows is what the field allows next; what is no piece with a form has none', async () => {
  expect(formOf('sofa-three-seat', { width: 90, seats: 2.4, fabric: 'gold', depth: Number.NaN, wings: 2 })).toEqual({ item: 'sofa-three-seat', values: { width: 5, seats: 2, fabric: 'wool', depth: 0.94 } })
  expect([formOf('kettle'), formOf(null), formOf('constructor')]).toEqual([null, null, null])
  await expect(modelOfForm({ item: 'kettle', values: {} })).rejects.toThrow('kettle')
})
