// Runs a module as Electron's utility process does: `process.parentPort` is its channel. It ends with the process that started it.
import { EventEmitter } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , modulePath, ...args] = process.argv
process.argv = [process.execPath, modulePath, ...args]
process.type = 'utility'
const waiting = []
const port = Object.assign(new EventEmitter(), { postMessage: (message) => process.send(message), start() {}, pause() {} })
process.parentPort = port
// What comes before somebody listens is not lost.
process.on('message', (data) => (port.listenerCount('message') > 0 ? port.emit('message', { data, ports: [] }) : waiting.push(data)))
process.on('disconnect', () => process.exit(1))
await import(pathToFileURL(path.resolve(modulePath)).href)
for (const data of waiting.splice(0)) port.emit('message', { data, ports: [] })
