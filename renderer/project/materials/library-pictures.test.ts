import { afterEach, expect, test, vi } from 'vitest'
import { LIBRARY } from '../../materials/library.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** As the list answers. */
async function answered(ok: boolean, list: unknown): Promise<boolean> {
  vi.stubGlobal('fetch', () => Promise.resolve({ ok, json: () => Promise.resolve(list) }))
  return (await import('./library-pictures.ts')).hasLibraryPictures()
}
const all = Object.fromEntries(LIBRARY.map(({ id }) => [id, '0']))

test('the library shows its pictures when all of them are there', async () => expect(await answered(true, all)).toBe(true))
test('and none when one is missing', async () => expect(await answered(true, Object.fromEntries(Object.entries(all).slice(1)))).toBe(false))
test('nor without their list, or with one that is none', async () => {
  expect(await answered(false, all)).toBe(false)
  vi.resetModules()
  expect(await answered(true, null)).toBe(false)
})
