// `npm run assets` writes models and samples, `npm run assets -- pictures` renders their pictures.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const script = process.argv[2] === 'pictures' ? 'pictures' : 'generate'
const { status } = spawnSync(process.execPath, [path.join(root, 'build/tool.mjs'), `assets/${script}.ts`, ...process.argv.slice(2)], { stdio: 'inherit', cwd: root })
process.exit(status ?? 1)
