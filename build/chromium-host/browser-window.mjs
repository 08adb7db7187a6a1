import { EventEmitter } from 'node:events'
import { app } from './app.mjs'
import { HostEvent, host, nextId } from './host.mjs'
import { notImplemented } from './not-implemented.mjs'
import { WebContents } from './web-contents.mjs'

export class BrowserWindow extends EventEmitter {
  static getAllWindows() {
    return [...host.windows.values()]
  }

  /** The last that had it: which program is in front, the browser does not say. */
  static getFocusedWindow() {
    return host.focusOrder.at(-1) ?? null
  }

  static fromWebContents(contents) {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null
  }

  id = nextId()
  #windowId = null
  #bounds
  /** Height of the toolbar that headless windows have and nobody sees. */
  #toolbarHeight = 0
  #state = 'normal'
  #hasPainted = false
  #isDestroyed = false

  constructor(options = {}) {
    super()
    const preferences = options.webPreferences ?? {}
    const isInsecure =
      preferences.nodeIntegration ||
      preferences.webviewTag ||
      [preferences.contextIsolation, preferences.sandbox, preferences.webSecurity].includes(false)
    if (isInsecure) throw notImplemented('a window without sandbox, context isolation or web security')
    this._options = { width: 800, height: 600, ...options }
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: this._options.width, height: this._options.height }
    host.windows.set(this.id, this)
    host.focusOrder.unshift(this)
    this.webContents = new WebContents(this, preferences)
    app.emit('browser-window-created', new HostEvent(), this)
  }

  // --- life

  loadURL(url) {
    return this.webContents.loadURL(url)
  }

  reload() {
    this.webContents.reload()
  }

  close() {
    this._closeUnlessVetoed()
  }

  destroy() {
    const { _targetId: targetId } = this.webContents
    if (targetId) host.browser.root.post('Target.closeTarget', { targetId })
    this.webContents._onGone()
  }

  isDestroyed() {
    return this.#isDestroyed
  }

  /** Asks the app's `close` listeners. */
  _mayClose() {
    const event = new HostEvent()
    this.emit('close', event)
    return !event.defaultPrevented
  }

  /** Returns whether the window is gone. */
  _closeUnlessVetoed() {
    if (!this.#isDestroyed && this._mayClose() && !this.#isDestroyed) this.destroy()
    return this.#isDestroyed
  }

  _onClosed() {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    host.windows.delete(this.id)
    host.focusOrder = host.focusOrder.filter((other) => other !== this)
    this.emit('closed')
    if (host.windows.size > 0 || host.quitting || host.exiting) return
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
    else app.quit()
  }

  _onFirstPaint() {
    if (this.#hasPainted) return
    this.#hasPainted = true
    this.emit('ready-to-show')
  }

  async _onAttached() {
    const { windowId } = await host.browser.root.send('Browser.getWindowForTarget', { targetId: this.webContents._targetId })
    this.#windowId = windowId
    this.setBounds({})
    if (host.browser.headless) {
      this.#toolbarHeight = await this.webContents._cdp
        .send('Runtime.evaluate', { expression: 'outerHeight - innerHeight', returnByValue: true })
        .then(({ result }) => result.value)
      this.setBounds({})
    }
    if (this.#state !== 'normal') this.#setState(this.#state)
  }

  // --- place and state

  setBounds(bounds) {
    this.#bounds = { ...this.#bounds, ...bounds }
    if (this.#windowId === null) return
    const { x, y, width, height } = this.#bounds
    const given = { left: x, top: y, width, height: height + this.#toolbarHeight }
    host.browser.root.post('Browser.setWindowBounds', { windowId: this.#windowId, bounds: given })
  }

  getBounds() {
    return { ...this.#bounds }
  }

  #setState(windowState) {
    this.#state = windowState
    if (this.#windowId !== null) host.browser.root.post('Browser.setWindowBounds', { windowId: this.#windowId, bounds: { windowState } })
  }

  minimize() {
    this.#setState('minimized')
  }

  isMinimized() {
    return this.#state === 'minimized'
  }

  maximize() {
    this.#setState('maximized')
  }

  isMaximized() {
    return this.#state === 'maximized'
  }

  /** Where the window stands when it is neither maximized nor minimized. */
  getNormalBounds() {
    return this.getBounds()
  }

  restore() {
    this.#setState('normal')
  }

  setFullScreen(on) {
    this.#setState(on ? 'fullscreen' : 'normal')
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen')
  }

  isFullScreen() {
    return this.#state === 'fullscreen'
  }

  /** A headed window is visible from the start. */
  show() {
    this.focus()
  }

  focus() {
    this.webContents.focus()
    this._onFocus()
  }

  isFocused() {
    return host.focusOrder.at(-1) === this
  }

  /** By the app, or by the page: it was clicked, or its tab came to the front. */
  _onFocus() {
    if (this.#isDestroyed || this.isFocused()) return
    const before = BrowserWindow.getFocusedWindow()
    host.focusOrder = [...host.focusOrder.filter((other) => other !== this), this]
    before?.emit('blur')
    this.emit('focus')
    app.emit('browser-window-focus', new HostEvent(), this)
  }

  /** The dot in macOS's close button; nothing elsewhere. */
  setDocumentEdited() {}
}
