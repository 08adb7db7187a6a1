import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { meanLuminance } from '../../bench/pictures/picture-kit.ts'
import { createFrameStage, type FrameStage, mean, settingsOf, STAGE, turned } from '../../headless/testing-frame-stage.ts'
import { STILL_PLAN } from '../../passes/irradiance/irradiance-frame.ts'
import type { Rasterizer } from '../../passes/raster/gbuffer.ts'
import type { Camera, Light, SceneSnapshot, Vec3 } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import { glassRoom, testRoom } from '../../testing/room.ts'
import { boxBetween, boxMesh, cameraAt, glowing, instance, material, paint, sceneOf, sphereMesh, squareMesh } from '../../testing/shapes.ts'
import type { FrameInput, OpenLoop } from '../frame.ts'
import { createPace } from '../pace.ts'

/* What hybrid pictures show while something moves. */

let stage: FrameStage
beforeAll(async () => { stage = await createFrameStage(glassRoom()) })
afterAll(() => stage.dispose())

/** A closed room of one grey, convex and matte, with a lamp that shines into it: what it shows is smooth. */
function plainRoom(lamps: readonly Light[]): SceneSnapshot {
  const box = boxMesh()
  const grey = material({ baseColor: [0.7, 0.7, 0.7], specular: 0 })
  return sceneOf([box], [instance('room', box, grey, { move: [0, 1.5, 1], scale: [2, 1.5, 4] })], { lights: lamps, environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } })
}
const LAMP: Light = { id: 'lamp', kind: 'point', position: [0, 1.6, 1.5], color: [1, 1, 1], intensity: 130, on: true }
/** A brighter one with a block, and a lamp that cannot be seen: where a pixel of it falls would say more than all that it lights. */
function brightRoom(intensity: number, x = -0.3): SceneSnapshot {
  const box = boxMesh()
  return sceneOf([box], [
    instance('room', box, material({ baseColor: [0.75, 0.75, 0.75], specular: 0 }), { move: [0, 1.5, 1], scale: [2, 1.5, 4] }),
    instance('block', box, material({ baseColor: [0.2, 0.4, 0.8], specular: 0 }), { move: [0.5, 0.5, 0], scale: [0.4, 0.5, 0.4] }),
  ], { lights: [{ ...LAMP, position: [x, 1.5, 1.5], intensity } as Light] })
}

/** In a fresh engine, whose cache is planned by paths and not by time: equal frames know the same. @param run  is given what shows a moving frame and tells its mean luminance */
async function inBrightRoom<T>(run: (move: (angle: number, more?: Partial<FrameInput>) => Promise<number>, fresh: FrameStage) => Promise<T>): Promise<T> {
  const fresh = await createFrameStage(brightRoom(130), { ...STILL_PLAN, first: 2048, most: 2048 })
  try {
    return await fresh.inFreshLoop(1, () => run(async (angle, more = {}) => meanLuminance(await fresh.finish(fresh.inputOf(settingsOf({}), { camera: turned(angle), interacting: true, ...more }))), fresh))
  } finally {
    fresh.dispose()
  }
}

test('while it moves, indirect light is looked up in a cache that is kept for it, and a bright closed room is as bright as the reference', async () => {
  const ratios: number[] = []
  for (const angle of [-0.5, 0, 0.5, 1]) await inBrightRoom(async (move, fresh) => {
    const shown: number[] = []
    // Each a hair's breadth beside the last.
    for (let k = 0; k < 12; k++) shown.push(await move(angle + 1e-4 * k))
    expect(fresh.loop.report.passMs.irradiance).toBeGreaterThan(0)
    ratios.push(mean(shown.slice(6)) / meanLuminance(await fresh.trace(settingsOf({ restSamples: 12 }), 1, turned(angle))))
    await move(angle, { settings: settingsOf({ indirect: false }) })
    expect(fresh.loop.report.passMs.irradiance).toBe(0)
  })
  // One view has a hundredth by chance. With paths of eight bounces all four together had 0.971.
  for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.025)
  expect(Math.abs(mean(ratios) - 1)).toBeLessThan(0.01)
})

test('a path whose bounces are spent takes what is known of the light beyond, little trusted as that is since a lamp was moved', async () => {
  const [before, after] = await inBrightRoom(async (move, fresh) => {
    let known = 0
    for (let k = 0; k < 6; k++) known = await move(1e-4 * k)
    fresh.engine.setScene(brightRoom(130, -0.301))
    return [known, await move(6e-4, { pathBounces: 2 })]
  })
  // 0.95 where nine of ten such paths bring nothing from beyond.
  expect(after / before).toBeGreaterThan(0.97)
})

test('a room with double walls and slits along them keeps its light: cells are not traced from within the hollows', async () => {
  const box = boxMesh()
  const grey = material({ baseColor: [0.7, 0.7, 0.7], specular: 0 })
  const part = (id: string, min: Vec3, max: Vec3) => boxBetween(id, box, grey, min, max)
  // Metres: of a hollow, a slit, a wall.
  const [hollow, slit, thick] = [0.15, 0.03, 0.01]
  const room = sceneOf([box], [
    part('outside', [-2 - hollow, -hollow, -2 - hollow], [2 + hollow, 3 + hollow, 4 + hollow]),
    part('left', [-2 - thick, slit, -2 + slit], [-2, 3 - slit, 4 - slit]), part('right', [2, slit, -2 + slit], [2 + thick, 3 - slit, 4 - slit]),
    part('back', [-2 + slit, slit, -2 - thick], [2 - slit, 3 - slit, -2]), part('front', [-2 + slit, slit, 4], [2 - slit, 3 - slit, 4 + thick]),
    part('floor', [-2 + slit, -thick, -2 + slit], [2 - slit, 0, 4 - slit]), part('ceiling', [-2 + slit, 3, -2 + slit], [2 - slit, 3 + thick, 4 - slit]),
  ], { lights: [{ ...LAMP, position: [0, 2.2, 2.4] } as Light], environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } })
  const fresh = await createFrameStage(room, { ...STILL_PLAN, first: 4096, most: 4096 })
  try {
    const shown: number[] = []
    await fresh.inFreshLoop(1, async () => {
      for (let k = 0; k < 18; k++) shown.push(meanLuminance(await fresh.finish(fresh.inputOf(settingsOf({}), { camera: turned(1e-4 * k), interacting: true }))))
    })
    const ratio = mean(shown.slice(12)) / meanLuminance(await fresh.trace(settingsOf({ restSamples: 16 }), 1, turned(0)))
    // 0.91, and less with every frame, where every path counts.
    expect(ratio).toBeGreaterThan(0.945)
    expect(ratio).toBeLessThan(1.03)
  } finally {
    fresh.dispose()
  }
})

describe('no setting changes how bright a picture is', () => {
  const size = STAGE
  /** Luminance of the last of so many moving frames, each a hair's breadth beside the last. */
  const moving = (settings: RenderSettings, frames: number, { width, height } = size, stride = 1) => stage.inFreshLoop(stride, async () => {
    let last = 0
    for (let k = 0; k < frames; k++) last = meanLuminance(await stage.finish(stage.inputOf(settings, { camera: turned(1e-4 * k), interacting: true, width, height })))
    expect(stage.loop.report.width).toBe(Math.ceil(width / stride))
    return last
  })
  /** Of a picture at rest after so many of more samples. */
  const resting = (settings: RenderSettings, samples: number) => stage.inFreshLoop(1, async () => {
    stage.loop.update(stage.inputOf(settings))
    do await stage.loop.step()
    while (stage.loop.report.samples !== samples)
    return meanLuminance((await stage.loop.readSums()).slice(0, 4 * STAGE.width * STAGE.height))
  })

  // Equal noise: only the setting differs. Of indirect light in the room of glass a few paths carry the most; moving frames look that up.
  test('the filter does not, while it moves and on the way to rest: the test room', () => filterKeeps(testRoom()))
  test('the filter does not, while it moves and on the way to rest: glass and a small bulb', { tags: 'proof' }, () => filterKeeps(glassRoom()))
  async function filterKeeps(room: SceneSnapshot): Promise<void> {
    stage.engine.setScene(room)
    const settings = settingsOf({ restSamples: 64 })
    const smooth = { ...settings, denoise: true }
    const direct = { indirect: false }
    expect(Math.abs(await moving({ ...smooth, ...direct }, 3) / await moving({ ...settings, ...direct }, 3) - 1)).toBeLessThan(0.01)
    expect(Math.abs(await resting(smooth, 2) / await resting(settings, 2) - 1)).toBeLessThan(0.01)
    stage.engine.setScene(glassRoom())
  }

  // The one picture of the card's path kernels in every run: others are proofs.
  test('nor does it matter who traces: the GPU and the cores count the same rays and find the same light, but for rounding: through panes', () => sameByBoth(glassRoom()))
  test('nor does it matter who traces: the GPU and the cores count the same rays and find the same light, but for rounding: without panes', { tags: 'proof' }, () => sameByBoth(testRoom()))
  async function sameByBoth(scene: SceneSnapshot): Promise<void> {
    const settings = settingsOf({ indirect: false, restSamples: 1 })
    stage.engine.setScene(scene)
    const byCores = await stage.finish(stage.inputOf(settings, { width: 24, height: 16 }))
    const { rays } = stage.loop.report
    const byGpu = await stage.finish(stage.inputOf(settings, { width: 24, height: 16, cpu: undefined }))
    expect(stage.loop.report.executor.kind).toBe('gpu')
    expect(rays.shadow).toBeGreaterThan(0)
    expect(rays.reflection).toBeGreaterThan(0)
    for (const kind of ['shadow', 'reflection'] as const) expect(Math.abs(stage.loop.report.rays[kind] / rays[kind] - 1)).toBeLessThan(0.01)
    const off = Array.from(byGpu, (value, i) => Math.abs(value - byCores[i]) / Math.max(0.1, byCores[i]))
    // A few paths go another way at an edge.
    expect(off.filter((difference) => difference > 1e-3).length).toBeLessThan(0.02 * off.length)
    stage.engine.setScene(glassRoom())
  }

  test('moving does not, nor the resolution that it takes', async () => {
    stage.engine.setScene(plainRoom([LAMP]))
    const settings = settingsOf({ indirect: false, restSamples: 1 })
    const large = { width: 96, height: 72 }
    const still = meanLuminance(await stage.finish(stage.inputOf(settings, { camera: turned(0), ...large })))
    for (const stride of [1, 2, 4]) expect(Math.abs(await moving({ ...settings, denoise: stride === 2 }, 2, large, stride) / still - 1), `every ${stride} pixels`).toBeLessThan(0.01)
    stage.engine.setScene(glassRoom())
  })
})

test('a moving frame is at most twelve submits and one wait, counted and metered, and the next one is rasterized while it is traced', async () => {
  stage.engine.setScene(testRoom())
  await stage.engine.treesReady()
  const primary = await stage.engine.createPrimaryRasterizer()
  const events: string[] = []
  const [width, height] = [24, 16]
  const moving = createMovingLoop({ rasterize(...view) {
    events.push('raster')
    return primary.rasterize(...view)
  } }, width * height)
  const settings = settingsOf({ exposure: 'automatic', denoise: true })
  const input = (k: number) => ({ ...stage.inputOf(settings, { camera: turned(1e-3 * k), interacting: true, width, height, cpu: undefined, pathBounces: 2 }), settings })
  const show = async (k: number) => {
    moving.update(input(k))
    while (await moving.step() === 'working') { /* until it is shown */ }
  }
  await show(0)
  await show(1)
  let onWait = () => {}
  for (const [prototype, name] of [[GPUQueue.prototype, 'submit'], [GPUQueue.prototype, 'onSubmittedWorkDone'], [GPUBuffer.prototype, 'mapAsync'], [GPUComputePassEncoder.prototype, 'dispatchWorkgroups']] as const) {
    const real = (prototype as unknown as Record<string, (...args: unknown[]) => unknown>)[name]
    vi.spyOn(prototype as unknown as Record<string, (...args: unknown[]) => unknown>, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      events.push(name)
      if (name === 'submit') queueMicrotask(() => events.push('turn'))
      if (name === 'mapAsync') onWait()
      return real.apply(this, args)
    })
  }
  try {
    const count = (name: string) => events.filter((event) => event === name).length
    events.length = 0
    const before = moving.report
    await show(2)
    expect(moving.report).not.toBe(before)
    expect(moving.report.rays.shadow).toBeGreaterThan(0)
    // Before its first slice the cache was updated.
    expect(moving.report.passMs.irradiance).toBeGreaterThan(0)
    expect(count('submit')).toBeGreaterThan(5)
    expect(count('submit')).toBeLessThanOrEqual(12)
    expect(count('onSubmittedWorkDone') + count('mapAsync')).toBe(1)
    // A card waits neither for all commands of the update nor for all of the picture: the first turn is there while the others are recorded.
    const parts = events.join(' ').split('submit')
    const recorded = parts.map((part) => part.split('dispatchWorkgroups').length - 1)
    const many = recorded.flatMap((dispatches, i) => (dispatches > 14 ? [i] : []))
    expect(many.length, String(recorded)).toBeGreaterThanOrEqual(2)
    for (const i of many.slice(0, 2)) expect(recorded[i - 1], String(recorded)).toBeGreaterThan(4)
    // Nobody who traces on the same card comes between.
    for (const i of many) expect(parts[i]).not.toContain('turn')

    events.length = 0
    onWait = () => {
      onWait = () => {}
      moving.update(input(4))
    }
    moving.update(input(3))
    expect(await moving.step()).toBe('working')
    expect(count('raster')).toBe(2)
    // And the picture that follows is made of that.
    const third = moving.report
    while (await moving.step() === 'working') { /* until it is shown */ }
    expect(moving.report).not.toBe(third)
    expect(count('raster')).toBe(2)
    expect(count('onSubmittedWorkDone') + count('mapAsync')).toBe(2)
  } finally {
    vi.restoreAllMocks()
    moving.dispose()
    stage.engine.setScene(glassRoom())
  }
})

/** A stage.loop to which a frame of so many pixels seems as long as one may be, so that it takes as many slices as one may. */
const createMovingLoop = (rasterizer: Rasterizer, pixels: number): OpenLoop =>
  stage.engine.createFrameLoop(rasterizer, { ...createPace(), aheadMs: Infinity, resolution: () => ({ shrink: 1, stride: 1 }), slices: () => ({ eachMs: 140 / pixels, add() {} }) })

/** A checkered wall behind the camera, in a mirror that is not quite smooth, or a matte one with a disc of light on it, in a ball. */
function lookingBack(isBall: boolean): SceneSnapshot {
  const [square, ball] = [squareMesh(), sphereMesh(48)]
  const chrome = material({ baseColor: [0.9, 0.9, 0.9], metallic: 1, roughness: 0.03 })
  const checks = paint('checks', 64, 64, (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? [230, 230, 230, 255] : [60, 60, 60, 255]))
  const wall = material({ baseColor: [1, 1, 1], specular: 0, baseColorTexture: isBall ? null : { texture: 'checks', wrapS: 'repeat', wrapT: 'repeat', offset: [0, 0], scale: [1, 1], rotation: 0 } })
  const lamps: readonly Light[] = isBall
    ? [-3, -1, 1, 3].map((x) => ({ id: `spot ${x}`, kind: 'spot', position: [x, 3, 2], direction: [0, -0.6, 0.8], intensity: 300, innerAngle: 0.2, outerAngle: 0.21, color: [1, 1, 1], on: true }))
    : [{ id: 'lamp', kind: 'point', position: [0, 4, -1], color: [1, 1, 1], intensity: 500, on: true }]
  return sceneOf([square, ball], [
    instance('wall', square, wall, { move: [0, 0, 4], scale: [6, 1, 6], turn: [-Math.PI / 2, 0, 0] }),
    isBall ? instance('ball', ball, chrome, { move: [0, 0, -1.5] }) : instance('mirror', square, chrome, { move: [0, 0, -1.5], scale: [4, 1, 4], turn: [Math.PI / 2, 0, 0] }),
  ], { images: [checks], lights: lamps })
}

test('while the camera walks past, spots of light in a chrome ball keep their edges', () => walksPast(true))
test('while the camera walks past, a checkered wall in a flat mirror keeps its edges', { tags: 'proof' }, () => walksPast(false))

/** The last moving picture of a walk, without indirect light, and the reference of the same place. @param at  camera of frame k, the last one included */
async function walkPast(scene: SceneSnapshot, last: number, at: (k: number) => Camera, denoise: boolean): Promise<{ readonly shown: Float32Array; readonly truth: Float32Array }> {
  stage.engine.setScene(scene)
  await stage.engine.treesReady()
  const settings = settingsOf({ indirect: false, ambient: false, denoise, restSamples: 12 })
  try {
    return await stage.inFreshLoop(1, async () => {
      let shown: Float32Array = new Float32Array()
      for (let k = 0; k <= last; k++) shown = await stage.finish(stage.inputOf(settings, { camera: at(k), interacting: true }))
      return { shown, truth: await stage.trace(settings, 1, at(last)) }
    })
  } finally {
    stage.engine.setScene(glassRoom())
  }
}

async function walksPast(isBall: boolean): Promise<void> {
  // In the ball of a tiny picture the filter takes a spot of a few pixels for noise: there it is the history that is asked.
  const { shown, truth } = await walkPast(lookingBack(isBall), 10, (k) => cameraAt([0.12 * (k - 10), 0.2, 1], { verticalFov: isBall ? 0.6 : 0.9 }), !isBall)
  const green = (picture: Float32Array) => Array.from({ length: picture.length / 4 }, (_, i) => picture[4 * i + 1])
  const [a, b] = [green(shown), green(truth)]
  const spread = (values: number[]) => Math.sqrt(mean(values.map((v) => (v - mean(values)) ** 2)))
  const correlation = mean(a.map((v, i) => (v - mean(a)) * (b[i] - mean(b)))) / (spread(a) * spread(b))
  expect(correlation).toBeGreaterThan(isBall ? 0.85 : 0.95)
  // Spots of a few pixels that cross two in each frame: means over the pixels' areas and over frames have less contrast than single places (0.78).
  expect(spread(a) / spread(b)).toBeGreaterThan(isBall ? 0.7 : 0.9)
  expect(spread(a) / spread(b)).toBeLessThan(1.15)
  if (!isBall) expect(Math.abs(mean(a) / mean(b) - 1)).toBeLessThan(0.01)
}

test('while the camera walks past, the shadow of a post in the sun keeps its edges', async () => {
  const box = boxMesh()
  const grey = material({ baseColor: [0.6, 0.6, 0.6], specular: 0 })
  const sun: Light = { id: 'sun', kind: 'directional', direction: [-0.48, -0.6, -0.64], color: [1, 1, 1], illuminance: 1000, angularRadius: 0.00465, on: true }
  const scene = sceneOf([box], [
    instance('wall', box, grey, { move: [0, 0, -3], scale: [6, 6, 1] }), instance('post', box, grey, { move: [0.4, 0, -1.7], scale: [0.05, 3, 0.05] }),
  ], { lights: [sun], environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } })
  const { shown, truth } = await walkPast(scene, 16, (k) => cameraAt([0.05 * (k - 16), 0, 1], { verticalFov: 0.7 }), true)
  const level = Math.max(...truth)
  // 0.13 where the sun's light was a mean of earlier frames and smoothed: a shadow of two pixels was spread over eight.
  expect(Math.sqrt(mean(Array.from(truth, (value, i) => (i % 4 === 3 ? 0 : ((value - shown[i]) / level) ** 2))))).toBeLessThan(0.07)
  expect(Math.abs(meanLuminance(shown) / meanLuminance(truth) - 1)).toBeLessThan(0.02)
})

test('of a lamp that is switched off nothing is left in the next frame, and little of a slider a few frames later', async () => {
  const settings = settingsOf({ indirect: false, denoise: true })
  const show = async (k: number, change: Partial<typeof LAMP & { kind: 'point' }>) => {
    stage.engine.setScene(plainRoom([{ ...LAMP, ...change } as Light]))
    return meanLuminance(await stage.finish(stage.inputOf(settings, { camera: turned(1e-4 * k), interacting: true })))
  }
  stage.stride = 1
  for (let k = 0; k < 8; k++) await show(k, {})
  expect(await show(8, { on: false })).toBe(0)
  const full = await (async () => {
    let last = 0
    for (let k = 0; k < 8; k++) last = await show(9 + k, {})
    return last
  })()
  // Dragged to a tenth in ten steps.
  for (let k = 1; k <= 10; k++) await show(20 + k, { intensity: 130 * (1 - 0.09 * k) })
  const after = [await show(31, { intensity: 13 }), await show(32, { intensity: 13 }), await show(33, { intensity: 13 })]
  expect(after[2] / full).toBeLessThan(0.25)
  stage.stride = null
  stage.engine.setScene(glassRoom())
})

test('a lamp that is dragged with its light is seen once, in every picture of the drag', async () => {
  const square = squareMesh()
  const wall = instance('wall', square, glowing([2, 2, 2]), { move: [0, 1, -3], turn: [Math.PI / 2, 0, 0], scale: [4, 1, 4] })
  const wallAndLamp = (x: number) => sceneOf([square], [wall, instance('lamp', square, glowing([60, 60, 60]), { move: [x, 1, -2.9], turn: [Math.PI / 2, 0, 0], scale: [0.25, 1, 0.6] })],
    { lights: [{ ...LAMP, position: [x, 1, -2.8], intensity: 1 } as Light] })
  const settings = settingsOf({ indirect: false, denoise: true })
  stage.stride = 1
  let picture: Float32Array = new Float32Array()
  const positions = [-1.2, -1.2, -1.2, -1.2, -0.5, 0.2, 0.9]
  for (const x of positions) {
    stage.engine.setScene(wallAndLamp(x))
    await stage.engine.treesReady()
    picture = await stage.finish(stage.inputOf(settings, { camera: cameraAt([0, 1, 1]), interacting: true }))
  }
  const bright = Array.from({ length: STAGE.width }, (_, x) => x).filter((x) => picture[4 * ((STAGE.height / 2) * STAGE.width + x) + 1] > 10)
  expect(bright.length).toBeGreaterThan(0)
  // Of one lamp: neighbours all.
  expect(bright.at(-1)! - bright[0]).toBeLessThan(5)
  expect(bright[0]).toBeGreaterThan(STAGE.width / 2)
  stage.stride = null
  stage.engine.setScene(glassRoom())
})

const places = 'moving pictures look through another place in their pixels each, and come close to the area of what they see; at rest the raster is in the middle again'
test(places, () => looksThroughOthers(1, 0.4))
// Where fewer are traced, what lies between them stays unseen.
test(`${places}: where every second pixel is traced`, { tags: 'proof' }, () => looksThroughOthers(2, 0.8))

async function looksThroughOthers(stride: number, most: number): Promise<void> {
  const square = squareMesh()
  const stripes = [-0.6, 0, 0.6].map((x, i) => instance(`stripe ${i}`, square, glowing([60, 60, 60]), { move: [x, 1, -2], turn: [Math.PI / 2, 0.3, 0.2], scale: [0.06, 1, 0.8] }))
  stage.engine.setScene(sceneOf([square], [...stripes, instance('wall', square, glowing([2, 2, 2]), { move: [0, 1, -3], turn: [Math.PI / 2, 0, 0], scale: [4, 1, 4] })]))
  await stage.engine.treesReady()
  const settings = settingsOf({ indirect: false, denoise: true, restSamples: 64 })
  const camera = (k: number) => ({ ...cameraAt([0, 1, 1]), verticalFov: 0.9 + 1e-6 * k })
  const truth = await stage.trace(settings, 1, camera(0))
  const error = (picture: Float32Array) => Math.sqrt(mean(Array.from(truth, (value, i) => (i % 4 === 0 ? (picture[i] - value) ** 2 : 0))))
  const rasterizer = await stage.engine.createPrimaryRasterizer()
  const standing = stage.loop
  stage.stride = stride
  const jitters: (readonly [number, number])[] = []
  stage.loop = await stage.createLoop({ rasterize(...view) {
    jitters.push(view[3])
    return rasterizer.rasterize(...view)
  } })
  const errors: number[] = []
  for (let k = 0; k < 12; k++) errors.push(error(await stage.finish(stage.inputOf(settings, { camera: camera(k), interacting: true }))))
  expect(errors[11]).toBeLessThan(most * errors[0])
  expect(new Set(jitters.map(String)).size).toBe(12)
  await stage.finish(stage.inputOf({ ...settings, restSamples: 2 }, { camera: camera(11) }))
  expect(jitters.slice(12)).toEqual([[0, 0]])
  stage.loop.dispose()
  stage.loop = standing
  stage.stride = null
  stage.engine.setScene(glassRoom())
}

test('while it moves, a dark mirror shows what it mirrors in every pixel: no path ends in it by chance that carries 2 % of the light', async () => {
  const box = boxMesh()
  const room = plainRoom([LAMP])
  const floor = instance('floor', box, material({ baseColor: [0.08, 0.08, 0.08], metallic: 1, roughness: 0 }), { move: [0, 0.05, 1], scale: [1.9, 0.05, 3.9] })
  stage.engine.setScene(sceneOf([box], [...room.instances, floor], { lights: room.lights, environment: room.environment }))
  await stage.engine.treesReady()
  try {
    await stage.inFreshLoop(1, async () => {
      const picture = await stage.finish(stage.inputOf(settingsOf({ indirect: false }), { camera: cameraAt([0, 1.5, 4]), interacting: true }))
      // The lowest rows are floor, which mirrors lit walls; where a path ended there was nothing.
      const shown = Array.from({ length: 6 * STAGE.width }, (_, i) => picture[4 * (picture.length / 4 - 1 - i)])
      expect(Math.min(...shown)).toBeGreaterThan(0.01 * mean(shown))
    })
  } finally {
    stage.engine.setScene(glassRoom())
  }
})
