import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
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
