import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { setLanguage } from '../../words/say.ts'
import { slotTitle } from './slot-title.ts'

const root = path.resolve(import.meta.dirname, '../../../assets/public/catalogue')
const materialsOf = (item: string): readonly string[] => {
  const glb = readFileSync(path.join(root, item, 'model.glb'))
  return (JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12))) as { materials?: readonly { readonly name: string }[] }).materials?.map(({ name }) => name) ?? []
}
const items = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
const record = (catalogueId: string | null) => ({ assets: [{ key: 'k', name: 'Chair', sizeBytes: 1, catalogueId }] })

afterAll(() => setLanguage('en'))

test('every part of our catalogue has its name in both languages', () => {
  const names = [...new Set(items.flatMap(materialsOf))]
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => slotTitle(record('chair'), { asset: 'k' }, name) !== name)).toEqual([])
  setLanguage('de')
  expect(names.filter((name) => slotTitle(record('chair'), { asset: 'k' }, name) === name)).toEqual([])
  expect(slotTitle(record('chair'), { asset: 'k' }, 'Oak')).toBe('Eiche')
})

test('what a file of the user calls its materials stays so', () => {
  setLanguage('de')
  expect([slotTitle(record(null), { asset: 'k' }, 'Oak'), slotTitle(record('mine'), { asset: 'k' }, 'Bark 7'), slotTitle({ assets: [] }, { asset: 'k' }, 'Oak')]).toEqual(['Oak', 'Bark 7', 'Oak'])
})
