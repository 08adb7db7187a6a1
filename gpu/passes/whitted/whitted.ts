import { createStorageBuffer, createUniform } from '../../buffers/buffer.ts'
import type { StructValue } from '../../buffers/layout.ts'
import { summarizeAdapter } from '../../device/device.ts'
import { inErrorScope } from '../../device/error-scope.ts'
import { EngineError } from '../../device/error.ts'
import type { PassTimer } from '../../device/timestamps.ts'
import type { GBuffer } from '../raster/gbuffer.ts'
import { createKernel, type Kernel, type Resource, structOf } from '../../kernels/kernel.ts'
import type { RenderSettings, SecondaryRays } from '../../settings.ts'
import type { Way } from '../../traversal/walk.ts'
import { bouncePieces, FRAME_PIECES, STAGE_KERNELS } from '../pieces.ts'
import type { CacheTable } from '../irradiance/irradiance-cache.ts'
import { createFrameIrradiance, type FrameMemory, type IrradianceInputs } from '../irradiance/irradiance-frame.ts'
import type { LightResources } from '../paths/lights/light-resources.ts'
import type { PathQueue } from '../paths/queue/path-queue.ts'
import prepareBounceWgsl from './prepare-bounce.wgsl?raw'
import type { RayQueue } from './ray-queue.ts'
import rayQueueWgsl from './ray-queue.wgsl?raw'
import reflectPoolWgsl from './reflect-pool.wgsl?raw'
import shadeLoopWgsl from './shade-loop.wgsl?raw'
import shadeWgsl from './shade.wgsl?raw'
import type { Composed } from '../hybrid/subpixel.ts'
import type { FrameTargets } from '../targets.ts'
import { ALL_TRAITS } from '../../tables/material-traits.ts'
import type { SceneBindings } from '../../tables/scene-bindings.ts'

/** A run of 8x8 blocks of the traced picture, or of some pixels of one block. */
export interface TraceSlice {
  readonly firstBlock: number
  readonly blockCount: number
  /** Pixels of each block, in Morton order: 0 and 64 but for very slow tracing. */
  readonly firstLane: number
  readonly laneCount: number
}

/** Shades what the rasterizer saw and follows mirrored rays: the passes shade and reflect. */
export interface TracePasses {
  /** Blocks that one slice may have; left out: as many as the ray queue holds rays of. */
  readonly maxBlocks?: number | undefined
  /** Writes `FrameParams` and records one slice; submit before the next call. What comes first may be submitted ahead of `encoder`, which holds nothing that it needs. */
  encode(encoder: GPUCommandEncoder, inputs: {
    readonly bindings: SceneBindings
    readonly gbuffer: GBuffer
    readonly targets: FrameTargets
    readonly slice: TraceSlice
    readonly rays: BounceRays
    /** `FrameParams` of frame.wgsl, but for the slice. */
    readonly frame: StructValue
    readonly timestamps: PassTimer
  }): void
  /** Before the first slice of a moving picture: brings up to date what its paths look up, the first of it submitted ahead of `encoder`. Submit that before they are traced. */
  prepare?: ((encoder: GPUCommandEncoder, inputs: IrradianceInputs & { readonly bindings: SceneBindings; readonly timestamps: PassTimer }) => void) | undefined
  /** The edges of a moving picture; left out: they have what one place in each pixel shows. */
  reconstruct?: ((encoder: GPUCommandEncoder, picture: Composed) => void) | undefined
  dispose(): void
}

/** Of the cache, that are followed at once: 70 MB, a quarter of what hybrid frames take. */
const CACHE_PATHS = 2 ** 17

/** Throughput below which a mirrored ray is not worth tracing. */
export const MIN_WEIGHT = 0.02

/** How many rays may follow the first surface of a pixel, one by one, and how many of these mirrors may send. */
export interface BounceRays { readonly bounces: number; readonly mirrors: number }

/** @param hasGlass  something lets light through: without any mirror, a ray still goes through it */
export function raysOf({ reflections, bounces }: Pick<RenderSettings, 'reflections' | 'bounces'>, hasGlass: boolean): BounceRays {
  const mirrors = reflections ? Math.min(8, Math.max(0, Math.round(bounces))) : 0
  return { mirrors, bounces: hasGlass ? Math.max(1, mirrors) : mirrors }
}

/** Workgroups of the work queue: enough to fill any GPU, few enough that each takes several batches of a full queue. */
const POOL_WORKGROUPS = 256

/** CARRIED_FIELDS of stages.wgsl. */
const CARRIED_BYTES = 4 * 16
/** Blocks of one slice, which all carry rays: full HD, 133 MB; a program that plays a card gains nothing from many. */
const STAGE_BLOCKS = { card: 32_400, software: 1024 } as const

/** What pixels carry between stages, for whoever traces on this device: one after the other. @throws EngineError `gpu-memory` */
export const createCarriedRays = (device: GPUDevice): Promise<GPUBuffer> =>
  inErrorScope(device, 'carried rays', () => createStorageBuffer(device, 'carried rays', CARRIED_BYTES * 64 * STAGE_BLOCKS[summarizeAdapter(device.adapterInfo).isSoftware ? 'software' : 'card']))

/** For bounces after the first: most pixels have no ray then, and those that do lie side by side. */
const LATER_WORKGROUPS = 4096

/** Records one way of following rays; the queue is reset before. */
interface Follower {
  readonly first: Kernel
  readonly maxBlocks?: number
  /** Of bind group 2, beside the frame's. */
  readonly buffers?: Readonly<Record<string, GPUBuffer>>
  record(encoder: GPUCommandEncoder, groups: readonly GPUBindGroup[], blockCount: number, bounces: number, timestamps: PassTimer): void
}

/**
 * Compiles the passes of one render mode and one way to follow mirrored rays.
 *
 * @param carried  of createCarriedRays(), where stages follow them; whoever gives it keeps it
 * @param around  indirect light comes from a cache, traced for by these lights; whoever gives its memory keeps it. null: the ambient gradient stands in for it
 * @throws EngineError `gpu-kernel`
 */
export async function createTracePasses(
  device: GPUDevice, mode: RenderSettings['mode'], secondaryRays: SecondaryRays, traversal: Way, queue: RayQueue, carried: GPUBuffer | null = null,
  around: { readonly lights: LightResources<Resource>; readonly paths: PathQueue; readonly memory: FrameMemory<CacheTable> } | null = null, traits = ALL_TRAITS,
): Promise<TracePasses> {
  const [follower, cache] = await Promise.all([
    FOLLOWERS[secondaryRays](device, { mode, traversal, isCached: around !== null, carried }, queue, { shows_rare: Number(traits.rare) }), around === null ? null : createFrameIrradiance(device, around.memory, traversal, around.paths, around.lights, traits),
    around?.paths.reserve(CACHE_PATHS),
  ])
  const cacheGroups = cache === null ? [] : [follower.first.bind(3, cache.resources)]
  const params = createUniform(device, structOf(FRAME_PIECES, 'FrameParams'))
  let group: GPUBindGroup | null = null
  let boundTo: readonly unknown[] = []
  return {
    maxBlocks: follower.maxBlocks,
    encode(encoder, { bindings, gbuffer, targets, slice, rays, frame, timestamps }) {
      const resources = [gbuffer.ids, targets.edges, targets.radiance]
      if (group === null || resources.some((resource, i) => resource !== boundTo[i])) {
        group = follower.first.bind(2, {
          frame: params.buffer, ids: gbuffer.ids.createView(), edges: targets.edges.createView(), radiance: targets.radiance, queue: queue.buffer, ...follower.buffers,
        })
        boundTo = resources
      }
      const { firstBlock, blockCount, firstLane, laneCount } = slice
      params.write({
        ...frame, ...rays, min_weight: MIN_WEIGHT, queue_capacity: queue.capacity,
        first_block: firstBlock, block_count: blockCount, first_lane: firstLane, lane_count: laneCount,
      })
      queue.encodeReset(encoder)
      follower.record(encoder, [bindings.scene, bindings.textures, group, ...cacheGroups], blockCount, rays.bounces, timestamps)
    },
    prepare: cache?.encode,
    dispose: () => params.dispose(),
  }
}

interface Shown { readonly mode: RenderSettings['mode']; readonly traversal: Way; readonly isCached: boolean; readonly carried: GPUBuffer | null }

const prepareKernel = (device: GPUDevice, queue: RayQueue): Promise<Kernel> => createKernel(device, 'prepare_bounce', [rayQueueWgsl, prepareBounceWgsl], { queue_capacity: queue.capacity })

const FOLLOWERS: Readonly<Record<SecondaryRays, (device: GPUDevice, shown: Shown, queue: RayQueue, constants: Readonly<Record<string, number>>) => Promise<Follower>>> = {
  async compacted(device, { mode, traversal, isCached }, queue, constants) {
    const [shade, prepare] = await Promise.all([createKernel(device, 'shade', [...bouncePieces(mode, traversal, isCached), shadeWgsl], constants), prepareKernel(device, queue)])
    const prepareGroup = prepare.bind(0, { bounce_queue: queue.buffer, workgroups: queue.workgroups })
    return {
      first: shade,
      record(encoder, groups, blockCount, bounces, timestamps) {
        recordPass(encoder, 'shade', timestamps, (pass) => shade.dispatch(pass, groups, blockCount))
        if (bounces === 0) return
        recordPass(encoder, 'reflect', timestamps, (pass) => {
          for (let bounce = 0; bounce < bounces; bounce++) {
            prepare.dispatch(pass, [prepareGroup], 1)
            shade.dispatchIndirect(pass, groups, queue.workgroups, 0)
          }
        })
      },
    }
  },
  async loop(device, { mode, traversal, isCached }, _queue, constants) {
    const first = await createKernel(device, 'shade_loop', [...bouncePieces(mode, traversal, isCached), shadeLoopWgsl], constants)
    return {
      first,
      // No queue to overflow: the planned time alone bounds a slice, and WebGPU the workgroups of a dispatch.
      maxBlocks: device.limits.maxComputeWorkgroupsPerDimension,
      record: (encoder, groups, blockCount, _bounces, timestamps) =>
        recordPass(encoder, 'shade', timestamps, (pass) => first.dispatch(pass, groups, blockCount)),
    }
  },
  async stages(device, { mode, traversal, isCached, carried }, queue, constants) {
    if (carried === null) throw new EngineError('gpu-memory', 'Stages have no memory for the rays that pixels carry')
    const [shade, walk, prepare] = await Promise.all([
      createKernel(device, 'shade_stage', STAGE_KERNELS.shade(mode, traversal, isCached), constants), createKernel(device, 'walk_stage', STAGE_KERNELS.walk(mode, traversal, isCached)), prepareKernel(device, queue),
    ])
    const prepareGroup = prepare.bind(0, { bounce_queue: queue.buffer, workgroups: queue.workgroups })
    return {
      first: shade,
      maxBlocks: carried.size / CARRIED_BYTES / 64,
      buffers: { carried },
      record(encoder, groups, blockCount, bounces, timestamps) {
        const workgroups = Math.min(blockCount, device.limits.maxComputeWorkgroupsPerDimension)
        recordPass(encoder, 'shade', timestamps, (pass) => shade.dispatch(pass, groups, workgroups))
        if (bounces === 0) return
        recordPass(encoder, 'reflect', timestamps, (pass) => {
          for (let bounce = 0; bounce < bounces; bounce++) {
            const enough = bounce === 0 ? workgroups : Math.min(workgroups, LATER_WORKGROUPS)
            prepare.dispatch(pass, [prepareGroup], 1)
            walk.dispatch(pass, groups, enough)
            shade.dispatch(pass, groups, enough)
          }
        })
      },
    }
  },
  async 'work-queue'(device, { mode, traversal, isCached }, _queue, constants) {
    const pieces = bouncePieces(mode, traversal, isCached)
    const [first, reflect] = await Promise.all([
      createKernel(device, 'shade', [...pieces, shadeWgsl], constants),
      createKernel(device, 'reflect_pool', [...pieces, reflectPoolWgsl], constants),
    ])
    return {
      first,
      record(encoder, groups, blockCount, bounces, timestamps) {
        recordPass(encoder, 'shade', timestamps, (pass) => first.dispatch(pass, groups, blockCount))
        if (bounces === 0) return
        recordPass(encoder, 'reflect', timestamps, (pass) => reflect.dispatch(pass, groups, Math.min(POOL_WORKGROUPS, blockCount)))
      },
    }
  },
}

function recordPass(encoder: GPUCommandEncoder, label: string, timestamps: PassTimer, record: (pass: GPUComputePassEncoder) => void): void {
  const pass = encoder.beginComputePass({ label, timestampWrites: timestamps.writes(label) })
  record(pass)
  pass.end()
}
