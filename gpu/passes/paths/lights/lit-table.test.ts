import { expect, test } from 'vitest'
import type { Light, SceneSnapshot } from '../../../scene.ts'
import { boxMesh, cameraAt, instance, material, PLAIN, sceneOf, squareMesh } from '../../../testing/shapes.ts'
import { createPathTracer, type PathRunner, type PathView } from '../path-trace.ts'
import { LIT_COUNT, LIT_SIDE } from './lit-size.ts'
import { buildLitGrid, LIT_FOUND, litCells, litStarts } from './lit-table.ts'

const sun: Light = { id: 'sun', kind: 'directional', color: [1, 1, 1], on: true, direction: [0.6, -0.8, 0], illuminance: 1e5, angularRadius: 0 }
const box = boxMesh()
const square = squareMesh()
const sceneWith = (...lights: Light[]) =>
  sceneOf([box, square], [instance('box', box, material({}), { scale: [2, 1, 3] }), instance('ground', square, material({}), { scale: [400, 1, 400] })], { lights })

test('the grid lies across the sun’s rays, beyond all there is, and leaves out ground without end', () => {
  const grid = buildLitGrid(sceneWith(sun))!
  const [along, reach] = [(p: readonly number[], axis: readonly number[]) => p.reduce((sum, v, i) => sum + v * axis[i], 0), LIT_SIDE * grid.cell]
  expect(grid.w[0]).toBeCloseTo(-0.6)
  for (const axis of [grid.u, grid.v]) expect(along(axis, grid.w)).toBeCloseTo(0)
  expect(reach).toBeLessThan(20)
  for (const instanceCorner of [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y / 2, 1.5 * z])))) {
    const place = [along(instanceCorner, grid.u) - grid.corner[0], along(instanceCorner, grid.v) - grid.corner[1]]
    for (const value of place) expect(value > 0 && value < reach).toBe(true)
    expect(along(instanceCorner, grid.w)).toBeLessThan(grid.height)
  }
})

test('the grid is as near to a model of millimetres as its size asks for: a sun as wide as the real one draws places by it, not beside it', () => {
  const grid = buildLitGrid(sceneOf([box], [instance('box', box, material({}), { scale: [0.002, 0.001, 0.003] })], { lights: [sun] }))!
  const top = 0.6 * 0.001 + 0.8 * 0.0005
  expect(grid.height).toBeGreaterThan(top)
  expect(0.00465 * (grid.height + top)).toBeLessThan(grid.cell)
})

test('without a sun, or with two, there is no grid', () => {
  expect(buildLitGrid(sceneWith())).toBeNull()
  expect(buildLitGrid(sceneWith({ ...sun, on: false }))).toBeNull()
  expect(buildLitGrid(sceneWith(sun, { ...sun, id: 'second' }))).toBeNull()
  expect(buildLitGrid(sceneWith({ ...sun, illuminance: 0 } as Light))).toBeNull()
})

test('points are drawn with the density that cells say, and that is one in all', () => {
  const grid = buildLitGrid(sceneWith(sun))!
  const found = new Float32Array(4 * LIT_SIDE * LIT_SIDE)
  // A patch of two strengths, and a place that is lit and brings nothing.
  for (let y = 40; y < 104; y++) for (let x = 30; x < 158; x++) found.set([x < 94 ? 1 : 3, 2, 0, 0], 4 * (y * LIT_SIDE + x))
  found[4 * (200 * LIT_SIDE + 200) + 1] = 1
  const cells = litCells(found, grid.cell)!
  expect(cells.density.reduce((sum, v) => sum + v, 0) * grid.cell ** 2).toBeCloseTo(1, 4)
  expect(new Set(cells.order).size).toBe(LIT_SIDE * LIT_SIDE)
  expect(cells.density[200 * LIT_SIDE + 200]).toBeGreaterThan(0)
  expect(cells.density[10 * LIT_SIDE + 200]).toBe(0)
  // Brute force: counts in blocks of 16 x 16 cells, of twenty tables, against the integral of the density.
  const blocks = LIT_SIDE / 16
  const [counted, wanted] = [new Float64Array(blocks * blocks), new Float64Array(blocks * blocks)]
  const blockOf = (x: number, y: number) => Math.floor(y / 16) * blocks + Math.floor(x / 16)
  for (let at = 0; at < LIT_SIDE * LIT_SIDE; at++) wanted[blockOf(at % LIT_SIDE, Math.floor(at / LIT_SIDE))] += 20 * LIT_COUNT * cells.density[at] * grid.cell ** 2
  let apart = 0
  for (let seed = 0; seed < 20; seed++) {
    const starts = litStarts(cells, grid, seed)
    for (let i = 0; i < LIT_COUNT; i++) {
      const [x, y] = [(starts[12 * i] - grid.corner[0]) / grid.cell, (starts[12 * i + 1] - grid.corner[1]) / grid.cell]
      counted[blockOf(x, y)]++
      // Rounding may put a point onto the edge of its cell.
      const inside = Math.abs(x - Math.round(x)) > 1e-3 && Math.abs(y - Math.round(y)) > 1e-3
      if (inside && starts[12 * i + 3] !== cells.density[Math.floor(y) * LIT_SIDE + Math.floor(x)]) apart++
    }
  }
  expect(apart).toBe(0)
  wanted.forEach((value, block) => { expect(Math.abs(counted[block] - value)).toBeLessThan(5 * Math.sqrt(value) + 1) })
})

test('where the sun lights nothing there is no table', () => {
  expect(litCells(new Float32Array(4 * LIT_SIDE * LIT_SIDE), 0.1)).toBeNull()
})

/** Where every cell is lit, and none finds another by itself. @param dispatch  of whatever is traced @param traceLit  of the table alone */
function litRunner(dispatch: () => Promise<void>, traceLit = dispatch): PathRunner {
  const everywhere = Float32Array.from({ length: 4 * LIT_FOUND }, (_, i) => [1, 1, 1, 0][i % 4])
  return {
    lit: { write() {}, give() {}, trace: traceLit, found: () => Promise.resolve(everywhere) },
    mostBytes: 1e9, begin: () => Promise.resolve(), prepare: () => Promise.resolve(), dispatch, read: () => Promise.resolve(new Float32Array()), dispose() {},
  }
}
const VIEW: PathView = { camera: cameraAt([0, 1, 5]), width: 8, height: 8, settings: PLAIN, bounces: 2, seed: 1, connectsLit: true }

test('no step does more than one dispatch, while a table is drawn, too, so that a picture can be left at any time; one that fails is begun again', async () => {
  let [dispatches, fails] = [0, false]
  const runner = litRunner(() => {
    dispatches++
    return fails ? Promise.reject(new Error('lost')) : Promise.resolve()
  })
  const tracer = createPathTracer({ snapshot: sceneWith(sun), slotOf: () => 0, luminaires: { find: () => null } }, runner)
  await tracer.begin(VIEW)
  const step = async () => {
    const before = dispatches
    await tracer.step()
    expect(dispatches - before).toBeLessThanOrEqual(1)
  }
  while (tracer.samples < 9) await step()
  // Cells take as many as there are rays, and two turns two each.
  expect(dispatches).toBe(9 + 2 * 8 + 2 * 2)
  while (tracer.samples < 16) await step()
  fails = true
  await expect(tracer.step()).rejects.toThrow('lost')
  fails = false
  dispatches = 0
  while (tracer.samples < 17) await step()
  expect(dispatches).toBe(2 + 1)
})

test('what cells may bring is found once for the same things in the same sun, whatever snapshot they come in, and anew for any other', async () => {
  let dispatches = 0
  const trace = () => {
    dispatches++
    return Promise.resolve()
  }
  const scene: { snapshot: SceneSnapshot; slotOf: () => number; luminaires: { find: () => null } } = {
    snapshot: sceneOf([box], [instance('a', box, material({})), instance('b', box, material({}), { move: [3, 0, 0] })], { lights: [sun] }), slotOf: () => 0, luminaires: { find: () => null },
  }
  const tracer = createPathTracer(scene, litRunner(() => Promise.resolve(), trace))
  const dispatchesOf = async (snapshot: SceneSnapshot, view = VIEW): Promise<number> => {
    scene.snapshot = snapshot
    dispatches = 0
    await tracer.begin(view)
    while (tracer.samples < 1) await tracer.step()
    return dispatches
  }
  const [draws, finds] = [2, 2 * 8]
  const first = scene.snapshot
  expect(await dispatchesOf(first)).toBe(finds + draws)
  expect(await dispatchesOf(first)).toBe(draws)
  expect(await dispatchesOf({ ...first, instances: [...first.instances], lights: [{ ...sun }], environment: { ...first.environment } })).toBe(draws)
  expect(await dispatchesOf(first, { ...VIEW, region: { x: 0, y: 0, width: 4, height: 8 } })).toBe(draws)
  const [thing, ...others] = first.instances
  const another: readonly SceneSnapshot[] = [
    { ...first, instances: [{ ...thing, visible: false }, ...others] }, { ...first, instances: others }, { ...first, instances: [...others, thing] }, { ...first, meshes: new Map(first.meshes) },
    { ...first, textures: new Map(first.textures) }, { ...first, lights: [{ ...sun, illuminance: 2e5 } as Light] }, { ...first, lights: [{ ...sun, angularRadius: 0.005 } as Light] },
  ]
  for (const snapshot of another) expect(await dispatchesOf(snapshot)).toBe(finds + draws)
  for (const change of [{ seed: 2 }, { camera: cameraAt([0, 2, 5]) }, { settings: { ...PLAIN, epsilon: 0.5 } }]) expect(await dispatchesOf(another.at(-1)!, { ...VIEW, ...change })).toBe(finds + draws)
})

test('of kernels that connect and those that do not, a picture has those compiled that it uses, and no dispatch waits for them', async () => {
  // Cells one of whose places in ten, or four, finds another by itself.
  for (const [finds, connects] of [[0.1, true], [0.4, false]] as const) {
    const found = Float32Array.from({ length: 4 * LIT_FOUND }, (_, i) => [1, 1, 1, finds][i % 4])
    const did: string[] = []
    const does = (what: string) => {
      did.push(what)
      return Promise.resolve()
    }
    const runner = litRunner(() => Promise.resolve(), () => does('table'))
    const tracer = createPathTracer({ snapshot: sceneWith(sun), slotOf: () => 0, luminaires: { find: () => null } }, {
      ...runner, lit: { ...runner.lit, found: () => Promise.resolve(found) }, begin: () => does('begin'), prepare: (given) => does(`compile ${given}`), dispatch: (_params, _blocks, _settings, given) => does(`paths ${given}`),
    })
    const view: PathView = { ...VIEW, width: 128, height: 128, connectsLit: undefined }
    for (let part = 0; part < 2; part++) {
      await tracer.begin(view)
      while (tracer.samples < 1) await tracer.step()
    }
    expect([...new Set(did)]).toEqual(['begin', 'table', `compile ${connects}`, `paths ${connects}`])
    // The next part knows from the first.
    expect(did.slice(did.lastIndexOf('begin'), did.lastIndexOf('begin') + 2)).toEqual(['begin', `compile ${connects}`])
    await tracer.begin({ ...view, connectsLit: false })
    expect(did.slice(-2)).toEqual(['begin', 'compile false'])
  }
})
