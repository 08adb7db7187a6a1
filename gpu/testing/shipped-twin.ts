import type { TwinModule } from '../twin/compiler/compile.ts'
import { instantiate } from '../twin/runtime/instantiate.ts'
import type { GeneratedModule } from '../twin/runtime/run.ts'
import type { ShippedKernel } from '../shipped-kernels.ts'

/** A shipped kernel as the build compiles it, or has compiled it already. @param name  with its mode */
export async function shippedTwin(name: ShippedKernel['name']): Promise<TwinModule> {
  const { default: { code, map } } = await import(/* @vite-ignore */ `twin-text:${name}`) as { readonly default: Pick<TwinModule, 'code' | 'map'> }
  return { code, map, kernel: JSON.parse(/^export const kernel = (.*);$/m.exec(code)![1]) as TwinModule['kernel'] }
}

const modules = new Map<string, Promise<GeneratedModule>>()

/** Ready to run, once for all tests of a process. @param name  without the mode: the fast one */
export function loadShippedTwin(name: string): Promise<GeneratedModule> {
  const module = modules.get(name) ?? shippedTwin(`${name}/fast` as ShippedKernel['name']).then(instantiate)
  modules.set(name, module)
  return module
}
