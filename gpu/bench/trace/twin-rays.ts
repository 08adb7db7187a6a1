import { instrument } from '../../debug/instrument.ts'
import alphaNoneWgsl from '../../kernels/alpha-none.wgsl?raw'
import { compileTwin } from '../../twin/compiler/compile.ts'
import { instantiate } from '../../twin/runtime/instantiate.ts'
import { pieceOf } from '../../twin/compiler/lex.ts'
import { createTwinKernel, type GeneratedModule } from '../../twin/runtime/run.ts'
import type { RenderSettings } from '../../settings.ts'
import traceRaysWgsl from '../../traversal/scene/trace-rays.wgsl?raw'
import { HIT_WORDS, type PackedScene, type TracedHits } from '../../testing/tracer.ts'
import { SCENE_PIECES, traversalPieces, type TraversalName } from '../../traversal/traversals.ts'
import countRaysWgsl from './count-rays.wgsl?raw'
import traceFileWgsl from './trace-file.wgsl?raw'

const modules = new Map<string, GeneratedModule>()

function moduleOf(name: string, entryPoint: string, pieces: () => readonly string[]): GeneratedModule {
  const known = modules.get(name) ?? instantiate(compileTwin([...new Set(pieces())].map(pieceOf), { entryPoint }))
  modules.set(name, known)
  return known
}

// Kernels that trace look at neither attributes nor materials.
const none = new Uint32Array(64)
const bytesOf = ({ nodes, references, triangles, instances, uniforms }: PackedScene) => ({ nodes, references, triangles, attributes: none, instances, materials: none, scene: uniforms })

/** The same rays on this very thread: the trace kernel as the twin's fast mode makes it. */
export function createTwinTracer(scene: PackedScene, mode: RenderSettings['mode'], traversal: TraversalName): { trace(rays: Float32Array, kind: 'closest' | 'any' | 'both'): TracedHits } {
  const module = moduleOf(`trace ${mode} ${traversal}`, 'trace_rays', () => [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces(mode, traversal), traceRaysWgsl])
  return {
    trace(rays, kind) {
      const count = rays.length / 8
      const words = new Uint32Array(count * HIT_WORDS)
      const questions = kind === 'closest' ? 1 : kind === 'any' ? 2 : 3
      createTwinKernel(module, { ...bytesOf(scene), rays, traced: words, trace_params: Uint32Array.of(0, count, questions, 0) }).dispatch(Math.ceil(count / 64))
      return { count, words, floats: new Float32Array(words.buffer) }
    },
  }
}

export interface TwinRays {
  /** On this very thread; milliseconds of processor time are all its own. */
  trace(): void
  /** t per ray, negative for a miss. */
  read(): Float32Array
}

/** Rays and a scene bound once, as the executor's workers have them, so that repetitions run code that the engine has optimised. */
export function createTwinRays(scene: PackedScene, mode: RenderSettings['mode'], traversal: TraversalName, rays: Float32Array, kind: 'closest' | 'any'): TwinRays {
  const entryPoint = `trace_${kind}`
  const module = moduleOf(`${entryPoint} ${mode} ${traversal}`, entryPoint, () => [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces(mode, traversal), traceFileWgsl])
  const count = rays.length / 8
  const traced = new Uint32Array(2 * count)
  const kernel = createTwinKernel(module, { ...bytesOf(scene), rays, traced, trace_params: Uint32Array.of(0, count) })
  return {
    trace: () => kernel.dispatch(Math.ceil(count / 64)),
    read: () => new Float32Array(traced.buffer).filter((_, i) => i % 2 === 0),
  }
}

/** What rays cost on average, whatever runs them. */
export interface MeanCounts {
  /** Nodes read, leaves among them. */
  readonly uberSteps: number
  readonly objectSteps: number
  readonly tests: number
  /** Share of rays, 0..1. */
  readonly hits: number
}

/** Counts the steps of a traversal as it is written: the debug pixel's instrumented text, run by the twin. */
export function countRays(scene: PackedScene, mode: RenderSettings['mode'], traversal: TraversalName, rays: Float32Array, any = false): MeanCounts {
  const module = moduleOf(`count ${mode} ${traversal}`, 'count_rays', () => [...instrument([...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces(mode, traversal)]), countRaysWgsl])
  const count = rays.length / 8
  const counts = new Uint32Array(4 * count)
  createTwinKernel(module, { ...bytesOf(scene), rays, counts, count_params: Uint32Array.of(count, any ? 1 : 0, 0, 0) }).dispatch(Math.ceil(count / 64))
  const sums = [0, 0, 0, 0]
  for (let i = 0; i < counts.length; i++) sums[i & 3] += counts[i]
  const [uberSteps, objectSteps, tests, hits] = sums.map((sum) => sum / count)
  return { uberSteps, objectSteps, tests, hits }
}
