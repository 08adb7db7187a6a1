// Finds and starts the system's Chromium. Downloads nothing.
import { spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CdpConnection } from './cdp.mjs'

const NAMES =
  process.platform === 'darwin'
    ? ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
    : ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable']

/** Path of the browser to use, or null. CHROMIUM_HOST_EXECUTABLE overrides the usual names. */
export function findChromium(env = process.env) {
  const folders = (env.PATH ?? '').split(path.delimiter)
  for (const name of env.CHROMIUM_HOST_EXECUTABLE ? [env.CHROMIUM_HOST_EXECUTABLE] : NAMES) {
    for (const candidate of path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name))) {
      try {
        accessSync(candidate, constants.X_OK)
        return candidate
      } catch {
        // not this one
      }
    }
  }
  return null
}

/** Against a Chromium that never ends: then the next one says what is wrong. */
const MOST_WAIT_MS = 60_000

/**
 * Resolves when no Chromium that lives holds this profile. That of a host that was killed ends a moment later, on a busy machine seconds later; until then the next one
 * would hand over to it, and end. Chromium's own lock tells: a link named SingletonLock, to HOST-PID (not on Windows).
 */
export async function whenProfileIsFree(userDataDir, mostMs = MOST_WAIT_MS) {
  for (let waitedMs = 0; waitedMs < mostMs && isHeld(userDataDir); waitedMs += 50) await sleep(50)
}

/** A number that outlived its Chromium may be another program's by now, as after a restart, or of a dead process that nobody has asked for: on Linux the command line tells. */
function isHeld(userDataDir) {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(path.join(userDataDir, 'SingletonLock')))?.[1])
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(userDataDir)
  } catch {
    return false
  }
}

export const isRoot = () => process.getuid?.() === 0

/**
 * Starts Chromium without a window and connects to it through a pipe, so that it ends when this process does.
 *
 * @param switches  Map of the app's own command line switches
 * @param port      also open a debugging port (test tools); null for none
 */
export async function launchChromium({ userDataDir, headless, switches, port, log }) {
  const executable = findChromium()
  if (!executable) throw new Error('No Chromium found: install one, or set CHROMIUM_HOST_EXECUTABLE to its path')
  mkdirSync(userDataDir, { recursive: true })
  await whenProfileIsFree(userDataDir)
  const commandLine = formatSwitches(mergeSwitches(ownSwitches({ userDataDir, headless, port }), switches))
  const child = spawn(executable, [...commandLine, '--no-startup-window'], { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] })
  let tail = ''
  child.stderr.setEncoding('utf8')
  const listening = new Promise((resolve) => {
    child.stderr.on('data', (text) => {
      log(text)
      tail = (tail + text).slice(-4000)
      const match = /DevTools listening on (ws:\/\/\S+)/.exec(tail)
      if (match) resolve(match[1])
    })
  })
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
  child.once('error', () => {})
  const connection = new CdpConnection(child.stdio[3], child.stdio[4])
  // A Chromium that quits lets go of its connection before it has written what pages keep.
  void connection.closed.then(() => setTimeout(() => child.kill('SIGKILL'), QUIT_MS).unref())
  const version = await Promise.race([
    connection.root.send('Browser.getVersion'),
    exited.then(({ code, signal }) => {
      throw new Error(`Chromium exited early (code ${code}, signal ${signal})\n${tail}`)
    }),
  ])
  return {
    child,
    connection,
    root: connection.root,
    headless,
    version,
    exited,
    endpoint: port === null ? null : await listening,
    openWindow: (width, height) =>
      headless
        ? connection.root.send('Target.createTarget', { url: 'about:blank', newWindow: true, width, height })
        : openAppWindow(executable, commandLine, width, height),
  }
}

/** Against one that hangs: on a busy machine it takes seconds to write what pages keep. */
export const QUIT_MS = 30_000

function ownSwitches({ userDataDir, headless, port }) {
  return new Map([
    ['user-data-dir', userDataDir],
    ['remote-debugging-pipe', ''],
    ['no-first-run', ''],
    ['no-default-browser-check', ''],
    ['disable-background-networking', ''],
    ['disable-component-update', ''],
    ['disable-sync', ''],
    ['disable-default-apps', ''],
    ['disable-extensions', ''],
    ['disable-search-engine-choice-screen', ''],
    ['password-store', 'basic'],
    ['use-mock-keychain', ''],
    // The last two: with each window, Chromium would load two pages of its address bar, which nobody sees.
    ['disable-features', 'Translate,OptimizationHints,MediaRouter,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,WebUIOmniboxPopup,WebUIOmniboxAimPopup'],
    ['disable-blink-features', 'AutomationControlled'],
    // No "unsupported flag" bar over the app.
    ['test-type', ''],
    ...(headless ? [['headless', 'new'], ['hide-scrollbars', '']] : []),
    // Chromium refuses its sandbox to root.
    ...(isRoot() ? [['no-sandbox', '']] : []),
    ...(port === null ? [] : [['remote-debugging-port', port]]),
  ])
}

/** The app's switches win, except that feature lists add up. */
function mergeSwitches(own, switches) {
  const merged = new Map(own)
  for (const [key, value] of switches) {
    const isList = /^(enable|disable)-(blink-)?features$/.test(key)
    merged.set(key, isList && merged.get(key) ? `${merged.get(key)},${value}` : value)
  }
  return merged
}

function formatSwitches(switches) {
  return [...switches].map(([key, value]) => (value === '' ? `--${key}` : `--${key}=${value}`))
}

/** A window without tabs and address bar: a second process hands the request to the running one. Headless cannot. */
function openAppWindow(executable, commandLine, width, height) {
  const kept = /^--(user-data-dir|no-sandbox|test-type|no-first-run|no-default-browser-check|ozone-platform)/
  const args = [...commandLine.filter((item) => kept.test(item)), `--window-size=${width},${height}`, '--app=data:text/html,']
  return new Promise((resolve, reject) => {
    const child = spawn(executable, args, { stdio: 'ignore' })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Chromium refused a window (code ${code})`))))
  })
}
