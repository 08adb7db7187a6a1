import { createUniform } from '../../buffers/buffer.ts'
import { createKernel, type Resource, structOf } from '../../kernels/kernel.ts'
import type { TraversalName } from '../../traversal/traversals.ts'
import { createIrradianceCache } from '../irradiance/irradiance-cache.ts'
import { type CachePlan, createCachePlanner } from '../irradiance/irradiance-frame.ts'
import type { LightResources } from '../paths/light-resources.ts'
import { FRAME_PIECES, hybridPieces } from '../pieces.ts'
import type { TracePasses } from '../whitted/whitted.ts'

/** One light path of each pixel on the GPU: fills `sampled`, `seen` and the guide of the frame at hand. @throws EngineError `gpu-kernel` */
export async function createHybridPasses(device: GPUDevice, traversal: TraversalName, lights: LightResources<Resource>, plan: CachePlan): Promise<TracePasses> {
  const [kernel, cache] = await Promise.all([createKernel(device, 'hybrid', hybridPieces(traversal)), createIrradianceCache(device, traversal)])
  const planner = createCachePlanner(plan)
  const cacheGroup = kernel.bind(3, cache.resources)
  const params = createUniform(device, structOf(FRAME_PIECES, 'FrameParams'))
  let group: GPUBindGroup | null = null
  let boundTo: readonly unknown[] = []
  return {
    maxBlocks: device.limits.maxComputeWorkgroupsPerDimension,
    encode(encoder, { bindings, gbuffer, targets, slice, frame, timestamps }) {
      const { sampled, seen, found } = targets.hybrid()
      const resources = [gbuffer.ids, sampled, lights.resources]
      if (group === null || resources.some((resource, i) => resource !== boundTo[i])) {
        group = kernel.bind(2, {
          frame: params.buffer, ids: gbuffer.ids.createView(), ...lights.resources,
          sampled: sampled.createView(), seen: seen.createView(), found_guide: found.createView(),
        })
        boundTo = resources
      }
      const { firstBlock, blockCount, firstLane, laneCount } = slice
      params.write({ ...frame, first_block: firstBlock, first_lane: firstLane, lane_count: laneCount })
      const pass = encoder.beginComputePass({ label: 'hybrid', timestampWrites: timestamps.writes('shade') })
      kernel.dispatch(pass, [bindings.scene, bindings.textures, group, cacheGroup], blockCount)
      pass.end()
    },
    prepare(encoder, { bindings, position, scene, lastMs, timestamps }) {
      const { known } = lights
      if (known === null) return
      if (lastMs !== null) planner.took(lastMs, null)
      const update = planner.next(position, { ...scene, light: known.light })
      cache.encode(encoder, { scene: bindings, lights: lights.resources, rules: known.rules, update, timing: timestamps.writes('irradiance') })
    },
    dispose() {
      params.dispose()
      cache.dispose()
    },
  }
}
