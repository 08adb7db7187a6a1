import { DEFAULT_SETTINGS, isHeatView } from '../../settings.ts'
import { TREE_LAYOUTS, type TraversalName } from '../../traversal/traversals.ts'
import { deepestWalk, fittingWalk, holds, keyOfWalk, type Walk, type WalkNeeds } from '../../traversal/walk.ts'
import type { CpuTracing } from './cpu-tracing.ts'
import type { FrameInput } from '../frame.ts'
import type { GpuTracing, TraceSettings } from './gpu-tracing.ts'
import type { Tracer } from '../pass.ts'

/** How rays walk the scene's trees, and who traces by that. */
export interface Tracing {
  /** Since the last flush: what the trees are laid out for. */
  readonly walk: Walk
  /** Who traces such a picture: the CPU's threads where they are asked for; counts and comparisons stay with the GPU. */
  tracer(input: FrameInput): Promise<Tracer>
  /** Makes the passes that were asked for last ready for another traversal: where threads trace, no kernel of the GPU. @throws EngineError `gpu-kernel` */
  compile(traversal: TraversalName): Promise<void>
  /** Between frames, when the trees are laid out for it. */
  use(traversal: TraversalName): void
  /** The scene as it is now may be walked so. */
  holds(walk: Walk): boolean
  /** After a flush: a picture begins by kernels that have room for the scene, and no more than that once such were made. */
  settle(): void
  /** While a picture rests: makes kernels with no more room than the scene asks for. */
  fit(): void
}

export interface TracingOptions {
  readonly first: TraversalName
  /** What the scene asks of a walk now. */
  readonly needs: () => WalkNeeds
  /** Stacks as deep as the scene's trees: not worth compiling for on an adapter that is a program. */
  readonly fitsWalks: boolean
}

export function createTracing(gpu: GpuTracing, cpu: CpuTracing, { first, needs, fitsWalks }: TracingOptions): Tracing {
  let walk = deepestWalk(first)
  /** Compiled, for the next picture. */
  let fitted: Walk | null = null
  let fitting: string | null = null
  let settings: TraceSettings = DEFAULT_SETTINGS
  /** As the last picture asked. */
  let make = (next: TraversalName): Promise<unknown> => gpu.passes(settings, deepestWalk(next))

  async function compileFitting(next: Walk): Promise<void> {
    await gpu.passes(settings, next)
    // An edit may ask for more room at any time: what has room for everything is to be at hand then.
    await gpu.passes(settings, deepestWalk(next.traversal))
    fitted = next
  }

  return {
    get walk() { return walk },
    async tracer(input) {
      if (input.cpu !== undefined && !isHeatView(input.settings.view)) {
        const { cpu: executor, settings: asked } = input
        make = (next) => cpu.passes(executor, asked, TREE_LAYOUTS[next])
        return { kind: 'cpu', executor, passes: await cpu.passes(executor, asked, TREE_LAYOUTS[walk.traversal]) }
      }
      settings = input.settings
      make = (next) => gpu.passes(settings, deepestWalk(next))
      return { kind: 'gpu', passes: await gpu.passes(settings, walk) }
    },
    async compile(next) { await make(next) },
    use(next) {
      if (next !== walk.traversal) walk = deepestWalk(next)
    },
    holds: (asked) => holds(asked, needs()),
    settle() {
      const now = needs()
      if (fitted !== null && fitted.traversal === walk.traversal && holds(fitted, now)) walk = fitted
      if (!holds(walk, now)) walk = deepestWalk(walk.traversal)
      fitted = null
    },
    fit() {
      if (!fitsWalks) return
      const next = fittingWalk(walk.traversal, needs())
      const key = keyOfWalk(next)
      if (key === keyOfWalk(walk) || key === fitting) return
      fitting = key
      // Where it cannot be compiled, what there is goes on.
      void compileFitting(next).catch(() => {}).finally(() => { fitting = null })
    },
  }
}
