// The state that the host's modules share: one app, one browser, its windows.

export const host = {
  /** Folder and package.json of the running app. */
  appPath: process.cwd(),
  packageJson: { name: 'app', version: '0.0.0' },
  /** Asked for on the command line, as test tools do; null opens no port. */
  debuggingPort: null,
  /** Set once Chromium runs; see chromium.mjs. */
  browser: null,
  /** BrowserWindow by id, WebContents by id. */
  windows: new Map(),
  contents: new Map(),
  /** BrowserWindows, the one in front last. */
  focusOrder: [],
  quitting: false,
  exiting: false,
}

let lastId = 0
/** Windows and web contents share one sequence. */
export const nextId = () => ++lastId

let resolveReady
/** Resolves when Chromium runs and the app's `ready` was emitted. */
export const hostReady = new Promise((resolve) => {
  resolveReady = resolve
})
export const markHostReady = () => resolveReady()

/** Electron's event object: a listener may veto. */
export class HostEvent {
  defaultPrevented = false
  constructor(extra = {}) {
    Object.assign(this, extra)
  }
  preventDefault() {
    this.defaultPrevented = true
  }
}

const debugging = Boolean(process.env.CHROMIUM_HOST_DEBUG)
export function debug(...parts) {
  if (debugging) console.error('[chromium-host]', ...parts)
}
