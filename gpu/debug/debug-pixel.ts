import { createStorageBuffer, createUniform, readBuffer } from '../buffers/buffer.ts'
import { createKernel, structOf } from '../kernels/kernel.ts'
import { createTwinKernel, type GeneratedModule, type TwinResource } from '../twin/runtime/run.ts'
import type { PinholeRays } from '../passes/raster/camera.ts'
import { MIN_WEIGHT } from '../passes/whitted/whitted.ts'
import type { RenderSettings } from '../settings.ts'
import type { MaterialTraits } from '../tables/material-traits.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import { debugPieces } from './debug-pieces.ts'
import type { RayReplay } from './replay.ts'
import { logSize } from './trace-log.ts'

/** A pixel's camera ray, and how far its light is followed. */
export interface PixelRequest {
  readonly camera: PinholeRays
  /** Raster coordinate: the middle of a pixel is at a half. */
  readonly pixel: readonly [x: number, y: number]
  readonly bounces: number
  /** Of these, how many mirrors may send; the others go through glass. */
  readonly mirrors: number
}

/**
 * Entries of one pixel's log, 4 MiB: a few hundred steps per ray, a dozen lights, some bounces take a tenth of it. A full log ends
 * the walk (brute force over a large scene), so it also bounds how long the one thread may take.
 */
const LOG_ENTRIES = 262_143

/** Place of `any` in DebugParams. */
const ANY_WORD = 19

/** Traces one pixel on the GPU and writes down every step. */
export interface DebugPixel {
  /**
   * Submits before it first waits, so that buffers read back in the same breath are those that were traced.
   *
   * @returns the log, for replayPixel or readTrace
   */
  trace(bindings: { readonly scene: GPUBindGroup; readonly textures: GPUBindGroup }, request: PixelRequest): Promise<Uint32Array>
  dispose(): void
}

/**
 * @param rare  something visible is brushed or has a thin film
 * @throws EngineError `gpu-kernel`
 */
export async function createDebugPixel(
  device: GPUDevice, mode: RenderSettings['mode'], traversal: TraversalName | undefined, { rare }: Pick<MaterialTraits, 'rare'>, entries = LOG_ENTRIES,
): Promise<DebugPixel> {
  const pieces = debugPieces(mode, traversal)
  const kernel = await createKernel(device, 'debug_pixel', pieces, { shows_rare: Number(rare) })
  const params = createUniform(device, structOf(pieces, 'DebugParams'))
  const log = createStorageBuffer(device, 'trace log', logSize(entries))
  const group = kernel.bind(2, { debug: params.buffer, trace_log: log })
  return {
    async trace({ scene, textures }, { camera, pixel, bounces, mirrors }) {
      params.write({
        origin: camera.position, t_min: 0, direction: camera.corner, t_max: 1e30, step_x: camera.stepX, step_y: camera.stepY,
        pixel, bounces, mirrors, spread: camera.spread, min_weight: MIN_WEIGHT, any: 0,
      })
      device.queue.writeBuffer(log, 0, new Uint32Array(4))
      const encoder = device.createCommandEncoder({ label: 'debug pixel' })
      const pass = encoder.beginComputePass({ label: 'debug pixel' })
      kernel.dispatch(pass, [scene, textures, group], 1)
      pass.end()
      device.queue.submit([encoder.finish()])
      return new Uint32Array(await readBuffer(device, log))
    },
    dispose() {
      params.dispose()
      log.destroy()
    },
  }
}

/**
 * Replays rays in the twin, for replayPixel.
 *
 * @param module  `twin:debug-ray/MODE/TRAVERSAL/fast`
 * @param resources  the scene and the textures by their WGSL names, read back from the GPU
 */
export function createRayReplay(module: GeneratedModule, resources: Readonly<Record<string, TwinResource>>): RayReplay {
  const debug = new Float32Array(24)
  const words = new Uint32Array(debug.buffer)
  return (ray, capacity) => {
    const log = new Uint32Array(logSize(capacity) / 4)
    debug.set([...ray.origin, ray.tMin, ...ray.direction, ray.tMax])
    words[ANY_WORD] = ray.question === 'any' ? 1 : 0
    createTwinKernel(module, { ...resources, debug, trace_log: log }).dispatch(1)
    return log
  }
}
