import { readTexture } from '../buffers/buffer.ts'
import { createEngine, type Engine } from '../engine.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import type { FrameReport } from '../frame/frame.ts'
import { createFullPace, createSteadyPace, type Pace } from '../frame/pace.ts'
import { asksCache, isHybrid } from '../frame/plan.ts'
import { buildKdTree } from '../kdtree/build/build.ts'
import { type CachePlan, STILL_PLAN } from '../passes/irradiance/irradiance-frame.ts'
import type { CpuExecutor } from '../twin/executor/cpu-executor.ts'
import type { Camera, SceneSnapshot } from '../scene.ts'
import type { RenderSettings } from '../settings.ts'

/** A finished picture. */
export interface Still {
  readonly width: number
  readonly height: number
  /** 4 bytes per pixel, display-referred sRGB, rows from top to bottom. */
  readonly rgba: Uint8Array
  readonly report: FrameReport
  /** Linear, nits, 4 floats per pixel. */
  readonly radiance: Float32Array
}

export interface StillView {
  /** Of the frame loop's input. */
  readonly cpu?: CpuExecutor | undefined
  readonly pathBounces?: number | undefined
  readonly edgeSamples?: number | undefined
  /** Share done, 0..1. */
  readonly onProgress?: (share: number) => void
  readonly camera: Camera
  readonly settings: RenderSettings
  readonly width: number
  readonly height: number
}

/** An engine that builds its trees at once, on this thread. */
export function createHeadlessEngine(device: GPUDevice, traversal?: TraversalName, cachePlan?: CachePlan): Promise<Engine> {
  return createEngine({ device, traversal, cachePlan, buildTree: (mesh) => Promise.resolve(buildKdTree(mesh)) })
}

/** Renders a scene without a window, at full quality: every tree is waited for and every sample is taken. */
export async function renderStill(device: GPUDevice, scene: SceneSnapshot, view: StillView): Promise<Still> {
  const engine = await createHeadlessEngine(device, undefined, STILL_PLAN)
  try {
    engine.setScene(scene)
    return await finishStill(device, engine, view)
  } finally {
    engine.dispose()
  }
}

/** Of pictures from which a cache learns, at most: nobody sees them. The threads of two cores trace so many in a quarter of a second. */
const LEARNING_PIXELS = 128 * 72

/** Only quick pictures whose cache learns begin by coarse ones. */
export const paceOfStill = (settings: RenderSettings): Pace => (asksCache(settings) && !isHybrid(settings) ? createSteadyPace(LEARNING_PIXELS) : createFullPace())

/**
 * The finished picture of what an engine holds.
 *
 * @throws Error that names the first pixel that is no number: no frame of any test may have one
 */
export async function finishStill(device: GPUDevice, engine: Engine, { camera, settings, width, height, cpu, pathBounces, edgeSamples, onProgress }: StillView): Promise<Still> {
  await engine.treesReady()
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), paceOfStill(settings))
  try {
    loop.update({ camera, settings, width, height, interacting: false, cpu, pathBounces, edgeSamples, patienceMs: Infinity })
    while (await loop.step() === 'working') onProgress?.(loop.report.samples / Math.max(1, loop.report.samplesWanted))
    const radiance = await loop.readRadiance() ?? new Float32Array(4 * width * height)
    const wrong = radiance.findIndex((value) => !Number.isFinite(value))
    if (wrong >= 0) throw new Error(`Pixel ${(wrong >> 2) % width}, ${Math.floor((wrong >> 2) / width)} of the picture is no number: ${radiance.subarray(wrong & ~3, (wrong & ~3) + 4).join(' ')}`)
    return { width, height, rgba: await readTexture(device, loop.output, 4), report: loop.report, radiance }
  } finally {
    loop.dispose()
  }
}

/** The pixel at (x, y), y down. */
export function pixelOf({ width, rgba }: Pick<Still, 'width' | 'rgba'>, x: number, y: number): readonly [r: number, g: number, b: number] {
  const at = 4 * (y * width + x)
  return [rgba[at], rgba[at + 1], rgba[at + 2]]
}
