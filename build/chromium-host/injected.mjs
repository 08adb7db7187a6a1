// Source text that Chromium runs in every document of a window, before the page's own scripts: the context bridge, in
// the page's world and in the isolated world, and the environment a sandboxed preload expects. The functions below are
// injected by toString(), so each uses only its arguments and the browser's globals.
import { createCodec } from './codec.mjs'
import { pageUi } from './page-ui.mjs'

export const ISOLATED_WORLD = 'Electron Isolated Context'

/**
 * One end of the context bridge. Both worlds share only the DOM, so calls travel as synchronous events on `document`
 * under a secret name; `detail` is structured-cloned between worlds. Functions, promises and errors go by id.
 */
function createBridge(outName, inName) {
  const { apply } = Reflect
  const Custom = CustomEvent
  // Taken before any page script could replace them, and called through `apply`.
  /* oxlint-disable typescript/unbound-method */
  const dispatch = EventTarget.prototype.dispatchEvent
  const listen = EventTarget.prototype.addEventListener
  const detailOf = Object.getOwnPropertyDescriptor(Custom.prototype, 'detail').get
  /* oxlint-enable typescript/unbound-method */
  const functions = new Map()
  const promises = new Map()
  const REF = '\u0000bridge'
  let lastId = 0
  let reply = null
  const emit = (message) => apply(dispatch, document, [new Custom(outName, { detail: message })])
  const finalized = new FinalizationRegistry((id) => emit({ kind: 'drop', id }))
  const isPlain = (value) => [null, Object.prototype].includes(Object.getPrototypeOf(value))
  const packError = (error) => (error instanceof Error ? { [REF]: 'error', name: error.name, message: error.message } : pack(error))

  function pack(value, depth = 0) {
    if (depth > 1000) throw new Error('Electron contextBridge recursion depth exceeded.')
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.')
    if (typeof value === 'function') {
      const id = ++lastId
      functions.set(id, value)
      return { [REF]: 'function', id }
    }
    if (typeof value !== 'object' || value === null) return value
    if (value instanceof Promise) {
      const id = ++lastId
      value.then(
        (result) => emit({ kind: 'settle', id, ok: true, value: pack(result) }),
        (error) => emit({ kind: 'settle', id, ok: false, value: packError(error) }),
      )
      return { [REF]: 'promise', id }
    }
    if (Array.isArray(value)) return value.map((item) => pack(item, depth + 1))
    if (!isPlain(value)) return value // typed arrays, Map, Date, File, ...: structured clone does it
    return Object.fromEntries(Object.keys(value).map((key) => [key, pack(value[key], depth + 1)]))
  }

  function unpack(value) {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(unpack)
    if (!isPlain(value)) return value
    if (value[REF] === 'function') {
      const proxy = (...args) => call(value.id, args)
      finalized.register(proxy, value.id)
      return proxy
    }
    if (value[REF] === 'promise') return new Promise((resolve, reject) => promises.set(value.id, { resolve, reject }))
    if (value[REF] === 'error') return Object.assign(new Error(value.message), value.name === 'Error' ? {} : { name: value.name })
    return Object.fromEntries(Object.keys(value).map((key) => [key, unpack(value[key])]))
  }

  function call(id, args) {
    reply = null
    emit({ kind: 'call', id, args: pack(args) })
    const answer = reply
    reply = null
    if (!answer) throw new Error('The other world of this page is gone.')
    if (answer.ok) return unpack(answer.value)
    throw unpack(answer.value)
  }

  const bridge = { pack, unpack, emit, onExpose: null }
  const receivers = {
    call({ id, args }) {
      let answer
      try {
        answer = { kind: 'return', ok: true, value: pack(functions.get(id)(...unpack(args))) }
      } catch (error) {
        answer = { kind: 'return', ok: false, value: packError(error) }
      }
      emit(answer)
    },
    return(message) {
      reply = message
    },
    settle({ id, ok, value }) {
      const promise = promises.get(id)
      promises.delete(id)
      promise?.[ok ? 'resolve' : 'reject'](unpack(value))
    },
    drop({ id }) {
      functions.delete(id)
    },
    expose(message) {
      bridge.onExpose?.(message)
    },
  }
  const onMessage = (event) => {
    const message = apply(detailOf, event, [])
    receivers[message.kind](message)
  }
  apply(listen, document, [inName, onMessage])
  return bridge
}

/** The page's end: defines what preload exposes, frozen to the bottom. */
function runMainWorld(bridge) {
  // Chromium would open a chooser of its own, whatever the app's `select-hid-device` says.
  const refuse = () => Promise.reject(new DOMException('navigator.hid.requestDevice is not implemented by the Chromium host', 'NotSupportedError'))
  if (navigator.hid) Object.defineProperty(navigator.hid, 'requestDevice', { value: refuse, configurable: true })
  const freeze = (value) => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
    Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }
  bridge.onExpose = ({ name, api }) => {
    Object.defineProperty(window, name, { value: freeze(bridge.unpack(api)), enumerable: true, writable: false, configurable: false })
  }
}

/** Preload's end: `require('electron')` as a sandboxed preload sees it, over one native binding. */
function runIsolatedWorld({ bridge, createCodec, installUi, binding, key, processInfo, vetoesClose, preload }) {
  const CHUNK = 8 << 20 // characters of one binding call
  const codec = createCodec({ toBase64: (bytes) => bytes.toBase64(), fromBase64: (text) => Uint8Array.fromBase64(text) })
  const pending = new Map()
  let lastId = 0

  const post = (message) => {
    const text = codec.encode(message)
    for (let start = 0; start < text.length; start += CHUNK) {
      binding((start + CHUNK >= text.length ? '.' : '+') + text.slice(start, start + CHUNK))
    }
  }
  const request = (message) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      pending.set(id, { resolve, reject })
      post({ ...message, id })
    })

  class Emitter {
    #listeners = new Map()
    on(name, listener, once = false) {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), { listener, once }])
      return this
    }
    once(name, listener) {
      return this.on(name, listener, true)
    }
    off(name, listener) {
      const list = this.#listeners.get(name) ?? []
      const index = list.findLastIndex((item) => item.listener === listener)
      this.#listeners.set(name, list.filter((_item, at) => at !== index))
      return this
    }
    addListener(name, listener) {
      return this.on(name, listener)
    }
    removeListener(name, listener) {
      return this.off(name, listener)
    }
    removeAllListeners(name) {
      if (name === undefined) this.#listeners.clear()
      else this.#listeners.delete(name)
      return this
    }
    emit(name, ...args) {
      for (const { listener, once } of this.#listeners.get(name) ?? []) {
        if (once) this.off(name, listener)
        try {
          listener.apply(this, args)
        } catch (error) {
          reportError(error)
        }
      }
    }
  }
  const ipcRenderer = Object.assign(new Emitter(), {
    send: (channel, ...args) => post({ type: 'send', channel, args }),
    invoke: (channel, ...args) => request({ type: 'invoke', channel, args }),
  })

  // The one synchronous call: the page stops at a debugger statement, the host answers over CDP and resumes it. While
  // the debugger is on, wasm runs slower, so it is armed only by gestures that can deliver files.
  const arm = () => binding('a')
  window.addEventListener('dragenter', arm, true)
  window.addEventListener(
    'click',
    (event) => {
      if (event.composedPath().some((node) => node instanceof HTMLInputElement && node.type === 'file')) arm()
    },
    true,
  )
  const getPathForFile = (file) => {
    const slot = { file, path: null }
    globalThis[key] = slot
    // oxlint-disable-next-line no-debugger -- answered by WebContents in the host
    debugger
    delete globalThis[key]
    if (slot.path === null) throw new Error('webUtils.getPathForFile works only after a drop or a click on a file input')
    return slot.path
  }
  // A page that is driven by a test tool believes that it has the focus, and hears of input alone.
  for (const type of ['focus', 'pointerdown', 'keydown']) window.addEventListener(type, () => binding('f'), true)
  // The window's own close button: Chromium asks the host (Page.javascriptDialogOpening), which asks the app.
  if (vetoesClose) window.addEventListener('beforeunload', (event) => event.preventDefault())

  const electron = {
    ipcRenderer,
    webUtils: { getPathForFile },
    contextBridge: {
      exposeInMainWorld(name, api) {
        if (name in window) throw new Error(`Cannot bind an API on top of an existing property on the window object: ${name}`)
        bridge.emit({ kind: 'expose', name, api: bridge.pack(api) })
      },
    },
  }
  const require = (id) => {
    if (id === 'electron' || id === 'electron/renderer') return electron
    throw new Error(`module not found: ${id}`)
  }

  const ui = new Map()
  const receive = (message) => {
    if (message.type === 'event') return ipcRenderer.emit(message.channel, { sender: ipcRenderer, ports: [] }, ...message.args)
    if (message.type === 'ui') return ui.get(message.name)(...message.args)
    const waiting = pending.get(message.id)
    pending.delete(message.id)
    if ('error' in message) waiting?.reject(message.error)
    else waiting?.resolve(message.value)
    return undefined
  }
  const parts = []
  // Entry point for the host: a message in pieces, the last one marked by '.'.
  globalThis[`${key}entry`] = (piece) => {
    parts.push(piece.slice(1))
    return piece[0] === '+' ? undefined : receive(codec.decode(parts.splice(0).join('')))
  }
  installUi(ui, async (files) => {
    globalThis[`${key}files`] = files
    try {
      return await request({ type: 'paths', count: files.length })
    } finally {
      delete globalThis[`${key}files`]
    }
  })
  const module = { exports: {} }
  preload.call(window, require, module, module.exports, Object.freeze({ ...processInfo }), globalThis)
  binding('r')
}

/** Script for the page's world; `nonce` names the events. */
export function mainWorldSource(nonce) {
  return `(() => {
    if (window !== window.top) return;
    (${String(runMainWorld)})((${String(createBridge)})(${JSON.stringify(`${nonce}i`)}, ${JSON.stringify(`${nonce}m`)}));
  })()`
}

/** Script for the isolated world. Subframes get neither bridge nor preload, as in Electron. */
export function isolatedWorldSource({ nonce, binding, key, processInfo, vetoesClose, preloadCode, preloadUrl }) {
  return `(() => {
    if (window !== window.top) return;
    const binding = globalThis[${JSON.stringify(binding)}];
    delete globalThis[${JSON.stringify(binding)}];
    (${String(runIsolatedWorld)})({
      bridge: (${String(createBridge)})(${JSON.stringify(`${nonce}m`)}, ${JSON.stringify(`${nonce}i`)}),
      createCodec: ${String(createCodec)},
      installUi: ${String(pageUi)},
      binding,
      key: ${JSON.stringify(key)},
      processInfo: ${JSON.stringify(processInfo)},
      vetoesClose: ${Boolean(vetoesClose)},
      preload: function (require, module, exports, process, global) {
${preloadCode}
      },
    });
  })()
//# sourceURL=${preloadUrl}`
}
