import { app, nativeTheme } from 'electron'
import type { Settings } from '../renderer/settings.ts'
import type { Response } from './contract.ts'
import type { Demo } from './demo.ts'
import { askUnsaved, chooseExport, chooseFolder, chooseModels, chooseOpen, chooseSave } from './files/dialogs.ts'
import type { Exports } from './files/exports.ts'
import type { OwnCatalogue } from './files/own-catalogue.ts'
import type { OwnMaterials } from './files/own-materials.ts'
import type { Files } from './files/files.ts'
import { answer, answerAdopt, notify, stopAnswering } from './ipc.ts'
import type { JsonFile } from './files/json-file.ts'
import type { Log } from './log.ts'
import { setNativeMenu } from './window/menu.ts'
import type { ProjectLock } from './files/project-lock.ts'
import type { Recent } from './files/recent.ts'
import { answerSources } from './source-answers.ts'
import type { Sources } from './files/sources.ts'
import { speak } from './settings.ts'
import { answerSafety } from './safety-answers.ts'
import type { Recovery } from './recovery/recovery.ts'
import type { MainWindow } from './window/window.ts'

export interface Services {
  readonly log: Log
  readonly files: Files
  readonly exports: Exports
  readonly recent: Recent
  readonly settings: JsonFile<Settings>
  readonly demo: Demo | null
  readonly recovery: Recovery
  readonly own: OwnCatalogue
  readonly materials: OwnMaterials
  readonly sources: Sources
  readonly lock: ProjectLock
  /** Made once: a reloaded page gets the same handles. */
  readonly info: Pick<Response<'app:info'>, 'demo' | 'open'>
}

/** Every channel of the contract, each in a line or two. Returns how to stop, before another window takes over. */
export function answerRequests(services: Services, { window, closeFlow, crashes }: MainWindow): () => void {
  const { log, files, exports, recent, settings, demo, info, own, materials } = services

  answer('app:info', log, () => ({
    version: app.getVersion(),
    runtime: process.versions['chromiumHost'] ? 'chromium-host' : 'electron',
    platform: process.platform,
    ...info,
    // After a crash the page recovers what was open, not what it was started with.
    open: crashes() === 0 ? info.open : null,
    crashes: crashes(),
  }))
  answer('app:demo-finished', log, async ({ ok, message }) => {
    if (!demo) return
    if (message) (ok ? process.stdout : process.stderr).write(`[atrium] ${message}\n`)
    await Promise.all([files.dispose(), exports.dispose()])
    app.exit(ok ? 0 : 1)
  })

  answer('file:choose-open', log, async (request) => {
    const chosen = await chooseOpen(window, request)
    return chosen === null ? null : files.open(chosen)
  })
  answer('file:choose-models', log, async () => {
    const chosen = await chooseModels(window)
    return Promise.all(chosen.map((file) => files.open(file)))
  })
  answer('file:choose-save', log, async (request) => {
    const chosen = await chooseSave(window, request)
    return chosen === null ? null : files.openTarget(chosen)
  })
  answer('file:commit', log, async ({ handle, ...expected }) => {
    const saved = await files.commit(handle, expected)
    if (!demo) await recent.add(files.pathOf(handle))
    return saved
  })
  answer('export:choose', log, async (request) => {
    const chosen = await chooseExport(window, request)
    return chosen === null ? null : exports.begin(chosen)
  })
  answer('export:commit', log, ({ id, sizeBytes }) => exports.commit(id, sizeBytes))
  answer('export:discard', log, ({ id }) => exports.discard(id))
  // A page that loads again does not go on with what it began to export.
  window.webContents.on('did-navigate', () => void exports.dispose())
  answerAdopt(log, (filePath) => files.open(filePath))

  answerSources(services, window)
  answer('recent:list', log, () => recent.list())
  answer('recent:open', log, async ({ id }) => files.open(await recent.pathOf(id)))
  answer('recent:add', log, async ({ handle }) => {
    if (!demo) await recent.add(files.pathOf(handle))
  })
  answer('recent:forget', log, ({ id }) => recent.forget(id))
  answer('recent:clear', log, () => recent.clear())

  answer('own:list', log, () => own.list())
  answer('own:save', log, (item) => own.save(item))
  answer('own:remove', log, ({ id }) => own.remove(id))
  answer('own:restore', log, ({ id }) => own.restore(id))
  answer('own:export', log, async () => {
    const folder = await chooseFolder(window, 'dialog.own.export')
    return folder === null ? null : { count: await own.exportTo(folder) }
  })
  answer('own:import', log, async ({ handle }) => {
    const folder = handle === null ? await chooseFolder(window, 'dialog.own.import') : files.pathOf(handle)
    return folder === null ? null : own.importFrom(folder)
  })

  answer('material:list', log, () => materials.list())
  answer('material:remove', log, ({ id }) => materials.remove(id))
  answer('material:restore', log, ({ id }) => materials.restore(id))

  answer('settings:get', log, () => settings.read())
  answer('settings:set', log, async (next) => {
    nativeTheme.themeSource = next.theme
    speak(next, app.getLocale())
    await settings.update(() => next)
  })

  answer('menu:set', log, (entries) => setNativeMenu(entries, (id) => notify(window.webContents, 'menu:command', { id })))
  // The window's title follows document.title, as in every browser.
  answer('window:document', log, ({ edited }) => {
    closeFlow.edited = edited
    window.setDocumentEdited(edited)
  })
  answer('window:close', log, () => closeFlow.close())
  answer('clipboard:act', log, ({ verb }) => window.webContents[verb]())
  answer('window:fullscreen', log, ({ on }) => window.setFullScreen(on))
  answer('dialog:unsaved', log, ({ name }) => {
    closeFlow.answered()
    return askUnsaved(window, name)
  })
  answerSafety(services, window)
  answer('log:write', log, ({ level, message }) => log.write(level, `page: ${message}`))
  return stopAnswering
}
