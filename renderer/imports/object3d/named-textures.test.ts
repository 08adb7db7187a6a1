import { afterEach, expect, test, vi } from 'vitest'
import { decodeImageInNode } from '../reading/in-node.ts'
import { readModel } from '../readers.ts'
import { CRATES } from '../testing-files.ts'

afterEach(() => vi.restoreAllMocks())

test('a loader that turns a file upright does not warn of it', async () => {
  const crate = CRATES.find(({ name }) => name.endsWith('.dae'))!
  const said = (['debug', 'log', 'warn'] as const).map((method) => vi.spyOn(console, method).mockImplementation(() => {}))
  const { declared } = await readModel(await crate.bytes(), { name: crate.name, pieces: 'objects', decodeImage: decodeImageInNode })
  expect(declared.up).toBe('z')
  expect(said.flatMap(({ mock }) => mock.calls)).toEqual([])
})
