import { summarizeAdapter } from '../../../device/device.ts'
import { createKernel, type Resource } from '../../../kernels/kernel.ts'
import { ALL_TRAITS, type MaterialTraits } from '../../../tables/material-traits.ts'
import type { SceneBindings } from '../../../tables/scene-bindings.ts'
import type { Way } from '../../../traversal/walk.ts'
import { PATH_KERNELS } from '../../pieces.ts'
import type { PathRules } from '../lights/light-resources.ts'
import { LIGHT_KINDS, type PathQueue } from './path-queue.ts'

/** MAX_PANES of light-ray.wgsl. */
const MAX_PANES = 12

/** Workgroups that fill any card, and any program that plays one, where each does several groups in rounds. */
const ENOUGH = { card: 4096, software: 64 } as const
/** For turns that only panes and veils make: most of them have nothing to do, and then every workgroup is one too many. */
const FEW = 256
/** Turns after which few paths are left: in a picture whose faint ones end by chance, and elsewhere. */
const FULL_TURNS = { short: 2, long: 6 } as const

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
  /** 64 paths each, at most so many. */
  readonly groups: number
  /** Most paths end after their first light; left out: they do not. The picture is the same. */
  readonly endsSoon?: boolean
  /** Records the kernel that puts paths into the queue, and the one that takes what they found. */
  readonly begin: (pass: GPUComputePassEncoder) => void
  readonly finish: (pass: GPUComputePassEncoder) => void
  /** Records a kernel that looks at what their first rays met. */
  readonly meet?: (pass: GPUComputePassEncoder) => void
  /** Ends and submits what is recorded when the first long turn is, so that a card is at work on it while the others are recorded, and begins another pass; left out: one pass for all. */
  readonly handOn?: ((pass: GPUComputePassEncoder) => GPUComputePassEncoder) | undefined
}

/** The kernels of path-queue.wgsl: paths of a slice go through them turn by turn, and nobody waits for the host. */
export interface PathStages {
  /** Records a slice, at most as many paths as the queue holds; it is reset before. @returns the pass that the last of it is in */
  encode(pass: GPUComputePassEncoder, slice: PathSlice): GPUComputePassEncoder
}

/**
 * @param irradiance  pieces that offer cached_irradiance() and reach_around(); left out: there is no cache
 * @param keepsSight  whoever takes the paths asks what the eye sees along them
 * @param connectsLit  pictures have a table of what the sun lights, and no cache
 * @param traits  of the scene
 * @throws EngineError `gpu-kernel`
 */
export async function createPathStages(
  device: GPUDevice, queue: PathQueue, traversal: Way, { irradiance, keepsSight, connectsLit = false, traits = ALL_TRAITS }: { readonly irradiance?: readonly string[]; readonly keepsSight: boolean; readonly connectsLit?: boolean; readonly traits?: MaterialTraits },
): Promise<PathStages> {
  const isSoftware = summarizeAdapter(device.adapterInfo).isSoftware
  const compile = async (inRounds: boolean) => {
    const rounds = { in_rounds: Number(inRounds) }
    const [walk, extend, shade, connectPanes] = await Promise.all([
      createKernel(device, 'walk_rays', PATH_KERNELS.walk(traversal), { veiled: Number(traits.veiled), ...rounds }),
      createKernel(device, 'extend_paths', PATH_KERNELS.extend(traversal), rounds),
      createKernel(device, 'shade_paths', PATH_KERNELS.shade(irradiance, connectsLit), { keeps_sight: Number(keepsSight), shows_rare: Number(traits.rare), ...rounds }),
      createKernel(device, 'connect_panes', PATH_KERNELS.connectPanes(traversal), { shows_rare: Number(traits.rare), ...rounds }),
    ])
    return { walk, extend, shade, connectPanes }
  }
  // A round costs a card some registers of every ray; a workgroup without work little, but thousands of them tens of microseconds. A program pays for each workgroup.
  const [whole, rounds, count] = await Promise.all([compile(isSoftware), compile(true), createKernel(device, 'count_turn', PATH_KERNELS.count)])
  const { extend, shade } = whole
  const groupsOf = keptFor((lights: Resources, path_fields: GPUBuffer, path_queue: GPUBuffer) => ({
    trace: extend.bind(2, { path_fields, path_queue }),
    shade: shade.bind(2, { ...lights, path_fields, path_queue }),
    count: [count.bind(0, {}), count.bind(1, {}), count.bind(2, { path_fields, path_queue })],
  }))
  const most = device.limits.maxComputeWorkgroupsPerDimension
  return {
    encode(first, { bindings: { scene, surfaces, textures }, lights, rules, cache, isKnown = false, groups, endsSoon = false, begin, finish, meet, handOn }) {
      let pass = first
      const bound = groupsOf(lights, queue.fields, queue.lists)
      const traced = [scene, textures, bound.trace]
      const shaded = [surfaces, textures, bound.shade, ...(cache === undefined ? [] : [cache])]
      const fullTurns = isSoftware ? 0 : endsSoon ? FULL_TURNS.short : FULL_TURNS.long
      const inTurn = (turn: number, name: keyof typeof whole, resources: readonly GPUBindGroup[], all: number) => {
        const enough = isSoftware ? ENOUGH.software : turn > rules.bounces + 1 ? FEW : ENOUGH.card
        const groups = turn >= fullTurns ? Math.min(all, enough) : all
        // All may be more than one dimension has room for.
        const kernel = turn >= fullTurns ? rounds[name] : whole[name]
        kernel.dispatch(pass, resources, Math.min(groups, most), Math.ceil(groups / most))
      }
      const follow = (turn: number) => {
        if (rules.has_panes) {
          inTurn(turn, 'connectPanes', traced, LIGHT_KINDS * groups)
          inTurn(turn, 'extend', traced, groups)
        } else inTurn(turn, 'walk', traced, (1 + LIGHT_KINDS) * groups)
        if (turn === 1 && handOn !== undefined) pass = handOn(pass)
      }
      const turns = turnsOf(rules, traits)
      begin(pass)
      count.dispatch(pass, bound.count, 1)
      for (let turn = 0; turn < turns; turn++) {
        if (turn > 0 || !isKnown) follow(turn)
        if (turn === 0) meet?.(pass)
        inTurn(turn, 'shade', shaded, groups)
        count.dispatch(pass, bound.count, 1)
      }
      // The light of the last turn; no path goes on.
      follow(turns)
      finish(pass)
      return pass
    },
  }
}

/** The camera ray, those behind it, and those that go straight on through panes and veils. */
const turnsOf = ({ bounces, has_panes }: PathRules, { veiled }: MaterialTraits): number => bounces + 1 + (has_panes || veiled ? MAX_PANES : 0)

/** The last result, until one of the arguments is another one. */
export function keptFor<Args extends readonly unknown[], Result>(make: (...args: Args) => Result): (...args: Args) => Result {
  let kept: { readonly args: Args; readonly result: Result } | null = null
  return (...args) => {
    if (kept === null || args.some((arg, i) => arg !== kept?.args[i])) kept = { args, result: make(...args) }
    return kept.result
  }
}
