import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { type ElectronApplication, type Page, _electron, test as base } from '@playwright/test'
import { HANG_MS } from './limits.ts'

export const root = path.resolve(import.meta.dirname, '..')
const hostFolder = path.join(root, 'build/chromium-host/bin')

export type Runtime = 'electron' | 'chromium-host'

/** The running application, seen from outside; page objects stand on it. */
export interface Shell {
  readonly electron: ElectronApplication
  readonly page: Page
  /** Fresh for this test, removed afterwards. */
  readonly folder: string
  readonly runtime: Runtime
  /** Errors of the page so far: console errors and uncaught exceptions. A story ends with this empty. */
  readonly problems: string[]
  /** Answers of the native dialogs from now on; null cancels. */
  answerOpen(filePath: string | null): Promise<void>
  answerSave(filePath: string | null): Promise<void>
  /** The index of the button that message boxes get. */
  answerMessage(button: number): Promise<void>
  /** What message boxes asked since the last `answerMessage`. */
  messages(): Promise<readonly string[]>
  /** Lets a file fall on the window, as from a file manager. */
  drop(file: string): Promise<void>
  /** Dialogs that a story answered are asked by themselves again. */
  unanswer(): Promise<void>
  /** Leaves the user interface for an empty document of the same origin, where `window.atrium` is all there is. */
  showBarePage(): Promise<void>
  /** Clicks an item of the native menu. */
  menu(id: string): Promise<void>
  /** Ends the application without asking the page. */
  quit(): Promise<void>
}

export interface LaunchOptions {
  /** Arguments after the application: files to open. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Reuses settings, recent projects and storage of an earlier start. */
  readonly userData?: string
}

/** ATRIUM_RUNTIME when set, and then nothing else; otherwise Electron when its binary is here, else the Chromium host. */
export function pickRuntime(): Runtime {
  const asked = process.env['ATRIUM_RUNTIME']
  if (asked && asked !== 'electron' && asked !== 'chromium-host') throw new Error(`ATRIUM_RUNTIME=${asked} is no runtime`)
  if (asked === 'chromium-host') return asked
  if (hasElectronBinary()) return 'electron'
  if (asked === 'electron') throw new Error('ATRIUM_RUNTIME=electron, but the Electron binary is not installed: npx install-electron')
  return 'chromium-host'
}

function hasElectronBinary(): boolean {
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'))
    return existsSync(path.join(folder, 'dist', readFileSync(path.join(folder, 'path.txt'), 'utf8')))
  } catch {
    return false
  }
}

/** Executable and arguments that start the built application without a driver. */
export function command(runtime: Runtime): [string, ...string[]] {
  if (runtime === 'chromium-host') return [path.join(hostFolder, 'electron'), root]
  const executable = createRequire(import.meta.url)('electron') as string
  return [executable, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root]
}

/** Starts the built application in a fresh folder. */
export async function launch(options: LaunchOptions = {}): Promise<Shell> {
  const runtime = pickRuntime()
  // Playwright resolves the executable in this process, not in the launched one's environment.
  if (runtime === 'chromium-host') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = hostFolder
  else delete process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-e2e-'))
  const electron = await _electron.launch({
    args: [...switches(), root, ...(options.args ?? [])],
    cwd: root,
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: HANG_MS,
    env: { ...environment(), ATRIUM_USER_DATA: options.userData ?? path.join(folder, 'profile'), ...options.env },
  })
  const child = electron.process()
  let output = ''
  child.stderr?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4000)))
  const problems: string[] = []
  const page = await openedPage(electron, problems).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`the window did not open; the application said:\n${output}`, { cause: error })
  })
  return {
    electron,
    page,
    folder,
    runtime,
    problems,
    answerOpen: (filePath) =>
      electron.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })
      }, filePath),
    answerSave: (filePath) =>
      electron.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' })
      }, filePath),
    answerMessage: (button) =>
      electron.evaluate(({ dialog }, response) => {
        const asked: string[] = []
        Object.assign(globalThis, { asked })
        dialog.showMessageBox = (...args: unknown[]) => {
          asked.push((args.at(-1) as { message: string }).message)
          return Promise.resolve({ response, checkboxChecked: false })
        }
      }, button),
    messages: () => electron.evaluate(() => (globalThis as unknown as { asked?: string[] }).asked ?? []),
    drop: (file) => drop(electron, page, file),
    unanswer: () =>
      electron.evaluate(({ dialog }) => {
        const kept = globalThis as unknown as { dialogs?: object }
        kept.dialogs ??= Object.fromEntries(['showOpenDialog', 'showSaveDialog', 'showMessageBox'].map((name) => [name, Reflect.get(dialog, name) as unknown]))
        Object.assign(dialog, kept.dialogs)
      }),
    async showBarePage() {
      const arrived = page.waitForURL(/\/bare$/)
      await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('app://atrium/bare'))
      await arrived
    },
    menu: (id) =>
      electron.evaluate(({ Menu }, itemId) => {
        const item = Menu.getApplicationMenu()?.getMenuItemById(itemId)
        if (!item) throw new Error(`no menu item ${itemId}`)
        item.click()
      }, id),
    quit: () => quit(electron, child),
  }
}

/** The window that something opens, as the first one is; `drop` stays the first one’s. */
export async function nextWindow(shell: Shell, open: () => Promise<unknown>): Promise<Shell> {
  const [page] = await Promise.all([shell.electron.waitForEvent('window', { timeout: HANG_MS }), open()])
  return { ...shell, page: await openedPage(shell.electron, shell.problems, page) }
}

/** A window once its page is loaded. */
async function openedPage(electron: ElectronApplication, problems: string[], opened?: Page): Promise<Page> {
  const page = opened ?? await electron.firstWindow({ timeout: HANG_MS })
  page.setDefaultTimeout(HANG_MS)
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  // What breathes while a picture is made is drawn by the same software GPU.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: null })
  await page.waitForURL(/\/index\.html(\?test=1)?$/)
  // Playwright takes a theme off that was put on before it came or before the page did, whatever it is asked for.
  await electron.evaluate(({ nativeTheme }) => {
    const { themeSource } = nativeTheme
    nativeTheme.themeSource = themeSource
  })
  return page
}

async function drop(electron: ElectronApplication, page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
    // The host arms its synchronous path when the drag enters: told by the first answer, done by the second.
    for (let answer = 0; answer < 2; answer++) await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('0'))
  }
  await session.detach()
}

const isSoftwareGpu = (): boolean => process.env['ATRIUM_SOFTWARE_GPU'] === '1' || (process.platform === 'linux' && !existsSync('/dev/dri/renderD128'))

/**
 * Where the processor traces, V8 goes without its last optimizer: it spends more on the kernels, which are large, than our pictures, which are small, ever give back.
 * gpu/twin/*.gpu.test.ts runs them with it.
 */
const switches = (): string[] => (isSoftwareGpu() ? ['--js-flags=--no-turbofan'] : [])

/** The environment of the tests, with a software GPU where there is no hardware one, and without a network. */
function environment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const { ATRIUM_CHROMIUM: chromium } = process.env
  return {
    ...Object.fromEntries(inherited),
    ...(isSoftwareGpu() ? { ATRIUM_SOFTWARE_GPU: '1' } : {}),
    ...(chromium ? { CHROMIUM_HOST_EXECUTABLE: chromium } : {}),
    CHROMIUM_HOST_HEADLESS: process.env['ATRIUM_HEADED'] ? '0' : '1',
    CHROMIUM_HOST_OFFLINE: '1',
    // A busy machine is no page that hangs.
    CHROMIUM_HOST_HANG_MS: String(HANG_MS),
    ATRIUM_TEST: '1',
    // The stories are told in English, whatever the machine speaks.
    LANGUAGE: 'en',
    // Names of files reach Chromium in this encoding; where a locale is not installed, only those in ASCII do.
    LC_ALL: 'C.UTF-8',
  }
}

async function quit(electron: ElectronApplication, child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // The answer may be lost with the process.
  await electron.evaluate(({ app }) => void setTimeout(() => app.exit(0), 0)).catch(() => {})
  const late = setTimeout(() => child.kill('SIGKILL'), HANG_MS)
  await exited
  clearTimeout(late)
}

/** Chromium's last child may still be writing, and Node's own retries do not list the folder again. */
export async function removeFolder(folder: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (attempt === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/**
 * What only looks shares one application, which is started once: each story finds it with whatever the one before has open, and has a folder of its own.
 * All stories are made from this one: where the fixtures of a worker differ, Playwright would start another worker, and the application with it.
 */
export const visiting = base.extend<{ shell: Shell }, { shared: Shell }>({
  shared: [async ({}, use) => {
    const shell = await launch()
    // Their own answers, before anybody gives others.
    await shell.unanswer()
    await use(shell)
    await shell.quit()
    await removeFolder(shell.folder)
  }, { scope: 'worker' }],
  shell: async ({ shared }, use) => {
    await shared.unanswer()
    shared.problems.splice(0)
    await use({ ...shared, folder: mkdtempSync(path.join(shared.folder, 'story-')) })
  },
})

/** `shell` is the application, started for this test; `test.use({ start: { args, env } })` changes how. */
export const test = visiting.extend<{ start: LaunchOptions }>({
  start: [{}, { option: true }],
  shell: async ({ start }, use) => {
    const shell = await launch(start)
    await use(shell)
    await shell.quit()
    await removeFolder(shell.folder)
  },
})
export { expect } from '@playwright/test'
