import type { HeatFigures } from '../debug/heat-statistics.ts'
import type { Network } from '../denoise/network.ts'
import type { GBuffer } from '../passes/raster/gbuffer.ts'
import type { Camera } from '../scene.ts'
import type { RenderSettings } from '../settings.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import type { CpuExecutor } from '../twin/executor/cpu-executor.ts'

export interface FrameInput {
  readonly camera: Camera
  readonly settings: RenderSettings
  /** Canvas size in device pixels; the traced resolution follows from it and from the time a frame may take. */
  readonly width: number
  readonly height: number
  /** true while input arrives (orbit, walk, drag): resolution drops until a frame takes <= 150 ms. */
  readonly interacting: boolean
  /** Traces on the CPU's threads instead of the GPU: the same picture to 1e-4, but for indirect light of quick ones. */
  readonly cpu?: CpuExecutor | undefined
  /** Rays that follow the camera ray of a hybrid picture, 0 to 64; left out: as many as the settings' bounces and indirect light ask for. */
  readonly pathBounces?: number | undefined
  /** A picture by brute force that would take longer shows its middle, milliseconds; left out: 5,000. */
  readonly patienceMs?: number | undefined
  /** Samples of an edge at rest, where light has no noise and no lens blurs; left out: 8. */
  readonly edgeSamples?: number | undefined
}

export interface FrameReport {
  /** Milliseconds on the GPU (timestamps where the adapter has them, else wall clock) of the last complete frame, by pass. */
  readonly passMs: Readonly<Record<'gbuffer' | 'shade' | 'reflect' | 'irradiance' | 'denoise' | 'edges' | 'tonemap', number>>
  readonly frameMs: number
  /** Rays of the last complete frame. */
  readonly rays: { readonly shadow: number; readonly reflection: number }
  /** Who traced it; the GPU has no threads to count. */
  readonly executor: { readonly kind: 'gpu' | 'cpu'; readonly threads: number }
  /** How its rays walk object trees, those that follow included. */
  readonly traversal: TraversalName
  /** Traced resolution. */
  readonly width: number
  readonly height: number
  /** Jittered frames accumulated so far, of how many. */
  readonly samples: number
  readonly samplesWanted: number
  readonly uberBuildMs: number
  readonly instances: number
  readonly triangles: number
  /** Non-null: only this region was rendered, and why (brute force that would take too long). */
  readonly region: { readonly x: number; readonly y: number; readonly width: number; readonly height: number; readonly reason: string } | null
  /** What the picture is shown with: the settings', or what `automatic` has come to. */
  readonly exposureEv: number
  /** Figures and legends of the heat maps; null while another view is shown. */
  readonly heat: HeatFigures | null
}

/** Turns inputs into pictures, a bounded slice of GPU work at a time. */
export interface FrameLoop {
  /** What to composite: canvas-sized, display-referred, sRGB-encoded; another object after a resize. */
  readonly output: GPUTexture
  /** The newest raster, for overlay depth and selection outlines. */
  readonly gbuffer: GBuffer | null
  /** New camera, settings, size or scene: work in flight is abandoned between tiles, accumulation restarts. */
  update(input: FrameInput): void
  /** Does one slice (about 50 ms of GPU work at most in flight); 'idle' when the picture is final and the GPU at rest. */
  step(): Promise<'working' | 'idle'>
  readonly report: FrameReport
  /**
   * From now on a hybrid picture at rest is denoised as its last step, where the settings denoise; null: no longer. Whoever gives the network keeps it until then. What
   * was gathered stays as it is: readRadiance() is of before.
   */
  denoiseRest(network: Network | null): void
  /** The finished picture before it was toned or denoised: 4 floats per canvas pixel, radiance in nits and 1. null: not at full resolution yet. */
  readRadiance(): Promise<Float32Array | null>
  dispose(): void
}

/** A loop that tests and measurements look into. */
export interface OpenLoop extends FrameLoop {
  /** What has been gathered so far, in the resolution at hand: 4 floats per pixel, row by row, radiance added up and of how many samples. */
  readSums(): Promise<Float32Array>
}
