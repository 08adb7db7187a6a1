// `npm run assets`: bundles generate.ts for Node, then runs it; arguments are passed on.
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
    ssr: path.join(root, 'assets/generate.ts'),
    outDir: path.join(root, 'out/tools'),
    emptyOutDir: false,
    rollupOptions: { output: { entryFileNames: 'generate.mjs' } },
  },
})
const { status } = spawnSync(process.execPath, [path.join(root, 'out/tools/generate.mjs'), ...process.argv.slice(2)], { stdio: 'inherit', cwd: root })
process.exit(status ?? 1)
