import { createKernel, type Kernel, type Resource } from '../../kernels/kernel.ts'
import type { SceneBindings } from '../../tables/scene-bindings.ts'
import type { Way } from '../../traversal/walk.ts'
import { PATH_KERNELS } from '../pieces.ts'
import type { PathRules } from './light-resources.ts'
import type { PathQueue } from './path-queue.ts'

/** MAX_PANES of light-ray.wgsl. */
const MAX_PANES = 12

/** Bytes: where `path_workgroups` of path-count.wgsl has them. */
const WORKGROUPS = { paths: 0, lights: 12, both: 24 } as const

type Resources = Readonly<Record<string, Resource>>

/** Whole paths of one slice: who begins and ends them, by which light and rules. */
export interface PathSlice {
  readonly bindings: SceneBindings
  /** Of light-resources.ts. */
  readonly lights: Resources
  readonly rules: PathRules
  /** Bind group 3 of kernels that list pieces with a cache; left out: they list none. */
  readonly cache?: GPUBindGroup | undefined
  /** What the first rays meet is stored already. */
  readonly isKnown?: boolean
  /** Records the kernel that puts paths into the queue, and the one that takes what they found. */
  readonly begin: (pass: GPUComputePassEncoder) => void
  readonly finish: (pass: GPUComputePassEncoder) => void
}

/** The kernels of path-queue.wgsl: paths of a slice go through them turn by turn, and nobody waits for the host. */
export interface PathStages {
  /** Records a slice, at most as many paths as the queue holds; it is reset before. */
  encode(pass: GPUComputePassEncoder, slice: PathSlice): void
}

/**
 * @param irradiance  pieces that offer cached_irradiance(); left out: there is no cache
 * @param keepsSight  whoever takes the paths asks what the eye sees along them
 * @throws EngineError `gpu-kernel`
 */
export async function createPathStages(
  device: GPUDevice, queue: PathQueue, traversal: Way, { irradiance, keepsSight }: { readonly irradiance?: readonly string[]; readonly keepsSight: boolean },
): Promise<PathStages> {
  const [walk, extend, shade, connectPanes, count] = await Promise.all([
    createKernel(device, 'walk_rays', PATH_KERNELS.walk(traversal)),
    createKernel(device, 'extend_paths', PATH_KERNELS.extend(traversal)),
    createKernel(device, 'shade_paths', PATH_KERNELS.shade(irradiance), { keeps_sight: Number(keepsSight) }),
    createKernel(device, 'connect_panes', PATH_KERNELS.connectPanes(traversal)),
    createKernel(device, 'count_turn', PATH_KERNELS.count),
  ])
  const groupsOf = keptFor((lights: Resources, path_fields: GPUBuffer, path_queue: GPUBuffer, path_workgroups: GPUBuffer) => ({
    trace: extend.bind(2, { path_fields, path_queue }),
    shade: shade.bind(2, { ...lights, path_fields, path_queue }),
    count: [count.bind(0, {}), count.bind(1, {}), count.bind(2, { path_fields, path_queue, path_workgroups })],
  }))
  return {
    encode(pass, { bindings: { scene, surfaces, textures }, lights, rules, cache, isKnown = false, begin, finish }) {
      const groups = groupsOf(lights, queue.fields, queue.lists, queue.workgroups)
      const traced = [scene, textures, groups.trace]
      const shaded = [surfaces, textures, groups.shade, ...(cache === undefined ? [] : [cache])]
      const inTurn = (kernel: Kernel, bound: readonly GPUBindGroup[], rays: keyof typeof WORKGROUPS) => kernel.dispatchIndirect(pass, bound, queue.workgroups, WORKGROUPS[rays])
      const follow = () => {
        if (!rules.has_panes) return inTurn(walk, traced, 'both')
        inTurn(connectPanes, traced, 'lights')
        inTurn(extend, traced, 'paths')
      }
      begin(pass)
      count.dispatch(pass, groups.count, 1)
      for (let turn = 0; turn < turnsOf(rules); turn++) {
        if (turn > 0 || !isKnown) follow()
        inTurn(shade, shaded, 'paths')
        count.dispatch(pass, groups.count, 1)
      }
      // The light of the last turn; no path goes on.
      follow()
      finish(pass)
    },
  }
}

/** The camera ray, those behind it, and those that go straight on through panes. */
const turnsOf = ({ bounces, has_panes }: PathRules): number => bounces + 1 + (has_panes ? MAX_PANES : 0)

/** The last result, until one of the arguments is another one. */
export function keptFor<Args extends readonly unknown[], Result>(make: (...args: Args) => Result): (...args: Args) => Result {
  let kept: { readonly args: Args; readonly result: Result } | null = null
  return (...args) => {
    if (kept === null || args.some((arg, i) => arg !== kept?.args[i])) kept = { args, result: make(...args) }
    return kept.result
  }
}
