import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { compileMirror } from './compile.ts'
import { SHIPPED_KERNELS } from './kernels.ts'

const GPU = path.resolve(import.meta.dirname, '..')
const PREFIX = 'mirror:'

/** Compiles `import * as kernel from 'mirror:shade/uber/standard-8/fast'` while bundling: kernels.ts says which there are. */
export function mirrorPlugin(): Plugin {
  return {
    name: 'mirror',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const name = id.slice(PREFIX.length + 1)
      const shipped = SHIPPED_KERNELS.find((kernel) => kernel.name === name)
      if (shipped === undefined) throw new Error(`gpu/mirror/kernels.ts lists no kernel ${name}`)
      const pieces = shipped.files.map((file) => {
        const full = path.join(GPU, file)
        this.addWatchFile(full)
        return { name: file, text: readFileSync(full, 'utf8') }
      })
      const { code, map } = compileMirror(pieces, {
        entryPoint: shipped.entryPoint, mode: shipped.mode, runtime: path.join(GPU, 'mirror/runtime.ts').replaceAll('\\', '/'),
      })
      return { code, map: { ...map, sources: [...map.sources], sourcesContent: [...map.sourcesContent], names: [] } }
    },
  }
}
