/**
 * The engine's public entry. Everything else in gpu/ is private to it, but for what `renderer/viewport/` needs to share
 * textures with the rasterizer.
 */
import type { LoadTwin, PixelAnswer, PixelQuestion } from './debug/explainer.ts'
import type { HeatFigures } from './debug/heat-statistics.ts'
import type { TreeCells } from './debug/tree-cells.ts'
import type { KdTree } from './kdtree/node.ts'
import type { PackedMesh, TreeLayout } from './kdtree/pack.ts'
import type { CpuExecutor } from './twin/executor/cpu-executor.ts'
import type { IrradianceProbe } from './passes/irradiance/irradiance-probe.ts'
import type { PathTracer } from './passes/paths/path-trace.ts'
import type { TraversalName } from './traversal/traversals.ts'
import type { Camera, InstanceId, MeshData, Quat, RenderSettings, SceneSnapshot, Vec3 } from './scene.ts'

export type * from './scene.ts'
export { DEFAULT_SETTINGS, isHeatView } from './scene.ts'
export type { ExplainedNode, ExplainedRay, ExplainedStep, ExplainedTest } from './debug/explain.ts'
export type { LoadTwin, PixelAnswer, PixelQuestion } from './debug/explainer.ts'
export type { TreeCells } from './debug/tree-cells.ts'
export { viridis } from './debug/viridis.ts'
export type { HeatFigure, HeatFigures } from './debug/heat-statistics.ts'
export { createEngine } from './engine.ts'
export { clearSky, type ClearSky, type SkyOptions } from './sky/clear-sky.ts'
export { DEFAULT_TRAVERSAL, type TraversalName } from './traversal/traversals.ts'
export { cameraRays, throughLens } from './passes/raster/camera.ts'
export { measureTraversals, type TraversalChoice } from './traversal/measure.ts'
export type { PathRegion, PathTracer, PathView } from './passes/paths/path-trace.ts'
export { createFileTone, type FileTone } from './passes/display/file-tone.ts'
export { exposureOf, histogramOf } from './passes/display/meter.ts'
export { whiteBalanceMatrix } from './passes/display/white-balance.ts'
export { deviceLost, openDevice, type AdapterSummary, type OpenDevice } from './device/device.ts'
export { leakReport, type LiveResource, type Resources, resourcesOf } from './device/resources.ts'
export { createCpuExecutor, type CpuExecutor } from './twin/executor/cpu-executor.ts'
export type { WorkerPort } from './twin/executor/worker-protocol.ts'
export { EngineError, type EngineErrorCode } from './device/error.ts'

/**
 * What the rasterizer leaves behind: `ids` is rg32uint, r = instance slot + 1 (0 = background), g = triangle index in the
 * mesh's own order (MeshData.indices); `depth` is depth32float, reversed (1 at the near plane, 0 = nothing).
 *
 * The engine finds the exact surface by intersecting the pixel's camera ray with that triangle, so nothing else is packed.
 */
export interface GBuffer {
  readonly ids: GPUTexture
  readonly depth: GPUTexture
  readonly width: number
  readonly height: number
}

/** Whoever rasterizes: three.js in the window, a compute pass of primary rays in tests and stills. */
export interface Rasterizer {
  /**
   * Draws the current snapshot's ids and depth and submits before it returns.
   *
   * @param jitter  pixels, each -0.5..0.5: shifts the sample inside every pixel; the engine's camera rays use the same
   */
  rasterize(camera: Camera, width: number, height: number, jitter: readonly [x: number, y: number]): GBuffer
}

/**
 * Builds one object tree.
 *
 * @param layout  how the engine wants the mesh packed, if the builder does that too: for a large mesh it takes longer than a frame
 */
export type BuildTree = (mesh: MeshData, signal: AbortSignal, layout: TreeLayout) => Promise<KdTree & { readonly packed?: PackedMesh }>

export interface EngineOptions {
  readonly device: GPUDevice
  /** Builds one object tree, off the main thread where there is one. Rejects when aborted. */
  readonly buildTree: BuildTree
  /** How rays walk an object tree; left out: the standard one with a stack of 8 bytes per entry. */
  readonly traversal?: TraversalName
  /** The twin's debug rays, for explainPixel; left out, its answers are not compared with anything. */
  readonly loadTwin?: LoadTwin
  /** The picture would now be another one: a tree became ready. */
  readonly onChange?: () => void
}

/** `createEngine(options)`: compiles every kernel, then resolves. Rejects with EngineError. */
export type CreateEngine = (options: EngineOptions) => Promise<Engine>

export interface SceneUpdate {
  readonly uberBuildMs: number
  readonly instances: number
  readonly triangles: number
  /** Meshes that are rasterized but whose trees rays do not see yet. */
  readonly pendingMeshes: number
}

export interface Engine {
  /** Takes the next snapshot and redoes only what differs from the last one: new meshes upload, the über tree is rebuilt. */
  setScene(snapshot: SceneSnapshot): SceneUpdate
  /** The number that the rasterizer writes (plus one) for an instance; stable while the instance lives. */
  slotOf(id: InstanceId): number | null
  instanceAt(slot: number): InstanceId | null
  /** The very same trees, asked on the CPU. */
  readonly query: SceneQuery
  /**
   * Walks object trees another way from the next frame on: compiles its kernels, then lays the trees out anew if it wants other extra
   * data. The last call counts. @throws EngineError `gpu-kernel`; the walk before goes on
   */
  setTraversal(traversal: TraversalName): Promise<void>
  /** The one asked for last. */
  readonly traversal: TraversalName
  createFrameLoop(rasterizer: Rasterizer): FrameLoop
  /** A rasterizer made of rays, for stills and tests without one, and to measure what the rasterizer saves. Lives as long as the engine. */
  createPrimaryRasterizer(): Promise<Rasterizer>
  /**
   * The reference: paths through the scene as it is, by the GPU or by an executor's threads. Lives as long as the engine; begin() again
   * after the scene has changed.
   */
  createPathTracer(executor?: CpuExecutor): Promise<PathTracer>
  /** An irradiance cache of its own, asked at points instead of pixels: for tests and measurements. Lives as long as the engine. */
  createIrradianceProbe(executor?: CpuExecutor): Promise<IrradianceProbe>
  /**
   * Follows one pixel's light on the GPU, step by step, repeats every ray in the twin, and says what happened and whether
   * both agree: gpu/debug/README.md.
   */
  explainPixel(question: PixelQuestion): Promise<PixelAnswer>
  /** What a tree cuts its object into; null: the über tree. Null comes back where there is no such tree. @param most  cells */
  treeCells(id: InstanceId | null, depth: number, most: number): TreeCells | null
  /** Resolves when every mesh of the last snapshot has its tree. */
  treesReady(): Promise<void>
  dispose(): void
}

export interface FrameInput {
  readonly camera: Camera
  readonly settings: RenderSettings
  /** Canvas size in device pixels; the traced resolution follows from it and from the time a frame may take. */
  readonly width: number
  readonly height: number
  /** true while input arrives (orbit, walk, drag): resolution drops until a frame takes <= 150 ms. */
  readonly interacting: boolean
  /** Traces on the CPU's threads instead of the GPU: the same picture to 1e-4. */
  readonly cpu?: CpuExecutor | undefined
  /** Rays that follow the camera ray of a hybrid picture, 0 to 64; left out: as many as the settings' bounces and indirect light ask for. */
  readonly pathBounces?: number | undefined
}

export interface FrameReport {
  /** Milliseconds on the GPU (timestamps where the adapter has them, else wall clock) of the last complete frame, by pass. */
  readonly passMs: Readonly<Record<'gbuffer' | 'shade' | 'reflect' | 'irradiance' | 'denoise' | 'tonemap', number>>
  readonly frameMs: number
  /** Rays of the last complete frame. */
  readonly rays: { readonly shadow: number; readonly reflection: number }
  /** Who traced it; the GPU has no threads to count. */
  readonly executor: { readonly kind: 'gpu' | 'cpu'; readonly threads: number }
  /** How its rays walked object trees. */
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
  /** The finished picture before it was toned: 4 floats per canvas pixel, radiance in nits and 1. null: not at full resolution yet. */
  readRadiance(): Promise<Float32Array | null>
  dispose(): void
}

export interface QueryHit {
  readonly instance: InstanceId
  /** Along `direction`, in units of its length. */
  readonly t: number
  readonly position: Vec3
  /** Unit, world space, of the triangle itself, turned against the ray. */
  readonly normal: Vec3
  readonly triangle: number
}

export interface Contact {
  readonly instance: InstanceId
  /** Unit vector that pushes the body out. */
  readonly normal: Vec3
  /** Metres. */
  readonly depth: number
}

export interface QueryOptions {
  /** Instances to look through. */
  readonly skip?: ReadonlySet<InstanceId>
  readonly tMax?: number
}

/** Questions to the scene on the CPU, over the same trees that the GPU traverses. */
export interface SceneQuery {
  closestHit(origin: Vec3, direction: Vec3, options?: QueryOptions): QueryHit | null
  /** Triangles that cut an oriented box: which instances, each once. */
  overlapBox(center: Vec3, halfExtents: Vec3, orientation: Quat, options?: QueryOptions): readonly InstanceId[]
  /** Contacts of a capsule (segment a-b, radius in metres), deepest first. */
  overlapCapsule(a: Vec3, b: Vec3, radius: number, options?: QueryOptions): readonly Contact[]
}
