import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { Log } from '../log.ts'
import { WEB_PREFERENCES } from '../security.ts'
import { app } from 'electron'
import { SpaceMice } from './space-mouse.ts'
import { createWindow, loadPage, setCardSwitch, setGpuSwitches, setPermissions } from './window.ts'

const { answered, FakeWindow } = vi.hoisted(() => {
  const contentsOf = (emitter: object) => Object.assign(emitter, {
    sent: [] as string[],
    reloads: 0,
    openHandler: null as null | ((details: { url: string }) => { action: string }),
    send(channel: string) {
      this.sent.push(channel)
    },
    reload() {
      this.reloads += 1
    },
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
      this.openHandler = handler
    },
    isDestroyed: () => false,
    isCrashed: () => false,
    getURL: () => 'app://atrium/index.html',
  })
  return { answered: { response: 0, asked: 0 }, FakeWindow: { contentsOf } }
})
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  return {
    BrowserWindow: class extends Emitter {
      webContents = FakeWindow.contentsOf(new Emitter())
      destroyed = false
      options: unknown
      constructor(options: unknown) {
        super()
        this.options = options
      }
      destroy() {
        this.destroyed = true
      }
      show() {}
    },
    app: {},
    dialog: { showErrorBox: () => {}, showMessageBox: () => Promise.resolve({ response: (answered.asked += 1) && answered.response }) },
  }
})

const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-window-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = new Log(path.join(folder, 'atrium.log'))
type Fake = EventEmitter & {
  options: { webPreferences: object }
  destroyed: boolean
  webContents: EventEmitter & { sent: string[]; reloads: number; openHandler: (details: { url: string }) => { action: string } }
}
const create = () => createWindow('/preload.cjs', log).window as unknown as Fake
const event = () => ({ preventDefault: vi.fn() })

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

test('the window is made with the preferences of the checklist and our preload', () => {
  expect(create().options.webPreferences).toEqual({ ...WEB_PREFERENCES, preload: '/preload.cjs' })
})

test('the page may not navigate away, nor attach a webview', () => {
  const { webContents } = create()
  const [away, home, webview] = [event(), event(), event()]
  webContents.emit('will-navigate', away, 'https://example.org/')
  webContents.emit('will-navigate', home, 'app://atrium/index.html')
  webContents.emit('will-attach-webview', webview)
  expect([away, home, webview].map(({ preventDefault }) => preventDefault.mock.calls.length)).toEqual([1, 0, 1])
})

test('no window is opened, and nothing leaves for the system’s browser', () => {
  const { webContents } = create()
  const actions = ['https://github.com/', 'https://example.org/', 'file:///etc/passwd'].map((url) => webContents.openHandler({ url }).action)
  expect(actions).toEqual(['deny', 'deny', 'deny'])
})

test('the hooks of the tests are not offered in a package', async () => {
  vi.stubEnv('ATRIUM_TEST', '1')
  for (const isPackaged of [false, true]) {
    Object.assign(app, { isPackaged })
    const loadURL = vi.fn(() => Promise.resolve())
    await loadPage({ window: { loadURL } } as never)
    expect(loadURL).toHaveBeenCalledWith(`app://atrium/index.html${isPackaged ? '' : '?test=1'}`)
  }
  vi.unstubAllEnvs()
})

test('closing is put to the page', () => {
  const window = create()
  const close = event()
  window.emit('close', close)
  expect(close.preventDefault).toHaveBeenCalledOnce()
  expect(window.webContents.sent).toEqual(['event:window:close-requested'])
})

test.each([[false, false, 1], [true, false, 0], [true, true, 1]])('a page with unsaved work that says nothing is asked about after seconds; told by a story (%s) and not packaged (%s) it may take minutes', (isStory, isPackaged, asked) => {
  vi.useFakeTimers()
  vi.stubEnv('ATRIUM_TEST', isStory ? '1' : '')
  Object.assign(app, { isPackaged })
  const { window, closeFlow } = createWindow('/preload.cjs', log)
  answered.asked = 0
  closeFlow.edited = true
  window.emit('close', event())
  vi.advanceTimersByTime(60_000)
  expect(answered.asked).toBe(asked)
  answered.asked = 0
  closeFlow.answered()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('a page without unsaved work that says nothing loses its window after seconds', () => {
  vi.useFakeTimers()
  const window = create()
  window.emit('close', event())
  vi.advanceTimersByTime(5000)
  expect(window.destroyed).toBe(true)
  vi.useRealTimers()
})

test('a crashed page is loaded again and knows how often it crashed; the fourth time the window goes', () => {
  const { window, crashes } = createWindow('/preload.cjs', log)
  const fake = window as unknown as Fake
  const seen: unknown[] = []
  for (let i = 0; i < 4; i++) {
    fake.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    seen.push([crashes(), fake.webContents.reloads, fake.destroyed])
  }
  expect(seen).toEqual([[1, 1, false], [2, 2, false], [3, 3, false], [4, 3, true]])
})

test('crashes long past are forgotten', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { window, crashes } = createWindow('/preload.cjs', log)
  ;(window as unknown as Fake).webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  expect(crashes()).toBe(1)
  now.mockReturnValue(61_000)
  expect(crashes()).toBe(0)
  now.mockRestore()
})

test('a page that hangs is loaded again when the user wants it', async () => {
  for (const response of [0, 1]) {
    const window = create()
    const crash = vi.fn()
    Object.assign(window.webContents, { forcefullyCrashRenderer: crash })
    answered.response = response
    window.emit('unresponsive')
    window.emit('unresponsive')
    await expect.poll(() => answered.asked).toBe(response + 1)
    await Promise.resolve()
    expect(crash).toHaveBeenCalledTimes(response)
  }
})

test('permissions are asked of the checklist, whoever asks', () => {
  const handlers: Record<string, (...args: never[]) => unknown> = {}
  const keep = (name: string) => (handler: (...args: never[]) => unknown) => void (handlers[name] = handler)
  const session = new EventEmitter()
  setPermissions(Object.assign(session, {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
  }) as never, new SpaceMice(path.join(folder, 'devices.json')))
  const download = event()
  session.emit('will-download', download)
  expect(download.preventDefault).toHaveBeenCalledOnce()
  const requested: boolean[] = []
  const call = (name: string, ...args: unknown[]) => (handlers[name] as (...args: unknown[]) => unknown)(...args)
  for (const permission of ['media', 'pointerLock']) call('request', null, permission, (granted: boolean) => requested.push(granted))
  expect(requested).toEqual([false, true])
  expect([call('check', null, 'geolocation'), call('check', null, 'fullscreen'), call('device', { deviceType: 'hid', origin: 'app://atrium', device: { vendorId: 1, productId: 1, name: '', collections: [] } })]).toEqual([false, true, false])
})

test('software WebGPU takes seven switches, and keeps features that others asked for', () => {
  const switchesFor = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform) => {
    const switches = new Map([['enable-features', 'Other']])
    const commandLine = {
      appendSwitch: (name: string, value = '') => void switches.set(name, value),
      getSwitchValue: (name: string) => switches.get(name) ?? '',
    }
    setGpuSwitches(commandLine as never, environment, platform)
    return Object.fromEntries(switches)
  }
  expect(switchesFor({ ATRIUM_SOFTWARE_GPU: '1' }, 'linux')).toEqual({
    'enable-unsafe-webgpu': '',
    'use-webgpu-adapter': 'swiftshader',
    'use-angle': 'swiftshader',
    'use-vulkan': 'swiftshader',
    'disable-gpu-rasterization': '',
    'disable-dawn-features': 'use_vulkan_zero_initialize_workgroup_memory_extension',
    'enable-features': 'Other,Vulkan',
  })
  expect(switchesFor({}, 'win32')).toEqual({ 'enable-features': 'Other' })
})

test('of two graphics cards Chromium takes the one that was chosen, and its own choice where nobody chose', () => {
  const switchesFor = (card: 'fast' | 'saving' | undefined): string[] => {
    const names: string[] = []
    setCardSwitch({ appendSwitch: (name: string) => void names.push(name) } as never, card)
    return names
  }
  expect([undefined, 'fast' as const, 'saving' as const].map(switchesFor)).toEqual([[], ['force_high_performance_gpu'], ['force_low_power_gpu']])
})
