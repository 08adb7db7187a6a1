import type { WebPreferences } from 'electron'
import { ORIGIN } from './protocol.ts'

/** Electron's security checklist as values, so that tests can hold them. */

/** Every window has these; the preload path is all that is added. */
export const WEB_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const satisfies WebPreferences

const ALLOWED_PERMISSIONS = new Set(['pointerLock', 'fullscreen'])
/** Those that a page may look for without being given any: of HID, the device itself is asked about (window/space-mouse.ts). */
const ALLOWED_CHECKS = new Set([...ALLOWED_PERMISSIONS, 'hid'])

/** Walking locks the pointer, presenting fills the screen; Atrium needs nothing else. */
export function isPermissionAllowed(permission: string): boolean {
  return ALLOWED_PERMISSIONS.has(permission)
}

export function isCheckAllowed(permission: string): boolean {
  return ALLOWED_CHECKS.has(permission)
}

/** The page may only ever show itself. */
export function isOwnPage(url: string): boolean {
  return url === ORIGIN || url.startsWith(`${ORIGIN}/`)
}
