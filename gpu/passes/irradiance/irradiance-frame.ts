import type { PassTimer } from '../../device/timestamps.ts'
import type { TreeLayout } from '../../kdtree/pack.ts'
import type { Resource } from '../../kernels/kernel.ts'
import type { Vec3 } from '../../scene.ts'
import type { MaterialTraits } from '../../tables/material-traits.ts'
import type { SceneBindings } from '../../tables/scene-bindings.ts'
import type { Way } from '../../traversal/walk.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { ExecutorResources } from '../../twin/executor/executor.ts'
import type { LightResources } from '../paths/light-resources.ts'
import type { PathQueue } from '../paths/path-queue.ts'
import { CACHE_SIZE } from '../pieces.ts'
import { type CacheUpdate, createCpuIrradianceCache, createIrradianceCache } from './irradiance-cache.ts'
import { changeBetween, type LitScene } from './irradiance-watch.ts'

/** What an adapter may spend on the cache per frame, and how fine its cells are. */
export interface CachePlan {
  /** Milliseconds that an update should take. */
  readonly targetMs: number
  /** The same where nothing moves: a share of what its picture takes, between these bounds. */
  readonly restMs: number
  readonly restShare: number
  readonly mostRestMs: number
  /** Paths of the first update, and at most. */
  readonly first: number
  readonly most: number
  /** A cell's size over its distance. */
  readonly angle: number
}

/** A card that traces 20 million short paths in a second has time for 60,000, and at rest for twice as many. */
export const HARDWARE_PLAN: CachePlan = { targetMs: 3, restMs: 6, restShare: 0, mostRestMs: 6, first: 8192, most: 262144, angle: 0.04 }
/** Larger cells, so that they still come round within a second. Whoever moves something waits for an update to end. */
export const PROCESSOR_PLAN: CachePlan = { targetMs: 50, restMs: 250, restShare: 0.5, mostRestMs: 1000, first: 256, most: 65536, angle: 0.08 }
const LEAST_PATHS = 128
/** Of what fits: times vary from frame to frame. */
const CAREFUL = 0.9
/** A frame that had little to do says little of one that has more: the next may take so many times as long at most. */
const FASTEST_GROWTH = 1.5

/** Plans updates of an irradiance cache from frame to frame: what changed, and how many paths fit the time. */
export interface CachePlanner {
  /** @param pictureMs  what the picture takes to trace, 0: not known; null: things move */
  next(position: Vec3, scene: LitScene, pictureMs: number | null): CacheUpdate
  /** What the last update took. @param paths  how many it traced; null: not known @param fixedMs  of the time, what does not grow with them */
  took(ms: number, paths: number | null, fixedMs?: number): void
}

export function createCachePlanner({ targetMs, restMs, restShare, mostRestMs, first, most, angle }: CachePlan): CachePlanner {
  let before: LitScene | null = null
  /** Of an update while things move. */
  let paths = first
  /** What one costs, and what all of them cost together beside that; null: not known. */
  let costs: { readonly pathMs: number; readonly fixedMs: number } | null = null
  /** Of the update that was planned last. */
  let goalMs = targetMs
  const bounded = (count: number): number => Math.min(most, Math.max(LEAST_PATHS, count))
  return {
    next(position, scene, pictureMs) {
      const change = changeBetween(before, scene)
      before = scene
      goalMs = pictureMs === null ? targetMs : Math.min(mostRestMs, Math.max(restMs, restShare * pictureMs))
      const fitting = costs === null ? (paths * goalMs) / targetMs : Math.max(goalMs / 2, goalMs - costs.fixedMs) / costs.pathMs
      return { position, change, paths: Math.round(bounded(fitting)), angle }
    },
    took(ms, traced, fixedMs = 0) {
      if (traced === null) paths = bounded(paths * (ms > goalMs ? goalMs / ms : Math.max(1, Math.min(FASTEST_GROWTH, (CAREFUL * goalMs) / ms))))
      // An update of a few cells says little about many.
      else if (traced >= LEAST_PATHS) {
        const pathMs = Math.max(0, ms - fixedMs) / traced
        costs = { pathMs: costs === null ? pathMs : 0.7 * costs.pathMs + 0.3 * pathMs, fixedMs }
      }
    },
  }
}

/** What an update starts from. */
export interface IrradianceInputs {
  readonly position: Vec3
  readonly scene: Omit<LitScene, 'light'>
  /** What the picture takes to trace, milliseconds, 0: not known; null: things move. */
  readonly pictureMs: number | null
  /** What the last update took, milliseconds; null: not known. */
  readonly lastMs: number | null
}

/** A cache that is kept up to date from frame to frame, as far as the plan's time goes. @throws EngineError `gpu-kernel` */
export async function createFrameIrradiance(device: GPUDevice, traversal: Way, queue: PathQueue, lights: LightResources<Resource>, plan: CachePlan, traits: MaterialTraits) {
  const cache = await createIrradianceCache(device, traversal, queue, CACHE_SIZE, traits)
  const planner = createCachePlanner(plan)
  return {
    /** Group 3 of kernels that ask it. */
    resources: cache.resources,
    encode: (encoder: GPUCommandEncoder, { bindings, position, scene, pictureMs, lastMs, timestamps }: IrradianceInputs & { readonly bindings: SceneBindings; readonly timestamps: PassTimer }): void => {
      const { known } = lights
      if (known === null) return
      if (lastMs !== null) planner.took(lastMs, null)
      const update = planner.next(position, { ...scene, light: known.light }, pictureMs)
      cache.encode(encoder, { scene: bindings, lights: lights.resources, rules: known.rules, update, timing: timestamps.writes('irradiance') })
    },
    dispose: () => cache.dispose(),
  }
}

/** The same on an executor's threads, for trees of one layout. */
export async function createCpuFrameIrradiance(executor: CpuExecutor, layout: TreeLayout, lights: LightResources<ExecutorResources[string]>) {
  const cache = await createCpuIrradianceCache(executor, layout)
  const planner = createCachePlanner(PROCESSOR_PLAN)
  return {
    resources: cache.resources,
    known: cache.known,
    /** @param memory  bind groups 0 and 1. @returns milliseconds */
    update: async ({ memory, position, scene, pictureMs }: IrradianceInputs & { readonly memory: ExecutorResources }): Promise<number> => {
      const { known } = lights
      if (known === null) return 0
      const start = performance.now()
      const { paths, fixedMs } = await cache.update(memory, lights.resources, known.rules, planner.next(position, { ...scene, light: known.light }, pictureMs))
      const ms = performance.now() - start
      planner.took(ms, paths, fixedMs)
      return ms
    },
  }
}
