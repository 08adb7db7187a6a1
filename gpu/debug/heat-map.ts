import { createUniform } from '../buffers/buffer.ts'
import { createKernel, structOf } from '../kernels/kernel.ts'
import { FRAME_PIECES, shadingPieces } from '../passes/pieces.ts'
import type { RayQueue } from '../passes/whitted/ray-queue.ts'
import { MIN_WEIGHT, type TracePasses } from '../passes/whitted/whitted.ts'
import type { RenderSettings } from '../settings.ts'
import type { MaterialTraits } from '../tables/material-traits.ts'
import type { Way } from '../traversal/walk.ts'
import heatMapWgsl from './heat-map.wgsl?raw'
import { instrument } from './instrument.ts'

/** The pieces of heat_map for a render mode: the app's own traversal and shading, with counters. */
export function heatPieces(mode: RenderSettings['mode'], traversal?: Way): readonly string[] {
  return [...instrument(shadingPieces(mode, traversal)), heatMapWgsl]
}

/**
 * Counts instead of light: fills `radiance` with (nodes read, triangles tested, triangles in the leaf of the camera ray's hit, 1)
 * per pixel, in the same slices as the picture. One kernel serves the three views, so switching between them traces nothing.
 *
 * @throws EngineError `gpu-kernel`
 */
export async function createHeatPasses(device: GPUDevice, mode: RenderSettings['mode'], traversal: Way, queue: RayQueue, { rare }: MaterialTraits): Promise<TracePasses> {
  const kernel = await createKernel(device, 'heat_map', heatPieces(mode, traversal), { shows_rare: Number(rare) })
  const params = createUniform(device, structOf(FRAME_PIECES, 'FrameParams'))
  return {
    encode(encoder, { bindings, gbuffer, targets, slice, rays, frame, timestamps }) {
      const group = kernel.bind(2, {
        frame: params.buffer, ids: gbuffer.ids.createView(), edges: targets.edges.createView(), radiance: targets.radiance, queue: queue.buffer,
      })
      const { firstBlock, blockCount, firstLane, laneCount } = slice
      params.write({ ...frame, ...rays, min_weight: MIN_WEIGHT, queue_capacity: queue.capacity, first_block: firstBlock, first_lane: firstLane, lane_count: laneCount })
      const pass = encoder.beginComputePass({ label: 'heat map', timestampWrites: timestamps.writes('shade') })
      kernel.dispatch(pass, [bindings.scene, bindings.textures, group], blockCount)
      pass.end()
    },
    dispose: () => params.dispose(),
  }
}
