// Starts the unpacked real package, lets it live for some seconds and ends it: what can be shown of a hardened executable
// that accepts no debugger. Exit code 0 when it was still running by then.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const ALIVE_MS = 15_000
const dist = path.resolve(import.meta.dirname, '../../dist')
const candidates = ['linux-unpacked/atrium', 'win-unpacked/Atrium.exe', 'mac-universal/Atrium.app/Contents/MacOS/Atrium'].map((name) => path.join(dist, name))
const executable = candidates.find((candidate) => existsSync(candidate))
if (executable === undefined) throw new Error(`no package in ${dist}: run electron-builder first`)

const [command, args] = process.platform === 'linux' ? ['xvfb-run', ['-a', executable, '--no-sandbox']] : [executable, []]
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ATRIUM_SOFTWARE_GPU: '1' } })
child.once('exit', (code, signal) => {
  console.error(`the package ended by itself: ${code ?? signal}`)
  process.exit(1)
})
setTimeout(() => {
  child.removeAllListeners('exit')
  child.kill()
  console.log(`${executable} ran for ${ALIVE_MS / 1000} s`)
  process.exit(0)
}, ALIVE_MS)
