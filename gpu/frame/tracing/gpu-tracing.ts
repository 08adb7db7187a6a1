import { EngineError } from '../../device/error.ts'
import { createHeatPasses } from '../../debug/heat-map.ts'
import { createHybridPasses } from '../../passes/hybrid/hybrid.ts'
import { type CacheTable, createCacheTable } from '../../passes/irradiance/irradiance-cache.ts'
import { type CachePlan, createFrameMemory, type FrameMemory, HARDWARE_PLAN, PROCESSOR_PLAN } from '../../passes/irradiance/irradiance-frame.ts'
import type { PathQueue } from '../../passes/paths/queue/path-queue.ts'
import type { RayQueue } from '../../passes/whitted/ray-queue.ts'
import { createCarriedRays, createTracePasses, type TracePasses } from '../../passes/whitted/whitted.ts'
import { isHeatView, type RenderSettings, type SecondaryRays } from '../../settings.ts'
import { keyOfTraits, type MaterialTraits } from '../../tables/material-traits.ts'
import { keyOfWalk, type Walk } from '../../traversal/walk.ts'
import type { PathLights } from './path-lights.ts'
import { asksCache, isHybrid } from '../plan.ts'

/** Settings that choose kernels. */
export type TraceSettings = Pick<RenderSettings, 'method' | 'mode' | 'secondaryRays' | 'view' | 'indirect'>

/** The passes that trace on the GPU, compiled when they are asked for first. */
export interface GpuTracing {
  /** @throws EngineError `gpu-kernel` */
  passes(settings: TraceSettings, walk: Walk): Promise<TracePasses>
  dispose(): void
}

/** Storage buffers of a kernel that shades quick pictures; the cache is one more, and so are rays that pixels carry. */
const QUICK_BUFFERS = 8

/** How quick pictures follow mirrored rays. A program gains from full lanes; hardware from kernels that do not walk and shade at once. @param mostBuffers  storage buffers that a kernel may have */
export function wayOf(asked: RenderSettings['secondaryRays'], { isSoftware, hasGlass, isCached, mostBuffers }: { readonly isSoftware: boolean; readonly hasGlass: boolean; readonly isCached: boolean; readonly mostBuffers: number }): SecondaryRays {
  const way = asked === 'auto' ? (isSoftware ? 'compacted' : 'stages') : asked
  return way === 'stages' && (hasGlass || mostBuffers < QUICK_BUFFERS + 1 + Number(isCached)) ? 'loop' : way
}

export function createGpuTracing(device: GPUDevice, { isSoftware, cachePlan = PROCESSOR_PLAN, traits: traitsNow, hasGlass, queue, paths, lights, quickLights }: {
  readonly isSoftware: boolean
  /** Where a program plays the GPU. */
  readonly cachePlan?: CachePlan | undefined
  /** Of the scene of now. */
  readonly traits: () => MaterialTraits
  readonly hasGlass: () => boolean
  readonly queue: RayQueue
  readonly paths: PathQueue
  readonly lights: PathLights
  readonly quickLights: PathLights
}): GpuTracing {
  const known = new Map<string, Promise<TracePasses>>()
  const mostBuffers = device.limits.maxStorageBuffersPerShaderStage

  // A program that plays the GPU would spend more on the cache than on the picture; the processor's own threads do not.
  const canLight = !isSoftware && mostBuffers >= QUICK_BUFFERS + 1

  // Of indirect light, of which other kernels know as much. Two, as light samples of hybrid paths find what quick pictures have to look up: whatever shines.
  const memories = new Map<'hybrid' | 'quick', FrameMemory<CacheTable>>()
  function memoryOf(pictures: 'hybrid' | 'quick'): FrameMemory<CacheTable> {
    const memory = memories.get(pictures) ?? createFrameMemory(createCacheTable(device), isSoftware ? cachePlan : HARDWARE_PLAN, pictures)
    memories.set(pictures, memory)
    return memory
  }

  let carried: Promise<GPUBuffer | null> | null = null
  /** Made for the first stages; null: there is no memory for it. */
  const carriedRays = (): Promise<GPUBuffer | null> => (carried ??= createCarriedRays(device).catch((error: unknown) => {
    if (error instanceof EngineError && error.code === 'gpu-memory') return null
    throw error
  }))

  async function compile(kind: 'counts' | 'hybrid' | SecondaryRays, mode: RenderSettings['mode'], walk: Walk, isCached: boolean, traits: MaterialTraits): Promise<TracePasses> {
    if (kind === 'counts') return createHeatPasses(device, mode, walk, queue, traits)
    if (kind === 'hybrid') return createHybridPasses(device, walk, paths, lights.onGpu, memoryOf('hybrid'), isSoftware, traits)
    const rays = kind === 'stages' ? await carriedRays() : null
    return createTracePasses(device, mode, kind === 'stages' && rays === null ? 'loop' : kind, walk, queue, rays, isCached ? { lights: quickLights.onGpu, paths, memory: memoryOf('quick') } : null, traits)
  }

  return {
    passes(settings, walk) {
      const { mode, secondaryRays, view } = settings
      const isCached = canLight && asksCache(settings) && !isHybrid(settings)
      const kind = isHeatView(view) ? 'counts' : isHybrid(settings) ? 'hybrid' : wayOf(secondaryRays, { isSoftware, hasGlass: hasGlass(), isCached, mostBuffers })
      const traits = traitsNow()
      const key = `${mode} ${kind} ${keyOfWalk(walk)} ${isCached} ${keyOfTraits(traits)}`
      const passes = known.get(key) ?? compile(kind, mode, walk, isCached, traits)
      known.set(key, passes)
      // What failed is tried again.
      passes.catch(() => known.delete(key))
      return passes
    },
    dispose() {
      for (const pending of known.values()) void pending.then((passes) => passes.dispose(), () => {})
      for (const { table } of memories.values()) table.dispose()
      void carried?.then((buffer) => buffer?.destroy(), () => {})
    },
  }
}
