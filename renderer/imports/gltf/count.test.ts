import { describe, expect, test } from 'vitest'
import { decodeImageInNode } from '../reading/in-node.ts'
import { textOf } from '../../words/say.ts'
import type { LoadedAsset } from '../types.ts'
import { importModel } from './import.ts'
import { glbOf, gltfOf, type TestModel, twoChairsAndALamp } from './testing-glb.ts'

const open = (bytes: Uint8Array<ArrayBuffer>, pieces: 'parts' | 'single' = 'parts'): Promise<LoadedAsset> =>
  importModel(bytes, { name: 'model.glb', pieces, decodeImage: decodeImageInNode })

const changed = (change: (model: TestModel) => void): TestModel => {
  const model = twoChairsAndALamp()
  change(model)
  return model
}

/** The largest buffer that was asked for while `run` ran, bytes. */
async function largestAllocation(run: () => Promise<unknown>): Promise<number> {
  const arrays = [Float32Array, Uint32Array, Uint16Array, Uint8Array].map((type) => [type.name, type] as const)
  let largest = 0
  for (const [name, type] of arrays) {
    const watching = new Proxy(type, {
      construct(target, args: unknown[], newTarget) {
        if (typeof args[0] === 'number') largest = Math.max(largest, args[0] * type.BYTES_PER_ELEMENT)
        return Reflect.construct(target, args, newTarget) as object
      },
    })
    Object.assign(globalThis, { [name]: watching })
  }
  try {
    await run()
  } finally {
    for (const [name, type] of arrays) Object.assign(globalThis, { [name]: type })
  }
  return largest
}

/** Accessors without data, as many values as `count`. */
const hollow = (json: TestModel['json'], count: number): void => {
  json.accessors = [{ componentType: 5126, count, type: 'VEC3' }]
  json.meshes = [{ primitives: [{ attributes: { POSITION: 0 } }] }]
  json.nodes = [{ mesh: 0 }]
  json.scenes = [{ nodes: [0] }]
  json.buffers = []
  json.bufferViews = []
}

describe('a model that claims more than its size allows is refused before anything is unpacked', () => {
  test.each<[string, (model: TestModel) => void]>([
    ['values out of nothing', ({ json }) => hollow(json, 89_000_000)],
    ['half a million triangles out of nothing', ({ json }) => hollow(json, 1_390_000)],
    ['sparse values out of nothing', ({ json }) => {
      const { bufferViews, buffers } = json
      hollow(json, 89_000_000)
      Object.assign(json, { bufferViews, buffers })
      json.accessors[0].sparse = { count: 1, indices: { bufferView: 1, componentType: 5125 }, values: { bufferView: 0 } }
    }],
    ['one piece of geometry in a thousand primitives', ({ json }) => {
      hollow(json, 1_300_000)
      json.meshes[0].primitives = Array.from({ length: 1000 }, () => ({ attributes: { POSITION: 0 } }))
    }],
    ['one mesh a thousand times in one piece', ({ json }) => {
      hollow(json, 1_300_000)
      json.nodes = [{ mesh: 0, children: Array.from({ length: 1000 }, (_, i) => i + 1) }, ...Array.from({ length: 1000 }, () => ({ mesh: 0 }))]
    }],
    ['one mesh in a thousand pieces, each leaning its own way', ({ json }) => {
      hollow(json, 1_300_000)
      json.nodes = Array.from({ length: 1000 }, (_, i) => ({ mesh: 0, rotation: [Math.sin(0.3 + i / 2000), 0, 0, Math.cos(0.3 + i / 2000)] }))
      json.scenes = [{ nodes: json.nodes.map((_: unknown, i: number) => i) }]
    }],
    ['strips over and over', ({ json }) => {
      hollow(json, 1_300_000)
      json.meshes[0].primitives = Array.from({ length: 40 }, () => ({ attributes: { POSITION: 0 }, mode: 5 }))
    }],
    ['a thousand accessors on one stretch of bytes', (model) => {
      const { json } = model
      model.bin = new Uint8Array(2 ** 20)
      json.buffers[0].byteLength = 2 ** 20
      json.bufferViews = [{ buffer: 0, byteLength: 2 ** 20 }]
      json.accessors = [{ ...json.accessors[0], count: 8 }, ...Array.from({ length: 1000 }, () => ({ bufferView: 0, componentType: 5121, count: 2 ** 20, type: 'SCALAR' }))]
      json.meshes = [0, 1].map(() => ({ primitives: Array.from({ length: 1000 }, (_, i) => ({ attributes: { POSITION: 0 }, indices: 1 + i })) }))
    }],
  ])('%s', async (_, change) => {
    const model = changed(change)
    const bytes = model.json.buffers.length === 0 ? gltfOf(model) : glbOf(model)
    const largest = await largestAllocation(() =>
      expect(open(bytes)).rejects.toMatchObject({ code: 'model-inflated', detail: expect.stringMatching(/^The file has \d+ bytes, but its (geometry|surfaces) would take \d+\.$/) as string }))
    expect(largest).toBeLessThan(4 * bytes.byteLength + 2 ** 20)
  })

  test('as one piece of furniture everything is baked, and counts', async () => {
    const model = changed(({ json }) => {
      hollow(json, 1_300_000)
      json.nodes = Array.from({ length: 1000 }, () => ({ mesh: 0 }))
      json.scenes = [{ nodes: json.nodes.map((_: unknown, i: number) => i) }]
    })
    await expect(open(gltfOf(model), 'single')).rejects.toMatchObject({ code: 'model-inflated' })
  })
})

describe('what is not shown does not count', () => {
  test('shapes to morph into, animations, bones and meshes that nobody sees may be as large as they like', async () => {
    const model = changed(({ json }) => {
      json.accessors.push({ componentType: 5126, count: 4e8, type: 'VEC3' })
      const [seat] = json.meshes
      seat.primitives[0].targets = [{ POSITION: 2 }]
      Object.assign(seat.primitives[0].attributes, { JOINTS_0: 2, WEIGHTS_0: 2, TANGENT: 2 })
      json.meshes.push({ name: 'unseen', primitives: [{ attributes: { POSITION: 2 } }] })
      json.animations = [{ samplers: [{ input: 2, output: 2 }], channels: [] }]
    })
    const { parsed } = await open(glbOf(model))
    const { parsed: plain } = await open(glbOf(twoChairsAndALamp()))
    expect([...parsed.meshes.keys()]).toEqual([...plain.meshes.keys()])
    expect(parsed.notes.map(textOf)).toEqual([expect.stringContaining('several shapes')])
  })

  test('points and lines are named, and not read', async () => {
    const model = changed(({ json }) => {
      json.accessors.push({ componentType: 5126, count: 4e8, type: 'VEC3' })
      json.meshes[0].primitives.push({ attributes: { POSITION: 2 }, mode: 1 })
    })
    expect((await open(glbOf(model))).parsed.notes.map(textOf)).toEqual([expect.stringContaining('points or lines')])
  })

  test('a thousand equal pieces are one mesh', async () => {
    const model = changed(({ json }) => {
      json.nodes = Array.from({ length: 20_000 }, (_, i) => ({ name: 'Chair', mesh: 0, translation: [i, 0, 0] }))
      json.scenes = [{ nodes: json.nodes.map((_: unknown, i: number) => i) }]
    })
    const { parsed } = await open(glbOf(model))
    expect(parsed.meshes.size).toBe(1)
    expect([parsed.parts[1].name, parsed.parts.at(-1)?.name]).toEqual(['Chair 2', 'Chair 20000'])
  })

  test('names stay apart, also from names that look like given ones', async () => {
    const model = changed(({ json }) => {
      json.nodes = ['A', 'A 2', 'A', 'A', 'A 2'].map((name) => ({ name, mesh: 0 }))
      json.scenes = [{ nodes: [0, 1, 2, 3, 4] }]
    })
    expect((await open(glbOf(model))).parsed.parts.map(({ name }) => name)).toEqual(['A', 'A 2', 'A 3', 'A 4', 'A 2 2'])
  })
})
