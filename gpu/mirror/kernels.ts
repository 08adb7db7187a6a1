import type { MirrorMode } from './context.ts'

/** One kernel that ships as JavaScript; `files` in order, below gpu/. */
export interface ShippedKernel {
  /** What `mirror:NAME` imports. */
  readonly name: string
  readonly entryPoint: string
  readonly mode: MirrorMode
  readonly files: readonly string[]
}

const MODES: readonly MirrorMode[] = ['fast', 'checked', 'step']

/** Files of traversal/ that offer `traverse_object`. */
const TRAVERSALS = ['standard-8']

/** How rays find what they hit: name, and the files that offer closest_hit and any_hit. */
const SEARCHES: readonly (readonly [name: string, files: readonly string[]])[] = [
  ['brute-force', ['traversal/brute-force.wgsl']],
  ...TRAVERSALS.flatMap((traversal) => (['object-list', 'uber'] as const).map((level) =>
    [`${level}/${traversal}`, [`traversal/${traversal}.wgsl`, `traversal/${level}.wgsl`]] as const)),
]

const SCENE = ['kernels/ray.wgsl', 'kernels/scene.wgsl', 'kernels/triangle.wgsl']
const TRACING = [...SCENE, 'kernels/texture.wgsl', 'kernels/alpha.wgsl']
const SHADING = ['kernels/octahedral.wgsl', 'kernels/surface.wgsl', 'kernels/shading.wgsl', 'passes/ray-queue.wgsl', 'passes/frame.wgsl']

/** Kernels that trace: every search makes one of each. */
const TRACERS: readonly (readonly [name: string, entryPoint: string, before: readonly string[], after: readonly string[]])[] = [
  ['trace', 'trace_rays', [...SCENE, 'kernels/alpha-none.wgsl'], ['testing/trace-rays.wgsl']],
  ['primary', 'trace_primary', TRACING, ['passes/primary.wgsl']],
  ['shade', 'shade', TRACING, [...SHADING, 'passes/shade.wgsl']],
  ['reflect', 'reflect_rays', TRACING, [...SHADING, 'passes/reflect.wgsl']],
]

const OTHERS: readonly (readonly [name: string, entryPoint: string, files: readonly string[]])[] = [
  ['prepare-bounce', 'prepare_bounce', ['passes/ray-queue.wgsl', 'passes/prepare-bounce.wgsl']],
  ['mark-edges', 'mark_edges', ['passes/tone-curves.wgsl', 'passes/mark-edges.wgsl']],
  ['tonemap', 'tonemap', ['passes/tone-curves.wgsl', 'passes/tonemap.wgsl']],
]

/**
 * Every kernel x search x mode that ships, for instance `shade/uber/standard-8/fast`. Only those that something imports are
 * compiled; anything else is not in the app.
 */
export const SHIPPED_KERNELS: readonly ShippedKernel[] = [
  ...TRACERS.flatMap(([name, entryPoint, before, after]) =>
    SEARCHES.map(([search, files]) => ({ name: `${name}/${search}`, entryPoint, files: [...before, ...files, ...after] }))),
  ...OTHERS.map(([name, entryPoint, files]) => ({ name, entryPoint, files })),
].flatMap((kernel) => MODES.map((mode) => ({ ...kernel, name: `${kernel.name}/${mode}`, mode })))
