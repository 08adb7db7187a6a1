// `npm run assets` writes models and samples, `npm run assets -- pictures` renders their pictures, `npm run assets -- materials` those of the library.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const SCRIPTS = { pictures: 'assets/pictures.ts', materials: 'build/cli/material-pictures/material-pictures.ts' }
const script = SCRIPTS[process.argv[2]] ?? 'assets/generate.ts'
const { status } = spawnSync(process.execPath, [path.join(root, 'build/tool.mjs'), script, ...process.argv.slice(2)], { stdio: 'inherit', cwd: root })
process.exit(status ?? 1)
