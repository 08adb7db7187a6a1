import { debugPieces } from './debug/debug-pieces.ts'
import alphaNoneWgsl from './kernels/alpha-none.wgsl?raw'
import markEdgesWgsl from './passes/raster/mark-edges.wgsl?raw'
import { FILE_TONE_PIECES } from './passes/display/file-tone.ts'
import { irradianceKeepPieces, irradianceProbePieces, irradianceTracePieces, irradianceVisitPieces } from './passes/irradiance/irradiance-pieces.ts'
import { bouncePieces, hybridPieces, litPathTracePieces, litTracePieces, pathTracePieces, tracingPieces } from './passes/pieces.ts'
import prepareBounceWgsl from './passes/whitted/prepare-bounce.wgsl?raw'
import primaryWgsl from './passes/raster/primary.wgsl?raw'
import rayQueueWgsl from './passes/whitted/ray-queue.wgsl?raw'
import reflectPoolWgsl from './passes/whitted/reflect-pool.wgsl?raw'
import shadeLoopWgsl from './passes/whitted/shade-loop.wgsl?raw'
import shadeWgsl from './passes/whitted/shade.wgsl?raw'
import toneCurvesWgsl from './passes/display/tone-curves.wgsl?raw'
import { TONE_PIECES } from './passes/display/tonemap.ts'
import traceRaysWgsl from './traversal/scene/trace-rays.wgsl?raw'
import { OBJECT_TRAVERSALS, SCENE_PIECES, TREE_LAYOUTS, type TraversalName, traversalPieces } from './traversal/traversals.ts'
import type { TwinMode } from './twin/compiler/context.ts'
import type { KernelName } from './twin/executor/kernel-names.ts'

/** One kernel that ships as JavaScript; `pieces` as the GPU gets them. */
export interface ShippedKernel {
  /** What `twin:NAME` imports. */
  readonly name: `${KernelName}/${TwinMode}`
  readonly entryPoint: string
  readonly mode: TwinMode
  /** Linked when they are asked for first: a log in all of the debug pixel's takes seconds, and most who read this list want few kernels. */
  readonly pieces: readonly string[]
}

const EMITS: readonly TwinMode[] = ['fast', 'checked', 'step']
const FAST: readonly TwinMode[] = ['fast']
const MODES = ['brute-force', 'object-list', 'uber'] as const
const TRAVERSALS = Object.keys(OBJECT_TRAVERSALS) as TraversalName[]

/** What the CPU walks trees of each layout with, the plain layout first. */
const FRAME_TRAVERSALS: readonly TraversalName[] = ['standard-8', 'sequential', 'ropes-plus-plus', 'backtrack', 'bvh']

type Kernel = Pick<ShippedKernel, 'entryPoint'> & { readonly name: KernelName; readonly pieces: () => readonly string[]; readonly emits?: readonly TwinMode[] }

const KERNELS: readonly Kernel[] = [
  // Traversals alone: trace/uber/standard-8 and so on.
  ...MODES.flatMap((mode) => (mode === 'brute-force' ? TRAVERSALS.slice(0, 1) : TRAVERSALS).map((traversal): Kernel => ({
    name: mode === 'brute-force' ? `trace/${mode}` : `trace/${mode}/${traversal}`, entryPoint: 'trace_rays',
    pieces: () => [...SCENE_PIECES, alphaNoneWgsl, ...traversalPieces(mode, traversal), traceRaysWgsl],
  }))),
  // The debug pixel's replay: debug-ray/uber/standard-8 and so on.
  ...MODES.flatMap((mode) => (mode === 'brute-force' ? TRAVERSALS.slice(0, 1) : TRAVERSALS).map((traversal): Kernel => ({
    name: mode === 'brute-force' ? `debug-ray/${mode}` : `debug-ray/${mode}/${traversal}`, entryPoint: 'debug_ray', pieces: () => debugPieces(mode, traversal),
  }))),
  // The passes of a frame: shade/uber and so on.
  ...MODES.flatMap((mode): Kernel[] => [
    { name: `primary/${mode}`, entryPoint: 'trace_primary', pieces: () => [...tracingPieces(mode), primaryWgsl] },
    { name: `shade/${mode}`, entryPoint: 'shade', pieces: () => [...bouncePieces(mode), shadeWgsl] },
    { name: `reflect-pool/${mode}`, entryPoint: 'reflect_pool', pieces: () => [...bouncePieces(mode), reflectPoolWgsl], emits: FAST },
  ]),
  // The app's frame on the CPU, for trees of every layout: traversals of one layout give the same picture.
  ...MODES.flatMap((mode) => (mode === 'brute-force' ? FRAME_TRAVERSALS.slice(0, 1) : FRAME_TRAVERSALS).map((traversal): Kernel => ({
    name: mode === 'brute-force' ? 'frame/brute-force/plain' : `frame/${mode}/${TREE_LAYOUTS[traversal]}`, entryPoint: 'shade_loop', pieces: () => [...bouncePieces(mode, traversal), shadeLoopWgsl], emits: FAST,
  }))),
  // And with what the irradiance cache knows.
  ...FRAME_TRAVERSALS.map((traversal): Kernel => ({
    name: `frame-cached/uber/${TREE_LAYOUTS[traversal]}`, entryPoint: 'shade_loop', pieces: () => [...bouncePieces('uber', traversal, true), shadeLoopWgsl], emits: FAST,
  })),
  // The reference on the CPU.
  ...FRAME_TRAVERSALS.map((traversal): Kernel => ({
    name: `path-trace/uber/${TREE_LAYOUTS[traversal]}`, entryPoint: 'path_trace', pieces: () => pathTracePieces(traversal), emits: FAST,
  })),
  // The same with a table of what the sun lights, and what draws that.
  ...FRAME_TRAVERSALS.map((traversal): Kernel => ({
    name: `path-trace-lit/uber/${TREE_LAYOUTS[traversal]}`, entryPoint: 'path_trace', pieces: () => litPathTracePieces(traversal), emits: FAST,
  })),
  ...FRAME_TRAVERSALS.map((traversal): Kernel => ({
    name: `lit-trace/uber/${TREE_LAYOUTS[traversal]}`, entryPoint: 'trace_lit', pieces: () => litTracePieces(traversal), emits: FAST,
  })),
  // The hybrid frame on the CPU.
  ...FRAME_TRAVERSALS.map((traversal): Kernel => ({
    name: `hybrid/uber/${TREE_LAYOUTS[traversal]}`, entryPoint: 'hybrid', pieces: () => hybridPieces(traversal), emits: FAST,
  })),
  // Its indirect light while things move.
  ...(['sweep', 'choose', 'blend', 'share', 'share-far'] as const).map((step): Kernel => ({
    name: `irradiance-cache/${step}`, entryPoint: `cache_${step.replace('-', '_')}`, pieces: () => irradianceKeepPieces(), emits: FAST,
  })),
  ...FRAME_TRAVERSALS.flatMap((traversal): Kernel[] => [
    { name: `irradiance-cache/visit/${TREE_LAYOUTS[traversal]}`, entryPoint: 'cache_visit', pieces: () => irradianceVisitPieces(traversal), emits: FAST },
    { name: `irradiance-cache/trace/${TREE_LAYOUTS[traversal]}`, entryPoint: 'cache_trace', pieces: () => irradianceTracePieces(traversal), emits: FAST },
  ]),
  { name: 'irradiance-probe', entryPoint: 'irradiance_probe', pieces: () => irradianceProbePieces(), emits: FAST },
  { name: 'prepare-bounce', entryPoint: 'prepare_bounce', pieces: () => [rayQueueWgsl, prepareBounceWgsl] },
  { name: 'mark-edges', entryPoint: 'mark_edges', pieces: () => [toneCurvesWgsl, markEdgesWgsl] },
  { name: 'tonemap', entryPoint: 'tonemap', pieces: () => TONE_PIECES },
  { name: 'file-tone', entryPoint: 'tone_file', pieces: () => FILE_TONE_PIECES, emits: FAST },
]

/**
 * Every kernel x traversal x mode that ships, for instance `trace/uber/standard-8/fast` or `shade/uber/step`. Only those that
 * something imports are compiled.
 */
export const SHIPPED_KERNELS: readonly ShippedKernel[] = KERNELS.flatMap(({ name, entryPoint, pieces, emits = EMITS }) => {
  let linked: readonly string[] | null = null
  return emits.map((mode): ShippedKernel => ({ name: `${name}/${mode}`, entryPoint, mode, get pieces() { return (linked ??= pieces()) } }))
})
