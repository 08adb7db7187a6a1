import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { app } from './app.mjs'
import { nodeCodec } from './codec.mjs'
import { FilePaths } from './file-paths.mjs'
import { HostEvent, debug, host, hostReady, nextId } from './host.mjs'
import { ISOLATED_WORLD, isolatedWorldSource, mainWorldSource } from './injected.mjs'
import { ipcMain } from './ipc.mjs'
import { loud, notImplemented } from './not-implemented.mjs'
import { cookies, fromHostUrl, toHostUrl } from './schemes.mjs'
import { nativeTheme, session } from './session.mjs'

const CHUNK = 1 << 20 // characters of one message to the page
/** A page that does nothing for so long hangs, as in Electron. */
const HANG_MS = Number(process.env.CHROMIUM_HOST_HANG_MS ?? 30_000)

/** The frame a message came from. Subframes have no bridge, so it is always the main frame. */
class WebFrameMain {
  parent = null
  constructor(url) {
    this.url = url
    this.top = this
  }
  get origin() {
    return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(this.url)?.[0] ?? 'null'
  }
}

/** One page: a DevTools session, the preload world in it, and the messages between. */
export class WebContents extends EventEmitter {
  static byTarget = (targetId) => [...host.contents.values()].find((contents) => contents._targetId === targetId)

  id = nextId()
  session = session.defaultSession
  _targetId = null
  _cdp = null
  #window
  #preload
  #url = ''
  #frameId = null
  /** Execution context of the preload world; null while a document loads. */
  #context = null
  #key = `__k${randomBytes(9).toString('base64url')}`
  #pieces = new Map()
  #filePaths = new FilePaths(this.#key, (method, params) => this._cdp.send(method, params), () => this.#context)
  #ownNavigations = 0
  #lastOpen = null
  #openHandler = () => ({ action: 'deny' })
  #isCrashed = false
  #isDestroyed = false
  #onEnd = () => {}

  constructor(window, { preload }) {
    super()
    this.setMaxListeners(0)
    this.#window = window
    this.#preload = preload
    host.contents.set(this.id, this)
    this._attached = this.#attach()
    this._attached.catch((error) => debug('attach failed', error))
  }

  // --- start

  async #attach() {
    await hostReady
    const { session: cdp, targetId } = await host.openTarget(this.#window._options.width, this.#window._options.height)
    this._targetId = targetId
    this._cdp = cdp
    const nonce = randomBytes(9).toString('base64url')
    const binding = `__h${nonce}`
    this.#listen(cdp, binding)
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Runtime.enable'),
      cdp.send('Runtime.addBinding', { name: binding, executionContextName: ISOLATED_WORLD }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource(nonce) }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { worldName: ISOLATED_WORLD, source: this.#preloadSource(nonce, binding) }),
      cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }),
      this._applyTheme(),
      this._applyPermissions(),
    ])
    cdp.post('Runtime.runIfWaitingForDebugger')
    this.#frameId = (await cdp.send('Page.getFrameTree')).frameTree.frame.id
    await this.#window._onAttached()
    app.emit('web-contents-created', new HostEvent(), this)
    void this.#watch()
  }

  /** Asks the page for a sign of life now and then; Electron waits for the answer to an input instead. */
  async #watch() {
    for (let hangs = false; !this.#isDestroyed; ) {
      await new Promise((resolve) => setTimeout(resolve, HANG_MS / 4).unref())
      if (this.#isCrashed || this.#context === null) continue
      const late = setTimeout(() => {
        hangs = true
        this.#window.emit('unresponsive')
      }, HANG_MS).unref()
      // A page that crashes never answers.
      await Promise.race([this._cdp.send('Runtime.evaluate', { expression: '0' }).catch(() => {}), new Promise((resolve) => (this.#onEnd = resolve))])
      clearTimeout(late)
      if (hangs && !this.#isCrashed) this.#window.emit('responsive')
      hangs = false
    }
  }

  #preloadSource(nonce, binding) {
    return isolatedWorldSource({
      nonce,
      binding,
      key: this.#key,
      // Only a person can click the window's close button; headless, a test tool answers the page's own dialogs.
      vetoesClose: !host.browser.headless,
      preloadCode: this.#preload ? fs.readFileSync(this.#preload, 'utf8') : '',
      preloadUrl: this.#preload ? pathToFileURL(this.#preload).href : 'chromium-host',
      processInfo: {
        platform: process.platform,
        arch: process.arch,
        versions: { ...process.versions },
        type: 'renderer',
        sandboxed: true,
        contextIsolated: true,
        env: {},
      },
    })
  }

  #listen(cdp, binding) {
    cdp.on('Runtime.bindingCalled', (event) => {
      if (event.name === binding) this.#onBinding(event)
    })
    cdp.on('Runtime.executionContextDestroyed', (event) => {
      if (event.executionContextId === this.#context) this.#context = null
    })
    cdp.on('Runtime.executionContextsCleared', () => {
      this.#context = null
    })
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId) return
      this.#frameId = frame.id
      this.#url = fromHostUrl(frame.url)
      this.#isCrashed = false
      this.emit('did-navigate', new HostEvent(), this.#url, 200, 'OK')
    })
    cdp.on('Page.domContentEventFired', () => this.emit('dom-ready', new HostEvent()))
    cdp.on('Page.loadEventFired', () => {
      this.emit('did-finish-load', new HostEvent())
      this.#window._onFirstPaint()
    })
    cdp.on('Page.windowOpen', ({ url }) => {
      this.#lastOpen = { url: fromHostUrl(url), frameName: '', features: '', disposition: 'foreground-tab' }
    })
    cdp.on('Page.javascriptDialogOpening', ({ type }) => {
      if (type !== 'beforeunload') return
      const accept = this.#ownNavigations > 0 || this.#window._mayClose()
      cdp.post('Page.handleJavaScriptDialog', { accept })
    })
    cdp.on('Fetch.requestPaused', (event) => this.#onDocumentRequest(event))
    cdp.on('Debugger.paused', () => void this.#filePaths.answer())
  }

  // --- navigation

  #onDocumentRequest({ requestId, request, frameId }) {
    const url = fromHostUrl(request.url)
    const isAsked = this.#ownNavigations === 0 && frameId === this.#frameId && url.split('#')[0] !== this.#url.split('#')[0]
    const event = new HostEvent({ url, isMainFrame: true, isSameDocument: false })
    if (isAsked) this.emit('will-navigate', event, url)
    if (event.defaultPrevented) this._cdp.post('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    else this._cdp.post('Fetch.continueRequest', { requestId })
  }

  /** A window the page opened, held at its first instruction: told to the app's handler, then closed. */
  _onPopup(cdp, { targetId, url }) {
    const answer = this.#openHandler(this.#lastOpen ?? { url: fromHostUrl(url), frameName: '', features: '', disposition: 'foreground-tab' })
    // Let go first: the opener waits in window.open() until then, and for ever where its window is gone before.
    cdp.post('Runtime.runIfWaitingForDebugger')
    host.browser.root.post('Target.closeTarget', { targetId })
    if (answer.action !== 'deny') throw notImplemented('setWindowOpenHandler with another action than deny')
  }

  setWindowOpenHandler(handler) {
    this.#openHandler = handler
  }

  async loadURL(url) {
    await this._attached
    this.#ownNavigations += 1
    try {
      const loaded = new Promise((resolve) => this.once('did-finish-load', resolve))
      await this._cdp.send('Network.setCookies', { cookies: cookies() })
      const { errorText, loaderId } = await this._cdp.send('Page.navigate', { url: toHostUrl(url) })
      if (errorText && errorText !== 'net::ERR_ABORTED') throw new Error(`${errorText} loading '${url}'`)
      if (loaderId) await loaded
    } finally {
      this.#ownNavigations -= 1
    }
  }

  reload() {
    this.#ownNavigations += 1
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve))
    this._cdp.send('Page.reload').then(
      () => loaded.then(() => (this.#ownNavigations -= 1)),
      (error) => debug('reload failed', error),
    )
  }

  getURL() {
    return this.#url
  }

  get mainFrame() {
    return new WebFrameMain(this.#url)
  }

  isDestroyed() {
    return this.#isDestroyed
  }

  isCrashed() {
    return this.#isCrashed
  }

  focus() {
    this._cdp?.post('Page.bringToFront')
  }

  copy() {
    this.#edit('Copy')
  }

  cut() {
    this.#edit('Cut')
  }

  paste() {
    this.#edit('Paste')
  }

  /** A key press that does nothing but run the browser's own editing command. */
  #edit(command) {
    this._cdp.post('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Unidentified', commands: [command] })
    this._cdp.post('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Unidentified' })
  }

  close({ waitForBeforeUnload = false } = {}) {
    if (waitForBeforeUnload) this._cdp.post('Page.close')
    else host.browser.root.post('Target.closeTarget', { targetId: this._targetId })
  }

  forcefullyCrashRenderer() {
    this._cdp.post('Page.crash')
  }

  async executeJavaScript(code, userGesture = false) {
    await this._attached
    const options = { expression: code, awaitPromise: true, returnByValue: true, userGesture }
    const { result, exceptionDetails } = await this._cdp.send('Runtime.evaluate', options)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  // --- messages

  send(channel, ...args) {
    void this.#deliver({ type: 'event', channel, args })
  }

  /** Shows one of the host's dialogs in the page; null when it was dismissed. */
  async _showUi(name, ...args) {
    await this._attached
    return (await this.#deliver({ type: 'ui', name, args })) ?? null
  }

  async #deliver(message, context = this.#context) {
    const text = nodeCodec.encode(message)
    if (context === null || this.#isDestroyed || this.#isCrashed) return undefined
    const isUi = message.type === 'ui'
    let answer
    for (let start = 0; start < text.length; start += CHUNK) {
      const piece = (start + CHUNK >= text.length ? '.' : '+') + text.slice(start, start + CHUNK)
      answer = this._cdp.send('Runtime.callFunctionOn', {
        functionDeclaration: '(entry, piece) => globalThis[entry](piece)',
        arguments: [{ value: `${this.#key}entry` }, { value: piece }],
        executionContextId: context,
        awaitPromise: isUi,
        returnByValue: true,
      })
      answer.catch((error) => debug('message lost', error))
    }
    return isUi ? (await answer).result.value : undefined
  }

  #onBinding({ payload, executionContextId }) {
    const kind = payload[0]
    if (kind === 'r') this.#context = executionContextId
    if (kind === 'a') this.#filePaths.arm()
    if (kind === 'f') this.#window._onFocus()
    if (kind !== '+' && kind !== '.') return
    const pieces = this.#pieces.get(executionContextId) ?? []
    pieces.push(payload.slice(1))
    if (kind === '+') return void this.#pieces.set(executionContextId, pieces)
    this.#pieces.delete(executionContextId)
    void this.#onMessage(nodeCodec.decode(pieces.join('')), executionContextId)
  }

  async #onMessage(message, context) {
    const event = { sender: this, senderFrame: this.mainFrame, frameId: 1, processId: 1 }
    if (message.type === 'send') ipcMain.emit(message.channel, event, ...message.args)
    if (message.type === 'invoke') void this.#deliver(await this.#invoke(event, message), context)
    if (message.type === 'paths') {
      void this.#deliver({ type: 'reply', id: message.id, value: await this.#filePaths.all(message.count) }, context)
    }
  }

  async #invoke(event, { id, channel, args }) {
    try {
      const handler = ipcMain._handlerOf(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      const reply = { type: 'reply', id, value: await handler(event, ...args) }
      nodeCodec.encode(reply)
      return reply
    } catch (error) {
      debug(`handler for '${channel}' failed`, error)
      return { type: 'reply', id, error: new Error(`Error invoking remote method '${channel}': ${String(error)}`) }
    }
  }

  // --- told by the browser and the session

  _onCrashed() {
    if (this.#isCrashed) return
    this.#isCrashed = true
    this.#context = null
    this.#onEnd()
    const details = { reason: 'crashed', exitCode: 0 }
    this.emit('render-process-gone', new HostEvent(), details)
    app.emit('render-process-gone', new HostEvent(), this, details)
  }

  _onGone() {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#context = null
    this.#onEnd()
    host.contents.delete(this.id)
    this.emit('destroyed')
    this.#window._onClosed()
  }

  _applyTheme() {
    return this._cdp?.send('Emulation.setEmulatedMedia', nativeTheme._media())
  }

  /** Chromium is told beforehand what the app's check handler says; requests never reach a prompt. */
  async _applyPermissions() {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read', 'local-fonts', 'window-management', 'idle-detection']
    // An app that vetoes every download gets a browser that makes none; there is no other kind here.
    if (this.session.listenerCount('will-download') > 0) await host.browser.root.send('Browser.setDownloadBehavior', { behavior: 'deny' }).catch((error) => debug('downloads', error))
    for (const name of names) {
      const asked = name === 'camera' || name === 'microphone' ? 'media' : name
      const setting = this.session._allows(this, asked) ? 'granted' : 'denied'
      await host.browser.root.send('Browser.setPermission', { permission: { name }, setting }).catch((error) => debug(name, error))
    }
  }
}

export const webContents = loud('webContents', {
  getAllWebContents: () => [...host.contents.values()],
  fromId: (id) => host.contents.get(id),
  fromDevToolsTargetId: (targetId) => WebContents.byTarget(targetId),
})
