import type { Engine, PathTracer, RenderSettings } from '../../gpu/index.ts'
import type { Camera } from '../../gpu/scene.ts'
import type { Picture } from './images.ts'

export interface ReferenceOptions {
  readonly camera: Camera
  readonly width: number
  readonly height: number
  readonly settings: RenderSettings
  readonly samples: number
  readonly bounces: number
  readonly seed: number
  readonly transparent: boolean
  readonly glossFloor: number
  /** Share done, 0..1. */
  readonly onProgress: (share: number) => void
}

/** Pixels of a region's side: its buffer fits every adapter. */
const REGION = 2048

/** The path-traced picture, region by region: premultiplied radiance in nits. */
export async function renderReference(engine: Engine, tracer: PathTracer, options: ReferenceOptions): Promise<Picture<Float32Array>> {
  const { camera, width, height, settings, samples, bounces, seed, transparent, glossFloor, onProgress } = options
  await engine.treesReady()
  const rgba = new Float32Array(width * height * 4)
  let donePixels = 0
  for (let y = 0; y < height; y += REGION) {
    for (let x = 0; x < width; x += REGION) {
      const region = { x, y, width: Math.min(REGION, width - x), height: Math.min(REGION, height - y) }
      const pixels = region.width * region.height
      await tracer.begin({ camera, width, height, region, settings, bounces, seed, transparent, glossFloor })
      while (tracer.samples < samples) {
        await tracer.step()
        onProgress((donePixels + (pixels * (tracer.samples + tracer.fraction)) / samples) / (width * height))
      }
      const part = await tracer.read()
      for (let row = 0; row < region.height; row++) {
        rgba.set(part.subarray(row * region.width * 4, (row + 1) * region.width * 4), ((y + row) * width + x) * 4)
      }
      donePixels += pixels
    }
  }
  return { width, height, rgba }
}
