import path from 'node:path'
import { app, nativeTheme } from 'electron'
import type { Settings } from '../renderer/settings.ts'
import { changeAt, submitAt, viewAt } from './batch/queue/beside.ts'
import type { TileFiles } from './batch/worker/tile-files.ts'
import type { EventPayload } from './contract.ts'
import type { Demo } from './demo.ts'
import { askUnsaved, chooseExport, chooseFolder, chooseModels, chooseOpen, chooseSave } from './files/dialogs.ts'
import { ExportFolders } from './files/exports/export-folders.ts'
import type { OwnCatalogue } from './files/own/own-catalogue.ts'
import type { OwnMaterials } from './files/own/own-materials.ts'
import { Failure } from './failure.ts'
import { answerAdopt, notify } from './ipc.ts'
import type { JsonFile } from './files/json-file.ts'
import type { Log } from './log.ts'
import type { Machine } from './machine/machine.ts'
import { answerMachine } from './machine/machine-answers.ts'
import type { TileWindow } from './machine/tile-window.ts'
import { setNativeMenu } from './window/menu.ts'
import type { Recent } from './files/recent.ts'
import { answerSources } from './source-answers.ts'
import type { Sources } from './files/sources.ts'
import { speak } from './settings.ts'
import { answerSafety } from './safety-answers.ts'
import type { Recovery } from './recovery/recovery.ts'
import { answerHere } from './window/answer-here.ts'
import type { OpenWindow, Windows } from './window/windows.ts'

export interface Services {
  readonly log: Log
  readonly windows: Windows
  readonly recent: Recent
  readonly settings: JsonFile<Settings>
  readonly demo: Demo | null
  readonly recovery: Recovery
  readonly own: OwnCatalogue
  readonly materials: OwnMaterials
  readonly sources: Sources
  /** Another window, at its start screen. */
  readonly openWindow: () => Promise<void>
  readonly machine: Machine
  readonly tiles: TileWindow
  readonly tileFiles: TileFiles
}

/** Every channel of the contract, each in a line or two. Called once: the windows come and go. */
export function answerRequests(services: Services): void {
  const { log, windows, demo, openWindow } = services
  const answer = answerHere(windows, log)

  answer('app:info', ({ id, info, crashes }) => ({
    version: app.getVersion(),
    window: id,
    runtime: process.versions['chromiumHost'] ? 'chromium-host' : 'electron',
    platform: process.platform,
    ...info,
    // After a crash the page recovers what was open, not what it was started with.
    open: crashes() === 0 ? info.open : null,
    crashes: crashes(),
  }))
  answer('app:demo-finished', async ({ files, exports }, { ok, message }) => {
    if (!demo) return
    if (message) (ok ? process.stdout : process.stderr).write(`[atrium] ${message}\n`)
    await Promise.all([files.dispose(), exports.dispose()])
    app.exit(ok ? 0 : 1)
  })
  answerFiles(services)
  answerSources(services)
  answerProfile(services)
  answerMachine(services)

  answer('menu:set', (here, entries) => {
    here.menu = entries
    if (windows.front === here) showMenuOf(here)
  })
  // The window's title follows document.title, as in every browser.
  answer('window:document', ({ closeFlow, window }, { edited }) => {
    closeFlow.edited = edited
    window.setDocumentEdited(edited)
  })
  answer('window:new', () => openWindow())
  answer('window:close', ({ closeFlow }) => closeFlow.close())
  answer('window:stay', ({ closeFlow }) => closeFlow.stay())
  answer('clipboard:act', ({ window }, { verb }) => window.webContents[verb]())
  answer('window:fullscreen', ({ window }, { on }) => window.setFullScreen(on))
  answer('dialog:unsaved', ({ closeFlow, window }, { name }) => {
    closeFlow.answered()
    return askUnsaved(window, name)
  })
  answerSafety(services)
  answer('log:write', (_here, { level, message }) => log.write(level, `page: ${message}`))
}

/** The menu bar is one for all windows, where it is not drawn by their pages: it is that of the window in front. */
export function showMenuOf({ menu, window }: OpenWindow): void {
  setNativeMenu(menu, (id) => {
    if (!window.isDestroyed()) notify(window.webContents, 'menu:command', { id })
  })
}

function answerFiles({ log, windows, recent, demo, machine, tileFiles }: Services): void {
  const answer = answerHere(windows, log)
  /** Two windows on one file would overwrite each other. */
  const checkFree = (here: OpenWindow, file: string): void => {
    if (windows.holding(file, here) !== null) throw new Failure('project-open', file, { file: path.basename(file) })
  }

  answer('file:choose-open', async ({ files, window }, request) => {
    const chosen = await chooseOpen(window, request)
    return chosen === null ? null : files.open(chosen)
  })
  answer('file:choose-models', async ({ files, window }) => {
    const chosen = await chooseModels(window)
    return Promise.all(chosen.map((file) => files.open(file)))
  })
  answer('file:choose-save', async (here, request) => {
    const chosen = await chooseSave(here.window, request)
    if (chosen === null) return null
    const handle = await here.files.openTarget(chosen)
    checkFree(here, here.files.pathOf(handle.id))
    return handle
  })
  answer('file:commit', async (here, { handle, ...expected }) => {
    checkFree(here, here.files.pathOf(handle))
    const saved = await here.files.commit(handle, expected)
    if (!demo) await recent.add(here.files.pathOf(handle))
    windows.tellOthers(here, 'profile:changed', { what: 'recent' })
    return saved
  })
  answer('export:choose', async ({ exports, window }, request) => {
    const chosen = await chooseExport(window, request)
    return chosen === null ? null : exports.begin(chosen)
  })
  const folders = new ExportFolders()
  answer('export:folder', async ({ window }) => {
    const chosen = await chooseFolder(window, 'dialog.many.folder')
    return chosen === null ? null : folders.add(chosen)
  })
  answer('export:begin', async ({ exports }, { folder, name, format }) => exports.begin(await folders.freeFile(folder, name, format)))
  answer('export:commit', ({ exports }, { id, sizeBytes }) => exports.commit(id, sizeBytes))
  answer('export:discard', ({ exports }, { id }) => exports.discard(id))
  answer('batch:submit', async ({ files }, { handle, wish, priority }) => {
    const project = files.pathOf(handle)
    const place = machine.placeOf(project)
    await submitAt(place, project, wish, priority)
    await machine.add(place)
  })
  answer('batch:view', ({ files }, { handle }) => viewAt(machine.placeOf(files.pathOf(handle))))
  answer('batch:tiles', ({ files }, { handle, job, picture, from }) => tileFiles.there(machine.placeOf(files.pathOf(handle)), job, picture, from))
  answer('batch:change', ({ files }, { handle, change }) => changeAt(machine.placeOf(files.pathOf(handle)), change))
  answerAdopt(log, async (filePath, sender) => windows.of(sender).files.open(filePath))
}

/** What is remembered from one start to the next, and is the same in every window. */
function answerProfile({ log, windows, recent, settings, demo, own, materials }: Services): void {
  const answer = answerHere(windows, log)
  const changed = async (here: OpenWindow, what: EventPayload<'profile:changed'>['what'], done: Promise<void>): Promise<void> => {
    await done
    windows.tellOthers(here, 'profile:changed', { what })
  }

  answer('recent:list', () => recent.list())
  answer('recent:open', async ({ files }, { id }) => files.open(await recent.pathOf(id)))
  answer('recent:add', async (here, { handle }) => {
    if (!demo) await changed(here, 'recent', recent.add(here.files.pathOf(handle)))
  })
  answer('recent:forget', (here, { id }) => changed(here, 'recent', recent.forget(id)))
  answer('recent:clear', (here) => changed(here, 'recent', recent.clear()))

  answer('own:list', () => own.list())
  answer('own:save', (here, item) => changed(here, 'catalogue', own.save(item)))
  answer('own:remove', (here, { id }) => changed(here, 'catalogue', own.remove(id)))
  answer('own:restore', (here, { id }) => changed(here, 'catalogue', own.restore(id)))
  answer('own:export', async ({ window }) => {
    const folder = await chooseFolder(window, 'dialog.own.export')
    return folder === null ? null : { count: await own.exportTo(folder) }
  })
  answer('own:import', async (here, { handle }) => {
    const folder = handle === null ? await chooseFolder(here.window, 'dialog.own.import') : here.files.pathOf(handle)
    if (folder === null) return null
    const imported = await own.importFrom(folder)
    windows.tellOthers(here, 'profile:changed', { what: 'catalogue' })
    return imported
  })

  answer('material:list', () => materials.list())
  answer('material:remove', (here, { id }) => changed(here, 'materials', materials.remove(id)))
  answer('material:restore', (here, { id }) => changed(here, 'materials', materials.restore(id)))

  answer('settings:get', () => settings.read())
  answer('settings:set', async (here, next) => {
    nativeTheme.themeSource = next.theme
    speak(next, app.getLocale())
    await changed(here, 'settings', settings.update(() => next))
  })
}
