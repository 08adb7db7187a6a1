import { createStorageBuffer, createUniform, type Uniform } from '../../buffers/buffer.ts'
import type { StructValue } from '../../buffers/layout.ts'
import { beginningOf, endOf } from '../../device/timestamps.ts'
import { createKernel, type Kernel, type Resource, structOf } from '../../kernels/kernel.ts'
import type { ExecutorBuffer, ExecutorResources } from '../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { TreeLayout } from '../../kdtree/pack.ts'
import type { Vec3 } from '../../scene.ts'
import { INDIRECT_BOUNCES } from '../../settings.ts'
import type { Way } from '../../traversal/walk.ts'
import { boxAround, type MovedBox, nearOf } from './moved-box.ts'
import { irradianceKeepPieces, irradianceTracePieces, irradianceVisitPieces, queuedIrradiancePieces } from './irradiance-pieces.ts'
import type { PathRules } from '../paths/lights/light-resources.ts'
import { MOVING_GLOSS } from '../paths/path-trace.ts'
import type { PathQueue } from '../paths/queue/path-queue.ts'
import { createPathStages, keptFor } from '../paths/queue/path-stages.ts'
import { CACHE_MOST_PATHS, CACHE_SIZE, type CacheSize, irradiancePieces } from '../pieces.ts'
import { ALL_TRAITS } from '../../tables/material-traits.ts'
import type { SceneBindings } from '../../tables/scene-bindings.ts'

/** What has changed since the last update: nothing, things that stand in the scene, or its lights and whatever lights everything. */
export type CacheChange = 'none' | 'things' | 'light'

export interface CacheUpdate {
  /** Of the camera: cells grow with the distance from it. */
  readonly position: Vec3
  readonly change: CacheChange
  /** Of light: what is known is nearly true. Left out: it is not. */
  readonly isStep?: boolean
  /** Around what moved; left out or null: means are as short everywhere. */
  readonly moved?: MovedBox | null
  /** Paths to trace, of two to five rays each. As many cells are updated as get LEAST_PATHS of them; of fewer cells each gets more. */
  readonly paths: number
  /** A cell's size over its distance. */
  readonly angle?: number
  /** Cells of light that only bounced are 2^this as large. */
  readonly coarser?: number
}

/** Of one cell in one update. */
const LEAST_PATHS = 4
/** Levels: 4 m from the camera such a cell is as large as a cushion, and a room of 30 m^2 has about 500. */
const COARSER = 2
/** A cell's size over its distance from the camera: about 30 pixels of a picture 1000 pixels high. */
const CELL_ANGLE = 0.04
/** Metres. */
const LEAST_CELL = 0.1
/** Updates that a mean may span after one change, and while one follows the other. What a moved thing changes, cells find out by themselves. */
const MOST_COUNT = { things: { once: 3, ongoing: 10 }, light: { once: 0.1, ongoing: 3 } } as const
/**
 * After a step of light that is alone a mean spans one update, and for some updates such a share of a cell's paths ends by what other cells know: in a bright room they would tell
 * each other of the light before for long.
 */
const STEP = { count: 1, updates: 8, asks: 0.1 } as const
/** The same as MOST_COUNT in what moved, growing to that as far off it as it is large, and beyond by the square of the distance, as the share of a cell's view that it covers falls: */
const NEAR_COUNT = 1
/** after one change at most so many, where there were as many; while one follows the other as many as after any change. */
const FAR_COUNT = 24
/** Updates without a change that make the next one the first of its kind. */
const PAUSE = 2
/** A mean spans at least so many updates, and for each that passed since all began anew one more; since things moved or light is dragged half of one, and so forgets what light was on its way then. */
const LEAST_SPAN = 6
const SPAN_PER_UPDATE = { anew: 1, changed: 1 / 2 } as const
/** Updates from which on a cell is not young any more (irradiance_of_cell() of irradiance-cache.wgsl). */
const SURE_UPDATES = 8
/** Updates after a change from which on means are exact. */
const SETTLED = 90
/** Updates that a cell is kept after its last use. */
const LIFETIME = 256
/** What paths that leave cells need beside the rules of the picture: they end after so many bounces where the cache does not know more. */
export const CACHE_RULES = { bounces: INDIRECT_BOUNCES, gloss_floor: MOVING_GLOSS, starts_diffuse: 1, diffuse: 2, hides_background: 0, occlusion: 0, spread: 0.02 } as const

/** Of a cache from update to update. */
export interface CacheClock {
  /** Number of the last update; 0: there was none. */
  readonly frame: number
  /** `CacheParams` of the next one. */
  next(update: CacheUpdate): StructValue & { readonly frame: number; readonly most: number; readonly paths: number }
}

/** Whoever is given equal updates gives equal parameters. */
export function createCacheClock(size: CacheSize = CACHE_SIZE, seed = 1): CacheClock {
  let frame = 0
  let touchesBy = seed >>> 0
  /** Updates since the last change. */
  let unchanged = PAUSE
  /** Updates that means may span by then, and far off what moved. */
  let [span, spanFar] = [0, 0]
  /** Updates that are left of those after a step. */
  let afterStep = 0
  let litAnew = 0
  let growth: number = SPAN_PER_UPDATE.anew
  /** Around what moved at the last change, and at those that it followed; null: all has changed. */
  let around: MovedBox | null = null
  return {
    get frame() { return frame },
    next({ position, change, isStep = false, moved = null, paths, angle = CELL_ANGLE, coarser = COARSER }) {
      frame++
      const touchedBy = touchesBy
      touchesBy = shuffled(frame + seed)
      const isAlone = unchanged >= PAUSE
      const isLoneStep = isStep && isAlone
      const order = isStep || !isAlone ? 'ongoing' : 'once'
      const isNear = change === 'things' && moved !== null
      if (isNear) {
        around = order === 'ongoing' && around !== null ? boxAround(around, moved) : moved
        spanFar = Math.min(spanFar * (SPAN_PER_UPDATE.changed / growth), order === 'once' ? FAR_COUNT : MOST_COUNT.things.ongoing)
      } else if (change !== 'none') around = null
      // In the box, as far off it as it is large, and at most.
      const nearCount = isNear ? NEAR_COUNT : Math.max(LEAST_SPAN, span)
      const reachCount = change === 'none' ? Math.max(LEAST_SPAN, span) : isLoneStep ? STEP.count : MOST_COUNT[change][order]
      const mostCount = change === 'none' || isNear ? Math.max(LEAST_SPAN, reachCount, spanFar) : reachCount
      if (change !== 'none') growth = change === 'light' && order === 'once' ? SPAN_PER_UPDATE.anew : SPAN_PER_UPDATE.changed
      spanFar = change === 'none' || isNear ? spanFar + growth : 0
      span = change === 'none' ? span + growth : 0
      unchanged = change === 'none' ? unchanged + 1 : 0
      // One by one, updates that find little by chance would darken a room while a slider is dragged.
      if (change === 'light' && isAlone) litAnew = frame
      afterStep = change !== 'light' ? Math.max(0, afterStep - 1) : isLoneStep ? STEP.updates : 0
      const cells = Math.max(1, Math.min(Math.floor(paths / LEAST_PATHS), Math.floor((size.updates - 64) / 1.2), Math.floor(size.rays / LEAST_PATHS / 1.2) - 64))
      const most = Math.ceil(cells * 1.2) + 64
      return {
        camera_position: position, frame, angle, least_size: LEAST_CELL, seed, budget: cells, most,
        paths: Math.max(most * LEAST_PATHS, Math.min(Math.floor(paths), size.rays)), least_paths: LEAST_PATHS, coarser, most_count: mostCount, lifetime: LIFETIME, is_settled: unchanged > SETTLED, touches_by: touchesBy, touched_by: touchedBy,
        ...nearOf(change === 'none' ? around : isNear ? moved : null), near_count: nearCount, reach_count: reachCount, lit_anew: litAnew, asks: afterStep > 0 ? STEP.asks : 1,
      }
    },
  }
}

function shuffled(value: number): number {
  const x = Math.imul(value ^ (value >>> 16), 0x21f0aaad)
  return Math.imul(x ^ (x >>> 15), 0x735a2d97) >>> 0
}

/** What is known of indirect light, whichever kernels trace for it: kernels come and go. */
export interface CacheTable {
  readonly size: CacheSize
  readonly clock: CacheClock
  /** Group 3, by WGSL names, of kernels that list `irradiancePieces`. */
  readonly resources: { readonly cache: GPUBuffer; readonly cache_params: GPUBuffer }
  /** `CacheParams` and, for the paths, `PathRules`. */
  readonly params: Uniform
  readonly rules: Uniform
  /** Forgets everything. */
  clear(): void
  dispose(): void
}

/** On the GPU, 20 MB as a rule. */
export function createCacheTable(device: GPUDevice, size: CacheSize = CACHE_SIZE): CacheTable {
  const cache = createStorageBuffer(device, 'irradiance cache', layoutOf(size).table)
  const params = createUniform(device, structOf(irradianceKeepPieces(size), 'CacheParams'))
  const rules = createUniform(device, structOf(queuedIrradiancePieces(size), 'PathRules'))
  return {
    size, params, rules, clock: createCacheClock(size), resources: { cache, cache_params: params.buffer },
    clear() {
      const encoder = device.createCommandEncoder({ label: 'clear irradiance cache' })
      encoder.clearBuffer(cache)
      device.queue.submit([encoder.finish()])
    },
    dispose() {
      cache.destroy()
      params.dispose()
      rules.dispose()
    },
  }
}

/** Kernels that keep a table up to date. They know nothing themselves. */
export interface IrradianceCache {
  /** Updates what was asked for since the last call, in bounded dispatches, the first of which it submits ahead of `encoder`; submit that before the next. Kernels that ask come after it. */
  encode(encoder: GPUCommandEncoder, inputs: {
    readonly scene: SceneBindings
    /** Of light-resources.ts. */
    readonly lights: Readonly<Record<string, Resource>>
    readonly rules: PathRules
    readonly update: CacheUpdate
    readonly timing?: GPUComputePassTimestampWrites | undefined
  }): void
}

/** On the GPU; `queue` has room by the time of an update. @throws EngineError `gpu-kernel` */
export async function createIrradianceCache(device: GPUDevice, table: CacheTable, traversal: Way, queue: PathQueue, traits = ALL_TRAITS): Promise<IrradianceCache> {
  const { size, clock, resources, params, rules: rulesUniform } = table
  const keepPieces = irradianceKeepPieces(size)
  const tracePieces = queuedIrradiancePieces(size)
  const [sweep, choose, blend, share, shareFar] = await Promise.all(['cache_sweep', 'cache_choose', 'cache_blend', 'cache_share', 'cache_share_far'].map((entry) => createKernel(device, entry, keepPieces)))
  const [visit, begin, note, end, stages] = await Promise.all([
    createKernel(device, 'cache_visit', irradianceVisitPieces(traversal, size)), createKernel(device, 'begin_cache_paths', tracePieces),
    createKernel(device, 'note_near_paths', tracePieces), createKernel(device, 'end_cache_paths', tracePieces),
    // The hybrid frame's own kernels.
    createPathStages(device, queue, traversal, { irradiance: irradiancePieces(size, true), keepsSight: true, traits }),
  ])
  const { offsets } = layoutOf(size)
  const keepGroups = [...[0, 1, 2].map((group) => sweep.bind(group, {})), sweep.bind(3, resources)]
  const visitGroups = [visit.bind(2, {}), visit.bind(3, resources)]
  const cacheGroup = begin.bind(3, resources)
  const ruled = keptFor((lights: Readonly<Record<string, Resource>>) => ({ ...lights, path_rules: rulesUniform.buffer }))
  const pathGroup = keptFor((lights: Readonly<Record<string, Resource>>, fields: GPUBuffer, lists: GPUBuffer) => begin.bind(2, { ...lights, path_fields: fields, path_queue: lists }))
  return {
    encode(encoder, { scene, lights: given, rules: ofPicture, update, timing }) {
      const lights = ruled(given)
      const rules = { ...ofPicture, ...CACHE_RULES }
      const values = clock.next(update)
      params.write(values)
      rulesUniform.write(rules)
      const ahead = device.createCommandEncoder({ label: 'irradiance' })
      ahead.clearBuffer(resources.cache, offsets.refused, offsets.keys - offsets.refused)
      const begun = ahead.beginComputePass({ label: 'irradiance cells', timestampWrites: beginningOf(timing) })
      const inGroups = (pass: GPUComputePassEncoder, kernel: Kernel, groups: readonly GPUBindGroup[], threads: number) => kernel.dispatch(pass, groups, Math.ceil(threads / 64))
      inGroups(begun, sweep, keepGroups, size.slots)
      inGroups(begun, choose, keepGroups, size.slots)
      inGroups(begun, visit, [scene.scene, scene.textures, ...visitGroups], values.most)
      begun.end()
      const bound = [scene.surfaces, scene.textures, pathGroup(lights, queue.fields, queue.lists), cacheGroup]
      // Once at least: what is ahead goes with it.
      for (let first = 0; first === 0 || first < values.paths; first += queue.capacity) {
        const count = Math.min(values.paths - first, queue.capacity)
        const into = first > 0 ? encoder : ahead
        queue.encodeReset(into, first)
        const pass = stages.encode(into.beginComputePass({ label: 'irradiance paths' }), {
          bindings: scene, lights, rules, cache: cacheGroup, groups: Math.ceil(count / 64),
          begin: (turn) => inGroups(turn, begin, bound, count), meet: (turn) => inGroups(turn, note, bound, count), finish: (turn) => inGroups(turn, end, bound, count),
          handOn: first > 0 ? undefined : (turns) => {
            turns.end()
            device.queue.submit([ahead.finish()])
            return encoder.beginComputePass({ label: 'irradiance paths, later turns' })
          },
        })
        pass.end()
      }
      const ended = encoder.beginComputePass({ label: 'irradiance', timestampWrites: endOf(timing) })
      for (const kernel of [blend, share, shareFar]) inGroups(ended, kernel, keepGroups, values.most)
      ended.end()
    },
  }
}

/** Bytes of the table, and where its fields lie. */
export function layoutOf(size: CacheSize): { readonly table: number; readonly offsets: Readonly<Record<string, number>> } {
  const { sizeBytes, offsets } = structOf(irradianceKeepPieces(size), 'CacheTable')
  return { table: sizeBytes, offsets }
}

/** The same in the memory of an executor's threads. */
export interface CpuCacheTable {
  readonly clock: CacheClock
  readonly memory: SharedArrayBuffer
  readonly resources: { readonly cache: ExecutorBuffer; readonly cache_params: ExecutorBuffer }
  readonly rules: ExecutorBuffer
  /** Share of the cells seen between the last two updates that are as sure as cells get, 0..1; 1 where none was seen. */
  known(): number
  clear(): void
}

const cpuLayouts = () => ({
  cell: structOf(irradianceKeepPieces(), 'CacheCell'), params: structOf(irradianceKeepPieces(), 'CacheParams'), rules: structOf(irradianceTracePieces(), 'PathRules'),
})

export function createCpuCacheTable(executor: CpuExecutor): CpuCacheTable {
  const { table, offsets } = layoutOf(CACHE_SIZE)
  const { cell, params, rules } = cpuLayouts()
  const memory = new SharedArrayBuffer(Math.ceil(table / 16) * 16)
  const clock = createCacheClock()
  return {
    clock, memory, rules: executor.buffer('cache path rules', rules.sizeBytes),
    resources: { cache: executor.adopt(memory), cache_params: executor.buffer('cache params', params.sizeBytes) },
    known() {
      const used = new Uint32Array(memory, offsets.used, CACHE_SIZE.slots)
      const [words, floats] = [new Uint32Array(memory, offsets.cells), new Float32Array(memory, offsets.cells)]
      let [seen, sure] = [0, 0]
      for (let slot = 0; slot < used.length; slot++) {
        // Of the picture before, and not by light that only bounced.
        if (used[slot] !== 2 * (clock.frame - 1) + 1) continue
        seen++
        const [count, updates] = [floats[(slot * cell.sizeBytes + cell.offsets.count) / 4], words[(slot * cell.sizeBytes + cell.offsets.updates) / 4]]
        // Where the surface is gone nothing will ever be known.
        if (count >= SURE_UPDATES || (count === 0 && updates >= SURE_UPDATES)) sure++
      }
      return seen === 0 ? 1 : sure / seen
    },
    clear: () => void new Uint8Array(memory).fill(0),
  }
}

/** Kernels that keep such a table up to date. */
export interface CpuIrradianceCache {
  /**
   * @param scene  bind groups 0 and 1 in the threads' memory
   * @param lights  of createCpuLightResources
   * @returns how many paths were traced, and milliseconds that went by before: they do not grow with them
   */
  update(scene: ExecutorResources, lights: ExecutorResources, rules: PathRules, update: CacheUpdate): Promise<{ readonly paths: number; readonly fixedMs: number }>
}

/** By the kernels of gpu/shipped-kernels.ts, for trees of one layout. */
export async function createCpuIrradianceCache(executor: CpuExecutor, table: CpuCacheTable, layout: TreeLayout): Promise<CpuIrradianceCache> {
  const [sweep, choose, blend, share, shareFar, visit, trace] = await Promise.all(
    (['sweep', 'choose', 'blend', 'share', 'share-far', `visit/${layout}`, `trace/${layout}`] as const).map((step) => executor.kernel(`irradiance-cache/${step}`)))
  const { offsets } = layoutOf(CACHE_SIZE)
  const layouts = cpuLayouts()
  const { clock, memory, resources, rules: pathRules } = table
  return {
    async update(scene, lights, rules, update) {
      const values = clock.next(update)
      const params = new DataView(new ArrayBuffer(layouts.params.sizeBytes))
      layouts.params.write(params, 0, values)
      resources.cache_params.write(params)
      const ruled = new DataView(new ArrayBuffer(layouts.rules.sizeBytes))
      layouts.rules.write(ruled, 0, { ...rules, ...CACHE_RULES })
      pathRules.write(ruled)
      new Uint8Array(memory, offsets.refused, offsets.keys - offsets.refused).fill(0)
      const all = { ...scene, ...lights, path_rules: pathRules, ...resources }
      const groups = (threads: number) => Math.ceil(threads / 64)
      const startMs = performance.now()
      await sweep.dispatch(resources, groups(CACHE_SIZE.slots))
      await choose.dispatch(resources, groups(CACHE_SIZE.slots))
      const fixedMs = performance.now() - startMs
      await visit.dispatch({ ...scene, ...resources }, groups(values.most))
      await trace.dispatch(all, groups(values.paths))
      await blend.dispatch(resources, groups(values.most))
      await share.dispatch(resources, groups(values.most))
      await shareFar.dispatch(resources, groups(values.most))
      const listed = Math.min(new Uint32Array(memory)[offsets.listed / 4], values.most)
      return { paths: listed * Math.min(Math.max(LEAST_PATHS, Math.floor(values.paths / Math.max(listed, 1))), CACHE_MOST_PATHS), fixedMs }
    },
  }
}
