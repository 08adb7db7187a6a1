import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import path from 'node:path'
import { notImplemented } from './not-implemented.mjs'

const KNOWN = new Set(['serviceName', 'stdio', 'env', 'cwd'])

/** A Node process beside the main one; messages go through its channel. */
class UtilityProcess extends EventEmitter {
  #child

  constructor(modulePath, args, { stdio = 'inherit', env = process.env, cwd }) {
    super()
    const streams = stdio === 'pipe' || stdio === 'ignore' || stdio === 'inherit' ? stdio : 'inherit'
    this.#child = fork(path.join(import.meta.dirname, 'utility-child.mjs'), [modulePath, ...args], { stdio: ['ignore', streams, streams, 'ipc'], execArgv: [], env, cwd, serialization: 'advanced' })
    this.#child.once('spawn', () => this.emit('spawn'))
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.once('exit', (code) => this.emit('exit', code ?? 1))
    // What cannot be sent any more is told by its end.
    this.#child.on('error', () => {})
    process.once('exit', () => this.#child.kill('SIGKILL'))
  }

  get pid() {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }

  get stdout() {
    return this.#child.stdout
  }

  get stderr() {
    return this.#child.stderr
  }

  postMessage(message, transfer) {
    if (transfer !== undefined && transfer.length > 0) throw notImplemented('ports in messages of a utility process')
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  kill() {
    return this.#child.kill()
  }
}

export const utilityProcess = {
  fork(modulePath, args = [], options = {}) {
    for (const name of Object.keys(options)) if (!KNOWN.has(name)) throw notImplemented(`utilityProcess.fork with ${name}`)
    return new UtilityProcess(modulePath, args, options)
  },
}
export { UtilityProcess as _UtilityProcess }
