import type { PassTimer } from '../../device/timestamps.ts'
import type { TreeLayout } from '../../kdtree/pack.ts'
import type { Resource } from '../../kernels/kernel.ts'
import type { Vec3 } from '../../scene.ts'
import type { SceneBindings } from '../../tables/scene-bindings.ts'
import type { Way } from '../../traversal/walk.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { ExecutorResources } from '../../twin/executor/executor.ts'
import type { LightResources } from '../paths/light-resources.ts'
import type { PathQueue } from '../paths/path-queue.ts'
import { type CacheUpdate, createCpuIrradianceCache, createIrradianceCache } from './irradiance-cache.ts'
import { changeBetween, type LitScene } from './irradiance-watch.ts'

/** What an adapter may spend on the cache per frame, and how fine its cells are. */
export interface CachePlan {
  /** Milliseconds that an update should take. */
  readonly targetMs: number
  /** Paths of the first update, and at most. */
  readonly first: number
  readonly most: number
  /** A cell's size over its distance. */
  readonly angle: number
}

/** A card that traces 20 million short paths in a second has time for 120,000. */
export const HARDWARE_PLAN: CachePlan = { targetMs: 6, first: 8192, most: 262144, angle: 0.04 }
/** Larger cells, so that they still come round within a second. */
export const PROCESSOR_PLAN: CachePlan = { targetMs: 50, first: 256, most: 4096, angle: 0.08 }
const LEAST_PATHS = 128
/** Of what fits: times vary from frame to frame. */
const CAREFUL = 0.9
/** A frame that had little to do says little of one that has more: the next may take so many times as long at most. */
const FASTEST_GROWTH = 1.5

/** Plans updates of an irradiance cache from frame to frame: what changed, and how many paths fit the time. */
export interface CachePlanner {
  next(position: Vec3, scene: LitScene): CacheUpdate
  /** What the last update took. @param paths  how many it traced; null: not known */
  took(ms: number, paths: number | null): void
}

export function createCachePlanner({ targetMs, first, most, angle }: CachePlan): CachePlanner {
  let before: LitScene | null = null
  let paths = first
  let pathMs: number | null = null
  return {
    next(position, scene) {
      const change = changeBetween(before, scene)
      before = scene
      return { position, change, paths: Math.round(paths), angle }
    },
    took(ms, traced) {
      if (traced !== null) {
        // An update of a few cells says little about many: its fixed part would be taken for theirs.
        if (traced >= LEAST_PATHS) pathMs = pathMs === null ? ms / traced : 0.7 * pathMs + 0.3 * (ms / traced)
        if (pathMs !== null) paths = targetMs / pathMs
      } else {
        paths *= ms > targetMs ? targetMs / ms : Math.max(1, Math.min(FASTEST_GROWTH, (CAREFUL * targetMs) / ms))
      }
      paths = Math.min(most, Math.max(LEAST_PATHS, paths))
    },
  }
}

/** What an update starts from. */
export interface IrradianceInputs {
  readonly position: Vec3
  readonly scene: Omit<LitScene, 'light'>
  /** What the last update took, milliseconds; null: not known. */
  readonly lastMs: number | null
}

/** A cache that is kept up to date from frame to frame, as far as the plan's time goes. @throws EngineError `gpu-kernel` */
export async function createFrameIrradiance(device: GPUDevice, traversal: Way, queue: PathQueue, lights: LightResources<Resource>, plan: CachePlan) {
  const cache = await createIrradianceCache(device, traversal, queue)
  const planner = createCachePlanner(plan)
  return {
    /** Group 3 of kernels that ask it. */
    resources: cache.resources,
    encode: (encoder: GPUCommandEncoder, { bindings, position, scene, lastMs, timestamps }: IrradianceInputs & { readonly bindings: SceneBindings; readonly timestamps: PassTimer }): void => {
      const { known } = lights
      if (known === null) return
      if (lastMs !== null) planner.took(lastMs, null)
      const update = planner.next(position, { ...scene, light: known.light })
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
    /** @param memory  bind groups 0 and 1. @returns milliseconds */
    update: async ({ memory, position, scene }: IrradianceInputs & { readonly memory: ExecutorResources }): Promise<number> => {
      const { known } = lights
      if (known === null) return 0
      const start = performance.now()
      const paths = await cache.update(memory, lights.resources, known.rules, planner.next(position, { ...scene, light: known.light }))
      const ms = performance.now() - start
      planner.took(ms, paths)
      return ms
    },
  }
}
