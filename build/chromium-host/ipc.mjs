import { EventEmitter } from 'node:events'

/** Electron's ipcMain: `send` arrives as events, `invoke` at the one handler of its channel. */
class IpcMain extends EventEmitter {
  #handlers = new Map()

  handle(channel, handler) {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  removeHandler(channel) {
    this.#handlers.delete(channel)
  }

  _handlerOf(channel) {
    return this.#handlers.get(channel)
  }
}

export const ipcMain = new IpcMain()
