import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import builder from '../build/package/electron-builder.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }
import { contract } from './contract.ts'
import { answer, answerAdopt } from './ipc.ts'
import { Log } from './log.ts'
import { CONTENT_SECURITY_POLICY, ORIGIN, PRIVILEGES, SCHEME } from './protocol.ts'
import { WEB_PREFERENCES, isPermissionAllowed } from './security.ts'
import { SpaceMice } from './window/space-mouse.ts'
import { createWindow, loadPage, setPermissions } from './window/window.ts'

/* Electron's security checklist (docs/tutorial/security.md), point by point. */

const seen = vi.hoisted(() => ({
  options: [] as { webPreferences: Record<string, unknown> }[],
  loaded: [] as string[],
  exposed: {} as Record<string, Record<string, unknown>>,
  handlers: new Map<string, (event: unknown, raw: unknown) => Promise<unknown>>(),
}))
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  return {
    app: {},
    dialog: {},
    ipcMain: { handle: (channel: string, handler: (event: unknown, raw: unknown) => Promise<unknown>) => seen.handlers.set(channel, handler), removeHandler: () => {} },
    ipcRenderer: { invoke: () => Promise.resolve(), on: () => {}, off: () => {} },
    webUtils: { getPathForFile: () => '' },
    contextBridge: { exposeInMainWorld: (name: string, api: Record<string, unknown>) => void (seen.exposed[name] = api) },
    BrowserWindow: class extends Emitter {
      webContents = Object.assign(new Emitter(), { setWindowOpenHandler: (handler: unknown) => Object.assign(this, { handler }), getURL: () => '' })
      constructor(options: { webPreferences: Record<string, unknown> }) {
        super()
        seen.options.push(options)
      }
      show() {}
      loadURL(url: string) {
        seen.loaded.push(url)
        return Promise.resolve()
      }
    },
  }
})

const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-checklist-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = new Log(path.join(folder, 'atrium.log'))
type Fake = EventEmitter & { webContents: EventEmitter; handler: (details: { url: string }) => { action: string } }
const createMain = () => createWindow('/preload.cjs', log)
const create = (): Fake => createMain().window as unknown as Fake
const preferences = () => (create(), seen.options.at(-1)?.webPreferences ?? {})
const vetoed = (emitter: EventEmitter, event: string, ...args: unknown[]): boolean => {
  const preventDefault = vi.fn()
  emitter.emit(event, { preventDefault }, ...args)
  return preventDefault.mock.calls.length === 1
}
/** Our own sources of the main process and the page, without tests. */
const sources = (folder: string): string =>
  readdirSync(path.join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|html)$/.test(name) && !name.includes('test'))
    .map((name) => readFileSync(path.join(import.meta.dirname, '..', folder, name), 'utf8'))
    .join('\n')

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

describe('of Electron’s security checklist, Atrium holds', () => {
  test('1. only secure content is loaded: our own scheme, and nothing over http', async () => {
    await loadPage(createMain())
    expect(seen.loaded.at(-1)).toMatch(/^app:\/\/atrium\/index\.html/)
    expect(PRIVILEGES.secure).toBe(true)
    expect(sources('renderer').match(/(src|href)=["']https?:/g)).toBeNull()
  })
  test('2. no Node.js in pages, workers or frames', () => {
    expect(preferences()).toMatchObject({ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false })
  })
  test('3. context isolation', () => expect(preferences()).toMatchObject({ contextIsolation: true }))
  test('4. the sandbox, for every process', () => {
    expect(preferences()).toMatchObject({ sandbox: true })
    expect(sources('electron')).toContain('app.enableSandbox()')
  })
  test('5. permissions are refused but for pointer lock and full screen, and devices that nobody allowed', () => {
    const handlers: Record<string, (...args: unknown[]) => unknown> = {}
    const keep = (name: string) => (handler: (...args: unknown[]) => unknown) => void (handlers[name] = handler)
    setPermissions({ setPermissionRequestHandler: keep('request'), setPermissionCheckHandler: keep('check'), setDevicePermissionHandler: keep('device'), on: () => {} } as never, new SpaceMice(path.join(folder, 'devices.json')))
    const granted: unknown[] = []
    for (const permission of ['media', 'geolocation', 'notifications', 'openExternal', 'fileSystem']) handlers['request']?.(null, permission, (is: boolean) => granted.push(is))
    expect([...granted, handlers['check']?.(null, 'media'), handlers['device']?.({ deviceType: 'hid', origin: ORIGIN, device: { vendorId: 0x256f, productId: 1, name: '', collections: [{ usagePage: 1, usage: 8 }] } })]).toEqual([false, false, false, false, false, false, false])
    expect(isPermissionAllowed('pointerLock')).toBe(true)
  })
  test('6. web security stays on', () => expect(preferences()).toMatchObject({ webSecurity: true }))
  test('7. a content security policy that starts from nothing and allows no eval', () => {
    expect(CONTENT_SECURITY_POLICY).toMatch(/^default-src 'none'/)
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/'unsafe-eval'|script-src[^;]*'unsafe-inline'|https?:|\*/)
  })
  test('8. no insecure content', () => expect(preferences()).toMatchObject({ allowRunningInsecureContent: false }))
  test('9. no experimental features', () => expect(preferences()).toMatchObject({ experimentalFeatures: false }))
  test('10. no Blink features are switched on', () => {
    expect(preferences()).not.toHaveProperty('enableBlinkFeatures')
    expect(sources('electron')).not.toMatch(/enable-?blink-?features/i)
  })
  test('11. no webview, with popups or without', () => {
    expect(preferences()).toMatchObject({ webviewTag: false })
    expect(sources('renderer')).not.toMatch(/<webview|allowpopups/)
  })
  test('12. a webview that comes all the same is not attached', () => expect(vetoed(create().webContents, 'will-attach-webview')).toBe(true))
  test('13. the page navigates nowhere', () => {
    const { webContents } = create()
    const away = ['https://example.org/', 'file:///etc/passwd', 'app://other/', 'javascript:alert(1)'].map((url) => vetoed(webContents, 'will-navigate', url))
    expect([...away, vetoed(webContents, 'will-navigate', `${ORIGIN}/index.html`)]).toEqual([true, true, true, true, false])
  })
  test('14. no window is opened', () => {
    const { handler } = create()
    expect(['https://github.com/', 'about:blank', `${ORIGIN}/index.html`].map((url) => handler({ url }).action)).toEqual(['deny', 'deny', 'deny'])
  })
  test('15. nothing leaves for the system’s browser: no source of ours can open anything there', () => {
    expect(sources('electron')).not.toMatch(/openExternal|openPath/)
  })
  test('16. Electron is pinned to a current version', () => {
    expect(manifest.devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
    expect(Number(manifest.devDependencies.electron.split('.')[0])).toBeGreaterThanOrEqual(45)
  })
  test('17. every channel refuses a sender that is not our own top frame', async () => {
    for (const channel of Object.keys(contract) as (keyof typeof contract)[]) answer(channel, log, () => Promise.reject(new Error('never asked')))
    answerAdopt(log, () => Promise.reject(new Error('never asked')))
    expect(seen.handlers.size).toBe(Object.keys(contract).length + 1)
    const foreign = [null, { url: 'https://example.org/', parent: null }, { url: `${ORIGIN}/index.html`, parent: {} }, { url: 'file:///x', parent: null }]
    for (const [channel, handler] of seen.handlers) {
      for (const senderFrame of foreign) await expect(Promise.resolve().then(() => handler({ senderFrame }, undefined)), channel).rejects.toThrow('foreign frame')
    }
  })
  test('18. our own scheme instead of file:', () => {
    expect([SCHEME, new URL(seen.loaded.at(-1) ?? '').protocol]).toEqual(['app', 'app:'])
    expect(sources('electron')).not.toMatch(/loadFile\(|pathToFileURL|['"`]file:\/\//)
    expect(builder.electronFuses.grantFileProtocolExtraPrivileges).toBe(false)
  })
  test('19. every fuse is set on purpose', () => {
    expect(builder.electronFuses).toMatchObject({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
  })
  test('20. the page gets three functions of ours and nothing of Electron', async () => {
    await import('./preload.ts')
    expect(Object.keys(seen.exposed)).toEqual(['atrium'])
    expect(Object.keys(seen.exposed['atrium'] ?? {}).sort()).toEqual(['adopt', 'on', 'request'])
    for (const api of Object.values(seen.exposed['atrium'] ?? {})) expect(api).toBeTypeOf('function')
  })

  test('and every preference is said, so that no default of a later version decides', () => {
    expect(preferences()).toEqual({ ...WEB_PREFERENCES, preload: '/preload.cjs' })
  })
})
