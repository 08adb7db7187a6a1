import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILDERS, type BuilderName } from '../../kdtree/build/build.ts'
import { degenerateSoup } from '../../testing/meshes.ts'
import { randomDirection, seeded } from '../../testing/random.ts'
import { referenceHits } from '../../traversal/reference.ts'
import { OBJECT_TRAVERSALS, TREE_LAYOUTS, type TraversalName } from '../../traversal/traversals.ts'
import { traceFile } from './trace.ts'
import { parseTraceOptions, type TraceOptions } from './trace-options.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-trace-')) })
afterAll(() => rm(folder, { recursive: true }))

interface Answer { readonly t: number; readonly triangle: number }

async function trace(obj: string, rays: readonly (readonly number[])[], change: Partial<TraceOptions> = {}) {
  const at = (name: string) => path.join(folder, name)
  await writeFile(at('mesh.obj'), obj)
  await writeFile(at('rays'), new Uint8Array(Float32Array.from(rays.flat()).buffer))
  const options = parseTraceOptions(['--scene', at('mesh.obj'), '--rays', at('rays'), '--executor', 'cpu', '--out', at('out')]) as TraceOptions
  const report = await traceFile({ ...options, ...change })
  const out = await readFile(at('out'))
  const answers = rays.map((_, i): Answer => ({ t: out.readFloatLE(8 * i), triangle: out.readUInt32LE(8 * i + 4) }))
  return { report, answers }
}

/** Squares across the z axis at z = 1, 2, 3 behind a triangle without area; triangles 1 and 2, 3 and 4, 5 and 6. */
const SQUARES = `${[1, 2, 3].flatMap((z) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => `v ${x} ${y} ${z}\n`)).join('')}f 1 1 2\nf 1 2 3 4\nf 5 6 7 8\nf 9 10 11 12\n`
const MISS: Answer = { t: -1, triangle: 0xffffffff }

test('t counts in units of the direction, triangles as the file does, whatever is no ray misses', async () => {
  const inf = Infinity
  const cases: [number[], Answer][] = [
    [[0.5, -0.5, 0, inf, 0, 0, 1, 0], { t: 1, triangle: 1 }],
    [[-0.5, 0.5, 0, inf, 0, 0, 1, 0], { t: 1, triangle: 2 }],
    [[0.5, -0.5, 1.5, 1e30, 0, 0, 1, 0], { t: 0.5, triangle: 3 }],
    [[0.5, -0.5, 2.5, 10, 0, 0, -1, 0], { t: 0.5, triangle: 3 }],
    [[0.5, -0.5, 0, inf, 0, 0, 0.25, 7], { t: 4, triangle: 1 }],
    [[0.5, -0.5, 0, inf, 0, 0, 2 ** 100, 0], { t: 2 ** -100, triangle: 1 }],
    [[0.5, -0.5, 0, inf, 0, 0, 2 ** -100, 0], { t: 2 ** 100, triangle: 1 }],
    [[0.5, -0.5, 0, 2 ** 99, 0, 0, 2 ** -100, 0], MISS],
    [[0.5, -0.5, 0, 1, 0, 0, 1, 0], MISS],
    [[0.5, -0.5, 0, 0.99, 0, 0, 1, 0], MISS],
    [[0.5, -0.5, 0, inf, 0, 0, -1, 0], MISS],
    [[0.5, -0.5, 4, inf, 0, 0, 1, 0], MISS],
    ...[[Number.NaN, 0, 0, 9, 0, 0, 1, 0], [0, 0, 0, Number.NaN, 0, 0, 1, 0], [0, 0, 0, 9, Number.NaN, 0, 1, 0], [0, 0, 0, 9, 0, 0, 0, 0], [0, 0, 0, 9, 0, 0, inf, 0], [-inf, 0, 0, 9, 1, 0, 0, 0], [0, 0, 0, -9, 0, 0, 1, 0]]
      .map((ray): [number[], Answer] => [ray, MISS]),
  ]
  const rays = cases.map(([ray]) => ray)
  const expected = cases.map(([, answer]) => answer)
  const { report, answers } = await trace(SQUARES, rays)
  expect(answers).toEqual(expected)
  expect(report).toMatchObject({ scene: 'mesh.obj', triangles: 7, traversal: 'standard-8', builder: 'exact-sah', executor: 'cpu', rays: rays.length, hits: 7 })
  const any = await trace(SQUARES, rays, { kind: 'any' })
  expect(any.answers.map(({ t }) => t < 0)).toEqual(expected.map(({ t }) => t < 0))
  const larger = await trace(SQUARES, rays.slice(0, 2), { scale: 1000 })
  expect(larger.answers).toEqual([{ t: 1000, triangle: 1 }, { t: 1000, triangle: 2 }])
})

const TRAVERSALS = Object.keys(OBJECT_TRAVERSALS) as TraversalName[]
/** One of each way that a tree is laid out: that is what may lose the numbers. */
const OF_EACH_LAYOUT = TRAVERSALS.filter((name, i) => TRAVERSALS.findIndex((other) => TREE_LAYOUTS[other] === TREE_LAYOUTS[name]) === i)
const numbered = 'triangles are numbered as in the file, those without area too, seed 3'

test(`however a tree is laid out, ${numbered}`, () => numbersAsFile(OF_EACH_LAYOUT))
test(`with every builder and traversal, ${numbered}`, { tags: 'proof' }, () => numbersAsFile(TRAVERSALS))

async function numbersAsFile(traversals: readonly TraversalName[]): Promise<void> {
  const mesh = degenerateSoup(200, 3)
  const obj = `${Array.from({ length: mesh.positions.length / 3 }, (_, v) => `v ${mesh.positions.subarray(3 * v, 3 * v + 3).join(' ')}\n`).join('')}${Array.from({ length: 200 }, (_, i) => `f ${3 * i + 1} ${3 * i + 2} ${3 * i + 3}\n`).join('')}`
  const random = seeded(3)
  const rays = Array.from({ length: 300 }, () => [...[0, 1, 2].map(() => 3 * random() - 1.5), 1e30, ...randomDirection(random), 0].map(Math.fround))
  const instance = [{ mesh, worldFromObject: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1) }]
  const right = rays.map((ray) => referenceHits(instance, [...ray.slice(0, 3), 0, ...ray.slice(4, 7), 1e30]).filter(({ margin }) => margin > 0))
  expect(right.filter((hits) => hits.length > 0).length).toBeGreaterThan(40)
  const builders = Object.keys(BUILDERS) as BuilderName[]
  for (const [i, traversal] of traversals.entries()) {
    const { answers } = await trace(obj, rays, { traversal, builder: builders[i % builders.length] })
    const wrong = answers.filter(({ t, triangle }, ray) => {
      const hits = right[ray].filter((hit) => Math.abs(hit.t - right[ray][0].t) < 1e-4)
      return hits.length === 0 ? t >= 0 : Math.abs(t - hits[0].t) > 1e-4 || !hits.some((hit) => hit.triangle === triangle)
    })
    expect(wrong, traversal).toEqual([])
  }
}

test('whoever asks for what does not exist hears a sentence', () => {
  expect(() => parseTraceOptions(['--rays', 'x'])).toThrow('--scene FILE is missing')
  expect(() => parseTraceOptions(['--scene', 'a', '--rays', 'x', '--traversal', 'fast'])).toThrow('--traversal is one of sequential, ')
  expect(() => parseTraceOptions(['--scene', 'a', '--rays', 'x', '--scale', '0'])).toThrow('--scale takes a number above 0')
  expect(() => parseTraceOptions(['--speed'])).toThrow("Unknown option '--speed'")
})

test('a ray file of half a ray is refused', async () => {
  await writeFile(path.join(folder, 'half'), new Uint8Array(40))
  await expect(trace(SQUARES, [[0, 0, 0, 1, 0, 0, 1, 0]], { rays: path.join(folder, 'half') })).rejects.toThrow('has 40 bytes, but a ray takes')
})

test('t is exact close above a large floor, near and far from the origin', async () => {
  const floor = 'v -10 0.25 -10\nv 10 0.25 -10\nv 10 0.25 10\nv -10 0.25 10\nf 1 2 3\nf 1 3 4\n'
  const rays = [[4.831, 0.2513, 0.958, 1e30, 0.56, -0.36, -0.75, 0], [-9.1, 0.2501, 3.3, 1e30, 0.9, -0.01, 0.4, 0], [300, 250.25, -400, 1e30, -300, -250, 400, 0]].map((ray) => ray.map(Math.fround))
  const { answers } = await trace(floor, rays)
  answers.forEach(({ t }, i) => {
    const right = (0.25 - rays[i][1]) / rays[i][5]
    expect(Math.abs(t - right) / right).toBeLessThan(2e-7)
  })
})
