// `npm run assets` writes models and samples, `npm run assets -- pictures` renders their pictures: bundles for Node, then runs.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const script = process.argv[2] === 'pictures' ? 'pictures' : 'generate'
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: path.join(root, `assets/${script}.ts`),
    outDir: path.join(root, 'out/tools'),
    emptyOutDir: false,
    rollupOptions: { output: { entryFileNames: `${script}.mjs` } },
  },
})
const { status } = spawnSync(process.execPath, [path.join(root, `out/tools/${script}.mjs`), ...process.argv.slice(2)], { stdio: 'inherit', cwd: root })
process.exit(status ?? 1)
