import { type App, BrowserWindow, type Session, app, dialog } from 'electron'
import type { Settings } from '../../renderer/settings.ts'
import { say } from '../../renderer/words/say.ts'
import { ANSWER_MS, CloseFlow } from './close-flow.ts'
import { askHung, askSpaceMouse } from '../files/dialogs.ts'
import { notify } from '../ipc.ts'
import type { Log } from '../log.ts'
import { ORIGIN } from '../protocol.ts'
import { linuxCards, shipsWebgpu } from './linux-cards.ts'
import { type SpaceMice, giveSpaceMice } from './space-mouse.ts'
import { SMALLEST } from './window-state.ts'
import { WEB_PREFERENCES, isCheckAllowed, isOwnPage, isPermissionAllowed } from '../security.ts'

/** Crashes within this time belong together: after two the page starts in safe mode, after four the window goes. */
const CRASH_PAUSE_MS = 60_000
/** Beside twenty other programs a page takes its time. */
const TESTED_ANSWER_MS = 300_000
const MAX_CRASHES = 4

export interface MainWindow {
  readonly window: BrowserWindow
  readonly closeFlow: CloseFlow
  /** How often the page crashed within the last minute. */
  readonly crashes: () => number
}

/**
 * Chromium's switches for WebGPU, before the app is ready. On a machine without a GPU all five are needed: with fewer
 * there is an adapter, and the device dies at the first frame it presents.
 *
 * @param cards  what Linux has; asked only there
 */
export function setGpuSwitches(commandLine: App['commandLine'], environment: NodeJS.ProcessEnv, platform = process.platform, cards = linuxCards): void {
  const isSoftware = environment['ATRIUM_SOFTWARE_GPU'] === '1'
  if (!isSoftware && platform !== 'linux') return
  if (isSoftware || !shipsWebgpu(process.versions['chrome'], cards())) commandLine.appendSwitch('enable-unsafe-webgpu')
  // appendSwitch overwrites, and test tools set features too.
  const features = commandLine.getSwitchValue('enable-features')
  commandLine.appendSwitch('enable-features', features ? `${features},Vulkan` : 'Vulkan')
  if (!isSoftware) return
  for (const name of ['use-webgpu-adapter', 'use-angle', 'use-vulkan']) commandLine.appendSwitch(name, 'swiftshader')
  // The processor paints text and panels itself: by a GPU that it plays, a start and a first room took it half as long again.
  commandLine.appendSwitch('disable-gpu-rasterization')
  // gpu/headless/headless.ts says why: seconds for each kernel whose threads share memory, and most of the time of smoothing.
  commandLine.appendSwitch('disable-dawn-features', 'use_vulkan_zero_initialize_workgroup_memory_extension')
}

/** Of two graphics cards, for all that Chromium draws; where there is one, nothing changes. */
export function setCardSwitch(commandLine: App['commandLine'], card: Settings['card']): void {
  if (card !== undefined) commandLine.appendSwitch(card === 'saving' ? 'force_low_power_gpu' : 'force_high_performance_gpu')
}

/** Permissions: pointer lock, full screen and a Space Mouse that the user allows, nothing else; and no downloads: what leaves the page goes through the contract. */
export function setPermissions(session: Session, mice: SpaceMice): void {
  session.on('will-download', (event) => event.preventDefault())
  session.setPermissionRequestHandler((_contents, permission, callback) => callback(isPermissionAllowed(permission)))
  session.setPermissionCheckHandler((_contents, permission) => isCheckAllowed(permission))
  giveSpaceMice(session, mice, (name, frame) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.mainFrame === frame) ?? BrowserWindow.getFocusedWindow()
    return window === null ? Promise.resolve(false) : askSpaceMouse(window, name)
  })
}

/** By the stories; in a package nobody is. */
const isTested = (): boolean => !app.isPackaged && process.env['ATRIUM_TEST'] === '1'

/** A window. It is loaded once requests are answered; see main.ts. @param stays  the user was asked, and keeps it open */
export function createWindow(preload: string, log: Log, bounds: { width: number; height: number; x?: number; y?: number } = { width: 1280, height: 800 }, stays?: () => void): MainWindow {
  const window = new BrowserWindow({
    ...bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Atrium',
    backgroundColor: '#1d1f22',
    // Off macOS the page draws its own menu bar.
    autoHideMenuBar: true,
    webPreferences: { ...WEB_PREFERENCES, preload },
  })
  const { webContents } = window
  const closeFlow = new CloseFlow({
    isPageGone: () => webContents.isDestroyed() || webContents.isCrashed() || !isOwnPage(webContents.getURL()),
    askPage: () => notify(webContents, 'window:close-requested', {}),
    confirmLoss: () => askHung(window, 'close'),
    destroyWindow: () => window.destroy(),
    stays,
    // A busy machine is no page that hangs: no story meets the question for that.
    answerMs: (edited) => (edited && isTested() ? TESTED_ANSWER_MS : ANSWER_MS),
  })
  window.once('ready-to-show', () => window.show())
  window.on('close', (event) => {
    if (!closeFlow.mayClose()) event.preventDefault()
  })
  guardNavigation(window, log)
  return { window, closeFlow, crashes: reloadAfterCrash(window, log) }
}

function guardNavigation({ webContents }: BrowserWindow, log: Log): void {
  // No link of ours leads out of Atrium.
  webContents.setWindowOpenHandler(({ url }) => {
    log.warn(`refused a window for ${url}`)
    return { action: 'deny' }
  })
  webContents.on('will-navigate', (event, url) => {
    if (isOwnPage(url)) return
    event.preventDefault()
    log.warn(`refused to navigate to ${url}`)
  })
  webContents.on('will-attach-webview', (event) => event.preventDefault())
}

/** The page that comes back asks how often it crashed (`app:info`) and recovers its work. */
function reloadAfterCrash(window: BrowserWindow, log: Log): () => number {
  const { webContents } = window
  let crashedAtMs: number[] = []
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    const now = performance.now()
    crashedAtMs = [...crashedAtMs.filter((at) => now - at < CRASH_PAUSE_MS), now]
    log.error('render-process-gone', new Error(reason))
    if (crashedAtMs.length < MAX_CRASHES) return webContents.reload()
    dialog.showErrorBox(say('dialog.crashed'), say('dialog.crashed.detail', { count: MAX_CRASHES, reason }))
    window.destroy()
  })
  let isAsking = false
  window.on('unresponsive', () => {
    if (isAsking) return
    isAsking = true
    log.warn('the page does not respond')
    void askHung(window, 'reload')
      .then((isWanted) => isWanted && webContents.forcefullyCrashRenderer())
      .finally(() => (isAsking = false))
  })
  return () => crashedAtMs.filter((at) => performance.now() - at < CRASH_PAUSE_MS).length
}

/** Loads the page; resolves when it is shown. */
export function loadPage({ window }: MainWindow): Promise<void> {
  // Tests reach the viewport's controls and the stores; see renderer/viewport/test-hooks.ts.
  const query = isTested() ? '?test=1' : ''
  return window.loadURL(`${ORIGIN}/index.html${query}`)
}
