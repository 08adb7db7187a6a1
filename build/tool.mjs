// `node build/tool.mjs ENTRY.ts [MORE.ts …] ARGUMENTS`: bundles a command of ours that reads the engine's source (build/cli/still/still.ts,
// gpu/bench/bench-main.ts), and the programs that it starts, and runs it in Node. `npm run still`, `import`, `batch`, `bench`, `trace`, `verify`,
// `torture` and `fuzz` call it.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { build } from 'vite'
import { whenNpmIsGone } from './npm-gone.mjs'

let tool = null
whenNpmIsGone(() => (tool === null ? process.exit(1) : tool.kill('SIGTERM')))

const root = path.resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)
// Sources of ours are named so; a file that somebody names after them is none.
const isEntry = (word) => /^(assets|build|gpu)\/.*\.ts$/.test(word)
const count = words.findIndex((word) => !isEntry(word))
const entries = words.slice(0, count < 0 ? words.length : count)
const passedOn = words.slice(entries.length)
const nameOf = (entry) => `${path.basename(entry, '.ts')}.mjs`
// What is started by others first: they find it finished.
for (const entry of entries.toReversed()) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: path.join(root, entry),
      outDir: path.join(root, 'out/tools'),
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: nameOf(entry) } },
    },
  })
}
tool = spawn(process.execPath, [path.join(root, 'out/tools', nameOf(entries[0])), ...passedOn], { stdio: 'inherit', cwd: root })
// Whoever stops this process means the one that works.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => tool.kill(signal))
tool.on('exit', (status) => process.exit(status ?? 1))
