import os from 'node:os'
import path from 'node:path'
import { app } from './app.mjs'
import { BrowserWindow } from './browser-window.mjs'
import { loud, notImplemented } from './not-implemented.mjs'

/** Electron takes an optional window before the options. */
function split(args) {
  const [window, options] = args[0] instanceof BrowserWindow ? args : [BrowserWindow.getFocusedWindow(), args[0]]
  if (!window) throw notImplemented('a dialog without any window')
  return [window, options]
}

async function pick(mode, window, options) {
  if (options.properties?.includes('openDirectory')) throw notImplemented('a dialog that opens folders')
  const title = options.title ?? (mode === 'save' ? 'Save' : 'Open')
  const extensions = (options.filters ?? []).flatMap((filter) => filter.extensions)
  const documents = app.getPath('documents')
  const picked = await window.webContents._showUi('file', {
    mode,
    title,
    value: options.defaultPath ? path.resolve(documents, options.defaultPath) : '',
    accept: extensions.includes('*') ? '' : extensions.map((extension) => `.${extension}`).join(','),
    multiple: Boolean(options.properties?.includes('multiSelections')),
    confirm: options.buttonLabel ?? title,
  })
  return picked?.map((item) => path.resolve(documents, item.replace(/^~(?=\/)/, os.homedir()))) ?? null
}

/** A message that belongs to no window has one of its own, and nobody's page is below it. */
async function askAlone(asked) {
  const window = new BrowserWindow({ width: 560, height: 260, title: asked.message })
  const closed = new Promise((resolve) => window.once('closed', () => resolve(null)))
  try {
    await window.loadURL('about:blank')
    return await Promise.race([window.webContents._showUi('message', asked), closed])
  } finally {
    if (!window.isDestroyed()) window.destroy()
  }
}

export const dialog = loud('dialog', {
  async showOpenDialog(...args) {
    const filePaths = await pick('open', ...split(args))
    return { canceled: filePaths === null, filePaths: filePaths ?? [] }
  },
  async showSaveDialog(...args) {
    const [window, options] = split(args)
    const [filePath = ''] = (await pick('save', window, options)) ?? []
    const extension = options.filters?.[0]?.extensions?.[0]
    const needsExtension = filePath !== '' && extension !== undefined && extension !== '*' && path.extname(filePath) === ''
    return { canceled: filePath === '', filePath: needsExtension ? `${filePath}.${extension}` : filePath }
  },
  async showMessageBox(...args) {
    const [window, options] = args[0] instanceof BrowserWindow ? args : [null, args[0]]
    const { title = '', message, detail = '', buttons = ['OK'], defaultId = 0, cancelId = 0 } = options
    const asked = { title, message, detail, buttons, defaultId }
    const response = window === null ? await askAlone(asked) : await window.webContents._showUi('message', asked)
    return { response: response ?? cancelId, checkboxChecked: false }
  },
  showErrorBox(title, content) {
    console.error(`${title}\n${content}`)
  },
})
