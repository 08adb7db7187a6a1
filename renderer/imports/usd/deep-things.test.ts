import { LoadingManager } from 'three'
import { USDComposer } from 'three/examples/jsm/loaders/usd/USDComposer.js'
import { describe, expect, test, vi } from 'vitest'
import { decodeImageInNode } from '../reading/in-node.ts'
import { growthOf } from '../testing-growth.ts'
import { boundNesting } from './deep-things.ts'
import { usdReader } from './reader.ts'

const triangle = 'def Mesh "M"\n{\n    int[] faceVertexCounts = [3]\n    int[] faceVertexIndices = [0, 1, 2]\n    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n}\n'
const nested = (deep: number): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`#usda 1.0\n\n${'def Xform "A"\n{\n'.repeat(deep)}${triangle}${'}\n'.repeat(deep)}`)
const OPTIONS = { name: 'root.usda', pieces: 'parts', decodeImage: decodeImageInNode } as const
const read = (bytes: Uint8Array<ArrayBuffer>) => usdReader.read(bytes, OPTIONS)
const SENTENCE = { code: 'model-too-many', detail: 'Its parts are nested more than 512 deep.' }

describe('things in things', () => {
  test('as deep as Atrium takes cost as much as they are many', async () => {
    expect(await growthOf(120, (deep) => {
      const bytes = nested(deep)
      return () => read(bytes)
    })).toBeLessThan(2)
  })

  test('that are deeper are refused in the time that it takes to read them', async () => {
    await expect(read(nested(500))).resolves.toMatchObject({ parsed: { parts: [{}] } })
    await expect(read(nested(512))).rejects.toMatchObject(SENTENCE)
    await expect(read(nested(100_000))).rejects.toMatchObject(SENTENCE)
    expect(await growthOf(1000, (deep) => {
      const bytes = nested(deep)
      return () => read(bytes).catch(() => undefined)
    })).toBeLessThan(2)
  })

  test('are refused in binary files and packages, too', () => {
    boundNesting()
    const specs = Object.fromEntries(Array.from({ length: 600 }, (_, i) => ['/A'.repeat(i + 1), { specType: 6, fields: { typeName: 'Xform' } }]))
    expect(() => new USDComposer(new LoadingManager()).compose({ specsByPath: specs })).toThrow(expect.objectContaining(SENTENCE) as Error)
  })
})

test.each([['', '/Own'], ['strongerThanDescendants', '/Outer']])('a thing wears its own material, unless what it stands in is stronger (%s)', (strength, worn) => {
  boundNesting()
  const prim = { specType: 6, fields: {} }
  const binding = (target: string, bindMaterialAs = '') => ({ specType: 8, fields: { targetPaths: [target], bindMaterialAs } })
  const composer = new USDComposer(new LoadingManager())
  composer.compose({ specsByPath: { '/': prim, '/A': prim, '/A.material:binding': binding('/Outer', strength), '/A/B': prim, '/A/B/C': prim, '/A/B/C.material:binding': binding('/Own') } })
  expect(['/A', '/A/B', '/A/B/C'].map((place) => composer._getMaterialBindingTarget(place))).toEqual(['/Outer', '/Outer', worn])
})

test('a bound of a module that is gone gives way', async () => {
  vi.resetModules()
  const { usdReader: anew } = await import('./reader.ts')
  await expect(anew.read(nested(600), OPTIONS)).rejects.toMatchObject(SENTENCE)
})
