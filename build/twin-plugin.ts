import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { ShippedKernel } from '../gpu/shipped-kernels.ts'
import { createTwinCache } from './twin-cache.ts'

const PREFIX = 'twin:'
/** The same as text, for tests: the runner would read a megabyte of statements again, and reach the runtime through an export at every call. */
const TEXT_PREFIX = 'twin-text:'
/** Loads any fast kernel by its name without the mode, each from a chunk of its own: `kernels` all of them, `kernels/debug-ray` those whose names begin so. */
const ALL = /^kernels(?:\/(.+))?$/

interface Shipped { readonly kernels: readonly ShippedKernel[]; readonly dependencies: readonly string[] }

/** shipped-kernels.ts as the app itself would load it, so that the twin compiles the very text that the GPU gets. */
async function loadShipped(root: string): Promise<Shipped> {
  const { module, dependencies } = await runnerImport<{ SHIPPED_KERNELS: readonly ShippedKernel[] }>(
    path.join(root, 'gpu/shipped-kernels.ts'), { configFile: false, root, logLevel: 'error' },
  )
  return { kernels: module.SHIPPED_KERNELS, dependencies: dependencies.map((file) => file.replace(/\?.*$/, '')) }
}

// A build makes a plugin for every kind of worker, and each of them asks for the same kernels.
const known = new Map<string, Promise<Shipped>>()
const caches = new Map<string, ReturnType<typeof createTwinCache>>()

/**
 * Compiles `import * as kernel from 'twin:trace/uber/standard-8/fast'` while bundling: gpu/shipped-kernels.ts says which there are.
 *
 * @param root  of the checkout; named where the bundler's configuration is itself bundled, and this file stands elsewhere then
 * @param asText  for Node alone: kernels are read where they are compiled already, and only when they are asked for, instead of being bundled
 */
export function twinPlugin(root = path.resolve(import.meta.dirname, '..'), asText = false): Plugin {
  return {
    name: 'twin',
    resolveId: (id) => (id.startsWith(PREFIX) || id.startsWith(TEXT_PREFIX) ? `\0${id}` : null),
    async load(id) {
      const prefix = [PREFIX, TEXT_PREFIX].find((each) => id.startsWith(`\0${each}`))
      if (prefix === undefined) return null
      const name = id.slice(prefix.length + 1)
      const shipped = known.get(root) ?? loadShipped(root)
      known.set(root, shipped)
      // One that failed is tried again.
      shipped.catch(() => known.delete(root))
      const { kernels, dependencies } = await shipped
      for (const file of dependencies) this.addWatchFile(path.resolve(root, file))
      const list = ALL.exec(name)
      if (list !== null) {
        const begin = list[1] === undefined ? '' : `${list[1]}/`
        const wanted = kernels.filter((kernel) => kernel.mode === 'fast' && kernel.name.startsWith(begin))
        if (wanted.length === 0) throw new Error(`gpu/shipped-kernels.ts lists no kernel of ${begin}`)
        const fast = wanted.map((kernel) => `${JSON.stringify(kernel.name.slice(0, -'/fast'.length))}: () => import(${JSON.stringify(PREFIX + kernel.name)}),`)
        return `export const kernels = {\n${fast.join('\n')}\n}\n`
      }
      const kernel = kernels.find((candidate) => candidate.name === name)
      if (kernel === undefined) throw new Error(`gpu/shipped-kernels.ts lists no kernel ${name}`)
      if (asText && prefix === PREFIX) {
        const instantiate = path.join(root, 'gpu/twin/runtime/instantiate.ts')
        return `import { instantiate } from ${JSON.stringify(instantiate)}\nimport text from ${JSON.stringify(TEXT_PREFIX + name)}\nexport const { kernel, create } = instantiate(text)\n`
      }
      const compile = caches.get(root) ?? createTwinCache(root)
      caches.set(root, compile)
      if (prefix === TEXT_PREFIX) {
        const file = compile.fileOf(kernel)
        const made = existsSync(file) ? null : compile(kernel)
        return existsSync(file) ? `import { readFileSync } from 'node:fs'\nexport default JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'))\n` : `export default ${JSON.stringify(made)}\n`
      }
      const { code, map } = compile(kernel)
      return { code, map: { ...map, sources: [...map.sources], sourcesContent: [...map.sourcesContent], names: [] } }
    },
    // A change in any piece compiles the kernels anew.
    watchChange() { known.delete(root) },
  }
}
