import { createUniform } from '../buffers/buffer.ts'
import { createKernel, type Resource, structOf } from '../kernels/kernel.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import type { LightResources } from './light-resources.ts'
import { FRAME_PIECES, hybridPieces } from './pieces.ts'
import type { TracePasses } from './trace.ts'

/** One light path of each pixel on the GPU: fills `sampled`, `seen` and the guide of the frame at hand. @throws EngineError `gpu-kernel` */
export async function createHybridPasses(device: GPUDevice, traversal: TraversalName, lights: LightResources<Resource>): Promise<TracePasses> {
  const kernel = await createKernel(device, 'hybrid', hybridPieces(traversal))
  const params = createUniform(device, structOf(FRAME_PIECES, 'FrameParams'))
  let group: GPUBindGroup | null = null
  let boundTo: readonly unknown[] = []
  return {
    maxBlocks: device.limits.maxComputeWorkgroupsPerDimension,
    encode(encoder, { bindings, gbuffer, targets, slice, frame, timestamps }) {
      const { sampled, seen, guides, turn } = targets.hybrid()
      const resources = [gbuffer.ids, sampled, guides[turn], lights.resources]
      if (group === null || resources.some((resource, i) => resource !== boundTo[i])) {
        group = kernel.bind(2, {
          frame: params.buffer, ids: gbuffer.ids.createView(), ...lights.resources,
          sampled: sampled.createView(), seen: seen.createView(), guide: guides[turn].createView(),
        })
        boundTo = resources
      }
      const { firstBlock, blockCount, firstLane, laneCount } = slice
      params.write({ ...frame, first_block: firstBlock, first_lane: firstLane, lane_count: laneCount })
      const pass = encoder.beginComputePass({ label: 'hybrid', timestampWrites: timestamps.writes('shade') })
      kernel.dispatch(pass, [bindings.scene, bindings.textures, group], blockCount)
      pass.end()
    },
    dispose: () => params.dispose(),
  }
}
