import { createExplainer, type LoadTwin, type PixelAnswer, type PixelQuestion } from './debug/explainer.ts'
import { sceneOnGpu } from './debug/scene-on-gpu.ts'
import { type TreeCells, treeCells } from './debug/tree-cells.ts'
import { deviceLost, summarizeAdapter, watchMemory } from './device/device.ts'
import type { EngineError } from './device/error.ts'
import { createCpuTracing } from './frame/tracing/cpu-tracing.ts'
import type { OpenLoop } from './frame/frame.ts'
import { createGpuTracing } from './frame/tracing/gpu-tracing.ts'
import { createLoop } from './frame/loop/loop.ts'
import type { Pace } from './frame/pace.ts'
import { measureRoom, type RoomMeasurement } from './frame/traversal/measure-room.ts'
import { createPathLights } from './frame/tracing/path-lights.ts'
import { createFrameKernels } from './frame/tracing/shared.ts'
import { createTracing } from './frame/tracing/tracing.ts'
import { createTraversalSwitch } from './frame/traversal/traversal-switch.ts'
import type { BuildTree } from './kdtree/pack.ts'
import { createCpuIrradianceProbe, createGpuIrradianceProbe, type IrradianceProbe } from './passes/irradiance/irradiance-probe.ts'
import type { CachePlan } from './passes/irradiance/irradiance-frame.ts'
import { createFollowingRunner } from './passes/paths/following-runner.ts'
import { createPathQueue } from './passes/paths/queue/path-queue.ts'
import { createCpuPathRunner, createGpuPathRunner } from './passes/paths/queue/path-runners.ts'
import { createPathTracer, type PathTracer } from './passes/paths/path-trace.ts'
import type { Rasterizer } from './passes/raster/gbuffer.ts'
import { compilePrimary, createPrimary, type PrimaryKernels } from './passes/raster/primary.ts'
import { createRayQueue } from './passes/whitted/ray-queue.ts'
import { createSceneQuery } from './query/query.ts'
import type { SceneQuery } from './query/question.ts'
import type { InstanceId, SceneSnapshot } from './scene.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { ALL_TRAITS } from './tables/material-traits.ts'
import { createSceneTables, type SceneTables, type SceneUpdate } from './tables/scene-tables.ts'
import { isEmpty } from './tables/uber-table.ts'
import type { TraversalChoice } from './traversal/measure/measure.ts'
import { DEFAULT_TRAVERSAL, TREE_LAYOUTS, type TraversalName } from './traversal/traversals.ts'
import { deepestWalk, fittingWalk, holds, type Walk } from './traversal/walk.ts'
import type { CpuExecutor } from './twin/executor/cpu-executor.ts'

export interface EngineOptions {
  readonly device: GPUDevice
  /** Builds one object tree, off the main thread where there is one. Rejects when aborted. */
  readonly buildTree: BuildTree
  /** How rays walk an object tree; left out: the standard one with a stack of 8 bytes per entry. */
  readonly traversal?: TraversalName
  /** Kernels with no more room for stacks than the scene asks for; left out: on hardware, where that is worth compiling them. */
  readonly fitsWalks?: boolean
  /** What a processor may spend on caches of indirect light per frame, an executor's threads or a program that plays the GPU; left out: what it has time for. */
  readonly cachePlan?: CachePlan | undefined
  /** The twin's debug rays, for explainPixel; left out, its answers are not compared with anything. */
  readonly loadTwin?: LoadTwin
  /** A tree became ready, or rays walk another way from now on: whoever shows pictures asks for the next step. */
  readonly onChange?: () => void
}

/** `createEngine(options)`: compiles every kernel, then resolves. Rejects with EngineError. */
export type CreateEngine = (options: EngineOptions) => Promise<Engine>

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
   * data. The last call counts; a scene whose trees would not fit so keeps the standard one.
   *
   * @throws EngineError `gpu-kernel`; the walk before goes on
   */
  setTraversal(traversal: TraversalName): Promise<void>
  /** The one asked for last. */
  readonly traversal: TraversalName
  /** Which traversal suits this adapter in the scene as it is: measure-room.ts. Meant for a moment when nothing is drawn; an edit has to end it. */
  measureTraversals(measurement: RoomMeasurement): Promise<TraversalChoice | null>
  /** @param pace  left out: resolution follows from the time that frames take */
  createFrameLoop(rasterizer: Rasterizer, pace?: Pace): OpenLoop
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
  /** Some mesh of the last snapshot has no tree yet: no ray meets it. */
  readonly isBuilding: boolean
  /** Resolves when every mesh of the last snapshot has its tree. */
  treesReady(): Promise<void>
  dispose(): void
}

/** What is compiled before anything is asked for: little. */
const FIRST_SETTINGS = { ...DEFAULT_SETTINGS, indirect: false }

/** Creates the engine on a device; the caller keeps the device and makes a new engine from its last snapshot after a loss. */
export const createEngine: CreateEngine = async ({ device, buildTree, loadTwin, onChange, traversal: first = DEFAULT_TRAVERSAL, fitsWalks: asksForFits, cachePlan }) => {
  const { isSoftware } = summarizeAdapter(device.adapterInfo)
  const fitsWalks = asksForFits ?? !isSoftware
  // Fewer, longer slices keep hardware busy: 67 MB against 8.
  const queue = createRayQueue(device, isSoftware ? 65536 : 524288)
  const lights = createPathLights(device)
  const quickLights = createPathLights(device, false)
  const paths = createPathQueue(device)
  let tables: SceneTables | null = null
  const gpu = createGpuTracing(device, { isSoftware, cachePlan, traits: () => tables?.traits ?? ALL_TRAITS, hasGlass: () => tables?.hasGlass ?? true, queue, paths, lights, quickLights })
  const [scene, kernels] = await Promise.all([
    createSceneTables(device, { buildTree, layout: TREE_LAYOUTS[first], onTree: () => onChange?.() }), createFrameKernels(device),
    // Where a program plays the GPU, threads trace as a rule, and a kernel costs it ten seconds.
    isSoftware ? null : gpu.passes(FIRST_SETTINGS, deepestWalk(first)),
  ])
  tables = scene
  const cpu = createCpuTracing(device, scene, lights, quickLights, cachePlan)
  const tracing = createTracing(gpu, cpu, { first, fitsWalks, needs: () => scene.needs })
  const explainer = createExplainer(device, loadTwin)
  const query = createSceneQuery(() => ({ uber: scene.uber.tree, instanceAt: scene.traceableAt, unbuilt: scene.unbuilt }))
  let failure: EngineError | null = null
  const fail = (error: EngineError) => { failure ??= error }
  void deviceLost(device).then(fail)
  const forgetMemory = watchMemory(device, fail)
  const shared = { device, isSoftware, scene, tracing, cpu, lights, quickLights, queue, kernels, failure: () => failure }
  let primaryKernels: PrimaryKernels | null = null
  const traversal = createTraversalSwitch({
    first, limits: device.limits, defer: (change) => scene.defer(change), inUse: () => tracing.walk.traversal,
    async prepare(next, signal) {
      const [prepared, primary] = await Promise.all([
        scene.prepareLayout(TREE_LAYOUTS[next], signal), primaryKernels === null ? null : compilePrimary(device, next), tracing.compile(next),
      ])
      return () => {
        tracing.use(next)
        primaryKernels = primary ?? primaryKernels
        scene.setLayout(TREE_LAYOUTS[next], prepared)
      }
    },
    onChange: () => onChange?.(),
  })
  /** Whatever lives as long as the engine. */
  const made = new Set<{ dispose(): void }>([scene, queue, paths, kernels, lights, quickLights, gpu, explainer])
  const kept = <T extends { dispose(): void }>(each: T): T => {
    made.add(each)
    return each
  }

  return {
    setScene(next) {
      const update = scene.set(next)
      traversal.sceneHas(trianglesOf(next))
      return update
    },
    query,
    slotOf: scene.slotOf,
    instanceAt: scene.instanceAt,
    setTraversal: (next) => traversal.ask(next),
    get traversal() { return traversal.wanted },
    measureTraversals: (measurement) => measureRoom(device, scene, query, TREE_LAYOUTS[tracing.walk.traversal], measurement),
    createFrameLoop: (rasterizer, pace) => kept(createLoop(shared, rasterizer, pace)),
    async createPrimaryRasterizer() {
      primaryKernels ??= await compilePrimary(device, tracing.walk.traversal)
      return kept(createPrimary(device, () => primaryKernels!, () => scene.bindings()))
    },
    async createPathTracer(executor) {
      const walks = {
        walk: () => (fitsWalks && executor === undefined ? fittingWalk(traversal.wanted, scene.needs) : deepestWalk(traversal.wanted)),
        mayGoOn: (walk: Walk) => TREE_LAYOUTS[walk.traversal] === TREE_LAYOUTS[traversal.wanted] && holds(walk, scene.needs),
      }
      const runner = await createFollowingRunner(walks, (by) => (executor === undefined ? Promise.resolve(createGpuPathRunner(device, scene, paths, by))
        : createCpuPathRunner(executor, scene, () => cpu.scene(executor), `path-trace/uber/${TREE_LAYOUTS[by.traversal]}`)))
      return kept(createPathTracer(scene, runner))
    },
    async createIrradianceProbe(executor) {
      return kept(await (executor === undefined ? createGpuIrradianceProbe(device, scene, paths, tracing.walk.traversal)
        : createCpuIrradianceProbe(executor, scene, () => cpu.scene(executor), tracing.walk.traversal)))
    },
    explainPixel: (question) => explainer.explain(question, () => {
      // The picture in flight, if it is older, makes way for a newer one anyway.
      scene.flush()
      // Its rays are those towards lights.
      scene.applySettings({ ...question.settings, ambientOcclusion: false }, question.camera.position)
      return sceneOnGpu(scene, tracing.walk.traversal)
    }),
    treeCells(id, depth, most) {
      const { tree } = scene.uber
      if (id === null) return tree.nodes.length === 0 || isEmpty(tree) ? null : treeCells(tree, null, depth, most)
      const slot = scene.slotOf(id)
      const traceable = slot === null ? null : scene.traceableAt(slot)
      return traceable === null ? null : treeCells(traceable.tree, traceable.worldFromObject, depth, most)
    },
    get isBuilding() { return scene.update.pendingMeshes > 0 },
    treesReady: () => scene.treesReady(),
    dispose() {
      traversal.dispose()
      forgetMemory()
      // Loops before what they draw with.
      for (const each of [...made].toReversed()) each.dispose()
    },
  }
}

/** Of its meshes, each counted once. */
function trianglesOf({ meshes }: SceneSnapshot): number {
  let count = 0
  for (const { indices } of meshes.values()) count += indices.length / 3
  return count
}
