import { readBuffer, readTexture } from '../../buffers/buffer.ts'
import { createTimestamps, type Timestamps } from '../../device/timestamps.ts'
import type { Camera } from '../../scene.ts'
import { seeded } from '../../testing/random.ts'
import { cameraAt } from '../../testing/shapes.ts'
import { cameraRays } from '../raster/camera.ts'
import { createTargets, type FrameTargets } from '../targets.ts'
import { createRayQueue, type RayQueue } from '../whitted/ray-queue.ts'
import { type Accumulation, type AccumulationKernels, compileAccumulation, createAccumulation } from './accumulate.ts'

/* A wall as paths find it, for tests of what makes a picture of them. */

export const [WIDTH, HEIGHT] = [64, 48]
const TINT = 0.25
/** What a recess's gloss mirrors, for 1 and 3 of the wall's. */
export const GLARE = 8
/** Of what hides the recess: its instance slot + 1. */
export const HIDING = 3

/** A wall across the view at z = -2, lit by 1 on its left half and by 3 on its right, `shift` metres to the right. */
export interface Wall {
  readonly camera: Camera
  readonly shift?: number
  readonly seed: number
  /** One path in 64 finds all the light, and the wall has a pattern of tints. */
  readonly isTailed?: boolean
  /** Beside even noise one path of the picture finds `rarest` of all the light; left out: three tenths. */
  readonly isRare?: boolean
  readonly rarest?: number
  /** And the one beside it as much. */
  readonly isPaired?: boolean
  /** Lamps light nine pixels in 256, three by three, and by 20 for 1. */
  readonly isSpotted?: boolean
  /** Nine normals take turns, so that none of the pixels around is alike. */
  readonly isBumpy?: boolean
  /** One pixel in 256 shows another thing, so small that none around shows it. */
  readonly isDotted?: boolean
  /** Word of guide.wgsl: how far the wall blurs by itself what it shows; then all light is its gloss's. */
  readonly reach?: number
  /** White slabs and black ones, lit by 1, in which something black is mirrored; on the black ones one time in two that is what the guide tells of, so that a pixel's past is of the other thing. */
  readonly isPolished?: boolean
  /** Pixels of a recess a fifth farther off: what is known of the wall beside it tells nothing of them. */
  readonly isRecess?: (i: number) => boolean
  /** Another thing stands before the recess, as bright as that and without noise. */
  readonly isHidden?: boolean
  /** The wall's gloss mirrors stripes that seem to stand 2 m behind it, a recess's what is bright all over; whether it is told where. */
  readonly image?: 'told' | 'unknown'
  /** Over the wall lies a gloss that mirrors as much everywhere, found by one path in ten; whether its light is told from the wall's. */
  readonly varnish?: 'told' | 'unknown'
  /** The picture rests: guides tell of body and gloss together. */
  readonly isRest?: boolean
}

const numberOf = (word: number): number => new Float32Array(Uint32Array.of(word).buffer)[0]

/** Of polished slabs, what gloss makes of white light, and of what lies in a pixel, so far to the right of its middle: its bodies' albedo. Eight columns are white, eight are black. */
const GLOSS = 0.07
const bodyOf = (i: number, jitter: number): number => 0.65 - 0.64 * Math.min(1, Math.max(0, 4.5 - Math.abs((i % 16) - 7.5 + jitter)))
/** Light of the varnish. */
const VARNISH = 0.3
export const isBlack = (i: number): boolean => Math.abs((i % 16) - 7.5) < 3

export const isDot = (i: number): boolean => (i % WIDTH) % 16 === 4 && Math.floor(i / WIDTH) % 16 === 4
export const isSpot = (i: number): boolean => [i % WIDTH, Math.floor(i / WIDTH)].every((at) => at % 16 > 2 && at % 16 < 6)

/** What its paths find: the truth times 0 to 2, or heavy-tailed. @returns the truth, one number per pixel */
export function writeWall(device: GPUDevice, targets: FrameTargets, { camera, shift = 0, seed, isTailed = false, isRare = false, rarest = 0.3, isPaired = false, isSpotted = false, isBumpy = false, isDotted = false, reach = 0, isPolished = false, isRecess = () => false, isHidden = false, image, varnish, isRest = false }: Wall): Float32Array {
  const rays = cameraRays(camera, WIDTH, HEIGHT)
  const random = seeded(seed)
  const jitter = ((seed * 0.618) % 1) - 0.5
  const lone = isRare ? Math.floor(random() * WIDTH * HEIGHT) : -1
  const truth = new Float32Array(WIDTH * HEIGHT)
  const light = new Float32Array(4 * truth.length)
  const gloss = new Float32Array(light.length)
  const guide = new Uint32Array(4 * truth.length)
  const distances = new Float32Array(guide.buffer)
  for (let i = 0; i < truth.length; i++) {
    const [x, y] = [(i % WIDTH) + 0.5, Math.floor(i / WIDTH) + 0.5]
    const d = [0, 1, 2].map((k) => rays.corner[k] + x * rays.stepX[k] + y * rays.stepY[k])
    const t = (-2 - rays.position[2]) / d[2]
    const tint = isTailed ? [0.3, 0.4, 0.5][(i * 7 + Math.floor(i / WIDTH) * 5) % 3] : isPolished ? bodyOf(i, jitter) + GLOSS : varnish ? TINT + GLOSS : TINT
    const body = varnish ? TINT : tint
    truth[i] = isPolished ? bodyOf(i, 0) : body * (rays.position[0] + t * d[0] > shift ? 3 : 1) * (isSpotted && isSpot(i) ? 20 : 1)
    const chance = random()
    const isThing = isHidden && isRecess(i)
    const times = isThing ? 1 : isTailed ? (chance < 1 / 64 ? 64 : 0) : isRare ? 1.4 * chance + (i === lone || (isPaired && i === lone + 1) ? rarest * truth.length : 0) : 2 * chance
    if (image) truth[i] = isRecess(i) ? GLARE * TINT : Math.floor((rays.position[0] + 2 * t * d[0]) / 0.4) % 2 === 0 ? TINT : 3 * TINT
    light.fill((isPolished ? tint - GLOSS : truth[i]) * (varnish ? 1 : times), 4 * i, 4 * i + 3)
    if (varnish) {
      const mirrored = chance < 0.1 ? 10 * VARNISH : 0
      truth[i] += VARNISH
      light.fill(light[4 * i] + mirrored, 4 * i, 4 * i + 3)
      if (varnish === 'told') gloss.fill(mirrored, 4 * i, 4 * i + 3)
    }
    const isGloss = image !== undefined || reach > 0
    if (isGloss) gloss.fill(light[4 * i], 4 * i, 4 * i + 3)
    if (image === 'told') gloss[4 * i + 3] = 2 * t * Math.hypot(...d)
    const glossy = isGloss ? tint : isPolished || varnish ? GLOSS : 0
    const root = Math.round(Math.sqrt(isRest ? tint : tint - glossy) * 1023)
    // As keep_tint() of guide.wgsl.
    if (isRest) gloss[4 * i + 3] = numberOf((Math.round(Math.sqrt(tint - glossy) * 1023) * (1 + 1024 + 1048576)) | 0x40000000)
    // Octahedral +z is (0, 0).
    const tilt = (at: number) => (Math.round(0.45 * 32767) * ((at % 3) - 1)) & 0xffff
    const normal = isBumpy ? tilt(i % WIDTH) + 0x10000 * tilt(Math.floor(i / WIDTH)) : 0
    guide.set([normal, 0, (isThing ? HIDING : (isDotted && isDot(i)) || (isPolished && tint < 0.2 && random() < 0.5) ? 2 : 1) + (image ? Math.max(1, reach) : reach) * 0x1000000, root * (1 + 1024 + 1048576)], 4 * i)
    distances[4 * i + 1] = t * Math.hypot(...d) * (isRecess(i) ? 1.2 : 1)
    // As gloss_word() of guide.wgsl.
    const word = Math.floor(32 * Math.log2(Math.max(glossy, 0.005) / 0.005) + 0.5)
    guide[4 * i + 1] = (guide[4 * i + 1] & ~63) | (word >> 2)
    guide[4 * i + 3] |= word << 30
  }
  const { sampled, seen, glossy, found } = targets.hybrid()
  const layout = { bytesPerRow: WIDTH * 16 }
  device.queue.writeTexture({ texture: sampled }, light, layout, [WIDTH, HEIGHT])
  device.queue.writeTexture({ texture: seen }, new Float32Array(light.length), layout, [WIDTH, HEIGHT])
  device.queue.writeTexture({ texture: glossy }, gloss, layout, [WIDTH, HEIGHT])
  device.queue.writeTexture({ texture: found }, guide, layout, [WIDTH, HEIGHT])
  return truth
}

/** An eye that walks past the wall. */
export const cameraOf = (x: number): Camera => cameraAt([x, 0, 0], { verticalFov: 0.9 })

/** What an eye at x sees of the wall to the right of the middle, which lies farther back than that to the left. */
export function isBehind(x: number): (i: number) => boolean {
  const { corner, stepX, stepY } = cameraRays(cameraOf(x), WIDTH, HEIGHT)
  const along = (i: number, k: number) => corner[k] + ((i % WIDTH) + 0.5) * stepX[k] + (Math.floor(i / WIDTH) + 0.5) * stepY[k]
  return (i) => x - (2 * along(i, 0)) / along(i, 2) > 0
}

/** What pictures of the wall are made with. */
export interface WallStage {
  readonly device: GPUDevice
  readonly kernels: AccumulationKernels
  readonly timestamps: Timestamps
  readonly queue: RayQueue
  /** Of a raster that saw the wall alone. */
  readonly ids: GPUTexture
}

export async function createWallStage(device: GPUDevice): Promise<WallStage> {
  const ids = device.createTexture({ size: [WIDTH, HEIGHT], format: 'rg32uint', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST })
  device.queue.writeTexture({ texture: ids }, new Uint32Array(2 * WIDTH * HEIGHT).fill(1), { bytesPerRow: 8 * WIDTH }, [WIDTH, HEIGHT])
  return { device, ids, kernels: await compileAccumulation(device), timestamps: createTimestamps(device), queue: createRayQueue(device, 64) }
}

/** Pictures that follow each other. */
export async function inPictures<T>({ device, kernels }: WallStage, run: (accumulation: Accumulation, targets: FrameTargets) => Promise<T>): Promise<T> {
  const [targets, accumulation] = [createTargets(device, WIDTH, HEIGHT), createAccumulation(device, kernels)]
  try {
    return await run(accumulation, targets)
  } finally {
    accumulation.dispose()
    targets.dispose()
  }
}

type AccumulationFrame = Parameters<Accumulation['encode']>[1]

/** One picture of what `writeWall()` wrote. @returns what it shows, nits, 4 floats a pixel, the last of them 1 */
export async function pictureOf({ device, timestamps, queue, ids }: WallStage, accumulation: Accumulation, camera: Camera, frame: Omit<AccumulationFrame, 'ids' | 'view' | 'queue' | 'timestamps'>): Promise<Float32Array> {
  const encoder = device.createCommandEncoder()
  accumulation.encode(encoder, {
    ...frame, ids, queue: queue.buffer, timestamps,
    view: { rays: cameraRays(camera, WIDTH, HEIGHT), stride: 1, width: WIDTH, height: HEIGHT, rasterWidth: WIDTH, rasterHeight: HEIGHT, jitter: [0, 0] },
  })
  timestamps.resolve(encoder)
  device.queue.submit([encoder.finish()])
  await timestamps.read()
  return new Float32Array(await readBuffer(device, frame.targets.radiance)).map((value, i, all) => value / all[i | 3])
}

/** Of how many pictures each pixel of the last one is known. */
export async function countsOf({ device }: WallStage, targets: FrameTargets): Promise<Float32Array> {
  const { lights, turn } = targets.hybrid()
  // The turn at hand is the next picture's.
  return new Float32Array((await readTexture(device, lights[1 - turn], 16)).buffer).filter((_, i) => i % 4 === 3)
}

/** The share of its pixels that are known from before. */
export const keptOf = async (stage: WallStage, targets: FrameTargets): Promise<number> => (await countsOf(stage, targets)).filter((count) => count > 1).length / (WIDTH * HEIGHT)

/** How far a pixel differs from the mean of the four beside it, root mean square. */
export function grainOf(values: Float32Array): number {
  const inner = Array.from(values.keys()).filter((i) => i % WIDTH > 0 && i % WIDTH < WIDTH - 1 && i >= WIDTH && i < values.length - WIDTH)
  return Math.sqrt(inner.reduce((sum, i) => sum + (values[i] - 0.25 * (values[i - 1] + values[i + 1] + values[i - WIDTH] + values[i + WIDTH])) ** 2, 0) / inner.length)
}
