import { beforeAll, expect, test } from 'vitest'
import { readBuffer } from '../../buffers/buffer.ts'
import type { StructValue } from '../../buffers/layout.ts'
import { createTimestamps, type Timestamps } from '../../device/timestamps.ts'
import { type Jitter, movingJitterOf } from '../../frame/pace.ts'
import type { Camera, Vec3 } from '../../scene.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { cameraAt } from '../../testing/shapes.ts'
import { type AccumulationKernels, compileAccumulation, createAccumulation } from './accumulate.ts'
import { cameraRays } from '../raster/camera.ts'
import { createRayQueue, type RayQueue } from '../whitted/ray-queue.ts'
import { createTargets } from '../targets.ts'

const [WIDTH, HEIGHT] = [36, 24]
/** Radians, vertical. */
const FOV = 0.47
let device: GPUDevice
let kernels: AccumulationKernels
let timestamps: Timestamps
let queue: RayQueue
beforeAll(async () => {
  device = await sharedDevice()
  kernels = await compileAccumulation(device)
  timestamps = createTimestamps(device)
  queue = createRayQueue(device, 64)
})

/**
 * A slanted stripe, `half` metres to either side, 2 m or `away` metres away, `shift` metres to the right, before a wall at 4 m; all shine. One that is
 * a mirror shows the wall behind the eye: the guide tells of that. As the rim of a mirror it shows the sky, and the wall is what the mirror shows. In the open the wall is the sky. A polished wall is
 * black, and shows all in its gloss: the stripe lies behind it.
 */
interface Stage { readonly half?: number; readonly shift?: number; readonly stripe?: number; readonly hasTiles?: boolean; readonly away?: number; readonly isMirror?: boolean; readonly isRim?: boolean; readonly isOpen?: boolean; readonly isPolished?: boolean }
function meet(position: Vec3, d: readonly number[], { half = 0.025, shift = 0, stripe = 8, hasTiles = true, away = 2 }: Stage) {
  const at = (z: number, axis: number) => position[axis] + ((z - position[2]) / d[2]) * d[axis]
  if (Math.abs(at(-away, 0) - shift - 0.3 * at(-away, 1)) < half) return { brightness: stripe, slot: 2, z: -away }
  const [x, y] = [at(-4, 0), at(-4, 1)].map((value) => Math.floor(value / 0.8))
  return { brightness: (x + y) % 2 === 0 || !hasTiles ? 1 : 3, slot: 1, z: -4 }
}

const raysOf = (camera: Camera) => {
  const rays = cameraRays(camera, WIDTH, HEIGHT)
  return { rays, through: (x: number, y: number) => [0, 1, 2].map((k) => rays.corner[k] + x * rays.stepX[k] + y * rays.stepY[k]) }
}

/** Means over pixels, of 64 places in each. */
function truthOf({ camera, stage = {} }: Frame): Float32Array {
  const { through } = raysOf(camera)
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    let sum = 0
    for (let k = 0; k < 64; k++) sum += meet(camera.position, through((i % WIDTH) + ((k % 8) + 0.5) / 8, Math.floor(i / WIDTH) + (Math.floor(k / 8) + 0.5) / 8), stage).brightness
    return sum / 64
  })
}

interface Frame { readonly camera: Camera; readonly stage?: Stage; readonly isLit?: boolean; readonly isEdited?: boolean; readonly moved?: readonly StructValue[]; readonly isRest?: boolean; /** Things do not shine, light falls on them. */ readonly isMatte?: boolean }

/** A picture in which the whole areas of pixels are known, in place of what one place in each shows. @param w  of every pixel: marked or not */
function withAreas(frame: Frame, w: number): { readonly encode: (encoder: GPUCommandEncoder, composed: GPUTexture, into: GPUTexture) => void; dispose(): void } {
  const pitch = Math.ceil((16 * WIDTH) / 256) * 256
  const buffer = device.createBuffer({ size: pitch * HEIGHT, usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST })
  const truth = truthOf(frame)
  for (let y = 0; y < HEIGHT; y++) device.queue.writeBuffer(buffer, y * pitch, Float32Array.from({ length: 4 * WIDTH }, (_, i) => (i % 4 === 3 ? w : truth[y * WIDTH + (i >> 2)])))
  return { encode: (encoder, _, into) => encoder.copyBufferToTexture({ buffer, bytesPerRow: pitch }, { texture: into }, [WIDTH, HEIGHT]), dispose: () => buffer.destroy() }
}

/** gloss_word() of guide.wgsl: all that is shown. */
const GLOSS_OF_ALL = 245

/** Shows frames one after the other. @param areas  what is said of their edges; left out: nobody reconstructs them @returns the last picture's brightness, one number per pixel */
async function show(frames: readonly Frame[], jitterOf: (frame: number) => Jitter = movingJitterOf, areas?: number): Promise<Float32Array> {
  const [targets, accumulation] = [createTargets(device, WIDTH, HEIGHT), createAccumulation(device, kernels)]
  const ids = device.createTexture({ size: [WIDTH, HEIGHT], format: 'rg32uint', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST })
  try {
    for (const [k, { camera, stage = {}, isLit = true, isEdited = false, moved = [], isRest = false, isMatte = false }] of frames.entries()) {
      const jitter = jitterOf(k)
      const { rays, through } = raysOf(camera)
      const seen = new Float32Array(4 * WIDTH * HEIGHT)
      const guide = new Uint32Array(seen.length)
      const distances = new Float32Array(guide.buffer)
      const slots = new Uint32Array(2 * WIDTH * HEIGHT)
      const mirrored = new Float32Array(seen.length)
      for (let i = 0; i < WIDTH * HEIGHT; i++) {
        const d = through((i % WIDTH) + 0.5 + jitter[0], Math.floor(i / WIDTH) + 0.5 + jitter[1])
        const { brightness, slot, z } = meet(camera.position, d, stage)
        seen.fill(isLit ? brightness : 0, 4 * i, 4 * i + 3)
        const isImage = stage.isMirror === true && slot === 2
        const isSky = (stage.isRim === true && slot === 2) || (stage.isOpen === true && slot === 1)
        guide.set([0, 0, isSky ? 0 : isImage ? 3 : slot, 0x3fffffff], 4 * i)
        distances[4 * i + 1] = isSky ? 1e6 : (((isImage ? -9 : z) - camera.position[2]) / d[2]) * Math.hypot(...d)
        if (stage.isPolished === true) {
          const metres = (z: number) => ((z - camera.position[2]) / d[2]) * Math.hypot(...d)
          mirrored.set([brightness, brightness, brightness, metres(-(stage.away ?? 2))], 4 * i)
          distances[4 * i + 1] = metres(-4)
          guide.set([(guide[4 * i + 1] & ~63) | (GLOSS_OF_ALL >> 2), 0x01000001, GLOSS_OF_ALL << 30], 4 * i + 1)
        }
        slots[2 * i] = stage.isRim === true ? 2 : isSky ? 0 : slot
      }
      const hybrid = targets.hybrid()
      const layout = { bytesPerRow: WIDTH * 16 }
      device.queue.writeTexture({ texture: hybrid.sampled }, isMatte ? seen : new Float32Array(seen.length), layout, [WIDTH, HEIGHT])
      device.queue.writeTexture({ texture: hybrid.seen }, isMatte ? new Float32Array(seen.length) : seen, layout, [WIDTH, HEIGHT])
      device.queue.writeTexture({ texture: hybrid.glossy }, mirrored, layout, [WIDTH, HEIGHT])
      device.queue.writeTexture({ texture: hybrid.found }, guide, layout, [WIDTH, HEIGHT])
      device.queue.writeTexture({ texture: ids }, slots, { bytesPerRow: WIDTH * 8 }, [WIDTH, HEIGHT])
      const encoder = device.createCommandEncoder()
      const reconstructed = areas === undefined ? null : withAreas(frames[k], areas)
      const isSwitched = k > 0 && isLit !== (frames[k - 1].isLit ?? true)
      accumulation.encode(encoder, {
        targets, ids, view: { rays, stride: 1, width: WIDTH, height: HEIGHT, rasterWidth: WIDTH, rasterHeight: HEIGHT, jitter },
        sample: 0, fades: 64, movedWorth: 1, isRest, mostHistory: isSwitched ? 0 : 32, mostPictures: isSwitched ? 0 : 16, goesOn: !isSwitched && !isEdited, isEdited, denoise: isMatte, white: 1, moved, queue: queue.buffer, reconstruct: reconstructed?.encode, timestamps,
      })
      timestamps.resolve(encoder)
      device.queue.submit([encoder.finish()])
      await timestamps.read()
      reconstructed?.dispose()
    }
    const sums = new Float32Array(await readBuffer(device, targets.radiance))
    return Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => sums[4 * i] / sums[4 * i + 3])
  } finally {
    accumulation.dispose()
    targets.dispose()
    ids.destroy()
  }
}

/** The picture as it was before pictures were jittered and joined. */
const atCentres = (frame: Frame) => show([frame], () => [0, 0])
const errorOf = (picture: Float32Array, truth: Float32Array): number => Math.sqrt(picture.reduce((sum, value, i) => sum + (value - truth[i]) ** 2, 0) / truth.length)
const mean = (picture: Float32Array): number => picture.reduce((sum, value) => sum + value, 0) / picture.length

/** Metres and radians in each frame. */
function walk(count: number, stage: Stage, [right, ahead, turn]: readonly [number, number, number]): Frame[] {
  return Array.from({ length: count }, (_, k) => ({ stage, camera: cameraAt([right * k, 0, -ahead * k], { verticalFov: FOV, orientation: [0, Math.sin((turn * k) / 2), 0, Math.cos((turn * k) / 2)] }) }))
}

test('a picture that stands comes close to the areas that things cover, as no single one does: a stripe a third of a pixel wide', () => standsOn(0.005))
test('a picture that stands comes close to the areas that things cover, as no single one does: a stripe three pixels wide', { tags: 'proof' }, () => standsOn(0.04))

async function standsOn(half: number): Promise<void> {
  const frames = walk(20, { half }, [0, 0, 0])
  const truth = truthOf(frames[0])
  const [one, many] = [await atCentres(frames[0]), await show(frames)]
  expect(errorOf(many, truth)).toBeLessThan(0.35 * errorOf(one, truth))
  expect(Math.abs(mean(many) / mean(truth) - 1)).toBeLessThan(0.005)
}

test('the eye that walks past sees smoother edges too, and a picture as bright', () => seesSmoother([0.003, 0, 0], [0.005]))
test.each([['turns', [0, 0, 0.004]], ['walks ahead', [0, 0.01, 0]], ['walks past', [0.003, 0, 0]]] as const)('the eye that %s sees smoother edges too, of what is wide and what is narrow', { tags: 'proof' }, (_, way) => seesSmoother(way, [0.025, 0.005]))

async function seesSmoother(way: readonly [number, number, number], halves: readonly number[]): Promise<void> {
  for (const half of halves) {
    const frames = walk(16, { half }, way)
    const truth = truthOf(frames[15])
    const [one, many] = [await atCentres(frames[15]), await show(frames)]
    expect(errorOf(many, truth)).toBeLessThan(0.85 * errorOf(one, truth))
    // The wide one, of nearly two of these pixels, comes out a fortieth of a pixel wider where the eye walks past: 0.010 to 0.0135 in every frame.
    expect(Math.abs(mean(many) / mean(truth) - 1)).toBeLessThan(half > 0.01 ? 0.015 : 0.01)
  }
}

test('edges that were reconstructed stay as sharp on a walk, and are a mean of many pictures where nothing moves', async () => {
  const [unmarked, marked] = [0, -1]
  const frames = walk(16, { half: 0.025 }, [0.013, 0, 0])
  const truth = truthOf(frames[15])
  const errors = [errorOf(await show(frames, movingJitterOf, marked), truth), errorOf(await show(frames, movingJitterOf, unmarked), truth)]
  expect(errors[0]).toBeLessThan(0.6 * errors[1])
  // What one of many pictures shows that stand is a sixteenth of what is shown.
  const still = walk(20, { half: 0.025 }, [0, 0, 0])
  const odd = [...still.slice(1), { ...still[0], stage: { half: 0.025, stripe: 16 } }]
  const [usual, with16] = [mean(await show(still, movingJitterOf, marked)), mean(await show(odd, movingJitterOf, marked))]
  const alone = mean(truthOf(odd[19]))
  expect((with16 - usual) / (alone - usual)).toBeLessThan(0.1)
})

test.each([['a wall', false], ['the sky', true]])('the first sample at rest keeps the edges of the picture that moved: before %s', async (_, isOpen) => {
  const frames = walk(17, { half: 0.2, stripe: 3, hasTiles: false, isOpen }, [0, 0, 0]).map((frame, k) => ({ ...frame, isMatte: true, isRest: k === 16 }))
  const shown = await show(frames, (k) => (k === 16 ? [0, 0] : movingJitterOf(k)))
  const truth = truthOf(frames[16])
  expect(errorOf(shown, truth)).toBeLessThan(0.5 * errorOf(await atCentres({ ...frames[16], isRest: false }), truth))
})

/** Of pixels farther than two from the stripe: the most that is left of it, as a share of its brightness. */
function ghostOf(picture: Float32Array, frame: Frame): number {
  const alone = truthOf({ ...frame, stage: { ...frame.stage, half: (frame.stage?.half ?? 0) + 0.14 } })
  return Math.max(...picture.map((value, i) => (alone[i] === 1 ? Math.abs(value - 1) / 100 : 0)))
}

// It is in the middle of frame `middle`; a fast one is out of sight soon after, with all that it left.
test.each([['slowly', 0.002, 8], ['at one pixel in a frame', 0.035, 8], ['fast', 0.5, 15]])('walking past a bright thing %s leaves nothing of it behind', async (_, right, middle) => {
  const frames = walk(16, { half: 0.04, stripe: 100, hasTiles: false }, [right, 0, 0]).map((frame) => ({ ...frame, stage: { ...frame.stage, shift: right * middle } }))
  expect(ghostOf(await show(frames), frames[15])).toBeLessThan(0.02)
})

/** Pixels from the left, of the middle of all that is brighter than the wall. */
function middleOf(picture: Float32Array): number {
  const [sum, moment] = picture.reduce(([light, turned], value, i) => [light + value - 1, turned + (value - 1) * (i % WIDTH)], [0, 0])
  return moment / sum
}

test('what a polished wall mirrors hardly lags behind in a walk, though the wall moves faster', async () => {
  const frames = walk(16, { half: 0.5, stripe: 8, hasTiles: false, away: 9, shift: 2.1, isPolished: true }, [0.15, 0, 0]).map((frame) => ({ ...frame, isMatte: true }))
  // By as much as it moves there in a picture, which is a pixel: a mean of two and a half.
  expect(Math.abs(middleOf(await show(frames)) - middleOf(truthOf(frames[15])))).toBeLessThan(1.2)
})

test('walking past a mirror leaves nothing of the sky in its rim on what it shows', async () => {
  const frames = walk(16, { half: 0.04, stripe: 100, hasTiles: false, isRim: true }, [0.15, 0, 0]).map((frame) => ({ ...frame, stage: { ...frame.stage, shift: 2.25 } }))
  expect(ghostOf(await show(frames), frames[15])).toBeLessThan(0.02)
})

test('a bright thing that was moved away is gone in the next picture, and of light that was switched off nothing is left', async () => {
  const stage: Stage = { half: 0.04, stripe: 100, hasTiles: false }
  const frames = walk(9, stage, [0, 0, 0])
  const moved: Frame = { ...frames[8], stage: { ...stage, shift: 0.6 }, isEdited: true }
  expect(ghostOf(await show([...frames.slice(1), moved]), moved)).toBeLessThan(0.02)
  expect(Math.max(...await show([...frames, { ...frames[8], isLit: false }]))).toBe(0)
})

/** `Moved` of reproject.wgsl: the stripe stood `by` metres to the left. */
const stripeMoved = (by: number): readonly StructValue[] => [{ row_x: [1, 0, 0, -by], row_y: [0, 1, 0, 0], row_z: [0, 0, 1, 0], slot: 2 }]

const dragged = 'a bright thing that is dragged leaves nothing where it was, step after step: '
test(`${dragged}a mirror at a wall`, () => leavesNothing({ away: 3.95, isMirror: true }))
test.each([['matte, at a wall', { away: 3.95 }], ['a mirror in the room', { isMirror: true }]] as const)(`${dragged}%s`, { tags: 'proof' }, (_, how) => leavesNothing(how))

async function leavesNothing(how: Partial<Stage>): Promise<void> {
  const stage: Stage = { half: 0.04, stripe: 100, hasTiles: false, ...how }
  const [still] = walk(1, stage, [0, 0, 0])
  const frames: Frame[] = Array.from({ length: 8 }, () => still)
  for (let k = 1; k <= 6; k++) frames.push({ ...still, stage: { ...stage, shift: 0.3 * k }, isEdited: true, moved: stripeMoved(0.3) })
  expect(ghostOf(await show(frames), frames.at(-1)!)).toBeLessThan(0.02)
  // Nor in the first picture at rest, of light that things are in.
  const lit = frames.map((frame) => ({ ...frame, isMatte: true }))
  lit[lit.length - 1] = { ...lit.at(-1)!, isRest: true }
  expect(ghostOf(await show(lit, () => [0, 0]), lit.at(-1)!)).toBeLessThan(0.02)
}
