import path from 'node:path'
import { app, nativeTheme, protocol, screen, session } from 'electron'
import { answerRequests } from './answers.ts'
import { Demo } from './demo.ts'
import { tellCannotOpen } from './files/dialogs.ts'
import { detailOf } from './failure.ts'
import { makePrivate } from './files/disk.ts'
import { Exports } from './files/exports.ts'
import { formatOf } from '../renderer/imports/formats.ts'
import { Files } from './files/files.ts'
import { Pathless } from './files/pathless.ts'
import { notify } from './ipc.ts'
import { Log } from './log.ts'
import { setNativeMenu } from './window/menu.ts'
import { PRIVILEGES, SCHEME, createProtocolHandler } from './protocol.ts'
import { OwnCatalogue } from './files/own-catalogue.ts'
import { OwnMaterials } from './files/own-materials.ts'
import { ProjectLock } from './files/project-lock.ts'
import { Recent } from './files/recent.ts'
import { Recovery } from './recovery/recovery.ts'
import { Sources } from './files/sources.ts'
import { openSettings, speak } from './settings.ts'
import { TreeCache } from './files/tree-cache.ts'
import { Versions } from './recovery/versions.ts'
import { beside, openWindowState, fittingBounds, rememberBounds } from './window/window-state.ts'
import { createWindow, loadPage, setGpuSwitches, setPermissions } from './window/window.ts'
import { SpaceMice } from './window/space-mouse.ts'
import { type OpenWindow, Windows, bringForward } from './window/windows.ts'

// 1. What must stand before the app is ready.
const environment = process.env
if (environment['ATRIUM_USER_DATA']) app.setPath('userData', path.resolve(environment['ATRIUM_USER_DATA']))
setGpuSwitches(app.commandLine, environment)
app.enableSandbox()
protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: PRIVILEGES }])

const userData = app.getPath('userData')
const log = new Log(path.join(userData, 'logs', 'atrium.log'))
const versions = new Versions(path.join(userData, 'versions'))
const sources = new Sources(path.join(userData, 'models.json'), forgets('models'))
const files = new Files({ versions, onVersionLost: forgets('versions'), findTextures: (modelPath, id) => sources.texturesOf(modelPath, id) })
const exports = new Exports(undefined, path.join(userData, 'exports.json'))
const recovery = new Recovery(path.join(userData, 'recovery'))
const trees = new TreeCache(path.join(userData, 'trees'))
const own = new OwnCatalogue(path.join(userData, 'catalogue'))
const materials = new OwnMaterials(path.join(userData, 'materials'))
const pathless = new Pathless()
const lock = new ProjectLock()
const recent = new Recent(path.join(userData, 'recent.json'), app, forgets('recent projects'))
const settings = openSettings(path.join(userData, 'settings.json'), forgets('settings'))
const windowState = openWindowState(path.join(userData, 'window.json'), (error) => log.error('window state', error))
// A package has no unattended run.
const demo = app.isPackaged ? null : Demo.fromEnvironment(environment)

// 2. Files named from outside: command line, double click, second instance.
let wanted = findFile(process.argv)
let main: MainWindow | null = null
app.on('open-file', (event, filePath) => {
  event.preventDefault()
  if (main) void openFromOutside(main, filePath)
  else wanted = filePath
})
app.on('second-instance', (_event, argv, workingDirectory) => {
  if (!main) return
  if (main.window.isMinimized()) main.window.restore()
  main.window.focus()
  const filePath = findFile(argv)
  if (filePath) void openFromOutside(main, path.resolve(workingDirectory, filePath))
})

// A question to a window that is gone meanwhile, as a rule: written down, and nobody's work ends for it.
process.on('unhandledRejection', (error) => log.error('unhandled', error))

// The page rebuilds a lost GPU device itself; here it is only remembered.
app.on('child-process-gone', (_event, { type, reason }) => log.warn(`${type} process gone: ${reason}`))

let isQuitting = false
app.on('before-quit', () => (isQuitting = true))
app.on('will-quit', () => void Promise.all([files.dispose(), pathless.dispose(), exports.dispose(), lock.release()]))
app.on('window-all-closed', () => {
  main = null
  // An unattended run ends through `app:demo-finished`, or it has failed.
  if (demo) app.exit(1)
  else if (process.platform !== 'darwin' || isQuitting) app.quit()
})
app.on('activate', () => {
  if (!main && app.isReady()) void start().catch(fail)
})

// 3. One instance; then scheme, permissions, window, answers, page.
if (app.requestSingleInstanceLock()) void app.whenReady().then(prepare).then(start).catch(fail)
else app.quit()

async function prepare(): Promise<void> {
  await makePrivate(userData).catch((error: unknown) => log.error('profile', error))
  void exports.removeStrays()
  void own.clean()
  void materials.clean()
  const pageFolder = path.join(import.meta.dirname, '../renderer')
  const onError = (where: string, error: unknown): void => log.error(where, error)
  const devServer = app.isPackaged ? undefined : environment['ELECTRON_RENDERER_URL']
  protocol.handle(SCHEME, createProtocolHandler({ pageFolder, ...bytesOfWindows(), demo, recovery, trees, own, materials, devServer, onError }))
  const mice = new SpaceMice(path.join(userData, 'devices.json'), forgets('devices'))
  await mice.load()
  setPermissions(session.defaultSession, mice)
  // Not Electron's default menu, which reloads the page and opens the developer tools.
  setNativeMenu([], () => {})
  const chosen = await settings.read()
  nativeTheme.themeSource = chosen.theme
  speak(chosen, app.getLocale())
}

let stopAnswering: (() => void) | null = null

async function start(): Promise<void> {
  const demoInfo = demo ? await demo.info(files) : null
  const state = await windowState.read()
  const started = (main = createWindow(path.join(import.meta.dirname, '../preload/preload.cjs'), log, fittingBounds(state, screen.getAllDisplays().map(({ workArea }) => workArea))))
  if (state.maximized) started.window.maximize()
  rememberBounds(started.window, windowState)
  const open = wanted === null || demo ? null : await openOrTell(started, wanted)
  wanted = null
  stopAnswering?.()
  stopAnswering = answerRequests({ log, files, exports, recent, settings, demo, recovery, lock, own, materials, sources, info: { demo: demoInfo, open } }, started)
  await loadPage(started)
}

async function openFromOutside(to: MainWindow, filePath: string): Promise<void> {
  const handle = await openOrTell(to, filePath)
  if (handle) notify(to.window.webContents, 'file:open-requested', handle)
}

async function openOrTell({ window }: MainWindow, filePath: string) {
  return files.open(filePath).catch((error: unknown) => {
    log.error('open', error)
    void tellCannotOpen(window, filePath, detailOf(error))
    return null
  })
}

/** The first argument that Atrium could open; arguments before it belong to the runtime. */
function findFile(argv: readonly string[]): string | null {
  return argv.slice(1).find((argument) => !argument.startsWith('-') && formatOf(argument) !== null) ?? null
}

/** What only remembers stops nothing that was asked for. The user misses it later: the page says so, once. */
function forgets(what: string): (error: unknown) => void {
  return (error) => {
    log.error(what, error)
    if (main && !main.window.isDestroyed()) notify(main.window.webContents, 'profile:not-written', { detail: `${what}: ${detailOf(error)}` })
  }
}

function fail(error: unknown): void {
  log.error('start', error)
  app.exit(1)
}
