// What `import 'electron'` gives the main process: the part of Electron's API that this host has. The rest throws.
import { loud, loudClass } from './not-implemented.mjs'

export { app } from './app.mjs'
export { BrowserWindow } from './browser-window.mjs'
export { dialog } from './dialog.mjs'
export { ipcMain } from './ipc.mjs'
export { Menu, MenuItem } from './menu.mjs'
export { powerSaveBlocker } from './power-save-blocker.mjs'
export { protocol } from './schemes.mjs'
export { nativeTheme, session } from './session.mjs'
export { shell } from './shell.mjs'
export { utilityProcess } from './utility-process.mjs'
export { webContents } from './web-contents.mjs'

export const autoUpdater = loud('autoUpdater')
export const clipboard = loud('clipboard')
export const contentTracing = loud('contentTracing')
export const crashReporter = loud('crashReporter')
export const desktopCapturer = loud('desktopCapturer')
export const globalShortcut = loud('globalShortcut')
export const nativeImage = loud('nativeImage')
export const net = loud('net')
export const netLog = loud('netLog')
export const powerMonitor = loud('powerMonitor')
/** No keyring is asked: secrets cannot be kept. */
export const safeStorage = loud('safeStorage', { isEncryptionAvailable: () => false, getSelectedStorageBackend: () => 'unknown' })
/** One display of a fixed size. */
const DISPLAY = { id: 1, bounds: { x: 0, y: 0, width: 1280, height: 800 }, workArea: { x: 0, y: 0, width: 1280, height: 800 }, scaleFactor: 1 }
export const screen = loud('screen', { getAllDisplays: () => [DISPLAY] })
export const systemPreferences = loud('systemPreferences')
export const webFrameMain = loud('webFrameMain')
export const BaseWindow = loudClass('BaseWindow')
export const MessageChannelMain = loudClass('MessageChannelMain')
export const Notification = loudClass('Notification')
export const Tray = loudClass('Tray')
export const WebContentsView = loudClass('WebContentsView')
