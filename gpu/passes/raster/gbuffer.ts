import type { PassTimer } from '../../device/timestamps.ts'
import type { Camera } from '../../scene.ts'

/**
 * What the rasterizer leaves behind: `ids` is rg32uint, r = instance slot + 1 (0 = background), g = triangle index in the
 * mesh's own order (MeshData.indices).
 *
 * The engine finds the exact surface by intersecting the pixel's camera ray with that triangle, so nothing else is packed.
 */
export interface GBuffer {
  readonly ids: GPUTexture
  readonly width: number
  readonly height: number
}

/** Whoever rasterizes: three.js in the window, a compute pass of primary rays in tests and stills. */
export interface Rasterizer {
  /** Its passes ask `timer` for `gbuffer`; left out: the engine takes the time from before it submits until all of it is done, with what the GPU waits for in between. */
  readonly timesItself?: boolean
  /**
   * Draws the current snapshot's ids and submits before it returns.
   *
   * @param jitter  pixels, each -0.5..0.5: shifts the sample inside every pixel; the engine's camera rays use the same
   */
  rasterize(camera: Camera, width: number, height: number, jitter: readonly [x: number, y: number], timer?: PassTimer): GBuffer
}
