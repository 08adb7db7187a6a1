import { expect, test } from 'vitest'
import { decodeImageInNode } from '../reading/in-node.ts'
import { usdReader } from './reader.ts'
import { usdcOfTriangle } from './testing-usdc.ts'

test('a binary file’s thing stands where it was moved, by whole metres too', async () => {
  const { parsed: { parts, meshes } } = await usdReader.read(usdcOfTriangle([2, 0, -5]), { name: 'thing.usdc', pieces: 'objects', decodeImage: decodeImageInNode })
  const [{ position, mesh }] = parts
  const { min, max } = meshes.get(mesh)!.bounds
  expect([min, max].map((corner) => corner.map((value, axis) => value + position[axis]))).toEqual([[2, 0, -5], [3, 1, -5]])
})
