import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { sphere } from '../testing/meshes.ts'
import { sceneOfMesh, subdivided } from './bench-scenes.ts'
import { type Bench, countRow, type Experiment, rateRow, timeRow, TooSlow } from './bench.ts'
import { goalsOf } from './goals.ts'
import { CPU_CLOCK, interleave, ratioOf } from './measure.ts'
import { parseOptions } from './options.ts'
import { drawPlot } from './plot.ts'
import { buildRows } from './rows/build-rows.ts'
import { compareHits, traceTwin } from './rows/ray-rows.ts'
import { exponentOf, makeReport } from './report.ts'
import { BenchRow, readRows } from './row.ts'
import { runExperiments } from './run.ts'

const machine: Bench = { device: null, gpu: 'no GPU', cpu: 'test processor', isSoftware: true, clock: CPU_CLOCK, sources: new Map(), pictures: 'out/bench/pictures', references: null }
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** Another place each time. */
const file = () => path.join(mkdtempSync(path.join(folder, 'rows-')), 'rows.json')
const what = { what: 'build', scene: 'bunny', triangles: 12, variant: 'exact-sah', adapter: 'test processor' }

function experiment(name: string, run: Experiment['run'] = () => Promise.resolve([timeRow(what, CPU_CLOCK, [3, 1, 2, 4, 5], [1, 1, 1, 1, 1])])): Experiment & { runs: number } {
  const counted = {
    name, group: 'build' as const, weight: 1, needsGpu: false, runs: 0,
    run(bench: Bench, budgetMs: number) {
      counted.runs++
      return run(bench, budgetMs)
    },
  }
  return counted
}

test('rows are saved as they come, a failure keeps them, and resuming measures what is missing', async () => {
  const rows = file()
  const told: string[] = []
  const options = { file: rows, minutes: 0.01, resume: false, tell: (line: string) => void told.push(line) }
  const [first, slow] = [experiment('first'), experiment('slow', () => Promise.reject(new TooSlow('it takes a week')))]
  let breaks = true
  const broken = experiment('broken', () => {
    if (breaks) return Promise.reject(new Error('the power went out'))
    return Promise.resolve([countRow({ ...what, what: 'memory/tree' }, 58.5, 'bytes per triangle')])
  })
  expect(await runExperiments(machine, [first, slow, broken], options)).toBe(1)
  expect(readRows(rows).map((row) => row.experiment)).toEqual(['first'])
  expect(told.join('\n')).toMatch(/slow: left out, it takes a week[\s\S]*broken: failed/)

  breaks = false
  expect(await runExperiments(machine, [first, broken], { ...options, resume: true })).toBe(0)
  expect([first.runs, broken.runs]).toEqual([1, 2])
  expect(readRows(rows).map((row) => row.experiment)).toEqual(['first', 'broken'])

  // Without resuming, what is measured again takes the old row's place and leaves the others alone.
  await runExperiments(machine, [experiment('first', () => Promise.resolve([timeRow(what, CPU_CLOCK, [7, 7, 7, 7, 7])]))], options)
  expect(readRows(rows).map((row) => [row.experiment, row.median])).toEqual([['broken', 58.5], ['first', 7]])
})

test('after twice the time nothing new begins, and it is said how to go on', async () => {
  const told: string[] = []
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const slow = experiment('slow', () => {
    clock.mockReturnValue(30)
    return Promise.resolve([])
  })
  const late = experiment('late')
  await runExperiments(machine, [slow, late], { file: file(), minutes: 0.0001, resume: false, tell: (line) => void told.push(line) })
  expect(late.runs).toBe(0)
  expect(told.at(-1)).toMatch(/1 experiments left out.*--resume/)
})

test('an experiment that needs a GPU is left out where there is none', async () => {
  const onGpu = { ...experiment('gpu'), needsGpu: true }
  expect(await runExperiments(machine, [onGpu], { file: file(), minutes: 0.01, resume: false, tell() {} })).toBe(0)
  expect(onGpu.runs).toBe(0)
})

test('a file that holds something else is refused by name and left alone', () => {
  const other = file()
  writeFileSync(other, '[{"what":"build"}]')
  expect(() => readRows(other)).toThrow(/rows\.json holds no rows of this tool/)
  writeFileSync(other, 'notes')
  expect(() => readRows(other)).toThrow(/not JSON/)
  expect(readFileSync(other, 'utf8')).toBe('notes')
})

test('contestants take equally many turns in turning order, and a ratio compares turns that stood side by side', async () => {
  const order: string[] = []
  const contestant = (name: string, ms: number) => ({ name, run: () => { order.push(name); return ms } })
  const series = await interleave([contestant('a', 2), contestant('b', 4), contestant('c', 8)], { clock: CPU_CLOCK, budgetMs: 0, repetitions: [5, 9] })
  expect(series).toEqual({ a: [2, 2, 2, 2, 2], b: [4, 4, 4, 4, 4], c: [8, 8, 8, 8, 8] })
  expect(order.slice(0, 12).join('')).toBe('abcabcbcacab')
  // The machine slowed down half way: both alike, so the ratio stays.
  expect(ratioOf([1, 1, 10, 10, 10], [2, 2, 20, 20, 20])).toBe(0.5)
})

test('rates, times and counts make rows of the schema', () => {
  const stamp = { experiment: 'test', date: '2026-01-01T00:00:00.000Z' }
  const rate = rateRow({ ...what, peer: 'peer' }, CPU_CLOCK, 1e6, [1000, 500, 2000, 1000, 1000], [4000, 4000, 4000, 4000, 4000])
  expect(rate).toMatchObject({ median: 1, spread: [0.5, 2], unit: 'Mrays per CPU-second', ratio: 4, repetitions: 5 })
  for (const row of [rate, timeRow(what, CPU_CLOCK, [1, 2, 3]), countRow(what, 3, 'nodes')]) expect(BenchRow.parse({ ...row, ...stamp })).toEqual({ ...row, ...stamp })
})

test('hits are compared ray by ray, not by their number', () => {
  expect(compareHits(Float32Array.of(1, -1, 2, 5), Float32Array.of(-1, 1, 2, 5.1), true)).toEqual({ ours: 0.75, peer: 0.75, disagreeing: 2, farOff: 1 })
})

test('a short run on a sphere gives honest rows: the same hits as raycastFirst, then speeds', async () => {
  const mesh = sphere(12)
  const found = await traceTwin('sphere', () => Promise.resolve(sceneOfMesh('sphere', mesh)), [32, 24]).run(machine, 1)
  const gates = found.filter((row) => row.what.startsWith('gate/'))
  const [kinds, walks] = [['primary', 'diffuse', 'shadow'], ['standard-8', 'ropes-plus-plus', 'bvh']]
  expect(gates.map((row) => `${row.what} ${row.variant}`)).toEqual(kinds.flatMap((kind) => walks.map((walk) => `gate/twin-${kind} ${walk}`)))
  expect(gates.every((row) => row.median >= 0.9999)).toBe(true)
  const speeds = found.filter((row) => row.what.startsWith('twin/'))
  expect(speeds.map((row) => `${row.what} ${row.variant}`)).toEqual(kinds.flatMap((kind) => walks.map((walk) => `twin/${kind} ${walk}`)))
  for (const row of speeds) {
    expect(row.repetitions).toBeGreaterThanOrEqual(5)
    expect(row.median).toBeGreaterThan(0)
    expect(row.spread[0]).toBeLessThanOrEqual(row.median)
    expect(row.ratio).toBeGreaterThan(0)
  }
})

test('what is built is timed against the peer, kD-trees and BVH alike', async () => {
  const mesh = sphere(4)
  const found = await buildRows('sphere', () => Promise.resolve(sceneOfMesh('sphere', mesh))).run(machine, 1)
  expect(found.filter(({ what: name, ratio }) => name === 'build' && ratio !== null).map(({ variant }) => variant)).toEqual(['exact-sah', 'binned-sah', 'bvh'])
  expect(found.find(({ variant }) => variant === 'bvh')!.detail).toMatch(/^one thread; \d+ nodes, depth \d+, \d+ leaves, \d+ references; \d+ triangles per CPU ms$/)
})

test('splitting triangles at their edges keeps the shape', () => {
  const mesh = sphere(6)
  const finer = subdivided(mesh, 'finer')
  expect(finer.indices.length).toBe(4 * mesh.indices.length)
  expect(finer.bounds).toEqual(mesh.bounds)
  // Euler: V - E + F = 2 still holds, so middles are shared.
  const faces = finer.indices.length / 3
  expect(finer.positions.length / 3 - (3 * faces) / 2 + faces).toBe(2)
})

test('the report says which goals are met and which are missed, shows every series and draws it', () => {
  const stamp = { experiment: 'test', date: '2026-01-02T00:00:00.000Z' }
  const trace = (scene: string, ratio: number) => ({ ...what, what: 'trace/primary', scene, variant: 'standard-8', peer: 'three-mesh-bvh BVHComputeData', adapter: 'GPU of a test', instances: 1, x: null, detail: '100 rays', median: 1, spread: [1, 1] as [number, number], repetitions: 9, unit: 'Mrays/s', ratio })
  const rows = [
    trace('bunny', 8), trace('sponza', 2.4),
    countRow({ ...what, what: 'memory/tree', variant: 'standard-8' }, 58, 'bytes per triangle'),
    timeRow({ ...what, what: 'santos/reflections', variant: 'ropes', x: 0 }, CPU_CLOCK, [1, 2, 3], undefined, 'picture'),
    timeRow({ ...what, what: 'santos/reflections', variant: 'ropes', x: 8 }, CPU_CLOCK, [4, 5, 6], undefined, 'picture'),
  ].map((row) => BenchRow.parse({ ...row, ...stamp }))
  const goals = goalsOf(rows)
  // The mean of 8 and 2.4 is above 4, but no scene may be under 2.5.
  expect(goals.find((goal) => goal.what.startsWith('closest hit, primary'))).toMatchObject({ isMet: false, found: '4.38x, worst 2.40x (sponza)' })
  expect(goals.find((goal) => goal.what.startsWith('bytes per triangle'))).toMatchObject({ isMet: true })
  const { markdown, plots } = makeReport([{ slug: 'test', rows }], 'plots')
  expect(markdown).toContain('## GPU of a test on test processor')
  expect(markdown).toContain('1 of 2 missed: closest hit, primary rays')
  expect(markdown).toContain('![Time by level of reflection, bunny](plots/test-reflections.svg)')
  expect(plots.get('test-reflections.svg')).toMatch(/^<svg [\s\S]*prefers-color-scheme: dark[\s\S]*<\/svg>\n$/)
  expect(plots.get('test-reflections.svg')).not.toMatch(/NaN|undefined|Infinity/)
})

test('the report shows the pictures that lie beside the rows, and says what they are', () => {
  const row = BenchRow.parse({ ...timeRow({ ...what, what: 'card/frame' }, CPU_CLOCK, [3, 4, 5]), experiment: 'test', date: '2026-01-02T00:00:00.000Z' })
  const { markdown } = makeReport([{ slug: 'test', rows: [row], pictures: ['test--moving--living-room.png'] }, { slug: 'other', rows: [row] }], 'plots')
  expect(markdown).toContain('moving, living room\n\n![moving, living room](plots/test--moving--living-room.png)')
  expect(markdown.split('### Pictures')).toHaveLength(2)
})

test('the report names rows whose turns lie wide apart', () => {
  const stamp = { experiment: 'test', date: '2026-01-02T00:00:00.000Z' }
  const frame = (scene: string, ms: readonly number[]) => BenchRow.parse({ ...timeRow({ ...what, what: 'card/frame', scene }, CPU_CLOCK, ms), ...stamp })
  const { markdown } = makeReport([{ slug: 'test', rows: [frame('calm', [3, 4, 8]), frame('slow', [3, 4, 8.1]), frame('fast', [1.9, 4, 5])] }], 'plots')
  expect(markdown).toContain('Of 3 rows 2 are wide, take them with care: card/frame (2).')
  expect(['calm', 'slow', 'fast'].map((scene) => /\| (4 \([^|]*\))/.exec(markdown.split('\n').find((line) => line.startsWith(`| ${scene} `))!)?.[1])).toEqual(['4 (3-8)', '4 (3-8.1, wide)', '4 (1.9-5, wide)'])
})

test('a series that grows as a power of x says which', () => {
  const points = [1, 10, 40, 900].map((x) => ({ x, y: 3 * x ** 0.7 }))
  expect(exponentOf(points)).toBeCloseTo(0.7, 9)
})

test('a plot of one point, or of equal points, has no division by nothing', () => {
  for (const points of [[{ x: 1, y: 0 }], [{ x: 3, y: 2 }, { x: 3, y: 2 }]]) {
    expect(drawPlot({ title: '<&', xLabel: 'x', yLabel: 'y', isLogX: true, lines: [{ name: 'a', points }] })).not.toMatch(/NaN|Infinity|<&/)
  }
})

test('options are refused with a sentence and the usage', () => {
  expect(parseOptions(['--only', 'trace,edit', '--minutes', '2', '--scene', 'a.glb', '--scene', 'b.glb'])).toMatchObject({ minutes: 2, scenes: ['a.glb', 'b.glb'], only: new Set(['trace', 'edit']) })
  expect(parseOptions(['--only', 'trace/bunny'])).toMatchObject({ only: new Set(), names: ['trace/bunny'] })
  expect(parseOptions([])).toMatchObject({ minutes: 10, json: null, references: null, resume: false, report: false })
  expect(() => parseOptions(['--only', 'speed'])).toThrow(/--only speed: there are build, trace, card, edit, frame/)
  expect(() => parseOptions(['--minutes', 'soon'])).toThrow(/--minutes soon/)
  expect(() => parseOptions(['--fast'])).toThrow(/npm run bench/)
})
