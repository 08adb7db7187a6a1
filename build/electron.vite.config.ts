import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { twinPlugin } from './twin-plugin.ts'

const root = path.resolve(import.meta.dirname, '..')

/** What PGlite reads beside its own code. */
const PGLITE_FILES = ['pglite.wasm', 'pglite.data', 'initdb.wasm']
const pgliteFiles: Plugin = {
  name: 'pglite-files',
  generateBundle() {
    const folder = path.dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite')))
    for (const name of PGLITE_FILES) this.emitFile({ type: 'asset', fileName: `chunks/${name}`, source: readFileSync(path.join(folder, name)) })
  },
}

/** Three bundles: main (ESM for Node), preload (one CommonJS file, as the sandbox asks), renderer (served by our scheme). */
export default defineConfig({
  main: {
    plugins: [pgliteFiles],
    build: {
      outDir: path.join(root, 'out/main'),
      // zod goes into the bundle: a package needs no node_modules.
      externalizeDeps: false,
      rollupOptions: {
        input: { main: path.join(root, 'electron/main.ts'), desk: path.join(root, 'electron/batch/worker/desk-process.ts') },
        // PGlite's evaluates what its database asks for, in the desk's process; ours asks for nothing.
        onLog: (level, log, handle) => { if (log.code !== 'EVAL' || !log.message.includes('pglite')) handle(level, log) },
      },
    },
  },
  preload: {
    build: {
      outDir: path.join(root, 'out/preload'),
      rollupOptions: {
        input: { preload: path.join(root, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path.join(root, 'renderer'),
    base: './',
    // The catalogue, its models and pictures, and the sample project.
    publicDir: path.join(root, 'assets/public'),
    plugins: [react(), twinPlugin(root)],
    // fiber imports `three`; one three in the bundle, the WebGPU one.
    resolve: { alias: [{ find: /^three$/, replacement: 'three/webgpu' }], dedupe: ['three', 'react', 'react-dom'] },
    worker: { format: 'es', plugins: () => [twinPlugin(root)] },
    build: {
      outDir: path.join(root, 'out/renderer'),
      emptyOutDir: true,
      chunkSizeWarningLimit: 4000,
      rollupOptions: {
        // The window, and the page that traces tiles without one.
        input: { index: path.join(root, 'renderer/index.html'), tiles: path.join(root, 'renderer/tiles.html') },
        // Branches that the page never takes: Node file access in the glTF libraries, WebGL in fiber.
        onLog: (level, log, handle) => {
          const isExpected = log.code === 'IMPORT_IS_UNDEFINED' && log.message.includes('WebGLRenderer')
          if (!isExpected && !log.message.includes('externalized for browser compatibility')) handle(level, log)
        },
      },
    },
  },
})
