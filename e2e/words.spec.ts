import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'

/** Puts a language into the settings as Settings does, and loads the window anew. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(async (next) => {
    const settings = await window.atrium!.request('settings:get', undefined)
    if (settings.ok) await window.atrium!.request('settings:set', { ...settings.value, language: next as 'en-XA' })
  }, language)
  await page.reload()
}

test('an architect switches to German and back while her room is open', async ({ shell }) => {
  const { page } = shell
  await page.keyboard.press('Control+n')
  await page.locator('[data-item="armchair"]').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+,')
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Rückgängig: Lounge armchair platzieren' })).toBeEnabled()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).or(page.getByRole('button', { name: 'Bearbeiten' })).first().click()
  await expect(page.getByRole('menuitem', { name: /^Duplizieren/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await shell.answerMessage(2)
  await page.keyboard.press('Control+w')
  await expect.poll(() => shell.messages()).toEqual(['Änderungen an „Untitled“ speichern?'])

  await page.keyboard.press('Control+,')
  await page.getByRole('radiogroup', { name: 'Sprache' }).getByText('English').click()
  await expect(page.getByRole('button', { name: 'Undo Place Lounge armchair' })).toBeEnabled()
})

test('the pseudo-locale shows what is in the catalogue of words', async ({ shell }) => {
  const { page } = shell
  await speak(page, 'en-XA')
  await page.keyboard.press('Control+n')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
  // The menus of the bar, every one in brackets.
  const menus = page.getByRole('menubar').getByRole('menuitem')
  await expect(menus.first()).toHaveText(/^\[Fîlé/)
  for (const name of await menus.allTextContents()) expect(name).toMatch(/^\[.*\]$/)
})
