import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeMirrorRoom } from '../assets/generators/fixtures/mirror-room.ts'
import { Recovery } from '../electron/recovery/recovery.ts'
import { expect, launch, nextWindow, removeFolder, type Shell, test as base } from './app.ts'
import { LOOKS } from './limits.ts'
import { Atrium } from './pages/atrium.ts'

/** Lives of the application on one profile; each may end badly. */
const test = base.extend<{ folder: string; begin: (env?: Readonly<Record<string, string>>) => Promise<Atrium> }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-recovery-'))
    await use(folder)
    await removeFolder(folder)
  },
  begin: async ({ folder }, use) => {
    const shells: Shell[] = []
    await use(async (env = {}) => {
      const shell = await launch({ userData: path.join(folder, 'profile'), env })
      shells.push(shell)
      await shell.page.waitForFunction(() => document.querySelector('.start-foot')?.textContent?.includes('Version'), null, LOOKS)
      return new Atrium(shell)
    })
    for (const shell of shells) {
      await shell.quit().catch(() => {})
      await removeFolder(shell.folder)
    }
  },
})

/** As by a power cut: nothing is asked, nothing is told. */
async function kill({ shell }: Atrium): Promise<void> {
  const child = shell.electron.process()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** The picture is not what these stories are about: nobody waits for one. */
async function makeSmall({ page, viewport }: Atrium): Promise<void> {
  await page.evaluate(() => {
    atriumTest.holdSettings({ indirect: false })
    atriumTest.setViewportSize({ width: 32, height: 18 })
  })
  await viewport.sampleEdges(2)
}

/** An empty room, in a small picture. */
async function beginRoom(atrium: Atrium): Promise<void> {
  await atrium.page.keyboard.press('Control+n')
  await atrium.page.waitForFunction(() => 'atriumTest' in globalThis, null, LOOKS)
  await makeSmall(atrium)
}

/** The room of mirrors, imported into an empty one; its red chair is selected. */
async function importRoom(atrium: Atrium, folder: string): Promise<void> {
  const room = path.join(folder, 'mirror-room.glb')
  writeFileSync(room, await writeMirrorRoom())
  await beginRoom(atrium)
  await atrium.open(room)
  await selectRedChair(atrium)
}

async function selectRedChair({ outline }: Atrium): Promise<void> {
  await outline.show()
  await outline.row('Red chair').click()
}

/** What was left behind is open again, in a small picture. */
async function roomIsBack(atrium: Atrium): Promise<void> {
  await atrium.page.waitForFunction(() => 'atriumTest' in globalThis && atriumTest.document().document.pieces.length > 0, null, LOOKS)
  await makeSmall(atrium)
}

/** Every gesture so far, and that it was saved, is on the disk. */
const journalled = ({ page }: Atrium): Promise<void> => page.evaluate(() => atriumTest.journalled())

test('work that was never saved survives a kill, and is offered once', async ({ begin, folder }) => {
  let atrium = await begin()
  await expect(atrium.page.getByRole('region', { name: 'Recovery' })).toHaveCount(0)
  await importRoom(atrium, folder)
  await atrium.inspector.type('Position X', '0.1 m')
  await atrium.inspector.type('Position Z', '20 cm')
  const expected = await atrium.document()
  await journalled(atrium)
  await kill(atrium)
  // What a start screen is told; a start takes ten seconds.
  const left = () => new Recovery(path.join(folder, 'profile', 'recovery')).find()
  expect(await left()).toMatchObject([{ gestures: 2 }])

  atrium = await begin()
  const card = atrium.page.getByRole('region', { name: 'Recovery' })
  await expect(card).toContainText('2 unsaved steps, never saved to a file')
  await card.getByRole('button', { name: /^Recover/ }).click()
  await roomIsBack(atrium)
  expect(await atrium.document()).toEqual(expected)
  await expect(atrium.unsavedMark).toBeVisible()

  const file = path.join(folder, 'Room.atrium')
  // What a save that was killed left is gone after the next one.
  const stray = path.join(folder, '.Room.atrium.0123abcd.tmp')
  writeFileSync(stray, 'PK\x03\x04 half a project')
  await atrium.saveAs(file)
  await expect.poll(() => existsSync(stray)).toBe(false)
  await journalled(atrium)
  await kill(atrium)

  expect(await left()).toEqual([])
  expect(existsSync(file)).toBe(true)
})

/** File > New Window, at its start screen. */
async function newWindow({ shell, page }: Atrium): Promise<Atrium> {
  const atrium = new Atrium(await nextWindow(shell, () => page.keyboard.press('Control+Shift+n')))
  await atrium.page.locator('.start-foot', { hasText: 'Version' }).waitFor()
  return atrium
}

/** A piece by the keys, where the room shows it. */
async function placeByKey({ page, inspector }: Atrium, item: string, name: string): Promise<void> {
  await page.keyboard.press('c')
  await page.locator(`[data-item="${item}"]`).press('Enter')
  await expect(inspector.title).toHaveValue(name)
}

test('two windows with unsaved work each survive one kill, and both come back', { tag: '@proof' }, async ({ begin, folder }) => {
  let first = await begin()
  await beginRoom(first)
  await placeByKey(first, 'armchair', 'Lounge armchair')
  const file = path.join(folder, 'First.atrium')
  await first.saveAs(file)
  const saved = readFileSync(file)
  await first.inspector.type('Position X', '0.7 m')
  let second = await newWindow(first)
  // What the first window has open is nothing that was left behind.
  await expect(second.page.getByRole('region', { name: 'Recovery' })).toHaveCount(0)
  await beginRoom(second)
  await placeByKey(second, 'desk', 'Writing desk')
  await second.inspector.type('Overall width', '1.8 m')
  await expect.poll(async () => (await second.document()).assets.map(({ form }) => form?.values['width'])).toEqual([1.8])
  // One more in the first: the journals go on side by side.
  await first.inspector.type('Position Z', '25 cm')
  const expected = [await first.document(), await second.document()]
  await Promise.all([journalled(first), journalled(second)])
  await kill(first)

  first = await begin()
  const card = first.page.getByRole('region', { name: 'Recovery' })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await card.getByRole('button', { name: 'Recover First' }).click()
  await roomIsBack(first)
  expect(await first.document()).toEqual(expected[0])
  await expect(first.title).toHaveText('First')
  await expect(first.unsavedMark).toBeVisible()
  expect(readFileSync(file).equals(saved), 'its file is as it was saved').toBe(true)

  second = await newWindow(first)
  const other = second.page.getByRole('region', { name: 'Recovery' })
  await expect(other.getByRole('listitem')).toHaveCount(1)
  await other.getByRole('button', { name: /^Recover/ }).click()
  await roomIsBack(second)
  expect(await second.document()).toEqual(expected[1])
  // The desk can still be reshaped, and each window undoes its own.
  await second.page.keyboard.press('Control+a')
  await expect(second.inspector.field('Overall width')).toHaveValue('1.800 m')
  await first.page.keyboard.press('Control+s')
  await expect(first.unsavedMark).toHaveCount(0)
  await expect(second.unsavedMark).toBeVisible()
})

test('a file that another program changed is told before it is overwritten, and both states are versions', { tag: '@proof' }, async ({ begin, folder }) => {
  const atrium = await begin()
  await importRoom(atrium, folder)
  await atrium.inspector.type('Position X', '0.1 m')
  const file = path.join(folder, 'Room.atrium')
  await atrium.saveAs(file)
  const saved = readFileSync(file)
  await selectRedChair(atrium)
  await atrium.inspector.type('Position X', '1 m')
  writeFileSync(file, 'theirs')
  await atrium.shell.answerMessage(2)
  await atrium.choose('File > Save')
  await expect.poll(() => atrium.shell.messages()).toEqual([expect.stringContaining('changed by another program')])
  expect(readFileSync(file, 'utf8')).toBe('theirs')
  await atrium.shell.answerMessage(1)
  await atrium.choose('File > Save')
  await expect(atrium.unsavedMark).toHaveCount(0)
  expect(readFileSync(file).length).toBeGreaterThan(1000)
  await atrium.choose('File > Versions…')
  const versions = atrium.page.getByRole('dialog', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(3)
  await versions.nth(2).getByRole('button', { name: 'Restore' }).click()
  await expect(atrium.unsavedMark).toBeVisible()
  expect((await atrium.piece('Red chair')).position[0]).toBeCloseTo(0.1, 6)
  expect(saved.length).toBeGreaterThan(1000)
})

/** The buttons of the question about a page that hangs. */
const [WAIT, RELOAD] = [0, 1]

/** What the page says, asked through the main process: a driver gives a page up when it crashes, its window does not. */
const inPage = <T>({ shell }: Atrium, code: string): Promise<T | null> =>
  shell.electron
    .evaluate(async ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text) as Promise<unknown>, code)
    .then((value) => value as T, () => null)

test('a page that hangs is loaded again when the user says so, and has its work; after a crash on top it starts in safe mode', { tag: '@proof' }, async ({ begin, folder }) => {
  const atrium = await begin({ CHROMIUM_HOST_HANG_MS: '4000' })
  // A slow start is no hang: wait.
  await atrium.shell.answerMessage(WAIT)
  await importRoom(atrium, folder)
  await atrium.inspector.type('Position X', '0.1 m')
  await journalled(atrium)
  const crash = (): Promise<void> => atrium.shell.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())

  await atrium.shell.answerMessage(RELOAD)
  // Electron notices a hang by an input that nobody answers, which no driver can give; its own dialog is not shown here.
  if (atrium.shell.runtime === 'electron') await crash()
  else {
    void inPage(atrium, 'for (;;);')
    const log = path.join(folder, 'profile', 'logs', 'atrium.log')
    await expect.poll(() => (existsSync(log) ? readFileSync(log, 'utf8') : '')).toContain('the page does not respond')
  }
  const position = `'atriumTest' in globalThis ? atriumTest.document().document.pieces.find(({ name }) => name === 'Red chair')?.position[0] : null`
  await expect.poll(() => inPage<number>(atrium, position)).toBeCloseTo(0.1, 6)
  await expect.poll(() => inPage<string>(atrium, `document.querySelector('.notices')?.textContent`)).toContain('is back')

  await crash()
  const card = `document.querySelector('.recovery-card')?.textContent`
  await expect.poll(() => inPage<string>(atrium, card)).toContain('Safe mode')
  expect(await inPage<string>(atrium, card)).toContain('Open last saved version')
  await inPage(atrium, `[...document.querySelectorAll('.recovery-card button')].find(({ textContent }) => textContent === 'Recover').click()`)
  await expect.poll(() => inPage<number>(atrium, position)).toBeCloseTo(0.1, 6)
  expect(await inPage(atrium, `(({ reflections, shadows }) => [reflections, shadows])(atriumTest.interaction().settings)`)).toEqual([false, false])
})
