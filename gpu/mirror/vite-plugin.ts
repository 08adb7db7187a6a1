import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { compileMirror } from './compile.ts'
import type { ShippedKernel } from './kernels.ts'
import { pieceOf } from './lex.ts'

const PREFIX = 'mirror:'
/** Loads any fast kernel by its name without the mode, each from a chunk of its own. */
const ALL = 'kernels'

interface Shipped { readonly kernels: readonly ShippedKernel[]; readonly dependencies: readonly string[] }

/** kernels.ts as the app itself would load it, so that the mirror compiles the very text that the GPU gets. */
async function loadShipped(here: string): Promise<Shipped> {
  const { module, dependencies } = await runnerImport<{ SHIPPED_KERNELS: readonly ShippedKernel[] }>(
    path.join(here, 'kernels.ts'), { configFile: false, root: path.resolve(here, '../..'), logLevel: 'error' },
  )
  return { kernels: module.SHIPPED_KERNELS, dependencies: dependencies.map((file) => file.replace(/\?.*$/, '')) }
}

// A build makes a plugin for every kind of worker, and each of them asks for the same kernels.
const known = new Map<string, Promise<Shipped>>()
const compiled = new WeakMap<ShippedKernel, ReturnType<typeof compileMirror>>()

/**
 * Compiles `import * as kernel from 'mirror:trace/uber/standard-8/fast'` while bundling: kernels.ts says which there are.
 *
 * @param here  this folder; named where the bundler's configuration is itself bundled, and this file stands elsewhere then
 */
export function mirrorPlugin(here = import.meta.dirname): Plugin {
  return {
    name: 'mirror',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const name = id.slice(PREFIX.length + 1)
      const shipped = known.get(here) ?? loadShipped(here)
      known.set(here, shipped)
      // One that failed is tried again.
      shipped.catch(() => known.delete(here))
      const { kernels, dependencies } = await shipped
      for (const file of dependencies) this.addWatchFile(path.resolve(here, '../..', file))
      if (name === ALL) {
        const fast = kernels.filter(({ mode }) => mode === 'fast').map((kernel) => `${JSON.stringify(kernel.name.slice(0, -'/fast'.length))}: () => import(${JSON.stringify(PREFIX + kernel.name)}),`)
        return `export const kernels = {\n${fast.join('\n')}\n}\n`
      }
      const kernel = kernels.find((candidate) => candidate.name === name)
      if (kernel === undefined) throw new Error(`gpu/mirror/kernels.ts lists no kernel ${name}`)
      const made = compiled.get(kernel) ?? compileMirror(kernel.pieces.map(pieceOf), {
        entryPoint: kernel.entryPoint, mode: kernel.mode, runtime: path.join(here, 'runtime.ts').replaceAll('\\', '/'),
      })
      compiled.set(kernel, made)
      const { code, map } = made
      return { code, map: { ...map, sources: [...map.sources], sourcesContent: [...map.sourcesContent], names: [] } }
    },
    // A change in any piece compiles the kernels anew.
    watchChange() { known.delete(here) },
  }
}
