import { spawnSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { QUIT_MS } from './chromium.mjs'
import { HostEvent, host, hostReady } from './host.mjs'
import { notImplemented } from './not-implemented.mjs'

class CommandLine {
  #switches = new Map()

  /** Overwrites an earlier value, as Electron does. */
  appendSwitch(name, value = '') {
    this.#switches.set(name, String(value))
  }

  hasSwitch(name) {
    return this.#switches.has(name)
  }

  getSwitchValue(name) {
    return this.#switches.get(name) ?? ''
  }

  get _switches() {
    return this.#switches
  }
}

class App extends EventEmitter {
  commandLine = new CommandLine()
  isPackaged = false
  #paths = new Map()
  #isReady = false
  #lock = null

  getName() {
    return host.packageJson.productName ?? host.packageJson.name
  }

  getVersion() {
    return host.packageJson.version
  }

  /** Of the browser's interface, which takes it from the same variables. */
  getLocale() {
    return Intl.DateTimeFormat().resolvedOptions().locale
  }

  getAppPath() {
    return host.appPath
  }

  isReady() {
    return this.#isReady
  }

  whenReady() {
    return hostReady
  }

  _setReady() {
    this.#isReady = true
  }

  /** Windows always run sandboxed here; see BrowserWindow. */
  enableSandbox() {}

  getPath(name) {
    const home = os.homedir()
    const macConfig = path.join(home, 'Library/Application Support')
    const config = process.platform === 'darwin' ? macConfig : process.env.XDG_CONFIG_HOME || path.join(home, '.config')
    const userData = this.#paths.get('userData') ?? path.join(config, `${this.getName()}-chromium-host`)
    const defaults = {
      home,
      appData: config,
      userData,
      sessionData: userData,
      temp: os.tmpdir(),
      exe: process.execPath,
      logs: path.join(userData, 'logs'),
      documents: path.join(home, 'Documents'),
      downloads: path.join(home, 'Downloads'),
      pictures: path.join(home, 'Pictures'),
      videos: path.join(home, process.platform === 'darwin' ? 'Movies' : 'Videos'),
    }
    const found = this.#paths.get(name) ?? defaults[name]
    if (found === undefined) throw new Error(`Failed to get '${name}' path`)
    return found
  }

  setPath(name, value) {
    this.#paths.set(name, value)
  }

  /** A socket in userData is the lock; a second instance hands its arguments over it. Synchronous, as in Electron. */
  requestSingleInstanceLock(additionalData = {}) {
    if (this.#lock) return true
    const socket = path.join(this.getPath('userData'), 'instance.sock')
    const probe = `
      const client = require('net').connect(process.argv[1], () => client.end(process.argv[2]))
      client.on('close', () => process.exit(0)).on('error', () => process.exit(1))`
    const message = JSON.stringify({ argv: process.argv, workingDirectory: process.cwd(), additionalData })
    if (fs.existsSync(socket) && spawnSync(process.execPath, ['-e', probe, socket, message]).status === 0) return false
    fs.mkdirSync(path.dirname(socket), { recursive: true })
    fs.rmSync(socket, { force: true })
    this.#lock = net.createServer({ allowHalfOpen: true }, (connection) => this.#onSecondInstance(connection)).listen(socket)
    this.#lock.unref()
    process.once('exit', () => fs.rmSync(socket, { force: true }))
    return true
  }

  #onSecondInstance(connection) {
    let text = ''
    connection.on('error', () => {})
    connection.on('data', (bytes) => (text += bytes))
    connection.on('end', () => {
      connection.end()
      const { argv, workingDirectory, additionalData } = JSON.parse(text)
      this.emit('second-instance', new HostEvent(), argv, workingDirectory, additionalData)
    })
  }

  /** The desktop keeps no such list on Linux, and Electron does nothing there either; elsewhere a silent nothing would be a lie. */
  addRecentDocument() {
    if (process.platform !== 'linux') throw notImplemented('app.addRecentDocument on this platform')
  }

  clearRecentDocuments() {
    if (process.platform !== 'linux') throw notImplemented('app.clearRecentDocuments on this platform')
  }

  quit() {
    if (host.quitting) return
    host.quitting = true
    const event = new HostEvent()
    this.emit('before-quit', event)
    // Every window is asked, whatever the others say.
    const closed = !event.defaultPrevented && [...host.windows.values()].map((window) => window._closeUnlessVetoed()).every(Boolean)
    if (closed) this.#finish(0, false)
    else host.quitting = false
  }

  exit(code = 0) {
    this.#finish(code, true)
  }

  #finish(code, isForced) {
    if (host.exiting) return
    const event = new HostEvent()
    if (!isForced) this.emit('will-quit', event)
    if (event.defaultPrevented) {
      host.quitting = false
      return
    }
    host.exiting = true
    this.emit('quit', new HostEvent(), code)
    void stopBrowser().finally(() => process.exit(code))
  }
}

async function stopBrowser() {
  if (!host.browser) return
  host.browser.root.post('Browser.close')
  await Promise.race([host.browser.exited, new Promise((resolve) => setTimeout(resolve, QUIT_MS).unref())])
  host.browser.child.kill('SIGKILL')
}

export const app = new App()
app.setMaxListeners(0)
process.once('exit', () => host.browser?.child.kill('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => (host.exiting ? process.exit(1) : app.quit()))
}
