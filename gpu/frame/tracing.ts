import { DEFAULT_SETTINGS, isHeatView } from '../settings.ts'
import { TREE_LAYOUTS, type TraversalName } from '../traversal/traversals.ts'
import type { CpuTracing } from './cpu-tracing.ts'
import type { FrameInput } from './frame.ts'
import type { GpuTracing, TraceSettings } from './gpu-tracing.ts'
import type { Tracer } from './pass.ts'

/** How rays walk object trees, and who traces by that. */
export interface Tracing {
  /** Since the last flush: what the trees are laid out for. */
  readonly traversal: TraversalName
  /** Who traces such a picture: the CPU's threads where they are asked for; counts and comparisons stay with the GPU. */
  tracer(input: FrameInput): Promise<Tracer>
  /** Compiles the passes that were asked for last for another traversal. @throws EngineError `gpu-kernel` */
  compile(traversal: TraversalName): Promise<void>
  /** Between frames, when the trees are laid out for it. */
  use(traversal: TraversalName): void
}

export function createTracing(gpu: GpuTracing, cpu: CpuTracing, first: TraversalName): Tracing {
  let traversal = first
  let settings: TraceSettings = DEFAULT_SETTINGS
  return {
    get traversal() { return traversal },
    async tracer(input) {
      if (input.cpu !== undefined && !isHeatView(input.settings.view)) {
        return { kind: 'cpu', executor: input.cpu, passes: await cpu.passes(input.cpu, input.settings, TREE_LAYOUTS[traversal]) }
      }
      settings = input.settings
      return { kind: 'gpu', passes: await gpu.passes(settings, traversal) }
    },
    async compile(next) { await gpu.passes(settings, next) },
    use(next) { traversal = next },
  }
}
