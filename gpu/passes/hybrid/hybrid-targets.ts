import { readBuffer } from '../../buffers/buffer.ts'

/** What hybrid frames are made in, sized by the canvas; smaller traced pictures fill their upper left. */
export interface HybridTargets {
  /**
   * rgba32float, nits: light of this frame's paths, and what has no noise to speak of (hybrid.wgsl); w: shadow rays, and other rays. Once gathered, the first is where
   * compose.wgsl leaves moving pictures for resolve.wgsl.
   */
  readonly sampled: GPUTexture
  readonly seen: GPUTexture
  /** rgba32float, nits: of the first, what glosses send on; w: where what they show seems to stand (hybrid.wgsl). */
  readonly glossy: GPUTexture
  /** rgba32uint, guide.wgsl: what this frame's paths found. */
  readonly found: GPUTexture
  /** r32float, metres: where what glosses mirror seems to stand, of pictures that move; 0: not known (mirrored.wgsl). */
  readonly mirrored: GPUTexture
  /** And as accumulate.wgsl settled it: of the frame at hand and of the one before, in turns. */
  readonly guides: readonly [GPUTexture, GPUTexture]
  /** rgba32float: mean light and of how many frames; in turns. Once joined, the one before is where subpixel.wgsl leaves moving pictures for resolve.wgsl. */
  readonly lights: readonly [GPUTexture, GPUTexture]
  /** r32uint: means of luminance and of its square; in turns. */
  readonly moments: readonly [GPUTexture, GPUTexture]
  /** rgba32uint, gloss.wgsl: the mean of what glosses send on; in turns. While the picture moves `lights` and `moments` are without it. */
  readonly glosses: readonly [GPUTexture, GPUTexture]
  /** rgba32uint, smoothed.wgsl: light on its way through the filter. */
  readonly smoothed: readonly [GPUTexture, GPUTexture]
  /** Of block.wgsl, `Block`s; of sum-areas.wgsl, `Area`s. */
  readonly blocks: GPUBuffer
  readonly areas: GPUBuffer
  /** `Rest`s of rest.wgsl, and `RestParts` of accumulate.wgsl. */
  readonly rest: GPUBuffer
  readonly restParts: GPUBuffer
  /** What was shown before, as `FrameTargets.radiance`. */
  readonly shownBefore: GPUBuffer
  /** As `shownBefore`, of the last picture that moved: a picture at rest begins with it. Made at the first call. */
  readonly movedPicture: () => GPUBuffer
  /** u32 per raster pixel: what was seen there, instance slots + 1; in turns. */
  readonly shownIds: readonly [GPUBuffer, GPUBuffer]
  /** Which of two is the frame at hand's. */
  turn: 0 | 1
  dispose(): void
}

/** Bytes of `Rest` and of `RestParts`: apart, for one buffer of both would not be bound for a full HD picture by adapters that offer no more than WebGPU's 128 MiB. */
const [REST_BYTES, PARTS_BYTES] = [64, 32]
/** `Block` of block.wgsl, `Area` of areas.wgsl. */
const [BLOCK_BYTES, AREA_BYTES] = [240, 160]
/** Blocks of 8 pixels from the middle of one area to the next: `AREA` of areas.wgsl. */
const AREA = 8

/** Areas along a side of so many blocks: one more than fit, for their middles lie on the edges too. */
export const areasAlong = (blocks: number): number => Math.ceil(blocks / AREA) + 1

/** The plain means of a picture at rest, whatever is shown of them: 4 floats per pixel, radiance in nits and 1. */
export async function readRested(device: GPUDevice, { rest }: HybridTargets): Promise<Float32Array> {
  const words = new Float32Array(await readBuffer(device, rest))
  const stride = REST_BYTES / 4
  const means = new Float32Array(4 * words.length / stride)
  for (let at = 0; at < means.length; at += 4) {
    const from = stride * at / 4
    const count = Math.max(words[from + 3], 1)
    for (let c = 0; c < 3; c++) means[at + c] = (words[from + c] + words[from + 4 + c]) / count
    means[at + 3] = words[from + 3] / count
  }
  return means
}

export function createHybridTargets(device: GPUDevice, width: number, height: number): HybridTargets {
  const { STORAGE_BINDING, TEXTURE_BINDING, COPY_DST, COPY_SRC } = GPUTextureUsage
  const texture = (label: string, format: GPUTextureFormat) =>
    device.createTexture({ label, size: [width, height], format, usage: STORAGE_BINDING | TEXTURE_BINDING | COPY_DST | COPY_SRC })
  const pair = (label: string, format: GPUTextureFormat) => [texture(`${label} 0`, format), texture(`${label} 1`, format)] as const
  const [sampled, seen, glossy, found] = [texture('sampled', 'rgba32float'), texture('seen', 'rgba32float'), texture('glossy', 'rgba32float'), texture('found', 'rgba32uint')]
  const mirrored = texture('mirrored', 'r32float')
  const [guides, lights, moments, glosses, smoothed] = [pair('guide', 'rgba32uint'), pair('light', 'rgba32float'), pair('moments', 'r32uint'), pair('gloss', 'rgba32uint'), pair('smoothed', 'rgba32uint')]
  const [across, down] = [Math.ceil(width / 8), Math.ceil(height / 8)]
  const sums = (label: string, size: number) => device.createBuffer({ label, size, usage: GPUBufferUsage.STORAGE })
  const [blocks, areas] = [sums('blocks', BLOCK_BYTES * across * down), sums('areas', AREA_BYTES * areasAlong(across) * areasAlong(down))]
  const rest = device.createBuffer({ label: 'rest', size: width * height * REST_BYTES, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC })
  const restParts = device.createBuffer({ label: 'rest parts', size: width * height * PARTS_BYTES, usage: GPUBufferUsage.STORAGE })
  const shownBefore = device.createBuffer({ label: 'shown before', size: width * height * 16, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST })
  const idsOf = (turn: number) => device.createBuffer({ label: `shown ids ${turn}`, size: width * height * 4, usage: GPUBufferUsage.STORAGE })
  const shownIds = [idsOf(0), idsOf(1)] as const
  let moved: GPUBuffer | null = null
  return {
    sampled, seen, glossy, found, mirrored, guides, lights, moments, glosses, smoothed, blocks, areas, rest, restParts, shownBefore, shownIds, turn: 0,
    movedPicture: () => (moved ??= device.createBuffer({ label: 'moved picture', size: width * height * 16, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST })),
    dispose() {
      for (const each of [sampled, seen, glossy, found, mirrored, ...guides, ...lights, ...moments, ...glosses, ...smoothed]) each.destroy()
      for (const each of [blocks, areas, rest, restParts, shownBefore, ...shownIds]) each.destroy()
      moved?.destroy()
    },
  }
}
