import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { twinPlugin } from './twin-plugin.ts'

const PREFIX = 'twin-worker:'

/**
 * For tests in Node: `import { file } from 'twin-worker:frame-worker'` bundles that worker of gpu/twin/executor and says where the
 * bundle lies until the tests are over. Kernels are not in it: a test asks for one or two of a hundred, and the app's own bundle is told by stories.
 */
export function workerPlugin(root = path.resolve(import.meta.dirname, '..')): Plugin {
  const folders: string[] = []
  return {
    name: 'twin-worker',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const entry = `${id.slice(PREFIX.length + 1)}.ts`
      const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-worker-'))
      folders.push(folder)
      await build({
        configFile: false, logLevel: 'error', plugins: [twinPlugin(root, true)], root,
        build: { outDir: folder, ssr: path.join(root, 'gpu/twin/executor', entry), rollupOptions: { output: { entryFileNames: 'worker.mjs', chunkFileNames: '[name]-[hash].mjs' } } },
      })
      return `export const file = ${JSON.stringify(path.join(folder, 'worker.mjs'))}\n`
    },
    async closeBundle() {
      await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}
