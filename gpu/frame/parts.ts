import type { HeatStatistics } from '../debug/heat-statistics.ts'
import type { EngineError } from '../device/error.ts'
import type { Meter } from '../passes/display/meter.ts'
import type { createToneMap } from '../passes/display/tonemap.ts'
import type { AccumulationKernels } from '../passes/hybrid/accumulate.ts'
import type { PathLight } from '../passes/paths/path-light.ts'
import type { MarkEdges } from '../passes/raster/mark-edges.ts'
import type { PathLength } from './job.ts'
import type { CpuPasses } from '../passes/whitted/cpu-whitted.ts'
import type { createRayQueue } from '../passes/whitted/ray-queue.ts'
import type { TracePasses } from '../passes/whitted/whitted.ts'
import type { SceneBindings } from '../tables/scene-bindings.ts'
import type { InstanceId, SceneSnapshot } from '../scene.ts'
import type { RenderSettings } from '../settings.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import type { CpuExecutor } from '../twin/executor/cpu-executor.ts'
import type { ExecutorResources } from '../twin/executor/executor.ts'

/** Settings that choose kernels. */
export type TraceSettings = Pick<RenderSettings, 'method' | 'mode' | 'secondaryRays' | 'view'>

/** How light paths run in a hybrid frame. */
export interface HybridPaths extends PathLength {
  readonly settings: RenderSettings
  /** Radians, of one traced pixel. */
  readonly spread: number
  /** They count for the final picture: nothing is made easier. */
  readonly isFinal: boolean
}

export interface SceneUpdate {
  readonly uberBuildMs: number
  readonly instances: number
  readonly triangles: number
  /** Meshes that are rasterized but whose trees rays do not see yet. */
  readonly pendingMeshes: number
}

/** What a frame loop needs of the engine. */
export interface EngineParts {
  readonly device: GPUDevice
  readonly snapshot: SceneSnapshot | null
  /** As it was at the last flush: what is on the GPU. */
  readonly drawn: SceneSnapshot | null
  readonly slotOf: (id: InstanceId) => number | null
  /** Counts pictures that would differ: snapshots and trees that became ready. */
  readonly version: number
  readonly update: SceneUpdate
  /** Something visible lets light through. */
  readonly hasGlass: boolean
  /** Brings the GPU's copy of the scene up to date; called between frames only. */
  flush(): void
  /** Writes what the settings say into the scene's uniforms. */
  applySettings(settings: RenderSettings): void
  bindings(): SceneBindings
  /** The CPU's passes on an executor; asked for again, the same. */
  cpuPasses(executor: CpuExecutor, settings: TraceSettings): Promise<CpuPasses>
  /** What turns hybrid frames into pictures, compiled at first use. */
  accumulation(): Promise<AccumulationKernels>
  /** Lights and rules for the paths of hybrid frames, on the GPU (null) or for an executor's threads; before each dispatch. */
  preparePaths(paths: HybridPaths, executor: CpuExecutor | null): void
  /** The lights that these paths look for; null: there is no scene. */
  readonly pathLight: PathLight | null
  /** How rays walk object trees since the last flush; `passes` are those of it. */
  readonly traversal: TraversalName
  /** Bind groups 0 and 1 in the memory of the CPU's threads, as they stand since flush and applySettings. */
  cpuScene(executor: CpuExecutor): Promise<ExecutorResources>
  /** The kernels that these settings need, compiled at first use. */
  passes(settings: TraceSettings): Promise<TracePasses>
  /** Compiled at first use. */
  heatStatistics(): Promise<HeatStatistics>
  readonly toneMap: Awaited<ReturnType<typeof createToneMap>>
  readonly markEdges: MarkEdges
  /** Compiled at first use. */
  meter(): Promise<Meter>
  readonly queue: ReturnType<typeof createRayQueue>
  /** Set when the device is gone or out of memory: no frame comes any more. */
  readonly failure: EngineError | null
}
