import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { launch, removeFolder, type Shell } from './app.ts'
import { Atrium } from './pages/atrium.ts'
import { violations } from './pages/axe.ts'
import { expect, test } from './pages/story.ts'

interface Status { readonly jobs: readonly { readonly state: string; readonly done: number; readonly pictures: readonly { readonly isThere: boolean }[] }[] }

/** What is written down of a queue. */
function statusIn(folder: string): Status['jobs'] {
  const file = path.join(folder, 'queue', 'status.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Status).jobs : []
}

function picturesIn(folder: string): string[] {
  const pictures = path.join(folder, 'pictures')
  return existsSync(pictures) ? readdirSync(pictures, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png')).sort() : []
}

async function started(userData: string): Promise<Atrium> {
  const atrium = new Atrium(await launch({ userData }))
  await atrium.page.locator('.start-foot', { hasText: 'Version' }).waitFor()
  return atrium
}

/** Opens a model, saves two views of it, and puts their pictures into the queue of this computer. @param project  where it is saved */
async function asksForPictures(atrium: Atrium, model: string, project: string, { sizes, samples }: { readonly sizes: string; readonly samples: number }): Promise<void> {
  const { page, shell, viewport } = atrium
  await page.keyboard.press('Control+n')
  await page.waitForFunction(() => 'atriumTest' in globalThis)
  await viewport.resize(64, 36)
  await atrium.open(model)
  await atrium.saveTwoViews()
  const dialog = page.getByRole('dialog', { name: 'Render many' })
  await atrium.choose('File > Render Many…')
  await dialog.getByText('Render Queue', { exact: true }).click()
  await dialog.getByLabel('Sizes', { exact: true }).fill(sizes)
  const field = dialog.getByLabel('Samples', { exact: true })
  await field.fill(String(samples))
  await field.press('Enter')
  await dialog.getByRole('switch', { name: 'Render on this computer' }).setChecked(true, { force: true })
  await shell.answerSave(project)
  await dialog.getByRole('button', { name: 'Add to Queue' }).click()
}

/** kill -9 of the application: nobody is asked, nothing is told. */
async function killed({ electron }: Shell): Promise<void> {
  const child = electron.process()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

test('an architect turns this computer into a machine; Atrium is killed, started again, and the pictures are there', { tag: '@proof' }, async ({ files }) => {
  const userData = path.join(files.folder, 'machine-profile')
  const project = path.join(files.folder, 'machine room.atrium')
  const folder = path.join(files.folder, 'machine room.batch')
  const first = await started(userData)
  await asksForPictures(first, files.mirrorRoom, project, { sizes: '64 × 36, 32 × 18', samples: 64 })
  await expect.poll(() => picturesIn(folder).length).toBeGreaterThan(0)
  // What was traced is seen in the dialog: its tile, and more than one colour of it.
  const small = first.page.getByRole('list', { name: 'Pictures of machine room' }).locator('canvas[data-tiles="1"]').first()
  await expect(small).toBeVisible()
  expect(await small.evaluate((canvas: HTMLCanvasElement) => new Set(new Uint32Array(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size)).toBeGreaterThan(16)
  await first.page.screenshot({ path: 'test-results/machine-working.png' })
  expect(await violations(first.page)).toEqual([])
  await killed(first.shell)

  const second = await started(userData)
  await expect.poll(() => statusIn(folder).map(({ state }) => state)).toEqual(['done'])
  const pictures = picturesIn(folder)
  expect(pictures).toHaveLength(4)
  for (const name of pictures) {
    const { width, height } = PNG.sync.read(readFileSync(path.join(folder, 'pictures', name)))
    expect(name).toContain(`${width}x${height}`)
  }
  expect(await second.page.evaluate(() => window.atrium!.request('machine:get', undefined))).toMatchObject({ ok: true, value: { works: true, trouble: '' } })
  expect(second.shell.problems).toEqual([])
  await second.shell.quit()
  await removeFolder(first.shell.folder)
  await removeFolder(second.shell.folder)
})

test('an architect’s computer has many cores: two tiles come at once, and she sees both, in English and in German', { tag: '@proof' }, async ({ files }) => {
  const folder = path.join(files.folder, 'many cores.batch')
  const atrium = await started(path.join(files.folder, 'cores-profile'))
  const { page, shell } = atrium
  // Whatever computer tells this story.
  await shell.electron.evaluate(() => {
    const os = process.getBuiltinModule('node:os')
    Object.assign(os, { availableParallelism: () => 16, totalmem: () => 2 ** 34 })
  })
  await asksForPictures(atrium, files.mirrorRoom, path.join(files.folder, 'many cores.atrium'), { sizes: '96 × 54, 80 × 45, 64 × 36', samples: 64 })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 tiles in progress')).toBeVisible()
  await expect(page.locator('.queue-pictures canvas[data-tiles]:not([data-tiles="0"])').nth(1)).toBeVisible()
  await expect(dialog.getByText('2 tiles in progress')).toBeVisible()
  await page.locator('.queue-pictures').scrollIntoViewIfNeeded()
  await page.screenshot({ path: 'test-results/machine-two-en-light.png' })
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+,')
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click()
  await page.getByRole('radiogroup', { name: 'Erscheinungsbild' }).getByText('Dunkel').click()
  await page.keyboard.press('Escape')
  await atrium.choose('Datei > Viele Bilder rendern …')
  // Tiles wait while somebody works here, and go on.
  await expect(dialog.getByText('2 Kacheln in Arbeit')).toBeVisible()
  await page.screenshot({ path: 'test-results/machine-two-de-dark.png' })
  expect(await violations(page)).toEqual([])
  await expect.poll(() => statusIn(folder).map(({ state }) => state)).toEqual(['done'])
  expect(picturesIn(folder)).toHaveLength(6)
  expect(shell.problems).toEqual([])
  await shell.quit()
  await removeFolder(shell.folder)
})

/** Closes the last window as its button does, and answers that Atrium keeps rendering. @returns what was said */
async function closedLastWindow({ electron, runtime, page, ...shell }: Shell): Promise<string> {
  const close = (): Promise<void> => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes('/index.html'))?.close())
  const closed = page.waitForEvent('close')
  if (runtime === 'chromium-host') {
    // A message without a window has one of its own.
    const [asked] = await Promise.all([electron.waitForEvent('window', { predicate: (window: Page) => window.url() === 'about:blank' }), close(), closed])
    const message = asked.getByRole('dialog')
    const said = await message.innerText()
    await asked.screenshot({ path: 'test-results/machine-goes-on.png' })
    await message.getByRole('button', { name: 'Keep Rendering' }).click()
    return said
  }
  await shell.answerMessage(0)
  await Promise.all([close(), closed])
  await expect.poll(() => shell.messages()).toHaveLength(1)
  return (await shell.messages())[0]
}

/** What the queue in a folder that nobody holds has of its tiles and merges. */
async function tasksIn(folder: string): Promise<readonly { readonly state: string; readonly tries: number }[]> {
  const database = await PGlite.create(path.join(folder, 'queue', 'database'))
  const { rows } = await database.query<{ state: string; tries: number }>("SELECT state::text, retry_count AS tries FROM atrium_batch.job WHERE name LIKE 'tile-%' OR name LIKE 'merge-%'")
  await database.close()
  return rows
}

test('an architect closes the last window, and Atrium keeps rendering and the computer awake; she quits, and the next start goes on', { tag: '@proof' }, async ({ files }) => {
  const userData = path.join(files.folder, 'night-profile')
  const folder = path.join(files.folder, 'night room.batch')
  const first = await started(userData)
  const { electron } = first.shell
  await asksForPictures(first, files.mirrorRoom, path.join(files.folder, 'night room.atrium'), { sizes: '64 × 36, 48 × 27, 32 × 18', samples: 192 })
  await expect.poll(() => picturesIn(folder).length).toBeGreaterThan(0)
  const isAwake = (): Promise<boolean> => electron.evaluate(({ powerSaveBlocker }) => Array.from({ length: 20 }, (_, id) => powerSaveBlocker.isStarted(id)).includes(true))
  expect(await isAwake()).toBe(true)
  expect(await closedLastWindow(first.shell)).toContain('Atrium is still rendering.')
  const before = picturesIn(folder).length
  await expect.poll(() => picturesIn(folder).length).toBeGreaterThan(before)
  expect(await isAwake()).toBe(true)
  expect(first.shell.problems).toEqual([])

  const child = electron.process()
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await electron.evaluate(({ app }) => void setTimeout(() => app.quit(), 0)).catch(() => {})
  expect(await ended).toBe(0)
  const left = await tasksIn(folder)
  // Six pictures of a tile at least each; a slow computer cuts finer.
  expect(left.length).toBeGreaterThanOrEqual(12)
  // Some are done, and the rest is as if it had never been begun.
  expect(new Set(left.map(({ state }) => state))).toEqual(new Set(['completed', 'created']))
  expect(left.filter(({ tries }) => tries > 0)).toEqual([])

  const second = await started(userData)
  await expect.poll(() => statusIn(folder).map(({ state }) => state)).toEqual(['done'])
  expect(picturesIn(folder)).toHaveLength(6)
  await expect.poll(() => second.shell.electron.evaluate(({ powerSaveBlocker }) => Array.from({ length: 20 }, (_, id) => powerSaveBlocker.isStarted(id)).includes(true))).toBe(false)
  expect(second.shell.problems).toEqual([])
  await second.shell.quit()
  await removeFolder(first.shell.folder)
  await removeFolder(second.shell.folder)
})

test('an office’s queue is chosen in the dialog; one that cannot be reached is told with what to do, in English and in German', { tag: '@proof' }, async ({ files }) => {
  const userData = path.join(files.folder, 'office-profile')
  const atrium = await started(userData)
  const { page, shell } = atrium
  // A table of light and dark, of English and German: the same way through the dialog.
  const words = {
    en: { view: 'Camera > Save View', many: 'File > Render Many…', queue: 'Render Queue', office: 'Office', address: 'Address', password: 'Password', choose: 'Choose…', connect: 'Connect', works: 'Render on this computer', trouble: 'Check the address, role and password' },
    de: { view: 'Kamera > Ansicht speichern', many: 'Datei > Viele Bilder rendern …', queue: 'Warteschlange', office: 'Büro', address: 'Adresse', password: 'Passwort', choose: 'Wählen …', connect: 'Verbinden', works: 'Auf diesem Computer rendern', trouble: 'Adresse, Rolle und Passwort prüfen' },
  }
  for (const [language, theme] of [['en', 'light'], ['de', 'dark']] as const) {
    const said = words[language]
    await page.evaluate((settings) => window.atrium!.request('settings:set', { unit: 'm', ...settings }), { language, theme })
    await page.reload()
    await page.locator('.start-foot').waitFor()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.keyboard.press('Control+n')
    await page.waitForFunction(() => 'atriumTest' in globalThis)
    await atrium.viewport.resize(64, 36)
    await atrium.choose(said.view)
    await atrium.choose(said.many)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(said.queue, { exact: true }).first().click()
    if (language === 'en') {
      await dialog.getByText(said.office, { exact: true }).click()
      await shell.answerOpen(files.folder)
      await dialog.getByRole('button', { name: said.choose }).click()
      // Nobody listens there.
      await dialog.getByLabel(said.address, { exact: true }).fill('postgres://atrium:word@localhost:1/render')
      await dialog.getByRole('button', { name: said.connect }).click()
      await expect(dialog.getByLabel(said.address, { exact: true })).toHaveValue('postgres://atrium@localhost:1/render')
    } else {
      await dialog.getByLabel(said.password, { exact: true }).fill('word')
      await dialog.getByRole('button', { name: said.connect }).click()
    }
    await expect(dialog.getByText(said.trouble)).toBeVisible()
    await dialog.getByText(said.trouble).scrollIntoViewIfNeeded()
    await page.screenshot({ path: `test-results/machine-office-${language}-${theme}.png` })
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
  expect(readFileSync(path.join(userData, 'machine.json'), 'utf8')).not.toContain('word')
  expect(shell.problems).toEqual([])
  await shell.quit()
  await removeFolder(shell.folder)
})
