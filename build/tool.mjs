// `node build/tool.mjs ENTRY.ts ARGUMENTS`: bundles a command of ours that reads the engine's source (build/cli/still/still.ts,
// gpu/bench/bench-main.ts) and runs it in Node. `npm run still`, `import`, `bench`, `trace`, `verify`, `torture` and `fuzz` call it.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const [entry, ...passedOn] = process.argv.slice(2)
const name = `${path.basename(entry, '.ts')}.mjs`
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: path.join(root, entry),
    outDir: path.join(root, 'out/tools'),
    emptyOutDir: false,
    rollupOptions: { output: { entryFileNames: name } },
  },
})
const tool = spawn(process.execPath, [path.join(root, 'out/tools', name), ...passedOn], { stdio: 'inherit', cwd: root })
// Whoever stops this process means the one that works.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => tool.kill(signal))
tool.on('exit', (status) => process.exit(status ?? 1))
