import { EngineError } from '../../device/error.ts'
import type { Site } from '../compiler/context.ts'
import type { KernelDescription } from '../compiler/module.ts'
import type { TwinTexture } from './texture.ts'

/** A buffer (shared or not, whole or a view of a part) or a texture. */
export type TwinResource = ArrayBufferLike | ArrayBufferView | TwinTexture

export type Dispatch = (
  firstX: number, firstY: number, firstZ: number, endX: number, endY: number, endZ: number, countX: number, countY: number, countZ: number,
) => void

/** A statement about to run: its site, and what its variables hold now, in the site's order. */
export interface Stop {
  readonly site: number
  readonly read: () => readonly (readonly (number | boolean)[])[]
}

export type Invocation = (
  groupX: number, groupY: number, groupZ: number, localX: number, localY: number, localZ: number, countX: number, countY: number, countZ: number,
) => Generator<Stop | null>

/** What a generated module exports; `dispatch` in fast and checked mode, `invocation` in step mode. */
export interface GeneratedModule {
  readonly kernel: KernelDescription
  create(resources: Readonly<Record<string, TwinResource>>, constants?: Readonly<Record<string, number | boolean>>): { readonly dispatch?: Dispatch; readonly invocation?: Invocation }
}

export interface TwinKernel {
  readonly kernel: KernelDescription
  /** Runs all workgroups, as dispatchWorkgroups does. */
  dispatch(x: number, y?: number, z?: number): void
  /** Runs the workgroups [first, end) of a dispatch of `count`: how workers and tiles share one dispatch. */
  dispatchPart(first: readonly [number, number, number], end: readonly [number, number, number], count: readonly [number, number, number]): void
}

/**
 * Binds resources by their WGSL names.
 *
 * @param constants  values of `override` declarations, as a pipeline gets them
 * @throws EngineError `gpu-kernel` when one is missing or unknown, or when the module was compiled for step mode
 */
export function createTwinKernel(
  module: GeneratedModule, resources: Readonly<Record<string, TwinResource>>, constants: Readonly<Record<string, number | boolean>> = {},
): TwinKernel {
  checkResources(module.kernel, resources)
  const required = module.kernel.overrides.find((override) => override.required && constants[override.name] === undefined)
  if (required !== undefined) throw new EngineError('gpu-kernel', `${module.kernel.entryPoint}: override ${required.name} has no value`)
  const { dispatch } = module.create(resources, constants)
  if (dispatch === undefined) throw new EngineError('gpu-kernel', `${module.kernel.entryPoint} was compiled to be stepped`)
  return {
    kernel: module.kernel,
    dispatch: (x, y = 1, z = 1) => dispatch(0, 0, 0, x, y, z, x, y, z),
    dispatchPart: (first, end, count) => dispatch(...first, ...end, ...count),
  }
}

function checkResources(kernel: KernelDescription, resources: Readonly<Record<string, TwinResource>>): void {
  const missing = kernel.bindings.find(({ name }) => resources[name] === undefined)
  if (missing !== undefined) throw new EngineError('gpu-kernel', `${kernel.entryPoint}: nothing is bound to ${missing.name}`, { kernel: kernel.entryPoint })
  const unknown = Object.keys(resources).find((name) => !kernel.bindings.some((binding) => binding.name === name))
  if (unknown !== undefined) throw new EngineError('gpu-kernel', `${kernel.entryPoint} has no binding ${unknown}`, { kernel: kernel.entryPoint })
}

/** One stop of a stepped invocation. */
export interface Step {
  readonly site: Site
  /** Scalars of every variable in scope, by name. */
  variables(): Readonly<Record<string, readonly (number | boolean)[]>>
}

/** Walks one invocation statement by statement. @param id  global invocation id */
export function* stepInvocation(
  module: GeneratedModule, resources: Readonly<Record<string, TwinResource>>, id: readonly [number, number, number], count: readonly [number, number, number],
): Generator<Step> {
  const { kernel } = module
  checkResources(kernel, resources)
  const { invocation } = module.create(resources)
  if (invocation === undefined) throw new EngineError('gpu-kernel', `${kernel.entryPoint} was not compiled to be stepped`)
  const size = kernel.workgroupSize
  const group = id.map((value, i) => Math.floor(value / size[i])) as [number, number, number]
  const local = id.map((value, i) => value % size[i]) as [number, number, number]
  for (const stop of invocation(...group, ...local, ...count)) {
    if (stop === null) continue
    const site = kernel.sites[stop.site]
    yield { site, variables: () => Object.fromEntries(stop.read().map((parts, i) => [site.variables[i].name, parts])) }
  }
}
