import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FileHandle } from '../electron/contract.ts'
import { command, expect, launch, pickRuntime, removeFolder, type Shell, visiting as test } from './app.ts'
import { LOOKS } from './limits.ts'

/*
 * What needs an application of its own, or takes the page away from the stories of rooms. A start takes seconds, so they share two lives: the first in an empty document,
 * until it is closed in order, the second on the same profile, until its page has crashed. Each story is of the life that the one before has left.
 */
test.describe.configure({ mode: 'serial' })

let folder: string
let profile: string
let shell: Shell

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-lives-'))
  profile = path.join(folder, 'profile')
  mkdirSync(profile)
  shell = await launch({ userData: profile })
  await shell.showBarePage()
})

test.afterAll(async () => {
  await shell.quit()
  await removeFolder(shell.folder)
  await removeFolder(folder)
})

const write = (name: string, text = 'glTF'): string => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}
const closeWindow = (): Promise<void> => shell.electron.evaluate(({ BrowserWindow }) => void setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 0))

/** The Chromium host's own dialogs, answered as a person answers them. Electron's are the platform's. */
if (pickRuntime() === 'chromium-host') {
  test('a path typed into the open dialog gives a handle, Escape gives none', async () => {
    const room = write('room.glb')
    const dialog = shell.page.getByRole('dialog', { name: 'Open a room' })
    const ask = () => shell.page.evaluate(() => window.atrium!.request('file:choose-open', { kind: 'model' }))

    const chosen = ask()
    await dialog.getByRole('textbox', { name: 'Path' }).fill(room)
    await dialog.getByRole('button', { name: 'Open a room' }).click()
    expect(await chosen).toMatchObject({ ok: true, value: { name: 'room.glb', sizeBytes: 4 } })

    const dismissed = ask()
    await expect(dialog).toBeVisible()
    await shell.page.keyboard.press('Escape')
    expect(await dismissed).toEqual({ ok: true, value: null })
    await expect(dialog).toHaveCount(0)
  })

  test('a file picked in Chromium’s own chooser comes with its real path', async () => {
    const room = write('picked room.glb')
    const chosen = shell.page.evaluate(() => window.atrium!.request('file:choose-open', { kind: 'model' }))
    await shell.page.getByLabel('Browse').setInputFiles(room)
    expect(await chosen).toMatchObject({ ok: true, value: { name: 'picked room.glb' } })
  })

  test('the unsaved-changes question answers by its buttons', async () => {
    const answers: unknown[] = []
    for (const label of ['Save', 'Don’t save', 'Cancel']) {
      const answer = shell.page.evaluate(() => window.atrium!.request('dialog:unsaved', { name: 'studio' }))
      await shell.page.getByRole('button', { name: label, exact: true }).click()
      answers.push(await answer)
    }
    expect(answers).toEqual(['save', 'discard', 'cancel'].map((value) => ({ ok: true, value })))
  })
}

test('a dropped file becomes a handle', async () => {
  const dropped = write('dropped.glb')
  await shell.page.evaluate(() => {
    const results: unknown[] = []
    Object.assign(window, { results })
    window.addEventListener('dragover', (event) => event.preventDefault())
    window.addEventListener('drop', (event) => {
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) void window.atrium!.adopt(file).then((reply) => results.push(reply))
    })
  })
  await shell.drop(dropped)
  const results = () => shell.page.evaluate(() => (window as unknown as { results: { ok: boolean; value: FileHandle }[] }).results)
  await expect.poll(results).toHaveLength(1)
  expect((await results())[0]).toMatchObject({ ok: true, value: { name: 'dropped.glb', kind: 'model', sizeBytes: 4, writable: false } })
})

test('a native menu item reaches the page by its id', async () => {
  await shell.page.evaluate(() => {
    const commands: string[] = []
    Object.assign(window, { commands })
    window.atrium!.on('menu:command', ({ id }) => commands.push(id))
    const items = [{ kind: 'command' as const, id: 'test.open', label: 'Open…', accelerator: 'CmdOrCtrl+O' }]
    return window.atrium!.request('menu:set', [{ kind: 'submenu', label: 'File', items }])
  })
  await shell.menu('test.open')
  await expect.poll(() => shell.page.evaluate(() => (window as unknown as { commands: string[] }).commands)).toEqual(['test.open'])
})

test('closing asks the page, which may cancel or let go', async () => {
  // What the next life shall find.
  await shell.answerOpen(write('studio.atrium', 'x'))
  await shell.page.evaluate(async () => {
    await window.atrium!.request('settings:set', { theme: 'dark', unit: 'cm', developer: true })
    const chosen = await window.atrium!.request('file:choose-open', { kind: 'any' })
    // A file is a recent one when it could be opened.
    if (chosen.ok && chosen.value !== null) await window.atrium!.request('recent:add', { handle: chosen.value.id })
    localStorage.setItem('kept', 'yes')
  })
  // Storage is flushed at an orderly end; give it one.
  await shell.electron.evaluate(({ session }) => (session.defaultSession as { flushStorageData?: () => void }).flushStorageData?.())

  await shell.page.evaluate(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    window.atrium!.on('window:close-requested', () => {
      void window.atrium!.request('dialog:unsaved', { name: 'studio' }).then((reply) => {
        asked.push(reply.ok ? reply.value : reply.code)
        if (reply.ok && reply.value === 'discard') void window.atrium!.request('window:close', undefined)
      })
    })
  })
  await shell.answerMessage(2)
  await closeWindow()
  await expect.poll(() => shell.page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toContain('cancel')
  expect(await shell.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)

  await shell.answerMessage(1)
  const closed = shell.electron.waitForEvent('close')
  await closeWindow()
  await closed
})

test('settings and recent projects are there after a restart', async () => {
  await removeFolder(shell.folder)
  shell = await launch({ userData: profile, args: [write('house.glb')] })
  // The page puts its theme on when it has read the settings.
  await shell.page.waitForFunction(() => matchMedia('(prefers-color-scheme: dark)').matches, null, LOOKS)
  const found = await shell.page.evaluate(async () => {
    const recent = await window.atrium!.request('recent:list', undefined)
    const id = recent.ok ? (recent.value.find(({ name }) => name === 'studio.atrium')?.id ?? '') : ''
    return {
      settings: await window.atrium!.request('settings:get', undefined),
      recent,
      reopened: await window.atrium!.request('recent:open', { id }),
      forgotten: await window.atrium!.request('recent:forget', { id }),
      after: await window.atrium!.request('recent:list', undefined),
      kept: localStorage.getItem('kept'),
    }
  })
  expect(found).toMatchObject({
    settings: { ok: true, value: { theme: 'dark', unit: 'cm', developer: true } },
    recent: { ok: true, value: [{ name: 'studio.atrium', folder, missing: false }] },
    reopened: { ok: true, value: { name: 'studio.atrium' } },
    after: { ok: true, value: [] },
    kept: 'yes',
  })
})

test('a file named at the start is there, and a second start hands its file over', async () => {
  const info = await shell.page.evaluate(() => window.atrium!.request('app:info', undefined))
  expect(info).toMatchObject({ ok: true, value: { open: { name: 'house.glb', kind: 'model' } } })
  await shell.page.evaluate(() => {
    const opened: string[] = []
    Object.assign(window, { opened })
    window.atrium!.on('file:open-requested', ({ name }) => opened.push(name))
  })
  // The same profile: the second process hands its arguments to the first and ends.
  const [executable, ...args] = command(shell.runtime)
  const second = spawn(executable, [...args, write('other.glb')], { env: { ...process.env, ATRIUM_USER_DATA: profile }, stdio: 'ignore' })
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0)
  await expect.poll(() => shell.page.evaluate(() => (window as unknown as { opened: string[] }).opened)).toEqual(['other.glb'])
})

test('the window neither navigates away nor opens another', async () => {
  const before = shell.page.url()
  await shell.page.evaluate(() => {
    window.open('https://example.org/')
    window.open('https://github.com/')
    window.open('file:///etc/passwd')
  })
  await shell.page.evaluate(() => location.assign('https://example.org/'))
  await expect.poll(() => readFileSync(path.join(profile, 'logs/atrium.log'), 'utf8')).toContain('refused to navigate to https://example.org/')
  expect(shell.page.url()).toBe(before)
  // A window that was refused is gone once both that watch it were told.
  await expect.poll(() => shell.electron.windows().length).toBe(1)
})

test('a crashed page is loaded again, and, untouched, closes without a question', async () => {
  // The story's bare page has nobody who answers when its window closes.
  await shell.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('app://atrium/index.html?test=1'))
  const isThere = () =>
    shell.electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return contents && !contents.isCrashed() ? contents.executeJavaScript('document.querySelector(".window") !== null') : false
    }).catch(() => false)
  await expect.poll(isThere).toBe(true)
  await shell.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  const log = path.join(profile, 'logs/atrium.log')
  await expect.poll(() => (existsSync(log) ? readFileSync(log, 'utf8') : '')).toContain('render-process-gone')
  await expect.poll(isThere).toBe(true)

  await shell.electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.reject(new Error('asked'))
  })
  const closed = shell.electron.waitForEvent('close')
  await closeWindow()
  await closed
})
