import { expect, test } from 'vitest'
import { WEB_PREFERENCES, isOwnPage, isPermissionAllowed } from './security.ts'

test('every window is sandboxed, isolated and without Node', () => {
  expect(WEB_PREFERENCES).toEqual({
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
  })
})

test('pointer lock and full screen are the only permissions', () => {
  const asked = ['media', 'geolocation', 'notifications', 'midi', 'clipboard-read', 'openExternal', 'fileSystem', 'hid', 'serial', 'usb', 'pointerLock', 'fullscreen']
  expect(asked.filter(isPermissionAllowed)).toEqual(['pointerLock', 'fullscreen'])
})

test('only our own origin is our own page', () => {
  expect(['app://atrium', 'app://atrium/index.html', 'app://atrium.evil/x', 'app://other/x', 'https://atrium/x', 'file:///x', 'about:blank'].filter(isOwnPage)).toEqual([
    'app://atrium',
    'app://atrium/index.html',
  ])
})
