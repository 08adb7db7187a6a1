import { EventEmitter } from 'node:events'
import { host } from './host.mjs'
import { loud } from './not-implemented.mjs'

class Session extends EventEmitter {
  #check = () => false

  /** Requests are decided by the check handler, before a page can ask: Chromium shows no prompt. */
  setPermissionRequestHandler() {}

  setPermissionCheckHandler(handler) {
    this.#check = handler ?? (() => false)
    for (const contents of host.contents.values()) void contents._attached.then(() => contents._applyPermissions())
  }

  /** No device chooser ever opens here: a page that asks for a device is refused (injected.mjs), and `select-hid-device` never comes. */
  setDevicePermissionHandler() {}

  _allows(contents, permission) {
    return this.#check(contents, permission, '', {})
  }
}

export const session = loud('session', { defaultSession: new Session() })

class NativeTheme extends EventEmitter {
  #source = 'system'

  get themeSource() {
    return this.#source
  }

  set themeSource(source) {
    this.#source = source
    for (const contents of host.contents.values()) void contents._attached.then(() => contents._applyTheme())
    this.emit('updated')
  }

  _media() {
    return { features: [{ name: 'prefers-color-scheme', value: this.#source === 'system' ? '' : this.#source }] }
  }
}

export const nativeTheme = new NativeTheme()
