// npm run types: each of the three projects on its own, since what is global differs between them. What was found is kept for the next time; with
// --anew nothing is read nor kept, which a first time would not gain from.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
const anew = process.argv.includes('--anew') ? ['--incremental', 'false'] : []

try {
  for (const project of ['tsconfig.json', 'build/tsconfig.gpu.json', 'build/tsconfig.host.json']) {
    // What the Chromium host has of Electron, as types.
    if (project === 'build/tsconfig.host.json') run('build/chromium-host/gen-subset.mjs', 'out/host-types')
    run('node_modules/typescript/bin/tsc', '--checkers', '1', ...anew, '-p', project)
  }
} catch {
  // tsc has said why.
  process.exitCode = 1
}
