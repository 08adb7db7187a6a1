import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, visiting as test } from './app.ts'

const title = (page: Page): Locator => page.locator('.document-name')
const edited = (page: Page): Locator => page.getByLabel('Unsaved changes')
const inspected = (page: Page): Locator => page.getByTestId('inspector-title')
const piece = (page: Page, name: string): Locator => page.getByTestId('outline').getByRole('treeitem', { name })

/** The button of the unsaved-changes question. */
const [SAVE, DISCARD, CANCEL] = [0, 1, 2]

/** A new room, with a picture as large as these stories need. */
async function newRoom(page: Page): Promise<void> {
  await page.keyboard.press('Control+n')
  await page.waitForFunction(() => 'atriumTest' in globalThis)
  // What is done before the new room is there is done to the one before it.
  await expect(title(page)).toHaveText('Untitled')
  await page.evaluate(() => {
    atriumTest.setViewportSize({ width: 160, height: 120 })
    atriumTest.holdSettings({ indirect: false })
  })
}

test('without a pointer: a room is furnished, measured, renamed, saved, closed and opened again', async ({ shell }) => {
  const { page } = shell
  await newRoom(page)

  await page.locator('[data-item="armchair"]').focus()
  await page.keyboard.press('Enter')
  await expect(inspected(page)).toHaveValue('Lounge armchair')
  await page.getByLabel('Position X').fill(`8' 2"`)
  await page.getByLabel('Position X').press('Enter')
  await expect(page.getByLabel('Position X')).toHaveValue('2.489 m')
  await expect(page.getByRole('button', { name: 'Undo Move Lounge armchair' })).toBeEnabled()

  await page.getByRole('tab', { name: 'Outline' }).press('Enter')
  await piece(page, 'Lounge armchair').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Reading chair')
  await page.keyboard.press('Enter')
  await expect(piece(page, 'Reading chair')).toBeVisible()
  await expect(inspected(page)).toHaveValue('Reading chair')

  await shell.answerSave(path.join(shell.folder, 'Attic.atrium'))
  await page.keyboard.press('Control+s')
  await expect(title(page)).toHaveText('Attic')
  await expect(edited(page)).toHaveCount(0)
  expect(existsSync(path.join(shell.folder, 'Attic.atrium'))).toBe(true)

  await piece(page, 'Reading chair').focus()
  await page.keyboard.press('Delete')
  await expect(edited(page)).toBeVisible()
  await shell.answerMessage(CANCEL)
  await page.keyboard.press('Control+w')
  await expect(title(page)).toHaveText('Attic')
  await shell.answerMessage(DISCARD)
  await page.keyboard.press('Control+w')

  await page.getByRole('button', { name: /^Attic\.atrium/ }).press('Enter')
  await expect(title(page)).toHaveText('Attic')
  await page.keyboard.press('o')
  await piece(page, 'Reading chair').click()
  await expect(page.getByLabel('Position X')).toHaveValue('2.489 m')
  expect(shell.problems).toEqual([])
})

test('a question about unsaved work that is answered with Save saves before the next room opens', async ({ shell }) => {
  const { page } = shell
  await newRoom(page)
  await page.locator('[data-item="vase"]').focus()
  await page.keyboard.press('Enter')
  await expect(edited(page)).toBeVisible()
  await shell.answerSave(path.join(shell.folder, 'Hall.atrium'))
  await shell.answerMessage(SAVE)
  await page.keyboard.press('Control+n')
  await expect(title(page)).toHaveText('Untitled')
  await expect(edited(page)).toHaveCount(0)
  expect(existsSync(path.join(shell.folder, 'Hall.atrium'))).toBe(true)
})

test('menu, native menu, palette, key and panel are one and the same switch', async ({ shell }) => {
  const { page } = shell
  await newRoom(page)
  const reflections = page.getByRole('button', { name: 'Reflections', exact: true })
  await expect(reflections).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('1')
  await expect(reflections).toHaveAttribute('aria-pressed', 'false')
  await shell.menu('render.reflections')
  await expect(reflections).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('menuitem', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Reflections/ }).click()
  await expect(reflections).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('combobox', { name: 'Find a command' }).fill('reflections')
  await page.keyboard.press('Enter')
  await expect(reflections).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('switch', { name: 'Reflections', exact: true }).press('Space')
  await expect(reflections).toHaveAttribute('aria-pressed', 'false')
})

test('letters typed into a field are text, not commands', async ({ shell }) => {
  const { page } = shell
  await newRoom(page)
  await page.getByPlaceholder('Search furniture').fill('')
  await page.keyboard.type('mirror 1')
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('button', { name: 'Reflections', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('main', { name: 'Room' }).click({ position: { x: 20, y: 100 } })
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('every control that can be reached has a name, on the start screen and in a room', async ({ shell }) => {
  const { page } = shell
  const nameless = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, [role="slider"], [role="treeitem"]')]
        .filter((control) => control.offsetParent !== null && !control.ariaLabel && !control.textContent?.trim() && !(control as HTMLInputElement).labels?.length)
        .map((control) => control.outerHTML.slice(0, 200)))
  expect(await nameless()).toEqual([])
  await newRoom(page)
  await expect(title(page)).toHaveText('Untitled')
  expect(await nameless()).toEqual([])
})
