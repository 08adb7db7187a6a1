import { createUniform } from './buffers/buffer.ts'
import { createExplainer, type ExplainerScene, type LoadTwin, type PixelAnswer, type PixelQuestion } from './debug/explainer.ts'
import { createHeatPasses } from './debug/heat-map.ts'
import { createHeatStatistics, type HeatStatistics } from './debug/heat-statistics.ts'
import type { PlacedImage } from './debug/sparse-images.ts'
import { type TreeCells, treeCells } from './debug/tree-cells.ts'
import { deviceLost, summarizeAdapter, watchMemory } from './device/device.ts'
import { EngineError } from './device/error.ts'
import { createLoop } from './frame/loop.ts'
import { isHybrid } from './frame/job.ts'
import type { FrameLoop } from './frame/frame.ts'
import type { Rasterizer } from './passes/raster/gbuffer.ts'
import type { IrradianceProbe } from './passes/irradiance/irradiance-probe.ts'
import type { SceneQuery } from './query/question.ts'
import type { EngineParts, HybridPaths, SceneUpdate, TraceSettings } from './frame/parts.ts'
import { createInstanceTable } from './tables/instances.ts'
import { type BuildTree, NONE } from './kdtree/pack.ts'
import { acquireAlbedoTexture, albedoShadow } from './textures/albedo.ts'
import { createBinder, structOf } from './kernels/kernel.ts'
import { packLight } from './tables/lights.ts'
import { createLuminaireTable } from './tables/luminaires.ts'
import { createMaterialTable, hasGlass, isPane } from './tables/materials.ts'
import type { ExecutorResources } from './twin/executor/executor.ts'
import type { CpuExecutor } from './twin/executor/cpu-executor.ts'
import { createMeshTable } from './tables/meshes.ts'
import { type AccumulationKernels, compileAccumulation } from './passes/hybrid/accumulate.ts'
import { createHybridPasses } from './passes/hybrid/hybrid.ts'
import { createCpuHybrid } from './passes/hybrid/cpu-hybrid.ts'
import { HARDWARE_PLAN, PROCESSOR_PLAN } from './passes/irradiance/irradiance-frame.ts'
import { createLightResources, createCpuLightResources } from './passes/paths/light-resources.ts'
import { createMarkEdges } from './passes/raster/mark-edges.ts'
import { createMeter, type Meter } from './passes/display/meter.ts'
import { createFollowingRunner } from './passes/paths/following-runner.ts'
import { createGpuIrradianceProbe, createCpuIrradianceProbe } from './passes/irradiance/irradiance-probe.ts'
import { createGpuPathRunner, createCpuPathRunner } from './passes/paths/path-runners.ts'
import { buildPathLight, type PathLight } from './passes/paths/path-light.ts'
import { createPathTracer, type PathTracer, pathRules, SAMPLE_CONE } from './passes/paths/path-trace.ts'
import { tracingPieces } from './passes/pieces.ts'
import { compilePrimary, createPrimary, type PrimaryKernels } from './passes/raster/primary.ts'
import { createRayQueue } from './passes/whitted/ray-queue.ts'
import { createToneMap, whiteOf } from './passes/display/tonemap.ts'
import { createTracePasses } from './passes/whitted/whitted.ts'
import { createCpuPasses, type CpuPasses } from './passes/whitted/cpu-whitted.ts'
import type { TracePasses } from './passes/whitted/whitted.ts'
import type { SceneBindings } from './tables/scene-bindings.ts'
import { createSceneQuery } from './query/query.ts'
import { saneScene } from './tables/sane.ts'
import type { InstanceId, Light, SceneSnapshot } from './scene.ts'
import { DEFAULT_SETTINGS, isHeatView, type RenderSettings, type SecondaryRays } from './settings.ts'
import { fitTo } from './textures/fit.ts'
import { BUCKETS, createTextureTable } from './textures/table.ts'
import { DEFAULT_TRAVERSAL, TREE_LAYOUTS, type TraversalName } from './traversal/traversals.ts'
import { createUberBuilder } from './uber/rebuild.ts'
import { createUberRoom } from './uber/room.ts'
import type { UberTree } from './uber/build.ts'

/** Roughness of glosses behind a broad scattering while the picture moves: caustics would only be noise. */
const MOVING_GLOSS = 0.3

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

const MODES = { 'brute-force': 0, 'object-list': 1, uber: 2 } as const
const MAX_LIGHTS = 64
/** SETTING_* of surface.wgsl and heat-map.wgsl. */
const SETTINGS = { shadows: 1, ambient: 2, flat: 4, black: 8, green: 16, normals: 32, allRays: 64, occlusion: 128 } as const

/** Creates the engine on a device; the caller keeps the device and makes a new engine from its last snapshot after a loss. */
export const createEngine: CreateEngine = async ({ device, buildTree, loadTwin, onChange, traversal: first = DEFAULT_TRAVERSAL }) => {
  // What the trees are laid out for, and what was asked for last: they differ while kernels are compiled and a frame ends.
  let traversal = first
  let wanted = first
  const pieces = tracingPieces('uber')
  const { isSoftware } = summarizeAdapter(device.adapterInfo)
  // Fewer, longer slices keep hardware busy: 50 MB against 6.
  const queue = createRayQueue(device, isSoftware ? 65536 : 524288)
  const modes = new Map<string, Promise<TracePasses>>()
  // A program gains from full lanes; hardware loses more by a dispatch per bounce than by lanes that rest.
  const bestWay: SecondaryRays = isSoftware ? 'compacted' : 'loop'
  let traced: TraceSettings = DEFAULT_SETTINGS
  let pathLights: ReturnType<typeof createLightResources> | null = null
  const passesOf = (settings: TraceSettings, by: TraversalName) => {
    const { mode, secondaryRays, view } = settings
    const counts = isHeatView(view)
    const way = isHybrid(settings) ? 'hybrid' : secondaryRays === 'auto' ? bestWay : secondaryRays
    const key = `${mode} ${counts ? 'counts' : way} ${by}`
    const known = modes.get(key) ?? (counts ? createHeatPasses(device, mode, by, queue)
      : way === 'hybrid' ? createHybridPasses(device, by, pathLights ??= createLightResources(device), isSoftware ? PROCESSOR_PLAN : HARDWARE_PLAN) : createTracePasses(device, mode, way, by, queue))
    modes.set(key, known)
    return known
  }
  const passes = (settings: TraceSettings) => {
    traced = settings
    return passesOf(settings, traversal)
  }
  let deferred: (() => void)[] = []
  const defer = (change: () => void) => { deferred.push(change) }
  const [textures, toneMap, markEdges] = await Promise.all([createTextureTable(device, defer), createToneMap(device), createMarkEdges(device), passes(DEFAULT_SETTINGS)])

  const meshes = createMeshTable(device, { buildTree, layout: TREE_LAYOUTS[traversal], defer, onTree })
  const materials = createMaterialTable(device, textures)
  const luminaires = createLuminaireTable(device)
  const packed = (light: Light) => packLight(light, luminaires.find)
  const instances = createInstanceTable(device, meshes, materials, defer)
  const uniforms = createUniform(device, structOf(pieces, 'SceneUniforms'))
  const albedo = acquireAlbedoTexture(device)
  const bindScene = createBinder(device, 'scene', pieces, 0)
  const bindTextures = createBinder(device, 'textures', pieces, 1)

  /** What was handed in; `snapshot` is that with every number in its range. */
  let asked: SceneSnapshot | null = null
  let snapshot: SceneSnapshot | null = null
  let drawn: SceneSnapshot | null = null
  let isGlassy = false
  let version = 0
  const buildUber = createUberBuilder()
  let uber: UberTree = buildUber(new Float32Array(0), new Uint32Array(0))
  let uberIsDirty = true
  const room = createUberRoom(meshes.arenas)
  let update: SceneUpdate = { uberBuildMs: 0, instances: 0, triangles: 0, pendingMeshes: 0 }
  /** The lights as they were last uploaded. */
  let lit: readonly Light[] = []
  let failure: EngineError | null = null
  let isDisposed = false
  let bound: { readonly resources: readonly unknown[]; readonly bindings: SceneBindings } | null = null
  const fail = (error: EngineError) => { failure ??= error }
  void deviceLost(device).then(fail)
  const forgetMemory = watchMemory(device, fail)

  function rebuildUber(): void {
    const start = performance.now()
    const { bounds, slots } = instances.traceable()
    uber = buildUber(bounds, slots)
    uberIsDirty = true
    update = { ...update, uberBuildMs: performance.now() - start }
  }

  function take(next: SceneSnapshot): void {
    const lit = next.lights.filter(({ on }) => on).length
    if (lit > MAX_LIGHTS) throw new EngineError('scene-invalid', `${lit} lights are on, at most ${MAX_LIGHTS} can be`, { lights: lit })
    const texturesBefore = textures.version
    textures.update(next.textures)
    luminaires.update(next.lights)
    meshes.update(next.meshes)
    const changed = instances.update(next.instances, textures.version !== texturesBefore)
    snapshot = next
    isGlassy = hasGlass(next.instances)
    version++
    if (changed) rebuildUber()
  }

  function describe(): SceneUpdate {
    update = { ...update, instances: instances.visibleCount, triangles: instances.triangleCount, pendingMeshes: meshes.pendingCount }
    return update
  }

  function onTree(): void {
    if (isDisposed || snapshot === null) return
    instances.update(snapshot.instances, false)
    rebuildUber()
    describe()
    version++
    onChange?.()
  }

  function bindings(): SceneBindings {
    const { nodes, references, triangles, attributes } = meshes.arenas
    const resources = [nodes.buffer, references.buffer, triangles.buffer, attributes.buffer, instances.arena.buffer, materials.arena.buffer, textures.resources, luminaires.texture]
    if (bound === null || resources.some((resource, i) => resource !== bound?.resources[i])) {
      const scene = bindScene({
        nodes: nodes.buffer, references: references.buffer, triangles: triangles.buffer, attributes: attributes.buffer,
        instances: instances.arena.buffer, materials: materials.arena.buffer, scene: uniforms.buffer,
      })
      bound = { resources, bindings: { scene, textures: bindTextures({ ...textures.resources, profiles: luminaires.texture.createView(), albedo_table: albedo.resource.createView() }) } }
    }
    return bound.bindings
  }

  const cpuModes = new WeakMap<CpuExecutor, Map<string, Promise<CpuPasses>>>()
  function cpuPasses(executor: CpuExecutor, settings: TraceSettings): Promise<CpuPasses> {
    const known = cpuModes.get(executor) ?? new Map<string, Promise<CpuPasses>>()
    cpuModes.set(executor, known)
    const layout = TREE_LAYOUTS[traversal]
    const key = `${isHybrid(settings) ? 'hybrid' : settings.mode} ${layout}`
    const passesOfMode = known.get(key) ?? (isHybrid(settings) ? createCpuHybrid(device, executor, layout, cpuLightsOf(executor))
      : createCpuPasses(device, executor, settings.mode, layout))
    known.set(key, passesOfMode)
    return passesOfMode
  }

  const cpuLights = new WeakMap<CpuExecutor, ReturnType<typeof createCpuLightResources>>()
  function cpuLightsOf(executor: CpuExecutor): ReturnType<typeof createCpuLightResources> {
    const known = cpuLights.get(executor) ?? createCpuLightResources(executor)
    cpuLights.set(executor, known)
    return known
  }

  // The lights that paths look for, of a snapshot.
  let pathLight: { readonly of: SceneSnapshot; readonly light: PathLight } | null = null
  function preparePaths({ settings, spread, bounces, mirrors, isFinal }: HybridPaths, executor: CpuExecutor | null): void {
    if (drawn === null) return
    if (pathLight?.of !== drawn) pathLight = { of: drawn, light: buildPathLight(drawn, instances.slotOf) }
    const { light } = pathLight
    const diffuse = !settings.indirect ? 'ambient' : isFinal ? 'traced' : 'cached'
    const rules = pathRules({ settings, bounces, mirrors, glossFloor: isFinal ? 0 : MOVING_GLOSS }, isFinal ? SAMPLE_CONE * spread : spread, light.hasPanes, diffuse)
    const lights = executor === null ? pathLights ??= createLightResources(device) : cpuLightsOf(executor)
    lights.update(light, drawn.environment.image ?? null, rules)
  }

  const sharedUniforms = new SharedArrayBuffer(uniforms.bytes.byteLength)
  async function cpuScene(executor: CpuExecutor): Promise<ExecutorResources> {
    // A copy first: the next frame's settings may be written while the arenas are read.
    const settings = uniforms.bytes.slice()
    const arenas = { ...meshes.arenas, instances: instances.arena, materials: materials.arena }
    const [images, profiles, buffers] = await Promise.all([textures.shadow(), luminaires.shadow(), Promise.all(Object.values(arenas).map((arena) => arena.shadow()))])
    new Uint8Array(sharedUniforms).set(settings)
    return {
      ...Object.fromEntries(Object.keys(arenas).map((name, i) => [name, executor.adopt(buffers[i])])),
      ...Object.fromEntries(Object.entries({ ...images, profiles, albedo_table: albedoShadow() }).map(([name, image]) => [name, executor.adoptTexture(image)])),
      scene: executor.adopt(sharedUniforms),
    }
  }

  let heatStatistics: Promise<HeatStatistics> | null = null
  let accumulation: Promise<AccumulationKernels> | null = null
  let meter: Promise<Meter> | null = null
  const parts: EngineParts = {
    device, toneMap, markEdges, queue, passes, bindings, cpuPasses, cpuScene, preparePaths,
    accumulation: () => (accumulation ??= compileAccumulation(device)),
    heatStatistics: () => (heatStatistics ??= createHeatStatistics(device)),
    meter: () => (meter ??= createMeter(device)),
    slotOf: instances.slotOf,
    get snapshot() { return snapshot },
    get drawn() { return drawn },
    get version() { return version },
    get update() { return update },
    get hasGlass() { return isGlassy },
    get pathLight() { return pathLight?.light ?? null },
    get failure() { return failure },
    get traversal() { return traversal },
    flush() {
      const changes = deferred
      deferred = []
      for (const change of changes) change()
      materials.flush()
      instances.flush()
      if (uberIsDirty) room.upload(uber)
      uberIsDirty = false
      drawn = snapshot
    },
    applySettings(settings) {
      if (snapshot === null) return
      const lights = settings.lights ? snapshot.lights.filter(({ on }) => on).slice(0, MAX_LIGHTS) : []
      lit = lights
      const ambient = snapshot.environment.ambient ?? snapshot.environment
      const isEmpty = uber.bounds[0] > uber.bounds[3]
      uniforms.write({
        uber_min: uber.bounds.subarray(0, 3), uber_max: uber.bounds.subarray(3, 6),
        uber_nodes: isEmpty ? NONE : room.nodes, uber_references: room.references,
        zenith: snapshot.environment.zenith, nadir: snapshot.environment.nadir,
        ambient_zenith: ambient.zenith, ambient_nadir: ambient.nadir,
        instance_count: instances.slotCount, light_count: lights.length, lights: lights.map(packed),
        mode: MODES[settings.mode], epsilon: settings.epsilon, white: whiteOf(settings.exposureEv), settings: settingBits(settings),
      })
    },
  }

  const explainer = createExplainer(device, loadTwin)
  /** What is on the GPU now, for the debug pixel. */
  function sceneOnGpu(): ExplainerScene {
    const { nodes, references, triangles, attributes } = meshes.arenas
    return {
      version, bindings: bindings(), uniforms: uniforms.bytes, images: alphaImages(), instanceAt: instances.instanceAt, traversal,
      buffers: {
        nodes: nodes.buffer, references: references.buffer, triangles: triangles.buffer, attributes: attributes.buffer,
        instances: instances.arena.buffer, materials: materials.arena.buffer,
      },
      hasGlass: isGlassy, lights: lit.map(packed), lightIds: lit.map(({ id }) => id),
    }
  }

  /** Images that decide whether a triangle is there, or lets light pass. */
  function alphaImages(): PlacedImage[] {
    const keys = new Set(snapshot?.instances.flatMap(({ materials: worn }) => worn.flatMap((material) => {
      const { alphaMode, baseColorTexture, metallicRoughnessTexture, transmissionTexture = null } = material
      const maps = isPane(material) ? [baseColorTexture, metallicRoughnessTexture, transmissionTexture] : alphaMode === 'opaque' ? [] : [baseColorTexture]
      return maps.flatMap((map) => (map === null ? [] : [map.texture]))
    })))
    return [...keys].flatMap((key) => {
      const [place, image] = [textures.find(key), snapshot?.textures.get(key)]
      return place === null || image === undefined ? [] : [{ place, image: fitTo(image, BUCKETS[BUCKETS.length - 1]) }]
    })
  }

  const loops = new Set<FrameLoop>()
  let primaryKernels: PrimaryKernels | null = null
  const primaries = new Set<{ dispose(): void }>()
  return {
    setScene(next) {
      if (next === asked) return describe()
      const before = snapshot
      try {
        take(saneScene(next))
        asked = next
      } catch (error) {
        // The scene before goes on as if nothing had happened.
        if (before !== null) take(before)
        throw error
      }
      return describe()
    },
    query: createSceneQuery(() => ({ uber, instanceAt: instances.traceableAt, unbuilt: instances.unbuilt })),
    slotOf: instances.slotOf,
    instanceAt: instances.instanceAt,
    async setTraversal(next) {
      if (next === wanted) return
      wanted = next
      try {
        const [primary] = await Promise.all([primaryKernels === null ? null : compilePrimary(device, next), passesOf(traced, next)])
        if (isDisposed || wanted !== next) return
        defer(() => {
          if (wanted !== next) return
          traversal = next
          primaryKernels = primary ?? primaryKernels
          meshes.setLayout(TREE_LAYOUTS[next])
          if (snapshot !== null) instances.update(snapshot.instances, false)
        })
      } catch (error) {
        if (wanted === next) wanted = traversal
        throw error
      }
      version++
      onChange?.()
    },
    get traversal() { return wanted },
    createFrameLoop(rasterizer) {
      const loop = createLoop(parts, rasterizer)
      loops.add(loop)
      return loop
    },
    async createPrimaryRasterizer() {
      primaryKernels ??= await compilePrimary(device, traversal)
      const primary = createPrimary(device, () => primaryKernels!, bindings)
      primaries.add(primary)
      return primary
    },
    async createPathTracer(executor) {
      const runner = await createFollowingRunner(() => wanted, (by) => (executor === undefined ? createGpuPathRunner(device, parts, by)
        : createCpuPathRunner(executor, parts, () => cpuScene(executor), `path-trace/uber/${TREE_LAYOUTS[by]}`)))
      const tracer = createPathTracer(parts, runner)
      primaries.add(tracer)
      return tracer
    },
    async createIrradianceProbe(executor) {
      const probe = await (executor === undefined ? createGpuIrradianceProbe(device, parts, traversal)
        : createCpuIrradianceProbe(executor, parts, () => cpuScene(executor), traversal))
      primaries.add(probe)
      return probe
    },
    explainPixel(question) {
      // The picture in flight, if it is older, makes way for a newer one anyway.
      return explainer.explain(question, () => {
        parts.flush()
        // Its rays are those towards lights.
        parts.applySettings({ ...question.settings, ambientOcclusion: false })
        return sceneOnGpu()
      })
    },
    treeCells(id, depth, most) {
      if (id === null) return uber.nodes.length === 0 || uber.bounds[0] > uber.bounds[3] ? null : treeCells(uber, null, depth, most)
      const slot = instances.slotOf(id)
      const traceable = slot === null ? null : instances.traceableAt(slot)
      return traceable === null ? null : treeCells(traceable.tree, traceable.worldFromObject, depth, most)
    },
    treesReady: () => meshes.ready(),
    dispose() {
      isDisposed = true
      forgetMemory()
      albedo.release()
      for (const disposable of [...loops, ...primaries, meshes, materials, instances, uniforms, textures, luminaires, queue, toneMap, markEdges, explainer]) disposable.dispose()
      pathLights?.dispose()
      void heatStatistics?.then((made) => made.dispose(), () => {})
      void meter?.then((made) => made.dispose(), () => {})
      for (const pending of modes.values()) void pending.then((made) => made.dispose(), () => {})
    },
  }
}

function settingBits({ shadows, ambient, ambientOcclusion, normals, background, view, heatRays }: RenderSettings): number {
  return (ambientOcclusion ? SETTINGS.occlusion : 0) | (shadows ? SETTINGS.shadows : 0) | (ambient ? SETTINGS.ambient : 0) | (normals === 'flat' ? SETTINGS.flat : 0) |
    (background === 'black' ? SETTINGS.black : background === 'green' ? SETTINGS.green : 0) | (view === 'normals' ? SETTINGS.normals : 0) |
    (heatRays === 'all' ? SETTINGS.allRays : 0)
}
