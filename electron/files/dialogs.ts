import { access } from 'node:fs/promises'
import path from 'node:path'
import { type BrowserWindow, type FileFilter, app, dialog } from 'electron'
import type { ExportFormat, Request, Response } from '../contract.ts'
import { extensionsOf, withoutExtension } from '../../renderer/imports/formats.ts'
import { type PlainId, say } from '../../renderer/words/say.ts'

const projects = (): FileFilter => ({ name: say('file.projects'), extensions: extensionsOf('project') })
const models = (): FileFilter => ({ name: say('file.models'), extensions: extensionsOf('model') })
/** In the language at hand. */
const FILTERS: Record<Request<'file:choose-open'>['kind'] | 'bring', () => FileFilter[]> = {
  bring: () => [{ name: say('file.bring'), extensions: extensionsOf('model', 'picture') }, models(), { name: say('file.pictures'), extensions: extensionsOf('picture') }],
  project: () => [projects()],
  model: () => [models()],
  luminaire: () => [{ name: say('file.luminaires'), extensions: extensionsOf('luminaire') }],
  picture: () => [{ name: say('file.pictures'), extensions: extensionsOf('picture') }],
  surroundings: () => [{ name: say('file.surroundings'), extensions: extensionsOf('surroundings') }],
  material: () => [{ name: say('file.materials'), extensions: extensionsOf('material') }],
  any: () => [{ name: say('file.any'), extensions: extensionsOf('project', 'model') }, projects(), models()],
}

/** Path of the chosen file; null when the user cancelled. */
export async function chooseOpen(window: BrowserWindow, { kind }: Request<'file:choose-open'>): Promise<string | null> {
  const titles = { model: 'dialog.openModel', luminaire: 'dialog.addLuminaire', picture: 'dialog.chooseTexture', surroundings: 'dialog.surroundings', material: 'dialog.material', project: 'dialog.open', any: 'dialog.open' } as const
  const title = say(titles[kind])
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { title, properties: ['openFile'], filters: FILTERS[kind]() })
  return canceled ? null : (filePaths[0] ?? null)
}

/** Paths of models; empty when the user cancelled. */
export async function chooseModels(window: BrowserWindow): Promise<readonly string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { title: say('dialog.bringIn'), properties: ['openFile', 'multiSelections'], filters: FILTERS.bring() })
  return canceled ? [] : filePaths
}

/** Path of a model that is no longer where it was; null when the user cancelled. */
export async function chooseSource(window: BrowserWindow, name: string): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { title: say('dialog.source', { name }), properties: ['openFile'], filters: FILTERS.model() })
  return canceled ? null : (filePaths[0] ?? null)
}

/** Path of a folder; null when the user cancelled. */
export async function chooseFolder(window: BrowserWindow, title: PlainId): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { title: say(title), properties: ['openDirectory', 'createDirectory'] })
  return canceled ? null : (filePaths[0] ?? null)
}

/** Path to save a project under, always ending in .atrium; null when the user cancelled. */
export async function chooseSave(window: BrowserWindow, { suggestedName }: Request<'file:choose-save'>): Promise<string | null> {
  const [extension] = extensionsOf('project')
  const name = withoutExtension(plainName(suggestedName))
  const defaultPath = path.join(app.getPath('documents'), `${name || say('file.room')}.${extension}`)
  const { canceled, filePath } = await dialog.showSaveDialog(window, { title: say('dialog.save'), defaultPath, filters: [projects()] })
  if (canceled || !filePath) return null
  if (path.extname(filePath).toLowerCase() === `.${extension}`) return filePath
  // Not every platform's dialog adds the extension; then it has not asked about that file either.
  const completed = `${filePath}.${extension}`
  return (await exists(completed)) && !(await confirmReplace(window, completed)) ? null : completed
}

const EXPORTS: Record<ExportFormat, { readonly name: PlainId; readonly extensions: string[] }> = {
  png: { name: 'file.png', extensions: ['png'] },
  jpg: { name: 'file.jpg', extensions: ['jpg', 'jpeg'] },
  exr: { name: 'file.exr', extensions: ['exr'] },
  webm: { name: 'file.webm', extensions: ['webm'] },
  mp4: { name: 'file.mp4', extensions: ['mp4'] },
  script: { name: 'file.script', extensions: extensionsOf('script') },
  material: { name: 'file.materials', extensions: extensionsOf('material') },
}

/** Where each is looked for first. */
const HOMES = { png: 'pictures', jpg: 'pictures', exr: 'pictures', webm: 'videos', mp4: 'videos', script: 'documents', material: 'documents' } as const

/** Path to write a picture, a clip or a script to, always with an extension of its format; null when the user cancelled. */
export async function chooseExport(window: BrowserWindow, { suggestedName, format }: Request<'export:choose'>): Promise<string | null> {
  const filter: FileFilter = { ...EXPORTS[format], name: say(EXPORTS[format].name) }
  const [extension] = filter.extensions
  const defaultPath = path.join(app.getPath(HOMES[format]), `${plainName(suggestedName) || say('file.room')}.${extension}`)
  const { canceled, filePath } = await dialog.showSaveDialog(window, { title: say('dialog.export'), defaultPath, filters: [filter] })
  if (canceled || !filePath) return null
  if (filter.extensions.includes(path.extname(filePath).slice(1).toLowerCase())) return filePath
  const completed = `${filePath}.${extension}`
  return (await exists(completed)) && !(await confirmReplace(window, completed)) ? null : completed
}

/** A name that every file system takes. */
const plainName = (name: string): string => path.basename(name).replaceAll(/[\\/:*?"<>|\0]/g, '-')

async function confirmReplace(window: BrowserWindow, filePath: string): Promise<boolean> {
  const message = say('dialog.replace', { name: path.basename(filePath) })
  const { response } = await dialog.showMessageBox(window, { type: 'warning', message, buttons: [say('dialog.replace.yes'), say('dialog.cancel')], defaultId: 1, cancelId: 1 })
  return response === 0
}

/** One answer a button, in their order; the first is the default, the last is that of Escape. */
async function choose<Answer extends string>(window: BrowserWindow, question: { readonly type: 'question' | 'warning'; readonly message: string; readonly detail?: string }, answers: readonly (readonly [Answer, string])[]): Promise<Answer> {
  const last = answers.length - 1
  const { response } = await dialog.showMessageBox(window, { ...question, buttons: answers.map(([, words]) => words), defaultId: 0, cancelId: last })
  return (answers[response] ?? answers[last])[0]
}

export function askUnsaved(window: BrowserWindow, name: string): Promise<Response<'dialog:unsaved'>> {
  return choose(window, { type: 'question', message: say('dialog.unsaved', { name }), detail: say('dialog.unsaved.detail') },
    [['save', say('dialog.unsaved.save')], ['discard', say('dialog.unsaved.discard')], ['cancel', say('dialog.cancel')]])
}

export function askChanged(window: BrowserWindow, name: string): Promise<Response<'dialog:changed'>> {
  return choose(window, { type: 'warning', message: say('dialog.changed', { name }), detail: say('dialog.changed.detail') },
    [['save-as', say('dialog.changed.saveAs')], ['overwrite', say('dialog.changed.overwrite')], ['cancel', say('dialog.cancel')]])
}

/** @param model  what was dropped, or the first of it; `name`: the open room; `isSmall`: like a piece of furniture */
export function askDropped(window: BrowserWindow, { model, count, name, isSmall }: Request<'dialog:dropped'>): Promise<Response<'dialog:dropped'>> {
  const words: Record<Response<'dialog:dropped'>, PlainId> = { bring: 'dialog.dropped.bring', place: 'dialog.dropped.place', open: 'dialog.dropped.open', cancel: 'dialog.cancel' }
  const answers = isSmall ? (['bring', 'open', 'cancel'] as const) : count > 1 ? (['place', 'bring', 'cancel'] as const) : (['open', 'place', 'bring', 'cancel'] as const)
  return choose(window, { type: 'question', message: say('dialog.dropped', { model, others: count - 1, name }), detail: say(count > 1 ? 'dialog.dropped.detail.several' : 'dialog.dropped.detail') },
    answers.map((answer) => [answer, say(words[answer])]))
}

export function askParts(window: BrowserWindow, { name, count }: Request<'dialog:parts'>): Promise<Response<'dialog:parts'>> {
  return choose(window, { type: 'question', message: say('dialog.parts', { name, count }) },
    [['one', say('dialog.parts.one')], ['parts', say('dialog.parts.parts', { count })], ['cancel', say('dialog.cancel')]])
}

export async function askEmptied(window: BrowserWindow, name: string): Promise<Response<'dialog:emptied'>> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: say('dialog.emptied', { name }),
    detail: say('dialog.emptied.detail'),
    buttons: [say('dialog.emptied.save'), say('dialog.cancel')],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0 ? 'save' : 'cancel'
}

/** May Atrium use a device of this name? */
export async function askSpaceMouse(window: BrowserWindow, name: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: say('dialog.spaceMouse', { name: name.trim().slice(0, 100) || 'Space Mouse' }),
    detail: say('dialog.spaceMouse.detail'),
    buttons: [say('dialog.spaceMouse.allow'), say('dialog.cancel')],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}

/** The page has not answered for a while. @returns whether the user wants it loaded again, or the window closed whatever is lost */
export async function askHung(window: BrowserWindow, offer: 'reload' | 'close'): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: say('dialog.hangs'),
    detail: say(`dialog.hangs.${offer}`),
    buttons: [say('dialog.hangs.wait'), say(offer === 'reload' ? 'dialog.hangs.recover' : 'dialog.hangs.closeNow')],
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}

export async function tellCannotOpen(window: BrowserWindow, filePath: string, detail: string): Promise<void> {
  await dialog.showMessageBox(window, { type: 'error', message: say('dialog.cannotOpen', { name: path.basename(filePath) }), detail, buttons: [say('dialog.ok')] })
}

/** The last window is gone, and tiles are at hand. */
export async function tellGoesOn(): Promise<'stay' | 'quit'> {
  const { response } = await dialog.showMessageBox({ type: 'info', message: say('dialog.goesOn'), detail: say('dialog.goesOn.detail'), buttons: [say('dialog.goesOn.stay'), say('dialog.goesOn.quit')], defaultId: 0, cancelId: 0 })
  return response === 1 ? 'quit' : 'stay'
}

function exists(filePath: string): Promise<boolean> {
  return access(filePath).then(() => true, () => false)
}
