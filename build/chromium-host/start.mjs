// Starts Chromium once the app's main module has run, and lets the app see `ready`.
import path from 'node:path'
import { app } from './app.mjs'
import { isRoot, launchChromium } from './chromium.mjs'
import { debug, host, markHostReady } from './host.mjs'
import { startSchemeServer } from './schemes.mjs'
import { WebContents } from './web-contents.mjs'

function isHeadless() {
  const asked = process.env.CHROMIUM_HOST_HEADLESS
  if (asked) return asked !== '0'
  return process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY
}

export async function startHost() {
  const server = await startSchemeServer()
  const rules = [...server.rules]
  if (process.env.CHROMIUM_HOST_OFFLINE) rules.push('MAP * ~NOTFOUND', 'EXCLUDE localhost', 'EXCLUDE 127.0.0.1')
  if (rules.length > 0) app.commandLine.appendSwitch('host-resolver-rules', rules.join(', '))
  if (isRoot()) debug('running as root: the Chromium sandbox is off')
  host.browser = await launchChromium({
    userDataDir: path.join(app.getPath('sessionData'), 'chromium'),
    headless: isHeadless(),
    switches: app.commandLine._switches,
    port: host.debuggingPort,
    log: debug,
  })
  // The same line as Electron's: test tools look for it.
  if (host.browser.endpoint) console.error(`\nDevTools listening on ${host.browser.endpoint}\n`)
  await watchTargets(host.browser)
  void host.browser.exited.then(onBrowserGone)
  app._setReady()
  markHostReady()
  app.emit('ready', {}, {})
}

/** Tells pages apart: the window just asked for, a popup, a window of Chromium's own. */
async function watchTargets(browser) {
  const { root } = browser
  let expect = null
  let queue = Promise.resolve()
  const open = (width, height) =>
    new Promise((resolve, reject) => {
      expect = resolve
      browser.openWindow(width, height).catch(reject)
    })
  // One opening at a time: the next page without an opener is the window asked for.
  host.openTarget = (width, height) => {
    queue = queue.catch(() => {}).then(() => open(width, height))
    return queue
  }
  root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const cdp = browser.connection.session(sessionId)
    const opener = targetInfo.openerId && WebContents.byTarget(targetInfo.openerId)
    if (opener) return void setImmediate(() => opener._onPopup(cdp, targetInfo))
    if (!expect) return cdp.post('Runtime.runIfWaitingForDebugger')
    expect({ session: cdp, targetId: targetInfo.targetId })
    expect = null
  })
  root.on('Target.targetDestroyed', ({ targetId }) => WebContents.byTarget(targetId)?._onGone())
  root.on('Target.targetCrashed', ({ targetId }) => WebContents.byTarget(targetId)?._onCrashed())
  const filter = [{ type: 'page' }]
  await root.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter })
  await root.send('Target.setDiscoverTargets', { discover: true, filter })
}

function onBrowserGone() {
  if (host.exiting) return
  console.error('[chromium-host] Chromium is gone')
  for (const window of host.windows.values()) window.webContents._onGone()
  app.exit(1)
}
