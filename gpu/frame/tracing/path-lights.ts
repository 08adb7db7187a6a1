import type { Resource } from '../../kernels/kernel.ts'
import { createCpuLightResources, createLightResources, type LightResources } from '../../passes/paths/lights/light-resources.ts'
import { buildPathLight, type PathLight } from '../../passes/paths/lights/path-light.ts'
import { MOVING_GLOSS, pathRules, SAMPLE_CONE } from '../../passes/paths/path-trace.ts'
import type { SceneSnapshot } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import type { SceneTables } from '../../tables/scene-tables.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { ExecutorResources } from '../../twin/executor/executor.ts'
import type { PathLength } from '../plan.ts'

/** How light paths run in a hybrid frame. */
export interface HybridPaths extends PathLength {
  readonly settings: RenderSettings
  /** Radians, of one traced pixel. */
  readonly spread: number
  /** They count for the final picture: nothing is made easier. */
  readonly isFinal: boolean
}

/** The lights and rules of hybrid paths, on the GPU and for each executor's threads. */
export interface PathLights {
  /** Of the last prepare(); null: there was no scene. */
  readonly light: PathLight | null
  readonly onGpu: LightResources<Resource>
  onCpu(executor: CpuExecutor): LightResources<ExecutorResources[string]>
  /** Before each dispatch. @param executor  null: on the GPU */
  prepare(scene: Pick<SceneTables, 'drawn' | 'slotOf' | 'luminaires'>, paths: HybridPaths, executor: CpuExecutor | null): void
  dispose(): void
}

/** Sizes of a cell from which on quick pictures' caches ask it for light that bounced (../../passes/whitted/README.md). */
const LOOK_BEYOND = 1

/**
 * As if a soft sky were no image. While the picture moves it is in what the cache of indirect light gathers, as light that bounced is: of its samples at a room's
 * surfaces one in forty finds a window, and smoothing what is left of that took more detail away than cells do, which know of near things (`Around` of path.wgsl).
 */
const withoutSky = (light: PathLight): PathLight => ({ ...light, params: { ...light.params, environment_width: 0, environment_height: 0 } })

/** As if no surface shone and the surroundings were no image: then they are found by scattered rays, and so are in what a cache gathers. */
const unsampled = (light: PathLight): PathLight => ({ ...light, params: { ...withoutSky(light).params, emitter_count: 0 } })

/**
 * @param samplesAll  false: light samples ask the scene's own lights alone, of quick pictures, which sample nothing else at what they see
 */
export function createPathLights(device: GPUDevice, samplesAll = true): PathLights {
  let gpu: LightResources<Resource> | null = null
  const cpu = new WeakMap<CpuExecutor, ReturnType<typeof createCpuLightResources>>()
  let known: { readonly of: SceneSnapshot; readonly light: PathLight; readonly moving: PathLight } | null = null
  const onGpu = () => (gpu ??= createLightResources(device))
  function onCpu(executor: CpuExecutor): ReturnType<typeof createCpuLightResources> {
    const resources = cpu.get(executor) ?? createCpuLightResources(executor)
    cpu.set(executor, resources)
    return resources
  }
  return {
    get light() { return known?.light ?? null },
    get onGpu() { return onGpu() },
    onCpu,
    prepare({ drawn, slotOf, luminaires }, { settings, spread, bounces, mirrors, isFinal }, executor) {
      if (drawn === null) return
      if (known?.of !== drawn) {
        const built = buildPathLight(drawn, slotOf, luminaires.find)
        const light = samplesAll ? built : unsampled(built)
        known = { of: drawn, light, moving: light.hasSoftSky ? withoutSky(light) : light }
      }
      const light = settings.indirect && !isFinal ? known.moving : known.light
      const diffuse = !settings.indirect ? 'ambient' : isFinal ? 'traced' : 'cached'
      const rules = pathRules({ settings, bounces, mirrors, glossFloor: isFinal ? 0 : MOVING_GLOSS, endsFaint: !isFinal }, isFinal ? SAMPLE_CONE * spread : spread, light.hasPanes, diffuse)
      const lights = executor === null ? onGpu() : onCpu(executor)
      lights.update(light, samplesAll ? rules : { ...rules, look_beyond: LOOK_BEYOND })
    },
    dispose: () => gpu?.dispose(),
  }
}
