import { readTexture } from '../../buffers/buffer.ts'
import type { StructValue } from '../../buffers/layout.ts'
import type { GBuffer } from '../raster/gbuffer.ts'
import type { TreeLayout } from '../../kdtree/pack.ts'
import { structOf } from '../../kernels/kernel.ts'
import type { ExecutorResources } from '../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { RenderSettings } from '../../settings.ts'
import { createRasterReader } from '../raster/cpu-raster.ts'
import { FRAME_PIECES } from '../pieces.ts'
import type { CpuCacheTable } from '../irradiance/irradiance-cache.ts'
import { createCpuFrameIrradiance, type FrameMemory, type IrradianceInputs } from '../irradiance/irradiance-frame.ts'
import type { LightResources } from '../paths/lights/light-resources.ts'
import type { FrameTargets } from '../targets.ts'
import { type BounceRays, MIN_WEIGHT, type TraceSlice } from './whitted.ts'

/** Shades and follows mirrored rays on the CPU; the result goes where the GPU's passes leave theirs, for the same tone map. */
export interface CpuPasses {
  /**
   * Does one slice: reads a new raster back, lets all threads trace, uploads the rows that changed.
   *
   * @returns milliseconds of tracing and uploading
   */
  trace(inputs: {
    readonly scene: ExecutorResources
    readonly gbuffer: GBuffer
    readonly targets: FrameTargets
    readonly slice: TraceSlice
    readonly rays: BounceRays
    /** `FrameParams` of frame.wgsl, but for the slice. */
    readonly frame: CpuFrame
  }): Promise<number>
  /** As TracePasses.prepare. @returns milliseconds */
  prepare?: ((inputs: IrradianceInputs & { readonly memory: ExecutorResources }) => Promise<number>) | undefined
  /** Of what the cache was asked for by the last picture, how much it is sure of, 0..1. */
  known?: (() => number) | undefined
  /** Shadow and mirrored rays since clearCounters. */
  readCounters(): { shadow: number; reflection: number }
  clearCounters(): void
}

/** What this file reads of FrameParams. */
type CpuFrame = StructValue & {
  readonly sample: number
  readonly blocks_x: number
  /** Width and height. */
  readonly traced_size: readonly number[]
  /** x and y. */
  readonly region_min: readonly number[]
}

const RADIANCE_BYTES = 16

interface Memory { readonly targets: FrameTargets; readonly radiance: SharedArrayBuffer; readonly resources: ExecutorResources }

/**
 * The passes of one render mode on an executor's threads. One kernel follows a pixel's whole path: a core gains nothing from rays
 * packed between bounces.
 *
 * @param layout  of the object trees in the arenas: the kernel walks them by a traversal of the same layout, which gives the same picture
 * @param around  the cache that indirect light comes from, in mode `uber`, and by which lights it is traced for; null: the ambient gradient stands in for it
 */
export async function createCpuPasses(
  device: GPUDevice, executor: CpuExecutor, mode: RenderSettings['mode'], layout: TreeLayout,
  around: { readonly lights: LightResources<ExecutorResources[string]>; readonly memory: FrameMemory<CpuCacheTable> } | null,
): Promise<CpuPasses> {
  const [kernel, cache] = await Promise.all([
    executor.kernel(around !== null ? `frame-cached/uber/${layout}` : mode === 'brute-force' ? 'frame/brute-force/plain' : `frame/${mode}/${layout}`),
    around === null ? null : createCpuFrameIrradiance(executor, around.memory, layout, around.lights),
  ])
  const paramsLayout = structOf(FRAME_PIECES, 'FrameParams')
  const params = new SharedArrayBuffer(Math.ceil(paramsLayout.sizeBytes / 16) * 16)
  // A header with its counters and one ray: no ray is queued.
  const queue = new SharedArrayBuffer(64 + structOf(FRAME_PIECES, 'QueuedRay').sizeBytes)
  const counters = new Uint32Array(queue, 4, 2)
  let memory: Memory | null = null
  const readRaster = createRasterReader(device, executor)
  let marked: GBuffer | null = null
  let edges: SharedArrayBuffer = new SharedArrayBuffer(16)

  /** Where more samples are worth it, in the threads' memory. */
  async function readEdges(gbuffer: GBuffer, targets: FrameTargets): Promise<void> {
    if (marked === gbuffer) return
    new Uint8Array(edges).set(await readTexture(device, targets.edges, 4))
    marked = gbuffer
  }

  function memoryFor(targets: FrameTargets): Memory {
    if (memory?.targets === targets) return memory
    const { width, height } = targets
    const radiance = new SharedArrayBuffer(width * height * RADIANCE_BYTES)
    edges = new SharedArrayBuffer(width * height * 4)
    memory = {
      targets, radiance,
      resources: {
        frame: executor.adopt(params), queue: executor.adopt(queue), radiance: executor.adopt(radiance),
        edges: executor.adoptTexture({ format: 'r32uint', width, height, layers: 1, levels: [edges] }),
      },
    }
    return memory
  }

  return {
    async trace({ scene, gbuffer, targets, slice, rays, frame }) {
      const { radiance, resources } = memoryFor(targets)
      const ids = await readRaster(gbuffer)
      if (frame.sample > 0) await readEdges(gbuffer, targets)
      const start = performance.now()
      const { firstBlock, blockCount, firstLane, laneCount } = slice
      if (frame.sample === 0 && firstBlock === 0 && firstLane === 0) new Uint8Array(radiance).fill(0)
      paramsLayout.write(new DataView(params), 0, {
        ...frame, ...rays, min_weight: MIN_WEIGHT, queue_capacity: 0, first_block: firstBlock, first_lane: firstLane, lane_count: laneCount,
      })
      await kernel.dispatch({ ...scene, ...resources, ...cache?.resources, ids }, blockCount)
      const row = (block: number) => frame.region_min[1] + 8 * Math.floor(block / frame.blocks_x)
      const rowBytes = frame.traced_size[0] * RADIANCE_BYTES
      const begin = row(firstBlock) * rowBytes
      const end = Math.min(row(firstBlock + blockCount - 1) + 8, frame.traced_size[1]) * rowBytes
      // Copied: not every WebGPU takes shared memory.
      device.queue.writeBuffer(targets.radiance, begin, new Uint8Array(radiance, begin, end - begin).slice())
      return performance.now() - start
    },
    prepare: cache?.update,
    known: cache?.known,
    readCounters: () => ({ shadow: counters[0], reflection: counters[1] }),
    clearCounters: () => void counters.fill(0),
  }
}
