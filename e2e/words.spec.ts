import { expect, test } from './pages/story.ts'

// Nobody looks at the picture.
test.use({ size: [48, 36] })

test('an architect switches to German and back while her room is open', async ({ atrium: { page, shell } }) => {
  await page.keyboard.press('c')
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
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
