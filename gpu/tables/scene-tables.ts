import type { Arena } from '../buffers/arena.ts'
import { EngineError } from '../device/error.ts'
import type { BuildTree, TreeLayout } from '../kdtree/pack.ts'
import type { InstanceId, Light, SceneSnapshot, Vec3 } from '../scene.ts'
import type { RenderSettings } from '../settings.ts'
import { acquireAlbedoTexture } from '../textures/albedo.ts'
import { createSurroundingsTexture, type SurroundingsTexture } from '../textures/surroundings.ts'
import { createTextureTable, type TextureTable } from '../textures/table.ts'
import type { WalkNeeds } from '../traversal/walk.ts'
import type { TraceableInstance } from '../uber/instance.ts'
import { createInstanceTable } from './instances.ts'
import { createStrongest, isInSky, packLight, type PackedLight } from './lights.ts'
import { createLuminaireTable, type LuminaireTable } from './luminaires.ts'
import { createMaterialTable } from './materials.ts'
import { hasGlass, type MaterialTraits, traitsOf } from './material-traits.ts'
import { createMeshTable, type PreparedLayout } from './meshes.ts'
import { saneScene } from './sane.ts'
import { createSceneBinder, type SceneBindings } from './scene-bindings.ts'
import { createSceneUniforms, MAX_LIGHTS, type SceneUniforms } from './scene-uniforms.ts'
import { createUberTable, type UberTable } from './uber-table.ts'

/** What a snapshot came to. */
export interface SceneUpdate {
  readonly uberBuildMs: number
  readonly instances: number
  readonly triangles: number
  /** Meshes that are rasterized but whose trees rays do not see yet. */
  readonly pendingMeshes: number
}

/** The scene as rows and buffers: takes snapshots, uploads what differs, binds it all for tracing kernels. */
export interface SceneTables {
  /** The last one taken, every number in its range. */
  readonly snapshot: SceneSnapshot | null
  /** As it was at the last flush: what is on the GPU. */
  readonly drawn: SceneSnapshot | null
  /** Counts pictures that would differ: snapshots and trees that became ready. */
  readonly version: number
  readonly update: SceneUpdate
  /** Something visible lets light through, or did at the last flush. */
  readonly hasGlass: boolean
  readonly traits: MaterialTraits
  readonly uber: UberTable
  readonly uniforms: SceneUniforms
  readonly textures: TextureTable
  readonly luminaires: LuminaireTable
  readonly surroundings: SurroundingsTexture
  /** By their names in scene.wgsl. */
  readonly arenas: Readonly<Record<'nodes' | 'references' | 'triangles' | 'attributes' | 'instances' | 'materials', Arena>>
  /** The lights as they were last written, as they are and as packLight makes them: of many, those that quick pictures have. */
  readonly lit: readonly { readonly light: Light; readonly packed: PackedLight }[]
  readonly slotOf: (id: InstanceId) => number | null
  readonly instanceAt: (slot: number) => InstanceId | null
  /** Slots ever used. */
  readonly slotCount: number
  /** What rays can hit in a slot; null: nothing. */
  readonly traceableAt: (slot: number) => TraceableInstance | null
  /** Visible instances whose trees are still being built. */
  readonly unbuilt: readonly TraceableInstance<null>[]
  /** What whoever walks its trees has to have room for. */
  readonly needs: WalkNeeds
  /** @throws EngineError `scene-invalid`, `gpu-memory`; the scene before goes on as if nothing had happened */
  set(snapshot: SceneSnapshot): SceneUpdate
  /** Runs `change` before the next frame starts: what it frees or overwrites may be in use by this one. */
  defer(change: () => void): void
  /** Some change waits for the next flush. */
  readonly isWaiting: boolean
  /** What setLayout() wants to have been made elsewhere. */
  prepareLayout(layout: TreeLayout, signal: AbortSignal): Promise<PreparedLayout>
  /** Every mesh that has a tree, packed for a layout. @throws the signal's reason */
  packFor(layout: TreeLayout, signal: AbortSignal): Promise<PreparedLayout>
  /** Lays the trees out anew, between frames only. */
  setLayout(layout: TreeLayout, prepared: PreparedLayout): void
  /** Brings the GPU's copy up to date; called between frames only. */
  flush(): void
  /** Writes what the settings say into the uniforms. @param eye  of a quick picture, which has the lights that are strongest there; left out: there is none */
  applySettings(settings: RenderSettings, eye?: Vec3): void
  bindings(): SceneBindings
  /** Resolves when every mesh of the last snapshot has its tree. */
  treesReady(): Promise<void>
  dispose(): void
}

/** Lights that may be on: no house has so many, a hostile file may. */
export const MOST_LIGHTS = 65_536
const ORIGIN: Vec3 = [0, 0, 0]

function checkLights(on: readonly Light[]): void {
  if (on.length > MOST_LIGHTS) throw new EngineError('scene-invalid', `${on.length} lights are on, at most ${MOST_LIGHTS} can be`, { lights: on.length })
  const inSky = on.filter(({ kind }) => kind === 'directional').length
  if (inSky > MAX_LIGHTS) throw new EngineError('scene-invalid', `${inSky} lights in the sky are on, at most ${MAX_LIGHTS} can be`, { lights: inSky })
}

export interface SceneTablesOptions {
  readonly buildTree: BuildTree
  readonly layout: TreeLayout
  /** A tree became ready. */
  readonly onTree: () => void
}

export async function createSceneTables(device: GPUDevice, { buildTree, layout, onTree }: SceneTablesOptions): Promise<SceneTables> {
  let deferred: (() => void)[] = []
  const defer = (change: () => void) => { deferred.push(change) }
  const textures = await createTextureTable(device, defer)
  const meshes = createMeshTable(device, { buildTree, layout, defer, onTree: takeTree })
  const materials = createMaterialTable(device, textures)
  const luminaires = createLuminaireTable(device)
  const surroundings = createSurroundingsTexture(device)
  const instances = createInstanceTable(device, meshes, materials, defer)
  const uber = createUberTable(meshes.arenas)
  const uniforms = createSceneUniforms(device)
  const albedo = acquireAlbedoTexture(device)
  const bind = createSceneBinder(device)
  const arenas = { ...meshes.arenas, instances: instances.arena, materials: materials.arena }
  /** What was handed in. */
  let asked: SceneSnapshot | null = null
  let snapshot: SceneSnapshot | null = null
  let drawn: SceneSnapshot | null = null
  let isGlassy = false
  let isDrawnGlassy = false
  let traits: MaterialTraits = { rare: false, veiled: false }
  let version = 0
  let isDisposed = false
  let lit: SceneTables['lit'] = []
  /** Of all that are on: how many stand in the room, and the strongest. */
  let packed: { readonly of: SceneSnapshot; readonly lampCount: number; readonly strongest: ReturnType<typeof createStrongest<SceneTables['lit'][number]>> } | null = null

  function take(next: SceneSnapshot): void {
    checkLights(next.lights.filter((light) => light.on))
    const texturesBefore = textures.version
    textures.update(next.textures)
    luminaires.update(next.lights)
    surroundings.check(next.environment.image ?? null)
    meshes.update(next.meshes)
    const changed = instances.update(next.instances, textures.version !== texturesBefore)
    snapshot = next
    packed = null
    isGlassy = hasGlass(next)
    traits = traitsOf(next)
    version++
    if (changed) uber.rebuild(instances)
  }

  function takeTree(): void {
    if (isDisposed || snapshot === null) return
    instances.update(snapshot.instances, false)
    uber.rebuild(instances)
    version++
    onTree()
  }

  /** Gives back what a larger scene needed: all that is left moves together. Nothing else may be deferred. */
  function repack(): void {
    meshes.repack()
    uber.forget()
    instances.repack()
  }

  const describe = (): SceneUpdate => ({
    uberBuildMs: uber.buildMs, instances: instances.visibleCount, triangles: instances.triangleCount, pendingMeshes: meshes.pendingCount,
  })

  return {
    get snapshot() { return snapshot },
    get drawn() { return drawn },
    get version() { return version },
    get update() { return describe() },
    get hasGlass() { return isGlassy || isDrawnGlassy },
    get traits() { return traits },
    get lit() { return lit },
    get isWaiting() { return deferred.length > 0 },
    get unbuilt() { return instances.unbuilt },
    get slotCount() { return instances.slotCount },
    get needs() { return { objectDepth: meshes.depth, uberDepth: uber.tree.depth, instances: uber.instanceCount } },
    uber, uniforms, textures, luminaires, surroundings, arenas, defer,
    slotOf: instances.slotOf, instanceAt: instances.instanceAt, traceableAt: instances.traceableAt,
    set(next) {
      if (next === asked) return describe()
      const before = snapshot
      try {
        take(saneScene(next))
        asked = next
      } catch (error) {
        if (before !== null) take(before)
        throw error
      }
      return describe()
    },
    prepareLayout: (next, signal) => meshes.prepareLayout(next, signal),
    packFor: (next, signal) => meshes.packFor(next, signal),
    setLayout(next, prepared) {
      meshes.setLayout(next, prepared)
      if (snapshot !== null) instances.update(snapshot.instances, false)
    },
    flush() {
      const changes = deferred
      deferred = []
      for (const change of changes) change()
      if ([...Object.values(meshes.arenas) as Arena[], materials.arena].some(({ isWasteful }) => isWasteful)) repack()
      materials.flush()
      instances.flush()
      uber.flush()
      surroundings.update(snapshot?.environment.image ?? null)
      drawn = snapshot
      isDrawnGlassy = isGlassy
    },
    applySettings(settings, eye = ORIGIN) {
      if (snapshot === null) return
      if (packed?.of !== snapshot) {
        const lights = snapshot.lights.filter(({ on }) => on).map((light) => ({ light, packed: packLight(light, luminaires.find) }))
        packed = { of: snapshot, lampCount: lights.filter((each) => !isInSky(each.packed)).length, strongest: createStrongest(lights, MAX_LIGHTS) }
      }
      lit = settings.lights ? packed.strongest(eye) : []
      uniforms.write({
        environment: snapshot.environment, lights: lit.map((each) => each.packed), lampCount: settings.lights ? packed.lampCount : 0, uber,
        instanceCount: instances.slotCount, settings,
      })
    },
    bindings() {
      const buffers = Object.fromEntries(Object.entries(arenas).map(([name, arena]) => [name, arena.buffer]))
      return bind({ ...buffers, scene: uniforms.buffer }, textures.resources, { profiles: luminaires.texture, albedo: albedo.resource, environment: surroundings.texture })
    },
    treesReady: () => meshes.ready(),
    dispose() {
      isDisposed = true
      albedo.release()
      for (const table of [meshes, materials, instances, uniforms, textures, luminaires, surroundings]) table.dispose()
    },
  }
}
