import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { twinPlugin } from './twin-plugin.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Three bundles: main (ESM for Node), preload (one CommonJS file, as the sandbox asks), renderer (served by our scheme). */
export default defineConfig({
  main: {
    build: {
      outDir: path.join(root, 'out/main'),
      // zod goes into the bundle: a package needs no node_modules.
      externalizeDeps: false,
      rollupOptions: { input: { main: path.join(root, 'electron/main.ts') } },
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
        input: path.join(root, 'renderer/index.html'),
        // Branches that the page never takes: Node file access in the glTF libraries, WebGL in fiber.
        onLog: (level, log, handle) => {
          const isExpected = log.code === 'IMPORT_IS_UNDEFINED' && log.message.includes('WebGLRenderer')
          if (!isExpected && !log.message.includes('externalized for browser compatibility')) handle(level, log)
        },
      },
    },
  },
})
