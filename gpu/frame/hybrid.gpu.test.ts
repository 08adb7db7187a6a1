import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { meanLuminance, showRadiance } from '../bench/pictures/picture-kit.ts'
import { pathLengthOf } from './plan.ts'
import type { PathTracer } from '../passes/paths/path-trace.ts'
import type { Network } from '../denoise/network.ts'
import type { Engine } from '../engine.ts'
import type { FrameInput, OpenLoop } from './frame.ts'
import { createPace, type Pace } from './pace.ts'
import type { Rasterizer } from '../passes/raster/gbuffer.ts'
import type { Camera, Lens, Light, Material, SceneSnapshot } from '../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../settings.ts'
import { flipOf } from '../testing/flip.ts'
import { sharedDevice } from '../headless/headless.ts'
import { hostileScene } from '../testing/hostile.ts'
import { createInlineExecutor } from '../testing/inline-executor.ts'
import { ROOM_CAMERA, testRoom } from '../testing/room.ts'
import { boxMesh, cameraAt, glowing, instance, material, paint, sceneOf, sphereMesh, squareMesh } from '../testing/shapes.ts'
import { createHeadlessEngine } from '../headless/still.ts'

// Resolution follows from the time that frames take; here it is chosen.
const chosen: { stride: number | null } = { stride: null }
function chosenPace(): Pace {
  const pace = createPace()
  return { ...pace, get fixedMs() { return pace.fixedMs }, resolution: (...picture) => (chosen.stride === null ? pace.resolution(...picture) : { shrink: 1, stride: chosen.stride }) }
}

const [WIDTH, HEIGHT] = [32, 24]
const mirror = createInlineExecutor()
let device: GPUDevice
let engine: Engine
let loop: OpenLoop
let reference: PathTracer
const uncaptured: string[] = []
beforeAll(async () => {
  device = await sharedDevice()
  device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message))
  engine = await createHeadlessEngine(device)
  engine.setScene(glassRoom())
  await engine.treesReady()
  loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), chosenPace())
  reference = await engine.createPathTracer(mirror)
})
afterAll(() => {
  engine.dispose()
  expect(uncaptured).toEqual([])
})

/** The test room with a ball of glass, a pane, brushed metal, and lamps that have a size. */
function glassRoom(): SceneSnapshot {
  const room = testRoom()
  const ball = sphereMesh(24, 'glass ball')
  const glass: Material = material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1, ior: 1.5, volume: { attenuationColor: [0.7, 0.9, 0.8], attenuationDistance: 0.5 } })
  const brushed: Material = material({ baseColor: [0.9, 0.8, 0.6], metallic: 1, roughness: 0.35 })
  const pane: Material = material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1 })
  return {
    ...room,
    meshes: new Map([...room.meshes, [ball.key, ball]]),
    instances: [
      ...room.instances.filter(({ id }) => id !== 'fence').map((each) => (each.id === 'egg' ? { ...each, materials: [brushed] } : each)),
      instance('glass', ball, glass, { move: [0.2, 0.8, 1.2], scale: [0.35, 0.35, 0.35] }),
      { ...room.instances[11], id: 'pane', materials: [pane] },
    ],
    lights: [
      { id: 'panel', kind: 'rectangle', position: [0, 2.9, 0], halfU: [0.8, 0, 0], halfV: [0, 0, 0.4], color: [1, 0.95, 0.9], radiance: 150, on: true },
      { id: 'bulb', kind: 'sphere', position: [1.6, 2, -1], radius: 0.15, color: [1, 0.8, 0.6], radiance: 400, on: true },
    ],
  }
}

const settingsOf = (change: Partial<RenderSettings>): RenderSettings => ({ ...DEFAULT_SETTINGS, method: 'hybrid', denoise: false, restSamples: 24, ...change })
const inputOf = (settings: RenderSettings, more: Partial<FrameInput> = {}): FrameInput =>
  ({ camera: ROOM_CAMERA, settings, width: WIDTH, height: HEIGHT, interacting: false, cpu: mirror, ...more })
const turned = (angle: number) => ({ ...ROOM_CAMERA, orientation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] as const })

/** Means of what the frame loop shows, nits; at rest of what it keeps. */
async function shownNow({ width, height }: { readonly width: number; readonly height: number }): Promise<Float32Array> {
  return (await loop.readSums()).slice(0, 4 * width * height).map((value, i, all) => value / Math.max(1, all[i | 3]))
}

async function finish(input: FrameInput): Promise<Float32Array> {
  loop.update(input)
  while (await loop.step() === 'working') { /* until it is final */ }
  const picture = input.interacting ? await shownNow(loop.gbuffer!) : await loop.readRadiance() ?? await shownNow(loop.gbuffer!)
  expect(picture.every(Number.isFinite)).toBe(true)
  return picture
}

async function trace(settings: RenderSettings, seed = 1, camera: Camera = ROOM_CAMERA): Promise<Float32Array> {
  await reference.begin({ camera, width: WIDTH, height: HEIGHT, settings, ...pathLengthOf(settings), seed })
  while (reference.samples < settings.restSamples) await reference.step()
  return reference.read()
}

/** FLIP of what a display shows of two radiances. */
function apartOf(a: Float32Array, b: Float32Array): number {
  const size = { settings: settingsOf({}), width: WIDTH, height: HEIGHT }
  return flipOf(showRadiance(a, size), showRadiance(b, size)).mean
}

/** Means of 8x8 pixels, green. */
function tilesOf(picture: Float32Array): number[] {
  const tiles = Array.from({ length: (WIDTH / 8) * (HEIGHT / 8) }, () => 0)
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) tiles[(y >> 3) * (WIDTH / 8) + (x >> 3)] += picture[4 * (y * WIDTH + x) + 1] / 64
  return tiles
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length

// What decides is that both make the same picture of the same numbers: noise is no excuse, and few samples tell.
test.each([
  ['the test room with its fence of holes', testRoom, {}, {}],
  ['glass, through a lens', glassRoom, {}, { lens: { radius: 0.05, focusDistance: 3 } }],
  ['with the ambient term', glassRoom, { indirect: false }, {}],
  ['with ambient occlusion', glassRoom, { indirect: false, ambientOcclusion: true }, {}],
] as const)('at rest the hybrid picture is the reference, pixel by pixel: %s', async (_, room, change, optics) => {
  engine.setScene(room())
  const settings = settingsOf({ restSamples: 3, denoise: true, ...change })
  const camera = { ...ROOM_CAMERA, ...optics }
  const [shown, truth] = [await finish(inputOf(settings, { camera })), await trace(settings, 1, camera)]
  const size = { settings, width: WIDTH, height: HEIGHT }
  expect(loop.report.samples).toBe(settings.restSamples)
  expect(flipOf(showRadiance(truth, size), showRadiance(shown, size)).mean).toBeLessThan(0.002)
  expect(Math.abs(meanLuminance(shown) / meanLuminance(truth) - 1)).toBeLessThan(0.001)
  engine.setScene(glassRoom())
})

test('at rest the picture is denoised as its last step, beside what was traced; newer input calls it off', async () => {
  const asked: number[] = []
  let during = (): void => {}
  /** One that shows what a surface is made of, lit evenly: far from what is traced. */
  const network: Network = {
    mostPixels: 1 << 20,
    run({ radiance, albedo, normal }, width, part, _scale, stop) {
      asked.push(part.width * part.height)
      expect([radiance, albedo, normal].every((values) => values.length === 4 * width * part.height && values.every(Number.isFinite))).toBe(true)
      during()
      stop?.throwIfAborted()
      const light = 2 * meanLuminance(radiance)
      return Promise.resolve(radiance.map((value, i) => (i % 4 === 3 ? value : light * (albedo[i] + 0.1))))
    },
    dispose() {},
  }
  const settings = settingsOf({ restSamples: 2, denoise: true })
  const plain = await finish(inputOf(settings))
  const before = await shownNow(loop.gbuffer!)
  loop.denoiseRest(network)
  try {
    // Called off by the camera that moves on, and begun again where it has come to rest.
    during = () => {
      during = () => {}
      loop.update(inputOf(settings))
    }
    const kept = await finish(inputOf(settings))
    expect(asked).toEqual([WIDTH * HEIGHT, WIDTH * HEIGHT])
    // What was traced is what it was, what is shown is not.
    expect(kept).toEqual(plain)
    const shown = await shownNow(loop.gbuffer!)
    expect(apartOf(shown, before)).toBeGreaterThan(0.02)
    // Once: nothing goes on at rest; neither while moving, nor where the settings say no.
    expect(await loop.step()).toBe('idle')
    await finish(inputOf(settings, { interacting: true }))
    await finish(inputOf({ ...settings, denoise: false }))
    expect(asked.length).toBe(2)
  } finally {
    loop.denoiseRest(null)
  }
})

test('without reflections mirrors show the ambient term, with fewer bounces they show less of each other; nothing else changes much, indirect light or not', async () => {
  engine.setScene(testRoom())
  for (const indirect of [true, false]) {
    // Equal noise: few samples tell.
    const settings = settingsOf({ indirect, restSamples: 3 })
    const unmirrored = { ...settings, reflections: false }
    const [all, one, none] = [await finish(inputOf(settings)), await finish(inputOf({ ...settings, bounces: 1 })), await finish(inputOf(unmirrored))]
    expect(apartOf(all, one)).toBeGreaterThan(0.01)
    expect(apartOf(one, none)).toBeGreaterThan(0.05)
    // As the reference says it of the same lengths.
    expect(apartOf(await trace(unmirrored), none)).toBeLessThan(0.002)
  }
  engine.setScene(glassRoom())
})

test('while it moves, indirect light is looked up in a cache that is kept for it, and the picture is as bright as the reference', async () => {
  // A lamp that cannot be seen: in a coarse picture, where a pixel of it falls would say more than all that it lights.
  const box = boxMesh()
  const room = sceneOf([box], [
    instance('room', box, material({ baseColor: [0.7, 0.7, 0.7], specular: 0 }), { move: [0, 1.5, 1], scale: [2, 1.5, 4] }),
    instance('block', box, material({ baseColor: [0.2, 0.4, 0.8], specular: 0 }), { move: [0.5, 0.5, 0], scale: [0.4, 0.5, 0.4] }),
  ], { lights: [{ id: 'lamp', kind: 'point', position: [-0.3, 1.5, 1.5], color: [1, 1, 1], intensity: 130, on: true }] })
  engine.setScene(room)
  const settings = settingsOf({ restSamples: 8 })
  const brightness = (picture: Float32Array) => mean(Array.from({ length: picture.length / 4 }, (_, i) => picture[4 * i + 1]))
  // Each a hair's breadth beside the last; their resolution follows from the time that they take, and with it what pixels see.
  const move = async (k: number, more: Partial<RenderSettings> = {}) =>
    brightness(await finish(inputOf({ ...settings, ...more }, { camera: turned(1e-4 * k), interacting: true, width: 4 * WIDTH, height: 4 * HEIGHT })))
  const shown: number[] = []
  for (let k = 0; k < 8; k++) shown.push(await move(k))
  expect(loop.report.passMs.irradiance).toBeGreaterThan(0)
  expect(Math.abs(mean(shown.slice(4)) / brightness(await trace(settings)) - 1)).toBeLessThan(0.25)
  await move(8, { indirect: false })
  expect(loop.report.passMs.irradiance).toBe(0)
  engine.setScene(glassRoom())
})

/** A closed room of one grey, convex and matte, with a lamp that shines into it: what it shows is smooth. */
function plainRoom(lamps: readonly Light[]): SceneSnapshot {
  const box = boxMesh()
  const grey = material({ baseColor: [0.7, 0.7, 0.7], specular: 0 })
  return sceneOf([box], [instance('room', box, grey, { move: [0, 1.5, 1], scale: [2, 1.5, 4] })], { lights: lamps, environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } })
}
const LAMP: Light = { id: 'lamp', kind: 'point', position: [0, 1.6, 1.5], color: [1, 1, 1], intensity: 130, on: true }

describe('no setting changes how bright a picture is', () => {
  const size = { width: WIDTH, height: HEIGHT }
  /** In a loop of its own: equal numbers for equal frames. */
  async function fresh<T>(stride: number, run: () => Promise<T>): Promise<T> {
    const standing = loop
    chosen.stride = stride
    loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), chosenPace())
    try {
      return await run()
    } finally {
      loop.dispose()
      loop = standing
      chosen.stride = null
    }
  }
  /** Luminance of the last of so many moving frames, each a hair's breadth beside the last. */
  const moving = (settings: RenderSettings, frames: number, { width, height } = size, stride = 1) => fresh(stride, async () => {
    let last = 0
    for (let k = 0; k < frames; k++) last = meanLuminance(await finish(inputOf(settings, { camera: turned(1e-4 * k), interacting: true, width, height })))
    expect(loop.report.width).toBe(Math.ceil(width / stride))
    return last
  })
  /** Of a picture at rest after so many of more samples. */
  const resting = (settings: RenderSettings, samples: number) => fresh(1, async () => {
    loop.update(inputOf(settings))
    do await loop.step()
    while (loop.report.samples !== samples)
    return meanLuminance((await loop.readSums()).slice(0, 4 * WIDTH * HEIGHT))
  })

  // Equal noise: only the setting differs. Of indirect light in the room of glass a few paths carry the most; moving frames look that up.
  test.each([['glass and a small bulb', glassRoom], ['the test room', testRoom]] as const)('the filter does not, while it moves and on the way to rest: %s', async (_, room) => {
    engine.setScene(room())
    const settings = settingsOf({ restSamples: 64 })
    const smooth = { ...settings, denoise: true }
    const direct = { indirect: false }
    expect(Math.abs(await moving({ ...smooth, ...direct }, 4) / await moving({ ...settings, ...direct }, 4) - 1)).toBeLessThan(0.01)
    expect(Math.abs(await resting(smooth, 4) / await resting(settings, 4) - 1)).toBeLessThan(0.01)
    engine.setScene(glassRoom())
  })

  test('nor does it matter who traces: the GPU and the cores count the same rays and find the same light, but for rounding', { tags: 'proof' }, async () => {
    const settings = settingsOf({ indirect: false, restSamples: 1 })
    // Without panes and with them.
    for (const scene of [testRoom(), glassRoom()]) {
      engine.setScene(scene)
      const byCores = await finish(inputOf(settings, { width: 24, height: 16 }))
      const { rays } = loop.report
      const byGpu = await finish(inputOf(settings, { width: 24, height: 16, cpu: undefined }))
      expect(loop.report.executor.kind).toBe('gpu')
      expect(rays.shadow).toBeGreaterThan(0)
      expect(rays.reflection).toBeGreaterThan(0)
      for (const kind of ['shadow', 'reflection'] as const) expect(Math.abs(loop.report.rays[kind] / rays[kind] - 1)).toBeLessThan(0.01)
      const off = Array.from(byGpu, (value, i) => Math.abs(value - byCores[i]) / Math.max(0.1, byCores[i]))
      // A few paths go another way at an edge.
      expect(off.filter((difference) => difference > 1e-3).length).toBeLessThan(0.02 * off.length)
    }
  })

  test('moving does not, nor the resolution that it takes', async () => {
    engine.setScene(plainRoom([LAMP]))
    const settings = settingsOf({ indirect: false, restSamples: 1 })
    const large = { width: 96, height: 72 }
    const still = meanLuminance(await finish(inputOf(settings, { camera: turned(0), ...large })))
    for (const stride of [1, 2, 4]) expect(Math.abs(await moving({ ...settings, denoise: stride === 2 }, 2, large, stride) / still - 1), `every ${stride} pixels`).toBeLessThan(0.01)
    engine.setScene(glassRoom())
  })
})

test('a moving frame is at most twelve submits and one wait, counted and metered, and the next one is rasterized while it is traced', async () => {
  engine.setScene(testRoom())
  await engine.treesReady()
  const primary = await engine.createPrimaryRasterizer()
  const events: string[] = []
  const [width, height] = [24, 16]
  const moving = createMovingLoop({ rasterize(...view) {
    events.push('raster')
    return primary.rasterize(...view)
  } }, width * height)
  const settings = settingsOf({ exposure: 'automatic', denoise: true })
  const input = (k: number) => ({ ...inputOf(settings, { camera: turned(1e-3 * k), interacting: true, width, height, cpu: undefined }), settings })
  const show = async (k: number) => {
    moving.update(input(k))
    while (await moving.step() === 'working') { /* until it is shown */ }
  }
  await show(0)
  await show(1)
  let onWait = () => {}
  for (const [prototype, name] of [[GPUQueue.prototype, 'submit'], [GPUQueue.prototype, 'onSubmittedWorkDone'], [GPUBuffer.prototype, 'mapAsync']] as const) {
    const real = (prototype as unknown as Record<string, (...args: unknown[]) => unknown>)[name]
    vi.spyOn(prototype as unknown as Record<string, (...args: unknown[]) => unknown>, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      events.push(name)
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
    engine.setScene(glassRoom())
  }
})

/** A loop to which a frame of so many pixels seems as long as one may be, so that it takes as many slices as one may. */
const createMovingLoop = (rasterizer: Rasterizer, pixels: number): OpenLoop =>
  engine.createFrameLoop(rasterizer, { ...createPace(), aheadMs: Infinity, resolution: () => ({ shrink: 1, stride: 1 }), slices: () => ({ pixelMs: 140 / pixels, add() {} }) })

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

test.each([['a checkered wall in a flat mirror', false], ['spots of light in a chrome ball', true]] as const)('while the camera walks past, %s keeps its edges', async (_, isBall) => {
  engine.setScene(lookingBack(isBall))
  await engine.treesReady()
  chosen.stride = 1
  // In the ball of a tiny picture the filter takes a spot of a few pixels for noise: there it is the history that is asked.
  const settings = settingsOf({ indirect: false, ambient: false, denoise: !isBall, restSamples: 12 })
  const at = (k: number): Camera => cameraAt([0.12 * (k - 10), 0.2, 1], { verticalFov: isBall ? 0.6 : 0.9 })
  let shown: Float32Array = new Float32Array()
  for (let k = 0; k <= 10; k++) shown = await finish(inputOf(settings, { camera: at(k), interacting: true }))
  const truth = await trace(settings, 1, at(10))
  const green = (picture: Float32Array) => Array.from({ length: picture.length / 4 }, (_, i) => picture[4 * i + 1])
  const [a, b] = [green(shown), green(truth)]
  const spread = (values: number[]) => Math.sqrt(mean(values.map((v) => (v - mean(values)) ** 2)))
  const correlation = mean(a.map((v, i) => (v - mean(a)) * (b[i] - mean(b)))) / (spread(a) * spread(b))
  expect(correlation).toBeGreaterThan(isBall ? 0.85 : 0.95)
  // Spots of a few pixels that cross two in each frame: means over the pixels' areas and over frames have less contrast than single places (0.78).
  expect(spread(a) / spread(b)).toBeGreaterThan(isBall ? 0.7 : 0.9)
  expect(spread(a) / spread(b)).toBeLessThan(1.15)
  if (!isBall) expect(Math.abs(mean(a) / mean(b) - 1)).toBeLessThan(0.01)
  chosen.stride = null
  engine.setScene(glassRoom())
})

test('of a lamp that is switched off nothing is left in the next frame, and little of a slider a few frames later', async () => {
  const settings = settingsOf({ indirect: false, denoise: true })
  const show = async (k: number, change: Partial<typeof LAMP & { kind: 'point' }>) => {
    engine.setScene(plainRoom([{ ...LAMP, ...change } as Light]))
    return meanLuminance(await finish(inputOf(settings, { camera: turned(1e-4 * k), interacting: true })))
  }
  chosen.stride = 1
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
  chosen.stride = null
  engine.setScene(glassRoom())
})

test('a lamp that is dragged with its light is seen once, in every picture of the drag', async () => {
  const square = squareMesh()
  const wall = instance('wall', square, glowing([2, 2, 2]), { move: [0, 1, -3], turn: [Math.PI / 2, 0, 0], scale: [4, 1, 4] })
  const stage = (x: number) => sceneOf([square], [wall, instance('lamp', square, glowing([60, 60, 60]), { move: [x, 1, -2.9], turn: [Math.PI / 2, 0, 0], scale: [0.25, 1, 0.6] })],
    { lights: [{ ...LAMP, position: [x, 1, -2.8], intensity: 1 } as Light] })
  const settings = settingsOf({ indirect: false, denoise: true })
  chosen.stride = 1
  let picture: Float32Array = new Float32Array()
  const positions = [-1.2, -1.2, -1.2, -1.2, -0.5, 0.2, 0.9]
  for (const x of positions) {
    engine.setScene(stage(x))
    await engine.treesReady()
    picture = await finish(inputOf(settings, { camera: cameraAt([0, 1, 1]), interacting: true }))
  }
  const bright = Array.from({ length: WIDTH }, (_, x) => x).filter((x) => picture[4 * ((HEIGHT / 2) * WIDTH + x) + 1] > 10)
  expect(bright.length).toBeGreaterThan(0)
  // Of one lamp: neighbours all.
  expect(bright.at(-1)! - bright[0]).toBeLessThan(5)
  expect(bright[0]).toBeGreaterThan(WIDTH / 2)
  chosen.stride = null
  engine.setScene(glassRoom())
})

test('moving pictures look through another place in their pixels each, and come close to the area of what they see; at rest the raster is in the middle again', async () => {
  const square = squareMesh()
  const stripes = [-0.6, 0, 0.6].map((x, i) => instance(`stripe ${i}`, square, glowing([60, 60, 60]), { move: [x, 1, -2], turn: [Math.PI / 2, 0.3, 0.2], scale: [0.06, 1, 0.8] }))
  engine.setScene(sceneOf([square], [...stripes, instance('wall', square, glowing([2, 2, 2]), { move: [0, 1, -3], turn: [Math.PI / 2, 0, 0], scale: [4, 1, 4] })]))
  await engine.treesReady()
  const settings = settingsOf({ indirect: false, denoise: true, restSamples: 64 })
  const camera = (k: number) => ({ ...cameraAt([0, 1, 1]), verticalFov: 0.9 + 1e-6 * k })
  const truth = await trace(settings, 1, camera(0))
  const error = (picture: Float32Array) => Math.sqrt(mean(Array.from(truth, (value, i) => (i % 4 === 0 ? (picture[i] - value) ** 2 : 0))))
  const rasterizer = await engine.createPrimaryRasterizer()
  const standing = loop
  for (const [stride, most] of [[1, 0.4], [2, 0.8]]) {
    chosen.stride = stride
    const jitters: (readonly [number, number])[] = []
    loop = engine.createFrameLoop({ rasterize(...view) {
      jitters.push(view[3])
      return rasterizer.rasterize(...view)
    } }, chosenPace())
    const errors: number[] = []
    for (let k = 0; k < 12; k++) errors.push(error(await finish(inputOf(settings, { camera: camera(k), interacting: true }))))
    // Where fewer are traced, what lies between them stays unseen.
    expect(errors[11], `every ${stride} pixels`).toBeLessThan(most * errors[0])
    expect(new Set(jitters.map(String)).size).toBe(12)
    await finish(inputOf({ ...settings, restSamples: 2 }, { camera: camera(11) }))
    expect(jitters.slice(12)).toEqual([[0, 0]])
    loop.dispose()
  }
  loop = standing
  chosen.stride = null
  engine.setScene(glassRoom())
})

test('without shadows the light of lamps and of what shines goes through things, here and in the reference, and no ray asks for it', async () => {
  const square = squareMesh()
  const lamps: readonly Light[] = [
    { id: 'panel', kind: 'rectangle', position: [0, 2.5, 0], halfU: [0.3, 0, 0], halfV: [0, 0, 0.3], color: [1, 1, 1], radiance: 100, on: true },
    { id: 'bulb', kind: 'point', position: [1, 2.5, 0], color: [1, 1, 1], intensity: 50, on: true },
  ]
  const grey = material({ baseColor: [0.5, 0.5, 0.5], specular: 0 })
  const room = (isShut: boolean) => sceneOf([square], [
    instance('floor', square, grey, { scale: [3, 1, 3] }),
    instance('shining', square, glowing([40, 40, 40]), { move: [-1, 2.6, 0], scale: [0.3, 1, 0.3], turn: [Math.PI, 0, 0] }),
    ...(isShut ? [instance('ceiling', square, grey, { move: [0, 2, 0], scale: [3, 1, 3] })] : []),
  ], { lights: lamps, environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } })
  const down = cameraAt([0, 1.5, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 1 })
  const means: number[][] = []
  for (const isShut of [false, true]) {
    engine.setScene(room(isShut))
    const settings = settingsOf({ shadows: isShut ? false : true, indirect: false, ambient: false, restSamples: 8 })
    const picture = await finish(inputOf(settings, { camera: down }))
    if (isShut) expect(loop.report.rays.shadow).toBe(0)
    else expect(loop.report.rays.shadow).toBeGreaterThan(WIDTH * HEIGHT)
    await reference.begin({ camera: down, width: WIDTH, height: HEIGHT, settings, ...pathLengthOf(settings), seed: 1 })
    while (reference.samples < settings.restSamples) await reference.step()
    means.push([meanLuminance(picture), meanLuminance(await reference.read())])
  }
  const [[open, openTruth], [shut, shutTruth]] = means
  expect(open).toBeGreaterThan(1)
  for (const value of [openTruth, shut, shutTruth]) expect(Math.abs(value / open - 1)).toBeLessThan(0.01)
  engine.setScene(glassRoom())
})

test('ambient occlusion darkens, and nothing gets brighter', async () => {
  const [open, near] = [await trace(settingsOf({ indirect: false, restSamples: 8 })), await trace(settingsOf({ indirect: false, ambientOcclusion: true, restSamples: 8 }))]
  const [a, b] = [tilesOf(open), tilesOf(near)]
  expect(mean(b) / mean(a)).toBeLessThan(0.97)
  b.forEach((value, i) => expect(value).toBeLessThan(a[i] * 1.001))
})

test('what was shown on the way to rest leaves no trace; moving, abandoning and another size neither fail nor show a number that is none', async () => {
  const settings = settingsOf({ restSamples: 3 })
  await finish(inputOf(settings, { camera: turned(0.2), interacting: true }))
  const first = await finish(inputOf(settings))
  for (let k = 0; k < 4; k++) await finish(inputOf({ ...settings, denoise: true }, { camera: turned(0.05 * k), interacting: true }))
  loop.update(inputOf(settings, { camera: turned(0.3) }))
  await loop.step()
  await finish(inputOf({ ...settings, denoise: true }, { width: 24, height: 40 }))
  expect(await finish(inputOf(settings))).toEqual(first)
  // More samples go on from there.
  await finish(inputOf({ ...settings, restSamples: 4 }))
  expect(loop.report).toMatchObject({ samples: 4, width: WIDTH, height: HEIGHT })
})

test('numbers that no scene has leave no pixel that is no number, neither while it moves nor at rest', async () => {
  engine.setScene(hostileScene())
  await engine.treesReady()
  const camera = cameraAt([0, 1, 4])
  for (const interacting of [true, true, false]) {
    const picture = await finish(inputOf(settingsOf({ restSamples: 2, denoise: true }), { camera, interacting }))
    expect(Math.max(...picture)).toBeGreaterThan(0)
  }
  engine.setScene(glassRoom())
})

test.each(['whitted', 'hybrid'] as const)('at rest, %s shows a small light out of focus as the disc that the thin lens makes of it, and as bright', async (method) => {
  const size = 24
  const square = squareMesh()
  const pixels = size / 2 / Math.tan(0.25)
  // Its image is as large wherever it stands.
  const slope = 0.05
  /** Sum of the picture and its second moments about the middle, pixels squared. */
  async function moments(depth: number, lens?: Lens) {
    const half = slope * depth
    engine.setScene(sceneOf([square], [instance('light', square, glowing([1, 1, 1]), { move: [0, 0, -depth], turn: [Math.PI / 2, 0, 0], scale: [half, 1, half] })]))
    await engine.treesReady()
    const picture = await finish(inputOf(settingsOf({ method, restSamples: 128 }), { camera: cameraAt([0, 0, 0], { verticalFov: 0.5, lens }), width: size, height: size }))
    let [sum, x2, y2] = [0, 0, 0]
    for (let i = 0; i < size * size; i++) {
      const value = picture[4 * i] / Math.max(1, picture[4 * i + 3])
      sum += value
      x2 += value * ((i % size) + 0.5 - size / 2) ** 2
      y2 += value * (Math.floor(i / size) + 0.5 - size / 2) ** 2
    }
    return { sum, x2: x2 / sum, y2: y2 / sum }
  }
  const lens = { radius: 0.3, focusDistance: 2 }
  const [focused, blurred] = [await moments(2, lens), await moments(4, lens)]
  // Of the square, of the disc, and of a pixel.
  const disc = ((lens.radius * 2) / (4 * lens.focusDistance)) * pixels
  const exact = (slope * pixels) ** 2 / 3 + disc ** 2 / 4 + 1 / 12
  for (const second of [blurred.x2, blurred.y2]) expect(Math.abs(second / exact - 1)).toBeLessThan(0.08)
  // In focus it is as sharp as pixels are.
  expect(focused.x2).toBeLessThan(1.15 * ((slope * pixels) ** 2 / 3 + 1 / 12))
  for (const { sum } of [focused, blurred]) expect(Math.abs(sum / (2 * slope * pixels) ** 2 - 1)).toBeLessThan(0.03)
})
