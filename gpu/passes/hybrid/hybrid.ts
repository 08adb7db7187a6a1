import { createUniform } from '../../buffers/buffer.ts'
import { beginningOf, endOf } from '../../device/timestamps.ts'
import { createKernel, type Resource, structOf } from '../../kernels/kernel.ts'
import type { MaterialTraits } from '../../tables/material-traits.ts'
import type { Way } from '../../traversal/walk.ts'
import type { CacheTable } from '../irradiance/irradiance-cache.ts'
import { createFrameIrradiance, type FrameMemory } from '../irradiance/irradiance-frame.ts'
import type { LightResources } from '../paths/lights/light-resources.ts'
import { pathsOf, type PathQueue } from '../paths/queue/path-queue.ts'
import { createPathStages, keptFor } from '../paths/queue/path-stages.ts'
import { CACHE_SIZE, FRAME_PIECES, irradiancePieces, queuedHybridPieces } from '../pieces.ts'
import type { TracePasses } from '../whitted/whitted.ts'
import type { HybridTargets } from './hybrid-targets.ts'
import { createMirrored } from './mirrored.ts'
import { createSubpixel } from './subpixel.ts'

/**
 * One light path of each pixel on the GPU: fills `sampled`, `seen` and the guide of the frame at hand.
 *
 * @param memory  of the cache that moving pictures look up; whoever gives it keeps it
 * @throws EngineError `gpu-kernel` or `gpu-memory`
 */
export async function createHybridPasses(
  device: GPUDevice, traversal: Way, queue: PathQueue, lights: LightResources<Resource>, memory: FrameMemory<CacheTable>, isSoftware: boolean, traits: MaterialTraits,
): Promise<TracePasses> {
  const [begin, show, stages, cache, mirrored, subpixel] = await Promise.all([
    createKernel(device, 'begin_hybrid', queuedHybridPieces()), createKernel(device, 'show_hybrid', queuedHybridPieces()),
    createPathStages(device, queue, traversal, { irradiance: irradiancePieces(CACHE_SIZE, true), keepsSight: true, traits }),
    createFrameIrradiance(device, memory, traversal, queue, lights, traits),
    createMirrored(device, traversal),
    isSoftware ? null : createSubpixel(device, traversal),
    queue.reserve(pathsOf(isSoftware).first),
  ])
  const cacheGroup = begin.bind(3, cache.resources)
  const params = createUniform(device, structOf(FRAME_PIECES, 'FrameParams'))
  const groupOf = keptFor((ids: GPUTexture, { sampled, seen, glossy, found }: HybridTargets, resources: typeof lights.resources, fields: GPUBuffer, lists: GPUBuffer) => begin.bind(2, {
    frame: params.buffer, ids: ids.createView(), ...resources, sampled: sampled.createView(), seen: seen.createView(), glossy: glossy.createView(), found_guide: found.createView(),
    path_fields: fields, path_queue: lists,
  }))
  return {
    get maxBlocks() { return queue.capacity / 64 },
    encode(encoder, { bindings, gbuffer, targets, slice, frame, timestamps }) {
      const { known, resources } = lights
      if (known === null) return
      const bound = [bindings.surfaces, bindings.textures, groupOf(gbuffer.ids, targets.hybrid(), resources, queue.fields, queue.lists), cacheGroup]
      const { firstBlock, blockCount, firstLane, laneCount } = slice
      params.write({ ...frame, first_block: firstBlock, first_lane: firstLane, lane_count: laneCount })
      queue.growAfter(blockCount * 64, pathsOf(isSoftware).most)
      const timing = timestamps.writes('shade')
      // Later slices are recorded while a card is at work on the first.
      const ahead = firstBlock + firstLane > 0 ? null : device.createCommandEncoder({ label: 'hybrid' })
      queue.encodeReset(ahead ?? encoder)
      const pass = stages.encode((ahead ?? encoder).beginComputePass({ label: 'hybrid', timestampWrites: ahead === null ? timing : beginningOf(timing) }), {
        bindings, lights: resources, rules: known.rules, cache: cacheGroup, isKnown: frame.own_rays !== true, endsSoon: frame.own_rays !== true,
        groups: blockCount, begin: (into) => begin.dispatch(into, bound, blockCount), finish: (into) => show.dispatch(into, bound, blockCount),
        handOn: ahead === null ? undefined : (begun) => {
          begun.end()
          device.queue.submit([ahead.finish()])
          return encoder.beginComputePass({ label: 'hybrid, later turns', timestampWrites: endOf(timing) })
        },
      })
      if (frame.own_rays !== true) mirrored.encode(pass, bindings, params.buffer, gbuffer.ids, targets.hybrid(), blockCount)
      pass.end()
    },
    prepare: cache.encode,
    reconstruct: subpixel?.encode,
    dispose() {
      params.dispose()
      subpixel?.dispose()
    },
  }
}
