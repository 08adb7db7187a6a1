import { existsSync } from 'node:fs'
import path from 'node:path'
import { CANCEL, SAVE } from './pages/atrium.ts'
import { expect, test } from './pages/story.ts'

// Nobody looks at the picture, but it is clicked.
test.use({ size: [160, 120] })

test('without a pointer: a room is furnished, measured, renamed, saved, and kept when closing is called off', async ({ atrium, files }) => {
  const { page, outline, inspector } = atrium
  await page.keyboard.press('c')
  await page.locator('[data-item="armchair"]').focus()
  await page.keyboard.press('Enter')
  await expect(inspector.title).toHaveValue('Lounge armchair')
  await inspector.field('Position X').fill(`8' 2"`)
  await inspector.field('Position X').press('Enter')
  await expect(inspector.field('Position X')).toHaveValue('2.489 m')
  await expect(page.getByRole('button', { name: 'Undo Move Lounge armchair' })).toBeEnabled()

  await page.getByRole('tab', { name: 'Outline' }).press('Enter')
  await outline.row('Lounge armchair').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Reading chair')
  await page.keyboard.press('Enter')
  await expect(outline.row('Reading chair')).toBeVisible()
  await expect(inspector.title).toHaveValue('Reading chair')

  const file = path.join(files.folder, 'Attic.atrium')
  await atrium.shell.answerSave(file)
  await page.keyboard.press('Control+s')
  await expect(atrium.title).toHaveText('Attic')
  await expect(atrium.unsavedMark).toHaveCount(0)
  expect(existsSync(file)).toBe(true)

  await outline.row('Reading chair').focus()
  await page.keyboard.press('Delete')
  await expect(atrium.unsavedMark).toBeVisible()
  await atrium.shell.answerMessage(CANCEL)
  await page.keyboard.press('Control+w')
  await expect.poll(() => atrium.shell.messages()).toEqual(['Save changes to “Attic”?'])
  await expect(atrium.title).toHaveText('Attic')
})

test('without a pointer: a layer is made, renamed by F2 and keeps the keys; Escape keeps its name', async ({ atrium }) => {
  const { page } = atrium
  const layer = (name: string) => page.getByRole('button', { name: `Select all on ${name}`, exact: true })
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'New Layer' }).press('Enter')
  await expect(page.getByLabel('New name of layer Layer', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(layer('Layer')).toBeFocused()
  await page.keyboard.press('F2')
  await expect(page.getByLabel('New name of layer Layer', { exact: true })).toBeFocused()
  // What stands there is chosen: typing takes its place.
  await page.keyboard.type('Textiles')
  await page.keyboard.press('Enter')
  await expect(layer('Textiles')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Undo Rename Layer' })).toBeEnabled()

  await page.keyboard.press('F2')
  await page.keyboard.type('Curtains')
  await page.keyboard.press('Escape')
  await expect(layer('Textiles')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(layer('Layer')).toBeVisible()
})

test('a question about unsaved work that is answered with Save saves before the next room opens', async ({ atrium, files }) => {
  const { page } = atrium
  await page.keyboard.press('c')
  await page.locator('[data-item="vase"]').focus()
  await page.keyboard.press('Enter')
  await expect(atrium.unsavedMark).toBeVisible()
  const file = path.join(files.folder, 'Hall.atrium')
  await atrium.shell.answerSave(file)
  await atrium.shell.answerMessage(SAVE)
  await atrium.replacing(() => page.keyboard.press('Control+n'))
  await expect(atrium.title).toHaveText('Untitled')
  await expect(atrium.unsavedMark).toHaveCount(0)
  expect(existsSync(file)).toBe(true)
})

test('menu, native menu, palette, key and panel are one and the same switch', async ({ atrium }) => {
  const { page, shell } = atrium
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

test('letters typed into a field are text, not commands', async ({ atrium: { page } }) => {
  await page.keyboard.press('c')
  await page.getByPlaceholder('Search furniture').fill('')
  await page.keyboard.type('mirror 1')
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('button', { name: 'Reflections', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('main', { name: 'Room' }).click({ position: { x: 20, y: 100 } })
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toHaveAttribute('aria-pressed', 'true')
})
