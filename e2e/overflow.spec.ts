import { expect, type Page } from '@playwright/test'
import { test } from './app.ts'

/** Elements whose own text is wider than they are and that show the whole of it nowhere, as `tag.class: text`. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const speaks = (element: Element): boolean => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
    // Words for screen readers alone have no width of their own.
    const isSeen = (element: HTMLElement): boolean => element.offsetParent !== null && element.clientWidth > 1 && getComputedStyle(element).visibility !== 'hidden'
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => isSeen(element) && speaks(element) && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible' && element.closest('[title]') === null)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}: ${element.textContent}`)
  })

test('in a language that is 40 % longer no text of the main screens is cut off at 1280 x 800', async ({ shell }) => {
  const { page } = shell
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => window.atrium!.request('settings:set', { theme: 'light', unit: 'm', language: 'en-XA' }))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
  const check = async (screen: string): Promise<void> => {
    expect.soft(await clipped(page), screen).toEqual([])
  }
  await check('start')
  await page.keyboard.press('Control+n')
  await page.waitForFunction(() => 'atriumTest' in globalThis)
  // Nobody looks at the picture.
  await page.evaluate(() => atriumTest.setViewportSize({ width: 32, height: 18 }))
  // The menus of the bar come from the catalogue of words, every one: in brackets.
  const menus = page.getByRole('menubar').getByRole('menuitem')
  await expect(menus.first()).toHaveText(/^\[Fîlé/)
  for (const name of await menus.allTextContents()) expect(name).toMatch(/^\[.*\]$/)
  await check('room')
  await page.keyboard.press('o')
  await check('outline')
  await page.keyboard.press('v')
  await check('views')
  await page.keyboard.press('c')
  await page.locator('[data-item="armchair"]').press('Enter')
  await expect(page.getByTestId('inspector-title')).not.toHaveValue('Untitled')
  await check('piece')
  await page.locator('.menu-bar [role="menuitem"]').nth(5).click()
  await page.locator('[data-command="light.sky"]').click()
  await page.keyboard.press('Escape')
  await check('project')
  for (const keys of ['Control+,', '?', 'Control+e', 'Control+Shift+e', 'Control+Shift+p']) {
    await page.keyboard.press(keys)
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(keys)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
