import { createStorageBuffer, readBuffer } from '../../buffers/buffer.ts'
import { EngineError } from '../../device/error.ts'
import { createKernel } from '../../kernels/kernel.ts'
import type { ExecutorResources } from '../../twin/executor/executor.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { SceneSnapshot, Vec3 } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import { TREE_LAYOUTS, type TraversalName } from '../../traversal/traversals.ts'
import { type CacheUpdate, createCacheTable, createCpuCacheTable, createCpuIrradianceCache, createIrradianceCache, layoutOf } from './irradiance-cache.ts'
import { irradianceProbePieces } from './irradiance-pieces.ts'
import { createLightResources, createCpuLightResources, type LightResources, type PathRules } from '../paths/lights/light-resources.ts'
import { pathsOf, type PathQueue } from '../paths/queue/path-queue.ts'
import { buildPathLight, type PathLight } from '../paths/lights/path-light.ts'
import type { RunnerScene } from '../paths/queue/path-runners.ts'
import { covers, keyOfTraits } from '../../tables/material-traits.ts'
import { pathRules, type PathScene } from '../paths/path-trace.ts'
import { CACHE_SIZE, type CacheSize } from '../pieces.ts'

/** A point of a surface, and which way that faces: metres and a unit vector. */
export interface ProbePoint { readonly position: Vec3; readonly normal: Vec3 }

/** An irradiance cache that is asked at points instead of pixels: for tests and measurements. */
export interface IrradianceProbe {
  update(settings: RenderSettings, update: CacheUpdate): Promise<void>
  /** Says that light is wanted at these points, as a picture of them would, and looks up what is known: 4 floats a point, nits times steradians and trust. */
  look(points: readonly ProbePoint[]): Promise<Float32Array>
  /** The whole table as it lies in memory. */
  read(): Promise<ArrayBuffer>
  /** Forgets everything. */
  clear(): void
  dispose(): void
}

/** Cells in use, and touches that found no room, of what a probe's read() gives. */
export function countsOf(table: ArrayBuffer, size: CacheSize = CACHE_SIZE): { readonly cells: number; readonly refused: number } {
  const words = new Uint32Array(table)
  const { offsets } = layoutOf(size)
  const keys = words.subarray(offsets.keys / 4, offsets.keys / 4 + size.slots)
  return { cells: keys.reduce((sum, key) => sum + (key === 0 ? 0 : 1), 0), refused: words[offsets.refused / 4] }
}

/** Words of ProbePoint. */
const POINT_WORDS = 12

/** @param touches  as in irradiance-probe.wgsl */
export function packPoints(points: readonly ProbePoint[], touches: number): Uint32Array {
  const words = new Uint32Array(Math.max(1, points.length) * POINT_WORDS)
  const floats = new Float32Array(words.buffer)
  points.forEach(({ position, normal }, i) => {
    floats.set(position, i * POINT_WORDS)
    words[i * POINT_WORDS + 3] = touches
    floats.set(normal, i * POINT_WORDS + 4)
  })
  return words
}

const answersOf = (floats: Float32Array, count: number): Float32Array =>
  Float32Array.from({ length: 4 * count }, (_, i) => floats[Math.floor(i / 4) * POINT_WORDS + 8 + (i % 4)])

/** Brings scene and lights up to date for an update by these settings, and says by which rules it runs; lights are looked for once per snapshot. */
function createPreparation(scene: PathScene & Pick<RunnerScene, 'flush' | 'applySettings'>, lights: Pick<LightResources<unknown>, 'update'>): (settings: RenderSettings) => PathRules {
  let known: { readonly of: SceneSnapshot; readonly light: PathLight } | null = null
  return (settings) => {
    const { snapshot } = scene
    if (snapshot === null) throw new EngineError('scene-invalid', 'There is no scene to light')
    if (known?.of !== snapshot) known = { of: snapshot, light: buildPathLight(snapshot, scene.slotOf, scene.luminaires.find) }
    const rules = pathRules({ settings, bounces: 1 }, 0, known.light.hasPanes)
    scene.flush()
    scene.applySettings(settings)
    lights.update(known.light, rules)
    return rules
  }
}

/** @throws EngineError `scene-invalid` in an update, where the scene has got a trait since that it was made without */
export async function createGpuIrradianceProbe(device: GPUDevice, scene: PathScene & RunnerScene, queue: PathQueue, traversal: TraversalName, size: CacheSize = CACHE_SIZE): Promise<IrradianceProbe> {
  const made = scene.traits
  const table = createCacheTable(device, size)
  const [cache] = await Promise.all([createIrradianceCache(device, table, traversal, queue, made), queue.reserve(pathsOf(true).first)])
  const kernel = await createKernel(device, 'irradiance_probe', irradianceProbePieces(size))
  const lights = createLightResources(device)
  const prepare = createPreparation(scene, lights)
  return {
    async update(settings, update) {
      if (!covers(made, scene.traits)) throw new EngineError('scene-invalid', `The probe was made for a ${keyOfTraits(made)} scene, this one is ${keyOfTraits(scene.traits)}`)
      const rules = prepare(settings)
      const encoder = device.createCommandEncoder({ label: 'irradiance probe' })
      cache.encode(encoder, { scene: scene.bindings(), lights: lights.resources, rules, update })
      device.queue.submit([encoder.finish()])
      await device.queue.onSubmittedWorkDone()
    },
    async look(points) {
      const buffer = createStorageBuffer(device, 'probe points', packPoints(points, 1))
      try {
        kernel.call({ points: buffer, ...table.resources }, Math.ceil(points.length / 64))
        return answersOf(new Float32Array(await readBuffer(device, buffer)), points.length)
      } finally {
        buffer.destroy()
      }
    },
    read: () => readBuffer(device, table.resources.cache),
    clear: () => table.clear(),
    dispose() {
      table.dispose()
      lights.dispose()
    },
  }
}

export async function createCpuIrradianceProbe(
  executor: CpuExecutor, scene: PathScene & Pick<RunnerScene, 'flush' | 'applySettings'>, sceneOnCpu: () => Promise<ExecutorResources>, traversal: TraversalName,
): Promise<IrradianceProbe> {
  const table = createCpuCacheTable(executor)
  const cache = await createCpuIrradianceCache(executor, table, TREE_LAYOUTS[traversal])
  const kernel = await executor.kernel('irradiance-probe')
  const lights = createCpuLightResources(executor)
  const prepare = createPreparation(scene, lights)
  return {
    async update(settings, update) {
      const rules = prepare(settings)
      await cache.update(await sceneOnCpu(), lights.resources, rules, update)
    },
    async look(points) {
      const buffer = executor.buffer('probe points', packPoints(points, 1))
      await kernel.dispatch({ points: buffer, ...table.resources }, Math.ceil(points.length / 64))
      return answersOf(new Float32Array(await buffer.read()), points.length)
    },
    read: () => table.resources.cache.read(),
    clear: () => table.clear(),
    dispose() {},
  }
}
