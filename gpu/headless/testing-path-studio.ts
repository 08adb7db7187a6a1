import type { Engine } from '../engine.ts'
import type { PathTracer, PathView } from '../passes/paths/path-trace.ts'
import type { Camera, SceneSnapshot } from '../scene.ts'
import { createInlineExecutor } from '../testing/inline-executor.ts'
import { cameraAt, PLAIN } from '../testing/shapes.ts'
import { sharedDevice } from './headless.ts'
import { createHeadlessEngine } from './still.ts'

/** A small picture whose pixels can be worked out by hand. */
export interface Shot {
  /** Four floats a pixel, rows from top to bottom. */
  readonly pixels: Float32Array
  readonly at: (x: number, y: number) => readonly [number, number, number]
  /** Of all pixels, green. */
  readonly mean: () => number
}

/** The reference, on this thread, and the engine whose scene it shows. */
export interface PathStudio {
  readonly device: GPUDevice
  readonly engine: Engine
  readonly cpu: PathTracer
  /** @throws Error where a pixel is no number */
  shoot(scene: SceneSnapshot, samples: number, change?: Partial<PathView>, camera?: Camera, size?: number, tracer?: PathTracer): Promise<Shot>
  /** @throws Error that names what WebGPU complained of meanwhile */
  dispose(): void
}

export async function createPathStudio(): Promise<PathStudio> {
  const device = await sharedDevice()
  const uncaptured: string[] = []
  const hear = ({ error }: GPUUncapturedErrorEvent): void => { uncaptured.push(error.message) }
  device.addEventListener('uncapturederror', hear)
  const engine = await createHeadlessEngine(device)
  const cpu = await engine.createPathTracer(createInlineExecutor())
  return {
    device, engine, cpu,
    async shoot(scene, samples, change = {}, camera = cameraAt([0, 0, 0]), size = 8, tracer = cpu) {
      engine.setScene(scene)
      await engine.treesReady()
      await tracer.begin({ camera, width: size, height: size, settings: PLAIN, bounces: 1, seed: 1, ...change })
      while (tracer.samples < samples) await tracer.step()
      const pixels = await tracer.read()
      if (!pixels.every(Number.isFinite)) throw new Error('a pixel is no number')
      return {
        pixels,
        at: (x, y) => [pixels[4 * (y * size + x)], pixels[4 * (y * size + x) + 1], pixels[4 * (y * size + x) + 2]],
        mean: () => pixels.reduce((sum, v, i) => (i % 4 === 1 ? sum + v : sum), 0) / (pixels.length / 4),
      }
    },
    dispose() {
      engine.dispose()
      device.removeEventListener('uncapturederror', hear)
      if (uncaptured.length > 0) throw new Error(uncaptured.join('\n'))
    },
  }
}
