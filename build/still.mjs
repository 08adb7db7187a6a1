// `node build/still.mjs OUT.png [WIDTH HEIGHT] [SETTING=VALUE ...]`: renders the test room without a window, to look at.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: path.join(root, 'gpu/testing/still-main.ts'),
    outDir: path.join(root, 'out/tools'),
    emptyOutDir: false,
    rollupOptions: { output: { entryFileNames: 'still.mjs' } },
  },
})
const { status } = spawnSync(process.execPath, [path.join(root, 'out/tools/still.mjs'), ...process.argv.slice(2)], { stdio: 'inherit', cwd: root })
process.exit(status ?? 1)
