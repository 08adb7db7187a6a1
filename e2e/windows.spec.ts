import { readdirSync } from 'node:fs'
import path from 'node:path'
import { nextWindow } from './app.ts'
import { Atrium, CANCEL, DISCARD } from './pages/atrium.ts'
import { expect, test } from './pages/story.ts'

const SIZE = [112, 63] as const

/** File > New Window, with an empty room in it. */
async function newWindow({ shell, page }: Atrium): Promise<Atrium> {
  const atrium = new Atrium(await nextWindow(shell, () => page.keyboard.press('Control+Shift+n')))
  await atrium.page.locator('.start-foot', { hasText: 'Version' }).waitFor()
  await atrium.page.keyboard.press('Control+n')
  await atrium.page.waitForFunction(() => 'atriumTest' in globalThis)
  await atrium.traceBy(undefined)
  await atrium.viewport.resize(...SIZE)
  return atrium
}

/** How many windows there are, and whose page is in front. */
const windowsOf = ({ shell }: Atrium): Promise<{ count: number; front: string | undefined }> =>
  shell.electron.evaluate(async ({ BrowserWindow }) => ({
    count: BrowserWindow.getAllWindows().length,
    front: await (BrowserWindow.getFocusedWindow()?.webContents.executeJavaScript('document.title') as Promise<string> | undefined),
  }))

test('copies a corner between projects', { tag: '@proof' }, async ({ atrium, files }) => {
  // A corner of the first project: a table with a lamp on it, grouped, with a painted top.
  await atrium.viewport.look([0.6, 2.2, 3], [0, 0.4, 0])
  await atrium.place('Low table', [0, 0, 0])
  await atrium.place('Table lamp', [0, 0.4, 0])
  await atrium.page.keyboard.press('Control+a')
  await atrium.page.keyboard.press('Control+g')
  const corner = (await atrium.document()).pieces
  expect(corner.map(({ name }) => name)).toEqual(['Low table', 'Table lamp'])
  const file = path.join(files.folder, 'First.atrium')
  await atrium.saveAs(file)
  await atrium.page.keyboard.press('Control+a')
  await atrium.page.keyboard.press('Control+c')

  // The second window is another project: what was copied comes in with its models, its group and its light, where it stood.
  const second = await newWindow(atrium)
  await second.page.keyboard.press('Control+Shift+v')
  await expect.poll(async () => (await second.document()).pieces.map(({ name, position }) => [name, position])).toEqual(corner.map(({ name, position }) => [name, position]))
  const there = await second.document()
  expect(there.groups).toHaveLength(1)
  expect(there.lights.filter(({ kind }) => kind !== 'directional')).toHaveLength((await atrium.document()).lights.filter(({ kind }) => kind !== 'directional').length)
  await second.viewport.look([0.6, 2.2, 3], [0, 0.4, 0])
  expect(await second.viewport.pieceAt(await second.viewport.pixelOf([0.1, 0.38, 0.2]))).toBe('Low table')

  // Each has its own undo, and its own file.
  await second.choose('Edit > Undo Paste 2 Items')
  expect((await second.document()).pieces).toEqual([])
  expect((await atrium.document()).pieces).toHaveLength(2)
  await second.choose('Edit > Redo Paste 2 Items')
  await second.shell.answerSave(file)
  await second.choose('File > Save As…')
  await expect(second.notices.errors).toContainText('That project is open in another window.')
  await second.notices.dismissAll()
  await second.saveAs(path.join(files.folder, 'Second.atrium'))
  expect(readdirSync(files.folder).filter((name) => name.endsWith('.lock')).sort()).toEqual(['.~First.atrium.lock', '.~Second.atrium.lock'])

  // A project that is open in another window brings that one forward.
  await second.shell.answerOpen(file)
  await second.page.keyboard.press('Control+o')
  await expect.poll(() => windowsOf(atrium)).toEqual({ count: 2, front: 'First — Atrium' })
  await expect(second.title).toHaveText('Second')

  // A choice of the one is the other's; a question about unsaved work is each one's own.
  await second.page.evaluate(() => atriumTest.changeSettings({ wheel: 'farther' }))
  await expect.poll(() => atrium.page.evaluate(() => atriumTest.settings().wheel)).toBe('farther')
  await atrium.page.evaluate(() => atriumTest.changeSettings({ wheel: undefined }))
  await second.page.keyboard.press('Control+a')
  await second.page.keyboard.press('Delete')
  await second.shell.answerMessage(CANCEL)
  await second.page.keyboard.press('Control+Shift+w')
  await expect.poll(() => second.shell.messages()).toEqual(['Save changes to “Second”?'])
  expect((await windowsOf(atrium)).count).toBe(2)
  await second.shell.answerMessage(DISCARD)
  // The page may be gone before its keys are up.
  await Promise.all([second.page.waitForEvent('close'), second.page.keyboard.press('Control+Shift+w').catch(() => {})])
  await expect.poll(() => windowsOf(atrium)).toEqual({ count: 1, front: 'First — Atrium' })
  await expect.poll(() => readdirSync(files.folder).filter((name) => name.endsWith('.lock'))).toEqual(['.~First.atrium.lock'])
  await expect(atrium.unsavedMark).toHaveCount(0)
})
