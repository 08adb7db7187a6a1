import { access } from 'node:fs/promises'
import path from 'node:path'
import { type BrowserWindow, type FileFilter, app, dialog } from 'electron'
import type { ExportFormat, Request, Response } from '../contract.ts'
import { LUMINAIRE_EXTENSIONS, MODEL_EXTENSIONS, PROJECT_EXTENSIONS } from './files.ts'

const PROJECTS: FileFilter = { name: 'Atrium projects', extensions: PROJECT_EXTENSIONS }
const MODELS: FileFilter = { name: 'Rooms (GLB, glTF)', extensions: MODEL_EXTENSIONS }
const FILTERS: Record<Request<'file:choose-open'>['kind'], FileFilter[]> = {
  project: [PROJECTS],
  model: [MODELS],
  luminaire: [{ name: 'Luminaires (IES)', extensions: LUMINAIRE_EXTENSIONS }],
  any: [{ name: 'Projects and rooms', extensions: [...PROJECT_EXTENSIONS, ...MODEL_EXTENSIONS] }, PROJECTS, MODELS],
}

/** Path of the chosen file; null when the user cancelled. */
export async function chooseOpen(window: BrowserWindow, { kind }: Request<'file:choose-open'>): Promise<string | null> {
  const title = kind === 'model' ? 'Open a room' : kind === 'luminaire' ? 'Add a luminaire' : 'Open'
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { title, properties: ['openFile'], filters: FILTERS[kind] })
  return canceled ? null : (filePaths[0] ?? null)
}

/** Path to save a project under, always ending in .atrium; null when the user cancelled. */
export async function chooseSave(window: BrowserWindow, { suggestedName }: Request<'file:choose-save'>): Promise<string | null> {
  const [extension] = PROJECT_EXTENSIONS
  const name = plainName(suggestedName).replace(/\.atrium$/i, '')
  const defaultPath = path.join(app.getPath('documents'), `${name || 'Room'}.${extension}`)
  const { canceled, filePath } = await dialog.showSaveDialog(window, { title: 'Save project', defaultPath, filters: [PROJECTS] })
  if (canceled || !filePath) return null
  if (path.extname(filePath).toLowerCase() === `.${extension}`) return filePath
  // Not every platform's dialog adds the extension; then it has not asked about that file either.
  const completed = `${filePath}.${extension}`
  return (await exists(completed)) && !(await confirmReplace(window, completed)) ? null : completed
}

const EXPORTS: Record<ExportFormat, FileFilter> = {
  png: { name: 'PNG picture', extensions: ['png'] },
  jpg: { name: 'JPEG picture', extensions: ['jpg', 'jpeg'] },
  exr: { name: 'OpenEXR picture', extensions: ['exr'] },
  webm: { name: 'WebM clip', extensions: ['webm'] },
  mp4: { name: 'MP4 clip', extensions: ['mp4'] },
}

/** Path to write a picture or a clip to, always with an extension of its format; null when the user cancelled. */
export async function chooseExport(window: BrowserWindow, { suggestedName, format }: Request<'export:choose'>): Promise<string | null> {
  const filter = EXPORTS[format]
  const [extension] = filter.extensions
  const defaultPath = path.join(app.getPath(format === 'webm' || format === 'mp4' ? 'videos' : 'pictures'), `${plainName(suggestedName) || 'Room'}.${extension}`)
  const { canceled, filePath } = await dialog.showSaveDialog(window, { title: 'Export', defaultPath, filters: [filter] })
  if (canceled || !filePath) return null
  if (filter.extensions.includes(path.extname(filePath).slice(1).toLowerCase())) return filePath
  const completed = `${filePath}.${extension}`
  return (await exists(completed)) && !(await confirmReplace(window, completed)) ? null : completed
}

/** A name that every file system takes. */
const plainName = (name: string): string => path.basename(name).replaceAll(/[\\/:*?"<>|\0]/g, '-')

async function confirmReplace(window: BrowserWindow, filePath: string): Promise<boolean> {
  const message = `“${path.basename(filePath)}” already exists. Replace it?`
  const { response } = await dialog.showMessageBox(window, { type: 'warning', message, buttons: ['Replace', 'Cancel'], defaultId: 1, cancelId: 1 })
  return response === 0
}

export async function askUnsaved(window: BrowserWindow, name: string): Promise<Response<'dialog:unsaved'>> {
  const answers = ['save', 'discard', 'cancel'] as const
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Save the changes to “${name}”?`,
    detail: 'They are lost if you do not save them.',
    buttons: ['Save', 'Don’t save', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  })
  return answers[response] ?? 'cancel'
}

export async function askChanged(window: BrowserWindow, name: string): Promise<Response<'dialog:changed'>> {
  const answers = ['save-as', 'overwrite', 'cancel'] as const
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: `“${name}” was changed by another program since it was opened.`,
    detail: 'Overwriting it replaces those changes by yours. They stay under File > Versions.',
    buttons: ['Save As…', 'Overwrite', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  })
  return answers[response] ?? 'cancel'
}

export async function askEmptied(window: BrowserWindow, name: string): Promise<Response<'dialog:emptied'>> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: `Save “${name}” without any furniture?`,
    detail: 'The room is empty now; the saved project may not be. What was saved stays under File > Versions.',
    buttons: ['Save Empty Room', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0 ? 'save' : 'cancel'
}

/** The page has not answered for a while: true when the user wants it loaded again. */
export async function askReload(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Atrium is not responding.',
    detail: 'You can wait, or load the window again: your changes are recovered.',
    buttons: ['Wait', 'Reload and Recover'],
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}

export async function tellCannotOpen(window: BrowserWindow, filePath: string, detail: string): Promise<void> {
  await dialog.showMessageBox(window, { type: 'error', message: `“${path.basename(filePath)}” could not be opened.`, detail, buttons: ['OK'] })
}

function exists(filePath: string): Promise<boolean> {
  return access(filePath).then(() => true, () => false)
}
