import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CatalogueIndex } from './catalogue-store.ts'

test('nothing of the shipped catalogue is lost on the way in: a ceiling fan placed from it turns', () => {
  const shipped: unknown = JSON.parse(readFileSync('assets/public/catalogue/index.json', 'utf8'))
  const items = CatalogueIndex.parse(shipped)
  expect(items).toEqual(shipped)
  expect(items.filter(({ motion }) => motion !== undefined).map(({ id }) => id)).toContain('ceiling-fan')
})
