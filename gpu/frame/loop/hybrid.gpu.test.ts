import { afterAll, beforeAll, expect, test } from 'vitest'
import { meanLuminance, showRadiance } from '../../bench/pictures/picture-kit.ts'
import type { Network } from '../../denoise/network.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { finishStill } from '../../headless/still.ts'
import { apartOf, createFrameStage, type FrameStage, mean, settingsOf, STAGE, turned } from '../../headless/testing-frame-stage.ts'
import type { Camera, Lens, Light, SceneSnapshot } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import { flipOf } from '../../testing/flip.ts'
import { hostileScene } from '../../testing/hostile.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { glassRoom, ROOM_CAMERA, testRoom } from '../../testing/room.ts'
import { cameraAt, glowing, instance, material, sceneOf, squareMesh } from '../../testing/shapes.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import { CENTRE, createFullPace } from '../pace.ts'
import { pathLengthOf } from '../plan.ts'

/* Hybrid pictures at rest: the reference's. */

let stage: FrameStage
beforeAll(async () => { stage = await createFrameStage(glassRoom()) })
afterAll(() => stage.dispose())

/** Means of 8x8 pixels, green. */
function tilesOf(picture: Float32Array): number[] {
  const tiles = Array.from({ length: (STAGE.width / 8) * (STAGE.height / 8) }, () => 0)
  for (let y = 0; y < STAGE.height; y++) for (let x = 0; x < STAGE.width; x++) tiles[(y >> 3) * (STAGE.width / 8) + (x >> 3)] += picture[4 * (y * STAGE.width + x) + 1] / 64
  return tiles
}

// What decides is that both make the same picture of the same numbers: noise is no excuse, and few samples tell.
const same = 'at rest the hybrid picture is the reference, pixel by pixel'
test.each([
  ['the test room with its fence of holes', testRoom, {}],
  ['glass with the ambient term', glassRoom, { indirect: false }],
  ['glass with ambient occlusion', glassRoom, { indirect: false, ambientOcclusion: true }],
] as const)(`${same}: %s`, (_, room, change) => isReference(room, change))
test(`${same}: glass, through a lens`, { tags: 'proof' }, () => isReference(glassRoom, {}, { lens: { radius: 0.05, focusDistance: 3 } }))

async function isReference(room: () => SceneSnapshot, change: Partial<RenderSettings>, optics: Partial<Camera> = {}): Promise<void> {
  stage.engine.setScene(room())
  const settings = settingsOf({ restSamples: 3, denoise: true, ...change })
  const camera = { ...ROOM_CAMERA, ...optics }
  const [shown, truth] = [await stage.finish(stage.inputOf(settings, { camera })), await stage.trace(settings, 1, camera)]
  const size = { settings, width: STAGE.width, height: STAGE.height }
  expect(stage.loop.report.samples).toBe(settings.restSamples)
  expect(flipOf(showRadiance(truth, size), showRadiance(shown, size)).mean).toBeLessThan(0.002)
  expect(Math.abs(meanLuminance(shown) / meanLuminance(truth) - 1)).toBeLessThan(0.001)
  stage.engine.setScene(glassRoom())
}

test('a view whose indirect light is not known moves for some pictures before its first sample, which is the reference all the same', async () => {
  stage.engine.setScene(glassRoom())
  const rasterizer = await stage.engine.createPrimaryRasterizer()
  const jitters: string[] = []
  const loop = stage.engine.createFrameLoop({
    ...rasterizer,
    rasterize(...picture) {
      jitters.push(String(picture[3]))
      return rasterizer.rasterize(...picture)
    },
  }, { ...createFullPace(), warmingPictures: 3 })
  const settings = settingsOf({ restSamples: 2, denoise: true })
  const atRest = async () => {
    loop.update(stage.inputOf(settings))
    while (await loop.step() === 'working') { /* until it is final */ }
    return (await loop.readRadiance())!
  }
  const [shown, truth] = [await atRest(), await stage.trace(settings)]
  const centre = String(CENTRE)
  expect(jitters.map((jitter) => jitter === centre)).toEqual([false, false, false, true])
  expect(new Set(jitters).size).toBe(4)
  expect(loop.report.samples).toBe(2)
  const size = { settings, width: STAGE.width, height: STAGE.height }
  expect(flipOf(showRadiance(truth, size), showRadiance(shown, size)).mean).toBeLessThan(0.002)
  // As many where input has ceased after one that shows an edit; and none more where the camera moved a little.
  const shownBy = async (...steps: readonly [interacting: boolean, x: number][]) => {
    jitters.length = 0
    for (const [interacting, x] of steps) {
      const { position: [from, y, z] } = ROOM_CAMERA
      loop.update(stage.inputOf(settings, { camera: { ...ROOM_CAMERA, position: [from + x, y, z] }, interacting }))
      while (await loop.step() === 'working') { /* until it is complete */ }
    }
    return jitters.map((jitter) => jitter === centre)
  }
  stage.engine.setScene(glassRoom())
  expect(await shownBy([true, 0], [false, 0])).toEqual([false, false, false, true])
  expect(await shownBy([true, 0.01], [false, 0.01])).toEqual([false, true])
  loop.dispose()
})

test('at rest the picture is denoised as its last step, beside what was traced; newer input calls it off', async () => {
  const { loop } = stage
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
  const plain = await stage.finish(stage.inputOf(settings))
  const before = await stage.shown()
  loop.denoiseRest(network)
  try {
    // Called off by the camera that moves on, and begun again where it has come to rest.
    during = () => {
      during = () => {}
      loop.update(stage.inputOf(settings))
    }
    const kept = await stage.finish(stage.inputOf(settings))
    expect(asked).toEqual([STAGE.width * STAGE.height, STAGE.width * STAGE.height])
    // What was traced is what it was, what is shown is not.
    expect(kept).toEqual(plain)
    expect(apartOf(await stage.shown(), before)).toBeGreaterThan(0.02)
    // Once: nothing goes on at rest; neither while moving, nor where the settings say no.
    expect(await loop.step()).toBe('idle')
    await stage.finish(stage.inputOf(settings, { interacting: true }))
    await stage.finish(stage.inputOf({ ...settings, denoise: false }))
    expect(asked.length).toBe(2)
  } finally {
    loop.denoiseRest(null)
  }
})

test('what a denoiser makes of a picture at rest counts nothing where that has no noise', async () => {
  const { loop } = stage
  const floor = squareMesh()
  const sun: Light = { id: 'sun', kind: 'directional', direction: [0, -1, 0], color: [1, 1, 1], illuminance: 100, on: true }
  stage.engine.setScene(sceneOf([floor], [instance('floor', floor, material(), { scale: [20, 1, 20] })], { lights: [sun] }))
  // One that shows what a surface is made of, three times as bright as it is.
  loop.denoiseRest({ mostPixels: 1 << 20, run: ({ radiance, albedo }) => Promise.resolve(radiance.map((value, i) => (i % 4 === 3 ? value : 3 * meanLuminance(radiance) * albedo[i]))), dispose() {} })
  try {
    const settings = settingsOf({ restSamples: 4, indirect: false, ambient: false })
    await stage.finish(stage.inputOf({ ...settings, denoise: false }))
    const before = await stage.shown()
    await stage.finish(stage.inputOf({ ...settings, denoise: true }))
    expect(meanLuminance(before)).toBeGreaterThan(0)
    expect(apartOf(await stage.shown(), before)).toBeLessThan(0.005)
  } finally {
    loop.denoiseRest(null)
    stage.engine.setScene(glassRoom())
  }
})

test('a picture at rest is denoised part by part, so that newer input waits for one at most', async () => {
  const { loop } = stage
  const parts = { asked: 0, underWay: 0, most: 0 }
  loop.denoiseRest({
    // As small as parts can be.
    mostPixels: 1,
    async run({ radiance }) {
      parts.asked++
      parts.most = Math.max(parts.most, ++parts.underWay)
      await new Promise((resolve) => { setImmediate(resolve) })
      parts.underWay--
      return radiance.slice()
    },
    dispose() {},
  })
  try {
    await stage.finish(stage.inputOf(settingsOf({ restSamples: 1, denoise: true })))
    expect(parts).toEqual({ asked: Math.ceil(STAGE.width / 16) * Math.ceil(STAGE.height / 16), underWay: 0, most: 1 })
  } finally {
    loop.denoiseRest(null)
  }
})

test('without reflections mirrors show the ambient term, with fewer bounces they show less of each other; nothing else changes much, indirect light or not', async () => {
  stage.engine.setScene(testRoom())
  for (const indirect of [true, false]) {
    // Equal noise: few samples tell.
    const settings = settingsOf({ indirect, restSamples: 3 })
    const unmirrored = { ...settings, reflections: false }
    const [all, one, none] = [await stage.finish(stage.inputOf(settings)), await stage.finish(stage.inputOf({ ...settings, bounces: 1 })), await stage.finish(stage.inputOf(unmirrored))]
    expect(apartOf(all, one)).toBeGreaterThan(0.01)
    expect(apartOf(one, none)).toBeGreaterThan(0.05)
    // As the reference says it of the same lengths.
    expect(apartOf(await stage.trace(unmirrored), none)).toBeLessThan(0.002)
  }
  stage.engine.setScene(glassRoom())
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
    stage.engine.setScene(room(isShut))
    const settings = settingsOf({ shadows: isShut ? false : true, indirect: false, ambient: false, restSamples: 8 })
    const picture = await stage.finish(stage.inputOf(settings, { camera: down }))
    if (isShut) expect(stage.loop.report.rays.shadow).toBe(0)
    else expect(stage.loop.report.rays.shadow).toBeGreaterThan(STAGE.width * STAGE.height)
    await stage.reference.begin({ camera: down, width: STAGE.width, height: STAGE.height, settings, ...pathLengthOf(settings), seed: 1 })
    while (stage.reference.samples < settings.restSamples) await stage.reference.step()
    means.push([meanLuminance(picture), meanLuminance(await stage.reference.read())])
  }
  const [[open, openTruth], [shut, shutTruth]] = means
  expect(open).toBeGreaterThan(1)
  for (const value of [openTruth, shut, shutTruth]) expect(Math.abs(value / open - 1)).toBeLessThan(0.01)
  stage.engine.setScene(glassRoom())
})

test('ambient occlusion darkens, and nothing gets brighter', async () => {
  const [open, near] = [await stage.trace(settingsOf({ indirect: false, restSamples: 8 })), await stage.trace(settingsOf({ indirect: false, ambientOcclusion: true, restSamples: 8 }))]
  const [a, b] = [tilesOf(open), tilesOf(near)]
  expect(mean(b) / mean(a)).toBeLessThan(0.97)
  b.forEach((value, i) => expect(value).toBeLessThan(a[i] * 1.001))
})

test('what was shown on the way to rest leaves no trace; moving, abandoning and another size neither fail nor show a number that is none', async () => {
  const settings = settingsOf({ restSamples: 3 })
  await stage.finish(stage.inputOf(settings, { camera: turned(0.2), interacting: true }))
  const first = await stage.finish(stage.inputOf(settings))
  for (let k = 0; k < 4; k++) await stage.finish(stage.inputOf({ ...settings, denoise: true }, { camera: turned(0.05 * k), interacting: true }))
  stage.loop.update(stage.inputOf(settings, { camera: turned(0.3) }))
  await stage.loop.step()
  await stage.finish(stage.inputOf({ ...settings, denoise: true }, { width: 24, height: 40 }))
  expect(await stage.finish(stage.inputOf(settings))).toEqual(first)
  // More samples go on from there.
  await stage.finish(stage.inputOf({ ...settings, restSamples: 4 }))
  expect(stage.loop.report).toMatchObject({ samples: 4, width: STAGE.width, height: STAGE.height })
})

test('a still has all its pixels from the first sample on: nothing but paths is asked of the cores, and its picture is the one at rest', async () => {
  const asked = new Set<string>()
  const inline = createInlineExecutor()
  const cpu: CpuExecutor = {
    ...inline,
    async kernel(name) {
      const kernel = await inline.kernel(name)
      return {
        dispatch(...call) {
          asked.add(name)
          return kernel.dispatch(...call)
        },
      }
    },
  }
  const settings = settingsOf({ restSamples: 3 })
  const { radiance } = await finishStill(await sharedDevice(), stage.engine, { camera: ROOM_CAMERA, settings, ...STAGE, cpu })
  expect([...asked]).toEqual(['hybrid/uber/plain'])
  expect(radiance).toEqual(await stage.inFreshLoop(null, () => stage.finish(stage.inputOf(settings))))
})

test('numbers that no scene has leave no pixel that is no number, neither while it moves nor at rest', async () => {
  stage.engine.setScene(hostileScene())
  await stage.engine.treesReady()
  const camera = cameraAt([0, 1, 4])
  for (const interacting of [true, true, false]) {
    const picture = await stage.finish(stage.inputOf(settingsOf({ restSamples: 2, denoise: true }), { camera, interacting }))
    expect(Math.max(...picture)).toBeGreaterThan(0)
  }
  stage.engine.setScene(glassRoom())
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
    stage.engine.setScene(sceneOf([square], [instance('light', square, glowing([1, 1, 1]), { move: [0, 0, -depth], turn: [Math.PI / 2, 0, 0], scale: [half, 1, half] })]))
    await stage.engine.treesReady()
    const picture = await stage.finish(stage.inputOf(settingsOf({ method, restSamples: 128 }), { camera: cameraAt([0, 0, 0], { verticalFov: 0.5, lens }), width: size, height: size }))
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
