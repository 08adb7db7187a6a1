import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { meanLuminance } from '../../bench/pictures/picture-kit.ts'
import type { Engine } from '../../engine.ts'
import type { FrameInput, OpenLoop } from '../../frame/frame.ts'
import { createFullPace, createPace } from '../../frame/pace.ts'
import { pathLengthOf } from '../../frame/plan.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import type { SceneSnapshot, Vec3 } from '../../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { STILL_PLAN } from '../irradiance/irradiance-frame.ts'
import { boxBetween, boxMesh, cameraAt, glowing, instance, material, sceneOf, squareMesh } from '../../testing/shapes.ts'

const [WIDTH, HEIGHT] = [32, 24]
const cpu = createInlineExecutor()
const settings: RenderSettings = { ...DEFAULT_SETTINGS, method: 'whitted', reflections: false }
const camera = cameraAt([0, 1.6, 4])
let engine: Engine
let room: SceneSnapshot
let loop: OpenLoop
/** What passes from one look at the clock to the next: so much that a few thousand paths fit an update while things move, and a few hundred at rest. */
const [MOVING_MS, RESTING_MS] = [11, 200]
let tickMs = RESTING_MS
beforeAll(async () => {
  engine = await createHeadlessEngine(await sharedDevice())
  // Of one grey, closed and matte: a gradient stands for nothing here, and the walls light each other a good deal.
  const box = boxMesh()
  const grey = material({ baseColor: [0.7, 0.7, 0.7], specular: 0 })
  room = sceneOf([box], [
    instance('room', box, grey, { move: [0, 1.5, 1], scale: [2, 1.5, 4] }), instance('block', box, grey, { move: [0.5, 0.5, 0], scale: [0.4, 0.5, 0.4] }),
  ], {
    lights: [{ id: 'lamp', kind: 'point', position: [0, 1.6, 1.5], color: [1, 1, 1], intensity: 130, on: true }], environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] },
  })
  engine.setScene(room)
  await engine.treesReady()
  loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), { ...createPace(), resolution: () => ({ shrink: 1, stride: 1 }) })
  // So many paths fit the time, whatever else the machine does.
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += tickMs))
})
afterAll(() => {
  vi.restoreAllMocks()
  engine.dispose()
})

async function show(more: Partial<RenderSettings>, view: Partial<FrameInput> = {}): Promise<Float32Array> {
  loop.update({ camera, settings: { ...settings, ...more }, width: WIDTH, height: HEIGHT, interacting: false, cpu, ...view })
  while (await loop.step() === 'working') { /* until it is final */ }
  return (await loop.readSums()).slice(0, 4 * WIDTH * HEIGHT).map((value, i, all) => value / Math.max(1, all[i | 3]))
}

/** Means of 8x8 pixels, green. */
function tilesOf(picture: Float32Array): number[] {
  const tiles = Array.from({ length: (WIDTH / 8) * (HEIGHT / 8) }, () => 0)
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) tiles[(y >> 3) * (WIDTH / 8) + (x >> 3)] += picture[4 * (y * WIDTH + x) + 1] / 64
  return tiles
}

test('while nothing is known a moving picture is the one without indirect light; then it brightens everywhere, and by steps that are no pops', async () => {
  tickMs = MOVING_MS
  const moving = (k: number, indirect: boolean) => show({ indirect }, { camera: { ...camera, position: [1e-4 * k, 1.6, 4] }, interacting: true })
  const flat = await moving(0, false)
  expect(await moving(0, true)).toEqual(flat)
  const frames: number[][] = [tilesOf(flat)]
  for (let k = 1; k <= 16; k++) frames.push(tilesOf(await moving(k, true)))
  const last = frames.at(-1)!
  last.forEach((value, tile) => {
    expect(value).toBeGreaterThan(1.2 * frames[0][tile])
    for (let k = 1; k < frames.length; k++) {
      expect(frames[k][tile], `tile ${tile} of frame ${k}`).toBeLessThan(1.12 * value)
      expect(frames[k][tile] - frames[k - 1][tile], `tile ${tile} of frame ${k}`).toBeGreaterThan(-0.08 * value)
    }
  })
})

test('an image of the sky lights what lies open to it as it should, and so does what shines without being a light', async () => {
  tickMs = RESTING_MS
  const [square, dull] = [squareMesh(), material({ baseColor: [0.5, 0.5, 0.5], specular: 0 })]
  const floor = instance('floor', square, dull, { move: [0, 0, 0], scale: [6, 1, 6] })
  const down = cameraAt([0, 2, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 0.8 })
  const black = { zenith: [0, 0, 0], nadir: [0, 0, 0], ambient: { zenith: [0, 0, 0], nadir: [0, 0, 0] } } as const
  const image = { key: 'even', width: 8, height: 4, rgb: new Float32Array(3 * 32).fill(100) }
  const meanOf = async (scene: SceneSnapshot) => {
    engine.setScene(scene)
    await engine.treesReady()
    return meanLuminance(await show({ indirect: true }, { camera: down }))
  }
  // From all of the hemisphere: albedo times 100 nits.
  expect(Math.abs(await meanOf(sceneOf([square], [floor], { environment: { ...black, image } })) / 50 - 1)).toBeLessThan(0.02)
  // A panel above the eye, 6 x 6 m at 2.5 m: all but what passes by its edges.
  const panel = instance('panel', square, glowing([100, 100, 100]), { move: [0, 2.5, 0], scale: [3, 1, 3], turn: [Math.PI, 0, 0] })
  const lit = await meanOf(sceneOf([square], [floor, panel], { environment: black }))
  // Form factor of a parallel square seen from below its middle, Howell's C-11 four times: the picture shows half a metre around that.
  const [a, b] = [3 / 2.5, Math.hypot(1, 3 / 2.5)]
  const factor = (4 / Math.PI) * (a / b) * Math.atan(a / b)
  expect(Math.abs(lit / (50 * factor) - 1)).toBeLessThan(0.08)
  engine.setScene(room)
  await engine.treesReady()
})

test('at rest after a look around it is as bright as the reference, tile by tile, and without indirect light as it ever was', { tags: 'proof' }, async () => {
  // As many paths as there may be, and after a look around: of a thousand in each update it would be a tenth too dark.
  tickMs = 20
  await show({ indirect: true }, { camera: cameraAt([0.01, 1.6, 4]) })
  const [lit, flat] = [await show({ indirect: true }), await show({ indirect: false })]
  expect(loop.report.passMs.irradiance).toBe(0)
  const tracer = await engine.createPathTracer(cpu)
  await tracer.begin({ camera, width: WIDTH, height: HEIGHT, settings, ...pathLengthOf(settings), bounces: 16, seed: 1 })
  while (tracer.samples < 24) await tracer.step()
  const truth = await tracer.read()
  expect(meanLuminance(lit) / meanLuminance(truth)).toBeGreaterThan(0.95)
  expect(meanLuminance(lit) / meanLuminance(truth)).toBeLessThan(1.05)
  expect(meanLuminance(flat) / meanLuminance(truth)).toBeLessThan(0.7)
  const wanted = tilesOf(truth)
  tilesOf(lit).forEach((value, tile) => expect(Math.abs(value / wanted[tile] - 1), `tile ${tile}`).toBeLessThan(0.2))
})

test('where pictures begin small the cache learns by small ones, as fine as there is time for, until it is sure; a few whole ones follow, however long they take, and what is shown is lit', { tags: 'proof' }, async () => {
  tickMs = 100
  const flat = await show({ indirect: false })
  // One that has learned nothing yet, neither of the room nor of how long paths take.
  const fresh = await createHeadlessEngine(await sharedDevice())
  fresh.setScene(room)
  await fresh.treesReady()
  const small = fresh.createFrameLoop(await fresh.createPrimaryRasterizer(), { ...createPace(), resolution: () => ({ shrink: 1, stride: 8 }) })
  small.update({ camera: { ...camera, position: [1e-3, 1.6, 4] }, settings: { ...settings, indirect: true }, width: WIDTH, height: HEIGHT, interacting: false, cpu })
  const widths: number[] = []
  for (let state = 'working', last = small.report; state === 'working';) {
    state = await small.step()
    if (small.report !== last && small.report.samples <= 1) widths.push(small.report.width)
    // A machine on which a whole picture takes half a minute shows the same.
    if (widths.at(-1) === WIDTH) tickMs = 6000
    last = small.report
  }
  const shown = (await small.readSums()).slice(0, 4 * WIDTH * HEIGHT).map((value, i, all) => value / Math.max(1, all[i | 3]))
  small.dispose()
  fresh.dispose()
  // From every 8th pixel to as many as there is time for.
  expect(widths).toEqual([...widths].sort((a, b) => a - b))
  expect(widths.slice(0, 6)).toContain(WIDTH / 8)
  expect(widths.slice(6)).not.toContain(WIDTH / 8)
  const learned = widths.filter((width) => width < WIDTH).length
  expect(learned).toBeGreaterThanOrEqual(24)
  expect(learned).toBeLessThanOrEqual(48)
  expect(widths.filter((width) => width === WIDTH / 2).length).toBeGreaterThan(12)
  const whole = widths.filter((width) => width === WIDTH).length
  expect(whole).toBeGreaterThan(2)
  expect(whole).toBeLessThanOrEqual(6)
  expect(meanLuminance(shown)).toBeGreaterThan(1.4 * meanLuminance(flat))
})

test('two compartments of a shelf that are nearer to each other than cells of bounced light are wide: the lit one is as bright as the reference, and none of its light is in the dark one', async () => {
  const box = boxMesh()
  // So dark that little comes after the last bounce of a cache's paths.
  const grey = material({ baseColor: [0.6, 0.6, 0.6], specular: 0 })
  const part = (id: string, min: Vec3, max: Vec3) => boxBetween(id, box, grey, min, max)
  // All of it lies in one cube of the grid of 0.4 m.
  const shelf = sceneOf([box], [
    part('floor', [0, 0, -0.26], [0.4, 0.01, 0]), part('ceiling', [0, 0.27, -0.26], [0.4, 0.28, 0]), part('back', [0, 0, -0.26], [0.4, 0.28, -0.25]),
    part('left', [0, 0, -0.26], [0.01, 0.28, 0]), part('right', [0.39, 0, -0.26], [0.4, 0.28, 0]), part('between', [0.195, 0, -0.26], [0.205, 0.28, 0]),
  ], {
    lights: [{ id: 'lamp', kind: 'point', position: [0.1, 0.2, -0.08], color: [1, 1, 1], intensity: 1, on: true }],
    environment: { zenith: [0, 0, 0], nadir: [0, 0, 0], ambient: { zenith: [0, 0, 0], nadir: [0, 0, 0] } },
  })
  const fresh = await createHeadlessEngine(await sharedDevice(), undefined, { ...STILL_PLAN, first: 1024, most: 1024 })
  try {
    fresh.setScene(shelf)
    await fresh.treesReady()
    const view = { camera: cameraAt([0.2, 0.14, 0.8], { verticalFov: 0.3 }), width: 24, height: 16 }
    const quick = fresh.createFrameLoop(await fresh.createPrimaryRasterizer(), createFullPace())
    quick.update({ ...view, settings, interacting: false, cpu, edgeSamples: 1, patienceMs: Infinity })
    while (await quick.step() === 'working') { /* until it is final */ }
    const shown = (await quick.readRadiance())!
    const tracer = await fresh.createPathTracer(cpu)
    await tracer.begin({ ...view, settings, ...pathLengthOf(settings), bounces: 16, seed: 1 })
    while (tracer.samples < 16) await tracer.step()
    const truth = await tracer.read()
    /** Of columns of the middle rows, green. */
    const meanOf = (radiance: Float32Array, first: number, end: number) => {
      let sum = 0
      for (let y = 4; y < 12; y++) for (let x = first; x < end; x++) sum += radiance[4 * (y * view.width + x) + 1]
      return sum / (8 * (end - first))
    }
    const lit = meanOf(truth, 4, 10)
    expect(meanOf(truth, 12, 22)).toBe(0)
    expect(Math.abs(meanOf(shown, 4, 10) / lit - 1)).toBeLessThan(0.05)
    expect(meanOf(shown, 12, 22) / lit).toBeLessThan(0.02)
  } finally {
    fresh.dispose()
  }
})
