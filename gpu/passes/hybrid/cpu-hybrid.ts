import type { TreeLayout } from '../../kdtree/pack.ts'
import { structOf } from '../../kernels/kernel.ts'
import type { ExecutorResources } from '../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { CpuCacheTable } from '../irradiance/irradiance-cache.ts'
import { createCpuFrameIrradiance, type FrameMemory } from '../irradiance/irradiance-frame.ts'
import type { LightResources } from '../paths/lights/light-resources.ts'
import { createRasterReader } from '../raster/cpu-raster.ts'
import { FRAME_PIECES } from '../pieces.ts'
import type { FrameTargets } from '../targets.ts'
import type { CpuPasses } from '../whitted/cpu-whitted.ts'

interface Memory { readonly targets: FrameTargets; readonly arrays: readonly SharedArrayBuffer[]; readonly resources: ExecutorResources }

/** Bytes of a pixel in `sampled`, `seen`, `glossy`, the guide and `mirrored`. */
const PIXEL_BYTES = [16, 16, 16, 16, 4] as const

/**
 * The paths of hybrid frames on an executor's threads; what they find goes where the GPU's pass leaves it.
 *
 * @param layout  of the object trees in the arenas
 * @param cached  of the cache that moving pictures look up
 */
export async function createCpuHybrid(
  device: GPUDevice, executor: CpuExecutor, layout: TreeLayout, lights: LightResources<ExecutorResources[string]>, cached: FrameMemory<CpuCacheTable>,
): Promise<CpuPasses> {
  const [kernel, cache] = await Promise.all([executor.kernel(`hybrid/uber/${layout}`), createCpuFrameIrradiance(executor, cached, layout, lights)])
  const paramsLayout = structOf(FRAME_PIECES, 'FrameParams')
  const params = new SharedArrayBuffer(Math.ceil(paramsLayout.sizeBytes / 16) * 16)
  const readRaster = createRasterReader(device, executor)
  let memory: Memory | null = null

  function memoryFor(targets: FrameTargets): Memory {
    if (memory?.targets === targets) return memory
    const { width, height } = targets
    const arrays = PIXEL_BYTES.map((bytes) => new SharedArrayBuffer(width * height * bytes))
    const texture = (i: number, format: string) => executor.adoptTexture({ format, width, height, layers: 1, levels: [arrays[i]] })
    memory = {
      targets, arrays,
      resources: { frame: executor.adopt(params), sampled: texture(0, 'rgba32float'), seen: texture(1, 'rgba32float'), glossy: texture(2, 'rgba32float'), found_guide: texture(3, 'rgba32uint'), mirrored: texture(4, 'r32float') },
    }
    return memory
  }

  return {
    async trace({ scene, gbuffer, targets, slice: { firstBlock, blockCount, firstLane, laneCount }, frame }) {
      const { arrays, resources } = memoryFor(targets)
      const ids = await readRaster(gbuffer)
      const start = performance.now()
      paramsLayout.write(new DataView(params), 0, { ...frame, first_block: firstBlock, first_lane: firstLane, lane_count: laneCount })
      await kernel.dispatch({ ...scene, ...lights.resources, ...resources, ...cache.resources, ids }, blockCount)
      const row = (block: number) => frame.region_min[1] + 8 * Math.floor(block / frame.blocks_x)
      const [width, height] = frame.traced_size
      const [top, bottom] = [row(firstBlock), Math.min(row(firstBlock + blockCount - 1) + 8, height)]
      const { sampled, seen, glossy, found, mirrored } = targets.hybrid()
      for (const [i, texture] of [sampled, seen, glossy, found, mirrored].entries()) {
        const pitch = targets.width * PIXEL_BYTES[i]
        // Copied: not every WebGPU takes shared memory.
        const rows = new Uint8Array(arrays[i], top * pitch, (bottom - top) * pitch).slice()
        device.queue.writeTexture({ texture, origin: [0, top] }, rows, { bytesPerRow: pitch }, [width, bottom - top])
      }
      return performance.now() - start
    },
    prepare: cache.update,
    // Counted by whoever gathers what the paths found.
    readCounters: () => ({ shadow: 0, reflection: 0 }),
    clearCounters: () => {},
  }
}
