import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { stoolsWithVariants } from '../assets/generators/fixtures/variants.ts'
import { violations } from './pages/axe.ts'
import { expect, test } from './pages/story.ts'

test.use({ size: [64, 36] })

async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true })
  await field.fill(text)
  await field.press('Tab')
}

test('an architect has her views rendered in two sizes, drops one, wants it after all, and works on meanwhile', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, shell } = atrium
  const dialog = page.getByRole('dialog', { name: 'Render many' })
  await atrium.open(files.mirrorRoom)
  const [first, second] = await atrium.saveTwoViews()

  await atrium.choose('File > Render Many…')
  await expect(dialog.getByRole('checkbox', { name: first })).toBeChecked()
  // No place, no time of day.
  await expect(dialog.getByLabel('Times of day', { exact: true })).toBeDisabled()
  await type(page, 'Sizes', 'large')
  await expect(dialog.getByText('Write sizes such as')).toBeVisible()
  await type(page, 'Sizes', '32x18, 24 × 24')
  await type(page, 'Samples', '2')
  await dialog.getByRole('switch', { name: 'Denoise' }).setChecked(false, { force: true })
  await expect(dialog.getByText('4 pictures')).toBeVisible()
  await page.screenshot({ path: 'test-results/render-many-wishes.png' })
  expect(await violations(page)).toEqual([])

  const folder = path.join(files.folder, 'Night')
  mkdirSync(folder)
  await shell.answerOpen(folder)
  await dialog.getByRole('button', { name: 'Choose Folder…' }).click()
  const last = `${second} 24x24`
  const entry = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await dialog.getByRole('button', { name: `Cancel ${last}` }).click()
  await expect(entry(last)).toContainText('Cancelled')
  await page.screenshot({ path: 'test-results/render-many-running.png' })
  expect(await violations(page)).toEqual([])
  // The card goes on telling when the dialog is gone.
  await dialog.getByRole('button', { name: 'Keep Working' }).click()
  await expect(page.getByRole('progressbar', { name: 'Rendering into Night' })).toBeVisible()
  await expect.poll(() => shell.electron.evaluate(({ powerSaveBlocker }) => Array.from({ length: 20 }, (_, id) => powerSaveBlocker.isStarted(id)).includes(true))).toBe(true)
  await atrium.choose('File > Render Many…')
  await dialog.getByRole('button', { name: `Try Again: ${last}` }).click()
  await expect(dialog.getByText('4 of 4 pictures in Night')).toBeVisible()
  await page.screenshot({ path: 'test-results/render-many-done.png' })
  const names = [`${first} 24x24.png`, `${first} 32x18.png`, `${second} 24x24.png`, `${second} 32x18.png`]
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted())
  for (const name of names) {
    const { width, height, data } = PNG.sync.read(readFileSync(path.join(folder, name)))
    expect(`${width}x${height}`).toBe(/(\d+x\d+)\.png$/.exec(name)?.[1])
    expect(new Set(data).size).toBeGreaterThan(16)
  }
  await dialog.getByRole('button', { name: 'New List' }).click()
  await expect(dialog.getByText('4 pictures')).toBeVisible()
  await page.keyboard.press('Escape')
})

/** Chooses of a field that takes several, and closes its list. */
async function pick(page: Page, label: string, ...names: string[]): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true })
  await field.click()
  for (const name of names) await page.getByRole('option', { name, exact: true }).click()
  await field.press('Tab')
}

test('an architect has two views of her stools rendered in rust and in moss, in this window and by the queue', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, shell, viewport } = atrium
  const dialog = page.getByRole('dialog')
  const model = path.join(files.folder, 'stools of two looks.glb')
  writeFileSync(model, await stoolsWithVariants())
  await atrium.open(model)
  for (const [i, x] of [-0.6, 0.6].entries()) {
    await viewport.look([x, 0.8, 1.8], [x, 0.4, 0])
    await atrium.choose('Camera > Save View')
    await expect.poll(async () => (await atrium.document()).views.length).toBe(i + 1)
  }
  const [left, right] = (await atrium.document()).views.map(({ name }) => name)
  await atrium.choose('File > Render Many…')
  await type(page, 'Sizes', '32x18')
  await type(page, 'Samples', '2')
  await dialog.getByRole('switch', { name: 'Denoise' }).setChecked(false, { force: true })
  await expect(dialog.getByText('2 pictures')).toBeVisible()
  await pick(page, 'Variants', 'Rust', 'Moss')
  await expect(dialog.getByText('4 pictures')).toBeVisible()
  for (const [language, theme] of [['de', 'dark'], ['de', 'light'], ['en', 'dark'], ['en', 'light']] as const) {
    await page.evaluate((settings) => atriumTest.changeSettings(settings), { language, theme })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.screenshot({ path: `test-results/render-many-variants-${language}-${theme}.png` })
    expect(await violations(page)).toEqual([])
  }

  const folder = path.join(files.folder, 'Fabrics')
  mkdirSync(folder)
  await shell.answerOpen(folder)
  await dialog.getByRole('button', { name: 'Choose Folder…' }).click()
  await expect(dialog.getByText('4 of 4 pictures in Fabrics')).toBeVisible()
  await page.screenshot({ path: 'test-results/render-many-variants-done.png' })
  expect(readdirSync(folder).toSorted()).toEqual([`${left} Moss.png`, `${left} Rust.png`, `${right} Moss.png`, `${right} Rust.png`])
  for (const name of readdirSync(folder)) {
    const { width, height, data } = PNG.sync.read(readFileSync(path.join(folder, name)))
    const [red, green] = data.subarray(4 * (width * Math.floor(height / 2) + width / 2))
    expect(name.includes('Rust') ? red > 2 * green : green > 2 * red, `${name}: ${red}, ${green}`).toBe(true)
  }

  await dialog.getByRole('button', { name: 'New List' }).click()
  await dialog.getByText('Render Queue', { exact: true }).click()
  await expect(dialog.getByText('4 pictures')).toBeVisible()
  await shell.answerSave(path.join(files.folder, 'stools.atrium'))
  await dialog.getByRole('button', { name: 'Add to Queue' }).click()
  const inbox = path.join(files.folder, 'stools.batch', 'queue', 'inbox')
  await expect.poll(() => (existsSync(inbox) ? readdirSync(inbox) : []).map((name) => JSON.parse(readFileSync(path.join(inbox, name), 'utf8')) as object)).toMatchObject([{ kind: 'wish', wish: { views: [left, right], variants: ['Rust', 'Moss'] } }])
  await page.keyboard.press('Escape')
})
