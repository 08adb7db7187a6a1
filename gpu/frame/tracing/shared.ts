import { createHeatStatistics, type HeatStatistics } from '../../debug/heat-statistics.ts'
import type { EngineError } from '../../device/error.ts'
import { createMeter, type Meter } from '../../passes/display/meter.ts'
import { createToneMap, type ToneMap } from '../../passes/display/tonemap.ts'
import { type AccumulationKernels, compileAccumulation } from '../../passes/hybrid/accumulate.ts'
import { createMarkEdges, type MarkEdges } from '../../passes/raster/mark-edges.ts'
import type { RayQueue } from '../../passes/whitted/ray-queue.ts'
import type { SceneTables } from '../../tables/scene-tables.ts'
import type { CpuTracing } from './cpu-tracing.ts'
import type { PathLights } from './path-lights.ts'
import type { Tracing } from './tracing.ts'

/** Kernels that all frame loops of an engine use; those behind a function are compiled when they are asked for first. */
export interface FrameKernels {
  readonly toneMap: ToneMap
  readonly markEdges: MarkEdges
  accumulation(): Promise<AccumulationKernels>
  heatStatistics(): Promise<HeatStatistics>
  meter(): Promise<Meter>
  dispose(): void
}

/** @throws EngineError `gpu-kernel` */
export async function createFrameKernels(device: GPUDevice): Promise<FrameKernels> {
  const [toneMap, markEdges] = await Promise.all([createToneMap(device), createMarkEdges(device)])
  let accumulation: Promise<AccumulationKernels> | null = null
  let heatStatistics: Promise<HeatStatistics> | null = null
  let meter: Promise<Meter> | null = null
  return {
    toneMap, markEdges,
    accumulation: () => (accumulation ??= compileAccumulation(device)),
    heatStatistics: () => (heatStatistics ??= createHeatStatistics(device)),
    meter: () => (meter ??= createMeter(device)),
    dispose() {
      toneMap.dispose()
      markEdges.dispose()
      void heatStatistics?.then((made) => made.dispose(), () => {})
      void meter?.then((made) => made.dispose(), () => {})
    },
  }
}

/** What the frame loops of an engine share. */
export interface FrameShared {
  readonly device: GPUDevice
  /** A program plays the card. */
  readonly isSoftware: boolean
  readonly scene: SceneTables
  readonly tracing: Tracing
  readonly cpu: CpuTracing
  readonly lights: PathLights
  /** Of the cache that quick pictures look up. */
  readonly quickLights: PathLights
  readonly queue: RayQueue
  readonly kernels: FrameKernels
  /** Set when the device is gone or out of memory: no frame comes any more. */
  readonly failure: () => EngineError | null
}
