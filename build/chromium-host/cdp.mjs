// A small client of the Chrome DevTools Protocol over --remote-debugging-pipe: JSON messages that end with a NUL byte.
import { EventEmitter } from 'node:events'

/** One target's end of the connection; emits the protocol's events by name. */
export class CdpSession extends EventEmitter {
  constructor(connection, sessionId) {
    super()
    this.setMaxListeners(0)
    this.connection = connection
    this.sessionId = sessionId
  }

  send(method, params) {
    return this.connection.send(method, params, this.sessionId)
  }

  /** Fire and forget: for commands whose target may already be gone. */
  post(method, params) {
    this.send(method, params).catch(() => {})
  }
}

export class CdpConnection {
  #output
  #lastId = 0
  #pending = new Map()
  #sessions = new Map()
  #partial = []

  constructor(output, input) {
    this.#output = output
    this.root = new CdpSession(this, undefined)
    this.closed = new Promise((resolve) => {
      input.once('close', resolve)
      input.once('error', resolve)
    })
    output.on('error', () => {})
    input.on('data', (bytes) => this.#receive(bytes))
    void this.closed.then(() => {
      for (const { method, reject } of this.#pending.values()) reject(new Error(`Chromium went away during ${method}`))
      this.#pending.clear()
    })
  }

  session(sessionId) {
    let session = this.#sessions.get(sessionId)
    if (!session) this.#sessions.set(sessionId, (session = new CdpSession(this, sessionId)))
    return session
  }

  send(method, params = {}, sessionId) {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, method })
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  #receive(bytes) {
    let start = 0
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
      this.#partial.push(bytes.subarray(start, end))
      this.#dispatch(JSON.parse(Buffer.concat(this.#partial).toString('utf8')))
      this.#partial = []
      start = end + 1
    }
    if (start < bytes.length) this.#partial.push(bytes.subarray(start))
  }

  #dispatch(message) {
    if (message.id !== undefined) {
      const pending = this.#pending.get(message.id)
      this.#pending.delete(message.id)
      if (message.error) pending?.reject(new Error(`${pending.method}: ${message.error.message}`))
      else pending?.resolve(message.result)
      return
    }
    if (message.method === 'Target.detachedFromTarget') this.#sessions.delete(message.params.sessionId)
    const session = message.sessionId ? this.#sessions.get(message.sessionId) : this.root
    session?.emit(message.method, message.params)
  }
}
