import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { twinPlugin } from './twin-plugin.ts'
import { workerPlugin } from './worker-plugin.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Against hangs alone: no test fails because a machine is slow. */
const HANG_MS = 10 * 60_000
const limits = { testTimeout: HANG_MS, hookTimeout: HANG_MS, teardownTimeout: HANG_MS, expect: { poll: { timeout: HANG_MS } } }
const tags = [{ name: 'proof', description: 'takes long and widens what a short test holds: npm run prove' }]
const exclude = ['**/node_modules/**', 'out/**', 'dist/**', 'e2e/**']

/** Two projects: `unit` needs nothing but Node, `gpu` (files named *.gpu.test.ts) needs a WebGPU adapter through Dawn. */
export default defineConfig({
  root,
  test: {
    // Of --changed: a line of package.json says nothing about which tests to run.
    forceRerunTriggers: ['**/build/vitest.config.ts'],
    projects: [
      {
        root,
        plugins: [twinPlugin()],
        test: {
          ...limits,
          tags,
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...exclude, '**/*.gpu.test.ts'],
          // On two cores, one would be left idle.
          maxWorkers: '100%',
          // A process for each file would load the same packages and transformed sources 170 times.
          isolate: false,
          setupFiles: [path.join(root, 'build/fresh-file.ts')],
          // Under plain Node, importing electron's entry tries to download the binary.
          alias: { electron: path.join(root, 'build/electron-stub.ts') },
        },
      },
      {
        root,
        plugins: [twinPlugin(), workerPlugin()],
        test: {
          ...limits,
          tags,
          name: 'gpu',
          include: ['**/*.gpu.test.ts'],
          exclude,
          globalSetup: [path.join(root, 'gpu/headless/setup.ts')],
          // One device at a time: the software adapter already uses every core.
          maxWorkers: 1,
          fileParallelism: false,
          // One process for all: modules are loaded once, and kernels are compiled once for the device that tests share.
          isolate: false,
        },
      },
    ],
  },
})
