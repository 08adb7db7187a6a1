import { createUniform } from '../buffers/buffer.ts'
import type { StructValue } from '../buffers/layout.ts'
import type { Timestamps } from '../device/timestamps.ts'
import type { GBuffer } from '../index.ts'
import { createKernel, structOf } from '../kernels/kernel.ts'
import type { RenderSettings } from '../scene.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import { FRAME_PIECES, shadingPieces } from './pieces.ts'
import prepareBounceWgsl from './prepare-bounce.wgsl?raw'
import type { RayQueue } from './ray-queue.ts'
import rayQueueWgsl from './ray-queue.wgsl?raw'
import reflectWgsl from './reflect.wgsl?raw'
import shadeWgsl from './shade.wgsl?raw'
import type { FrameTargets } from './targets.ts'

/** Bind groups 0 and 1 of a tracing kernel. */
export interface SceneBindings {
  readonly scene: GPUBindGroup
  readonly textures: GPUBindGroup
}

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
  /** Writes `FrameParams` and records one slice; submit before the next call. */
  encode(encoder: GPUCommandEncoder, inputs: {
    readonly bindings: SceneBindings
    readonly gbuffer: GBuffer
    readonly targets: FrameTargets
    readonly slice: TraceSlice
    /** Mirror bounces, 0..8. */
    readonly bounces: number
    /** `FrameParams` of frame.wgsl, but for the slice. */
    readonly frame: StructValue
    readonly timestamps: Timestamps
  }): void
  dispose(): void
}

/** Throughput below which a mirrored ray is not worth tracing. */
const MIN_WEIGHT = 0.02

/** Compiles the passes of one render mode. @throws EngineError `gpu-kernel` */
export async function createTracePasses(device: GPUDevice, mode: RenderSettings['mode'], traversal: TraversalName, queue: RayQueue): Promise<TracePasses> {
  const pieces = shadingPieces(mode, traversal)
  const [shade, reflect, prepare] = await Promise.all([
    createKernel(device, 'shade', [...pieces, shadeWgsl]),
    createKernel(device, 'reflect_rays', [...pieces, reflectWgsl]),
    createKernel(device, 'prepare_bounce', [rayQueueWgsl, prepareBounceWgsl], { queue_capacity: queue.capacity }),
  ])
  const params = createUniform(device, structOf(FRAME_PIECES, 'FrameParams'))
  const prepareGroup = prepare.bind(0, { bounce_queue: queue.buffer, workgroups: queue.workgroups })
  let group: GPUBindGroup | null = null
  let boundTo: readonly unknown[] = []
  return {
    encode(encoder, { bindings, gbuffer, targets, slice, bounces, frame, timestamps }) {
      const resources = [gbuffer.ids, targets.edges, targets.radiance]
      if (group === null || resources.some((resource, i) => resource !== boundTo[i])) {
        group = shade.bind(2, {
          frame: params.buffer, ids: gbuffer.ids.createView(), edges: targets.edges.createView(), radiance: targets.radiance, queue: queue.buffer,
        })
        boundTo = resources
      }
      const { firstBlock, blockCount, firstLane, laneCount } = slice
      params.write({
        ...frame, bounces, min_weight: MIN_WEIGHT, queue_capacity: queue.capacity,
        first_block: firstBlock, first_lane: firstLane, lane_count: laneCount,
      })
      const groups = [bindings.scene, bindings.textures, group]
      queue.encodeReset(encoder)
      const shading = encoder.beginComputePass({ label: 'shade', timestampWrites: timestamps.writes('shade') })
      shade.dispatch(shading, groups, blockCount)
      shading.end()
      if (bounces === 0) return
      const reflecting = encoder.beginComputePass({ label: 'reflect', timestampWrites: timestamps.writes('reflect') })
      for (let bounce = 0; bounce < bounces; bounce++) {
        prepare.dispatch(reflecting, [prepareGroup], 1)
        reflect.dispatchIndirect(reflecting, groups, queue.workgroups, 0)
      }
      reflecting.end()
    },
    dispose: () => params.dispose(),
  }
}
