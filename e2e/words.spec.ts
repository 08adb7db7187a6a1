import { expect, visiting as test } from './app.ts'

test('an architect switches to German and back while her room is open', async ({ shell }) => {
  const { page } = shell
  await page.keyboard.press('Control+n')
  await page.waitForFunction(() => 'atriumTest' in globalThis)
  await page.evaluate(() => {
    atriumTest.setViewportSize({ width: 48, height: 36 })
    atriumTest.holdSettings({ indirect: false })
  })
  await page.locator('[data-item="armchair"]').focus()
  await page.keyboard.press('Enter')
  // What is still on its way would come in under its German name.
  await expect(page.getByRole('button', { name: 'Undo Place Lounge armchair' })).toBeEnabled()
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
