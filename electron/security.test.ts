import { expect, test } from 'vitest'
import { WEB_PREFERENCES, isExternalAllowed, isOwnPage, isPermissionAllowed } from './security.ts'

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

test('links leave over https to known hosts alone', () => {
  const links = ['https://github.com/x', 'http://github.com/x', 'https://github.com.evil.org', 'https://user@github.com/', 'https://github.com:8443/', 'javascript:alert(1)', 'file:///etc/passwd', 'nonsense']
  expect(links.filter(isExternalAllowed)).toEqual(['https://github.com/x'])
})
