import type { GeneratedModule } from '../twin/runtime/run.ts'
import { cameraRays } from '../passes/raster/camera.ts'
import { raysOf } from '../passes/whitted/whitted.ts'
import type { SceneBindings } from '../tables/scene-bindings.ts'
import type { Camera, InstanceId, LightId } from '../scene.ts'
import type { RenderSettings } from '../settings.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import { createDebugPixel, createRayReplay, type DebugPixel } from './debug-pixel.ts'
import { type ExplainedPixel, explainPixel, type ExplainOptions } from './explain.ts'
import { replayPixel, uncomparedPixel } from './replay.ts'
import { readScene, type SceneBuffers, type SceneCopy } from './scene-copy.ts'
import { type PlacedImage, sparseImages } from './sparse-images.ts'

/** Which pixel of which picture. */
export interface PixelQuestion {
  readonly camera: Camera
  readonly settings: RenderSettings
  /** Of the picture, pixels. */
  readonly width: number
  readonly height: number
  /** From the upper left; the middle of the pixel is traced, as in a picture's first sample. */
  readonly x: number
  readonly y: number
}

/** The answer, and how it came about. */
export interface PixelAnswer extends ExplainedPixel {
  readonly traversal: TraversalName
  /** By the numbers that rays carry in `light`. */
  readonly lightIds: readonly LightId[]
  /** Milliseconds until the GPU's log was here, and of the twin. */
  readonly gpuMs: number
  readonly twinMs: number
}

/** `debug-ray/uber/standard-8` and so on, in fast mode: see shipped-kernels.ts. */
export type LoadTwin = (name: string) => Promise<GeneratedModule>

/** The scene as it lies on the GPU now. */
export interface ExplainerScene {
  /** Counts changes of anything but the uniforms. */
  readonly version: number
  readonly bindings: SceneBindings
  readonly buffers: SceneBuffers
  /** Bytes of `SceneUniforms`. */
  readonly uniforms: Uint8Array<ArrayBuffer>
  /** Images that alpha tests read. */
  readonly images: readonly PlacedImage[]
  readonly lights: ExplainOptions['lights']
  readonly lightIds: readonly LightId[]
  readonly instanceAt: (slot: number) => InstanceId | null
  readonly traversal: TraversalName
  /** Something visible lets light through. */
  readonly hasGlass: boolean
  /** Something visible is brushed or has a thin film. */
  readonly rare: boolean
}

export interface Explainer {
  /** @throws EngineError `gpu-kernel`, `gpu-memory`; rejects when the device is lost */
  explain(question: PixelQuestion, scene: () => ExplainerScene): Promise<PixelAnswer>
  dispose(): void
}

/** Traces pixels with a log, replays them in the twin, and says what happened. Kernels are compiled at first use. */
export function createExplainer(device: GPUDevice, loadTwin: LoadTwin | undefined): Explainer {
  const kernels = new Map<string, Promise<DebugPixel>>()
  // Kept for as long as some answer is: it may be as large as the scene.
  let copy: { readonly version: number; readonly traversal: TraversalName; readonly scene: WeakRef<SceneCopy> } | null = null

  function kernelFor(name: string, mode: RenderSettings['mode'], traversal: TraversalName, rare: boolean): Promise<DebugPixel> {
    const key = rare ? `${name} rare` : name
    const kernel = kernels.get(key) ?? createDebugPixel(device, mode, traversal, { rare })
    kernels.set(key, kernel)
    return kernel
  }

  return {
    async explain({ camera, settings, width, height, x, y }, sceneNow) {
      const { mode } = settings
      let now = sceneNow()
      let kernel: DebugPixel
      let twin: GeneratedModule | null
      let walked: TraversalName
      let rare: boolean
      do {
        ;({ traversal: walked, rare } = now)
        const name = mode === 'brute-force' ? `debug-ray/${mode}` : `debug-ray/${mode}/${walked}`
        ;[kernel, twin] = await Promise.all([kernelFor(name, mode, walked, rare), loadTwin?.(name) ?? null])
        // Trees may have been laid out for another traversal meanwhile, and other materials shown.
        now = sceneNow()
      } while (now.traversal !== walked || now.rare !== rare)
      const startMs = performance.now()
      // From here to the last submit nothing waits, so all of it is about one scene.
      const { version, bindings, buffers, uniforms, images, hasGlass, ...rest } = now
      const tracing = kernel.trace(bindings, {
        camera: cameraRays(camera, width, height), pixel: [x + 0.5, y + 0.5], ...raysOf(settings, hasGlass),
      })
      const known = copy?.version === version && copy.traversal === walked ? copy.scene.deref() : undefined
      const reading = known === undefined ? readScene(device, buffers, uniforms) : known.withUniforms(uniforms)
      const [log, scene] = await Promise.all([tracing, reading])
      copy = { version, traversal: walked, scene: new WeakRef(scene) }
      const gpuMs = performance.now() - startMs
      const report = twin === null ? uncomparedPixel(log)
        : replayPixel(log, createRayReplay(twin, pick(twin, { ...scene.resources, scene: scene.uniforms, ...sparseImages(images) })))
      const twinMs = performance.now() - startMs - gpuMs
      return { ...explainPixel(report, { scene, ...rest }), traversal: rest.traversal, lightIds: rest.lightIds, gpuMs, twinMs }
    },
    dispose() {
      for (const kernel of kernels.values()) void kernel.then((made) => made.dispose(), () => {})
    },
  }
}

/** Those resources that a kernel names: brute force reads no nodes. */
function pick<T>({ kernel }: GeneratedModule, resources: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(kernel.bindings.flatMap(({ name }) => (name in resources ? [[name, resources[name]] as const] : [])))
}
