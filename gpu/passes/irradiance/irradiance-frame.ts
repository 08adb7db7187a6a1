import type { PassTimer } from '../../device/timestamps.ts'
import type { TreeLayout } from '../../kdtree/pack.ts'
import type { Resource } from '../../kernels/kernel.ts'
import type { Vec3 } from '../../scene.ts'
import type { MaterialTraits } from '../../tables/material-traits.ts'
import type { SceneBindings } from '../../tables/scene-bindings.ts'
import type { Way } from '../../traversal/walk.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { ExecutorResources } from '../../twin/executor/executor.ts'
import type { LightResources } from '../paths/lights/light-resources.ts'
import type { PathQueue } from '../paths/queue/path-queue.ts'
import { type CacheTable, type CacheUpdate, type CpuCacheTable, createCpuIrradianceCache, createIrradianceCache } from './irradiance-cache.ts'
import { changeBetween, type LitScene } from './irradiance-watch.ts'
import { lightChangeOf } from './light-change.ts'
import { movedBox } from './moved-box.ts'

/** What an adapter may spend on the cache per frame, and how fine its cells are. */
export interface CachePlan {
  /** Milliseconds that an update should take; Infinity, with `restMs`: however long `most` paths take. */
  readonly targetMs: number
  /** The same where nothing moves: a share of what its picture takes, between these bounds. */
  readonly restMs: number
  readonly restShare: number
  readonly mostRestMs: number
  /** Paths of the first update, at least, and at most. */
  readonly first: number
  readonly least: number
  readonly most: number
  /** A cell's size over its distance. */
  readonly angle: number
}

/** A card that traces 20 million short paths in a second has time for 60,000, and at rest for twice as many. With fewer than the least a room stays blotchy, and one of 5 million has time for those. Of moving pictures half take more than is aimed at: 3 ms are wanted. */
export const HARDWARE_PLAN: CachePlan = { targetMs: 2.8, restMs: 6, restShare: 0, mostRestMs: 6, first: 32768, least: 16384, most: 262144, angle: 0.02 }
/** Larger cells, so that they still come round within a second. Whoever moves something waits for an update to end. */
export const PROCESSOR_PLAN: CachePlan = { targetMs: 50, restMs: 250, restShare: 0.5, mostRestMs: 1000, first: 256, least: 128, most: 65536, angle: 0.08 }
/** Nobody waits for the pictures in between: equal stills are traced alike, whatever else the machine does. */
export const STILL_PLAN: CachePlan = { ...PROCESSOR_PLAN, targetMs: Infinity, restMs: Infinity, mostRestMs: Infinity, first: 8192, most: 8192 }
/** From one update to the next paths become at most so many times as many, beside the turns: one that had little to do says little of one that has more. */
const FASTEST_GROWTH = 1.5
/** And at least such a share, beside them: a time that waited for something else says little, too. */
const FASTEST_FALL = 0.5
/** Updates that tell what paths cost, where times alone do: by how their times differ, and by their times. */
const [LONG_MEMORY, SHORT_MEMORY] = [15, 5]
/** Updates are larger and smaller in turns, so that what grows with them is told from what does not; the larger ones take the time that is planned. */
const TURNS = [1.25, 0.8] as const
/** Logarithm of the ratio of two updates' paths that tells something. */
const LEAST_GROWTH = 0.05
/** Share of an update's time that is taken to grow with its paths, at least. */
const LEAST_SHARE = 0.05
/** Of an update and of a path, where a clock says less. */
const LEAST_MS = 1e-9

/** Plans updates of an irradiance cache from frame to frame: what changed, and how many paths fit the time. */
export interface CachePlanner {
  /** @param pictureMs  what the picture takes to trace, 0: not known; null: things move @param room  paths that are followed at once: what every update costs, more would cost again */
  next(position: Vec3, scene: LitScene, pictureMs: number | null, room?: number): CacheUpdate
  /** What the last update took. @param paths  how many it traced; null: as many as were planned, about @param fixedMs  of the time, what does not grow with them; where paths are null the times tell */
  took(ms: number, paths: number | null, fixedMs?: number): void
}

/** @param takesSteps  after a small change of light means go on: of pictures that do not ask the cache at rest */
export function createCachePlanner({ targetMs, restMs, restShare, mostRestMs, first, least, most, angle }: CachePlan, takesSteps = false): CachePlanner {
  let before: LitScene | null = null
  /** What one path costs, and what all of them cost together beside that; null: not known. */
  let costs: PathCosts | null = null
  /** Of the update that was planned last; null: there was none. */
  let planned: number | null = null
  /** Paths that the next one has at most and at least, by what the last took. */
  let [fewest, mostNow] = [least, first]
  const line = createCostLine()
  let turn = 0
  return {
    next(position, scene, pictureMs, room = Infinity) {
      const change = changeBetween(before, scene)
      const isStep = takesSteps && change === 'light' && lightChangeOf(before, scene) === 'step'
      const { snapshot, unbuilt = [] } = scene
      const appeared = before?.unbuilt?.filter(({ id }) => !unbuilt.some((other) => other.id === id)) ?? []
      const moved = change === 'things' ? movedBox(before?.snapshot ?? null, snapshot, appeared) : null
      before = scene
      const goalMs = pictureMs === null ? targetMs : Math.min(mostRestMs, Math.max(restMs, restShare * pictureMs))
      const mostHere = Math.min(most, room)
      // Where little is left beside what every update costs, more paths cost little: half of the time is theirs in any case.
      const fitting = goalMs === Infinity ? mostHere : costs === null ? (first * goalMs) / targetMs : Math.max(goalMs / 2, goalMs - costs.fixedMs) / costs.pathMs
      const near = line.isEmpty || goalMs === Infinity ? fitting : TURNS[turn++ % TURNS.length] * Math.min(mostHere / TURNS[0], mostNow, Math.max(fewest, fitting / TURNS[0]))
      planned = Math.floor(Math.min(mostHere, Math.max(least, near)))
      return { position, change, isStep, moved, paths: planned, angle }
    },
    took(ms, traced, fixedMs = 0) {
      if (traced === null) {
        if (planned === null) return
        costs = line.add(planned, ms)
        fewest = FASTEST_FALL * planned
        mostNow = FASTEST_GROWTH * planned
      } else if (traced >= least) {
        // An update of a few cells says little about many.
        const pathMs = Math.max(0, ms - fixedMs) / traced
        costs = { pathMs: costs === null ? pathMs : 0.7 * costs.pathMs + 0.3 * pathMs, fixedMs }
      }
    },
  }
}

interface PathCosts { readonly pathMs: number; readonly fixedMs: number }

/**
 * The line `fixedMs + paths * pathMs` through the latest updates. On a card most of an update's time goes by waiting for its longest rays, turn by turn, however few there are: on an
 * H100 8,192 paths took 1.6 to 4.7 ms, 262,144 took 3.8 to 13. Taken for the paths' own cost, that left a few thousand of them.
 *
 * What is told apart is how many paths take as long as all that does not grow with them: neighbours say so by how their times differ, and it stays when a card's clock rises. Medians, for a
 * room's first updates take many times as long as those that follow (28 ms on an H200, then 2.4), and least squares believed in them for a second.
 */
function createCostLine() {
  let updates: readonly Measured[] = []
  let fixed: readonly Weighted[] = []
  return {
    get isEmpty() { return updates.length === 0 },
    add(paths: number, ms: number): PathCosts {
      const last = updates.at(-1)
      const growth = last === undefined ? 0 : Math.log(paths / last.paths)
      if (last !== undefined && Math.abs(growth) > LEAST_GROWTH) {
        const share = Math.min(1, Math.max(LEAST_SHARE, Math.log(Math.max(ms, LEAST_MS) / Math.max(last.ms, LEAST_MS)) / growth))
        fixed = [...fixed, { value: (Math.sqrt(paths * last.paths) * (1 - share)) / share, weight: Math.abs(growth) }].slice(-LONG_MEMORY)
      }
      updates = [...updates, { paths, ms }].slice(-SHORT_MEMORY)
      const fixedPaths = weightedMedian(fixed)
      const nowMs = weightedMedian(updates.map((update) => ({ value: (update.ms * (fixedPaths + paths)) / (fixedPaths + update.paths), weight: 1 })))
      const pathMs = Math.max(LEAST_MS, nowMs / (fixedPaths + paths))
      return { pathMs, fixedMs: fixedPaths * pathMs }
    },
  }
}

interface Measured { readonly paths: number; readonly ms: number }
interface Weighted { readonly value: number; readonly weight: number }

/** The lower one of two; 0 of none. */
function weightedMedian(values: readonly Weighted[]): number {
  const half = values.reduce((sum, { weight }) => sum + weight, 0) / 2
  let below = 0
  return values.toSorted((a, b) => a.value - b.value).find(({ weight }) => (below += weight) >= half)?.value ?? 0
}

/** What an update starts from. */
export interface IrradianceInputs {
  readonly position: Vec3
  readonly scene: Omit<LitScene, 'light'>
  /** What the picture takes to trace, milliseconds, 0: not known; null: things move. */
  readonly pictureMs: number | null
  /** What the last update took, milliseconds; null: not known. */
  readonly lastMs: number | null
}

/** What stays from frame to frame, whichever kernels trace: what is known, and what paths cost. */
export interface FrameMemory<Table> { readonly table: Table; readonly planner: CachePlanner }

/** @param pictures  that ask it: hybrid ones at rest do not, and quick ones at rest are what is known */
export const createFrameMemory = <Table>(table: Table, plan: CachePlan, pictures: 'hybrid' | 'quick'): FrameMemory<Table> => ({ table, planner: createCachePlanner(plan, pictures === 'hybrid') })

/** A cache that is kept up to date from frame to frame, as far as the plan's time goes. @throws EngineError `gpu-kernel` */
export async function createFrameIrradiance(device: GPUDevice, { table, planner }: FrameMemory<CacheTable>, traversal: Way, queue: PathQueue, lights: LightResources<Resource>, traits: MaterialTraits) {
  const cache = await createIrradianceCache(device, table, traversal, queue, traits)
  return {
    /** Group 3 of kernels that ask it. */
    resources: table.resources,
    encode: (encoder: GPUCommandEncoder, { bindings, position, scene, pictureMs, lastMs, timestamps }: IrradianceInputs & { readonly bindings: SceneBindings; readonly timestamps: PassTimer }): void => {
      const { known } = lights
      if (known === null) return
      if (lastMs !== null) planner.took(lastMs, null)
      const update = planner.next(position, { ...scene, light: known.light }, pictureMs, queue.capacity)
      cache.encode(encoder, { scene: bindings, lights: lights.resources, rules: known.rules, update, timing: timestamps.writes('irradiance') })
    },
  }
}

/** The same on an executor's threads, for trees of one layout. */
export async function createCpuFrameIrradiance(executor: CpuExecutor, { table, planner }: FrameMemory<CpuCacheTable>, layout: TreeLayout, lights: LightResources<ExecutorResources[string]>) {
  const cache = await createCpuIrradianceCache(executor, table, layout)
  return {
    resources: table.resources,
    known: () => table.known(),
    /** @param memory  bind groups 0 and 1. @returns milliseconds */
    update: async ({ memory, position, scene, pictureMs }: IrradianceInputs & { readonly memory: ExecutorResources }): Promise<number> => {
      const { known } = lights
      if (known === null) return 0
      const start = performance.now()
      const { paths, fixedMs } = await cache.update(memory, lights.resources, known.rules, planner.next(position, { ...scene, light: known.light }, pictureMs))
      const ms = performance.now() - start
      planner.took(ms, paths, fixedMs)
      return ms
    },
  }
}
