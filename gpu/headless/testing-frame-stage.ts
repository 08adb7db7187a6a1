import { showRadiance } from '../bench/pictures/picture-kit.ts'
import type { Engine } from '../engine.ts'
import type { FrameInput, OpenLoop } from '../frame/frame.ts'
import { createPace, type Pace } from '../frame/pace.ts'
import { pathLengthOf } from '../frame/plan.ts'
import type { CachePlan } from '../passes/irradiance/irradiance-frame.ts'
import type { PathTracer } from '../passes/paths/path-trace.ts'
import type { Rasterizer } from '../passes/raster/gbuffer.ts'
import type { Camera, SceneSnapshot } from '../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../settings.ts'
import { flipOf } from '../testing/flip.ts'
import { createInlineExecutor } from '../testing/inline-executor.ts'
import { ROOM_CAMERA } from '../testing/room.ts'
import { sharedDevice } from './headless.ts'
import { createHeadlessEngine } from './still.ts'

/** Of its pictures, pixels. */
export const STAGE: { readonly width: number; readonly height: number } = { width: 32, height: 24 }

/** A frame loop and the reference over one engine, on this thread: for tests that hold one to the other. */
export interface FrameStage {
  readonly engine: Engine
  /** May be replaced for a while. */
  loop: OpenLoop
  readonly reference: PathTracer
  /** Every how many pixels are traced; null: as the time that frames take says. */
  stride: number | null
  /** @param rasterizer  left out: one made of rays */
  createLoop(rasterizer?: Rasterizer): Promise<OpenLoop>
  /** Runs with a loop of its own, so that equal frames have equal numbers. @param stride  as `stride` */
  inFreshLoop<T>(stride: number | null, run: () => Promise<T>): Promise<T>
  inputOf(settings: RenderSettings, more?: Partial<FrameInput>): FrameInput
  /** The picture that stands at its end, nits: four floats a pixel. @throws Error where one is no number */
  finish(input: FrameInput): Promise<Float32Array>
  /** Means of what its loop shows, nits; at rest of what it keeps. */
  shown(): Promise<Float32Array>
  trace(settings: RenderSettings, seed?: number, camera?: Camera): Promise<Float32Array>
  /** @throws Error that names what WebGPU complained of meanwhile */
  dispose(): void
}

/** Hybrid, not denoised, few samples at rest. */
export const settingsOf = (change: Partial<RenderSettings>): RenderSettings => ({ ...DEFAULT_SETTINGS, method: 'hybrid', denoise: false, restSamples: 24, ...change })

/** The room's camera, turned about the vertical, radians. */
export const turned = (angle: number): Camera => ({ ...ROOM_CAMERA, orientation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] })

/** FLIP of what a display shows of two radiances. */
export function apartOf(a: Float32Array, b: Float32Array): number {
  const size = { settings: settingsOf({}), ...STAGE }
  return flipOf(showRadiance(a, size), showRadiance(b, size)).mean
}

export const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length

/** Shows a scene, whose trees are ready when it resolves. @param cachePlan  of a processor; left out: as the time that updates take says */
export async function createFrameStage(scene: SceneSnapshot, cachePlan?: CachePlan): Promise<FrameStage> {
  const cpu = createInlineExecutor()
  const device = await sharedDevice()
  const uncaptured: string[] = []
  const hear = ({ error }: GPUUncapturedErrorEvent): void => { uncaptured.push(error.message) }
  device.addEventListener('uncapturederror', hear)
  const engine = await createHeadlessEngine(device, undefined, cachePlan)
  engine.setScene(scene)
  await engine.treesReady()
  const reference = await engine.createPathTracer(cpu)
  const createLoop = async (rasterizer?: Rasterizer): Promise<OpenLoop> => engine.createFrameLoop(rasterizer ?? await engine.createPrimaryRasterizer(), chosenPace(() => stage.stride))

  const stage: FrameStage = {
    engine, reference, createLoop, stride: null, loop: undefined!,
    async inFreshLoop(stride, run) {
      const standing = { loop: stage.loop, stride: stage.stride }
      Object.assign(stage, { loop: await createLoop(), stride })
      try {
        return await run()
      } finally {
        stage.loop.dispose()
        Object.assign(stage, standing)
      }
    },
    inputOf: (settings, more = {}) => ({ camera: ROOM_CAMERA, settings, ...STAGE, interacting: false, cpu, ...more }),
    async finish(input) {
      const { loop } = stage
      loop.update(input)
      while (await loop.step() === 'working') { /* until it is final */ }
      const picture = input.interacting ? await stage.shown() : await loop.readRadiance() ?? await stage.shown()
      if (!picture.every(Number.isFinite)) throw new Error('a pixel is no number')
      return picture
    },
    async shown() {
      const { width, height } = stage.loop.gbuffer!
      return (await stage.loop.readSums()).slice(0, 4 * width * height).map((value, i, all) => value / Math.max(1, all[i | 3]))
    },
    async trace(settings, seed = 1, camera = ROOM_CAMERA) {
      await reference.begin({ camera, ...STAGE, settings, ...pathLengthOf(settings), seed, connectsLit: false })
      while (reference.samples < settings.restSamples) await reference.step()
      return reference.read()
    },
    dispose() {
      engine.dispose()
      device.removeEventListener('uncapturederror', hear)
      if (uncaptured.length > 0) throw new Error(uncaptured.join('\n'))
    },
  }
  stage.loop = await createLoop()
  return stage
}

/** Resolution follows from the time that frames take; here it may be chosen. */
function chosenPace(strideNow: () => number | null): Pace {
  const pace = createPace()
  return {
    ...pace,
    get fixedMs() { return pace.fixedMs },
    resolution: (...picture) => {
      const stride = strideNow()
      return stride === null ? pace.resolution(...picture) : { shrink: 1, stride }
    },
  }
}
