import type { TreeLayout } from '../../kdtree/pack.ts'
import { createCpuHybrid } from '../../passes/hybrid/cpu-hybrid.ts'
import { type CpuCacheTable, createCpuCacheTable } from '../../passes/irradiance/irradiance-cache.ts'
import { type CachePlan, createFrameMemory, type FrameMemory, PROCESSOR_PLAN } from '../../passes/irradiance/irradiance-frame.ts'
import { type CpuPasses, createCpuPasses } from '../../passes/whitted/cpu-whitted.ts'
import type { SceneTables } from '../../tables/scene-tables.ts'
import { albedoShadow } from '../../textures/albedo.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { ExecutorResources } from '../../twin/executor/executor.ts'
import type { TraceSettings } from './gpu-tracing.ts'
import type { PathLights } from './path-lights.ts'
import { asksCache, isHybrid } from '../plan.ts'

/** The same passes on executors' threads, and the scene in their memory. */
export interface CpuTracing {
  /** Asked for again, the same. */
  passes(executor: CpuExecutor, settings: TraceSettings, layout: TreeLayout): Promise<CpuPasses>
  /** Bind groups 0 and 1 in the threads' memory, as they stand since flush and applySettings. */
  scene(executor: CpuExecutor): Promise<ExecutorResources>
}

/** @param quickLights  of the cache that quick pictures look up. @param plan  of what their threads may spend on caches */
export function createCpuTracing(device: GPUDevice, tables: SceneTables, lights: PathLights, quickLights: PathLights, plan: CachePlan = PROCESSOR_PLAN): CpuTracing {
  const known = new WeakMap<CpuExecutor, Map<string, Promise<CpuPasses>>>()
  const memories = { hybrid: new WeakMap<CpuExecutor, FrameMemory<CpuCacheTable>>(), quick: new WeakMap<CpuExecutor, FrameMemory<CpuCacheTable>>() }
  /** What is known of indirect light, as in gpu-tracing.ts. */
  function memoryOf(executor: CpuExecutor, pictures: 'hybrid' | 'quick'): FrameMemory<CpuCacheTable> {
    const memory = memories[pictures].get(executor) ?? createFrameMemory(createCpuCacheTable(executor), plan, pictures)
    memories[pictures].set(executor, memory)
    return memory
  }
  const uniforms = new SharedArrayBuffer(tables.uniforms.bytes.byteLength)
  return {
    passes(executor, settings, layout) {
      const ofExecutor = known.get(executor) ?? new Map<string, Promise<CpuPasses>>()
      known.set(executor, ofExecutor)
      const isCached = asksCache(settings)
      const key = `${isHybrid(settings) ? 'hybrid' : `${settings.mode} ${isCached}`} ${layout}`
      const passes = ofExecutor.get(key) ?? (isHybrid(settings) ? createCpuHybrid(device, executor, layout, lights.onCpu(executor), memoryOf(executor, 'hybrid'))
        : createCpuPasses(device, executor, settings.mode, layout, isCached ? { lights: quickLights.onCpu(executor), memory: memoryOf(executor, 'quick') } : null))
      ofExecutor.set(key, passes)
      return passes
    },
    async scene(executor) {
      // A copy first: the next frame's settings may be written while the arenas are read.
      const settings = tables.uniforms.bytes.slice()
      const { arenas, textures, luminaires, surroundings } = tables
      const [images, profiles, buffers] = await Promise.all([textures.shadow(), luminaires.shadow(), Promise.all(Object.values(arenas).map((arena) => arena.shadow()))])
      new Uint8Array(uniforms).set(settings)
      return {
        ...Object.fromEntries(Object.keys(arenas).map((name, i) => [name, executor.adopt(buffers[i])])),
        ...Object.fromEntries(Object.entries({ ...images, profiles, albedo_table: albedoShadow(), environment_image: surroundings.shadow() }).map(([name, image]) => [name, executor.adoptTexture(image)])),
        scene: executor.adopt(uniforms),
      }
    },
  }
}
