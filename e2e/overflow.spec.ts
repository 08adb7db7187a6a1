import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { TestHooks } from '../renderer/viewport/test-hooks.ts'
import { type Atrium, DISCARD } from './pages/atrium.ts'
import { clipped } from './pages/clipped.ts'
import { expect, test } from './pages/story.ts'

// Nobody looks at the picture.
test.use({ size: [32, 18] })

/** Everything said in a language that is 40 % longer, in the smallest window that is promised to hold it. */
async function speakLong(atrium: Atrium, language: 'en-XA' | 'de' = 'en-XA', size?: '130'): Promise<void> {
  const { page } = atrium
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate((settings) => atriumTest.changeSettings(settings), { theme: 'light', unit: 'm', language, size } as const)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  // What is new has its name in that language.
  await atrium.reset()
  await spread(page, true)
}

/** Hinted, the fonts of one machine are 4 % wider than the same ones of another: as on the widest, on every machine. */
const spread = (page: Page, isSpread: boolean): Promise<void> =>
  page.evaluate((on) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { letter-spacing: 0.025em }')
    document.adoptedStyleSheets = on ? [sheet] : []
  }, isSpread)

async function placeArmchair(page: Page): Promise<void> {
  await page.keyboard.press('c')
  await page.locator('[data-item="armchair"]').press('Enter')
  await expect(page.getByTestId('inspector-title')).not.toHaveValue('Untitled')
}

/** The catalogue takes what it has not: an armchair of another width. */
async function widen(page: Page): Promise<void> {
  const width = page.locator('div:has(> .wide-slider) input.value-field').first()
  await width.fill('0.75')
  await width.press('Enter')
  await page.waitForFunction(() => atriumTest.document().document.assets.some(({ form }) => form !== undefined))
}

// One application tells all stories: the next one speaks as this one found it.
type Found = ReturnType<TestHooks['settings']>
let found: Found
test.beforeEach(async ({ atrium: { page } }) => { found = await page.evaluate(() => atriumTest.settings()) })
test.afterEach(async ({ atrium: { page } }) => {
  await spread(page, false)
  await page.evaluate((settings) => atriumTest.changeSettings(settings), { language: undefined, size: undefined, ...found })
})

const check = async (page: Page, screen: string): Promise<void> => {
  expect.soft(await clipped(page), screen).toEqual([])
}

/** Tools of the bar that reach out of the window, and the name of a new room where it is not whole. */
const cutInBar = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const outside = [...document.querySelectorAll('.top-bar button')].filter((button) => button.getBoundingClientRect().right > window.innerWidth)
    const names = [...document.querySelectorAll('.document-name')].filter((name) => name.scrollWidth > name.clientWidth)
    return [...outside.map((button) => button.getAttribute('aria-label') ?? button.textContent), ...names.map((name) => name.textContent)]
  })

async function checkDialog(page: Page, screen: string, open: () => Promise<void>): Promise<void> {
  await open()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check(page, screen)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('in a language that is 40 % longer no text of the main screens is cut off at 1280 x 800', async ({ atrium }) => {
  const { page } = atrium
  await speakLong(atrium)
  // The menus of the bar come from the catalogue of words, every one: in brackets.
  const menus = page.getByRole('menubar').getByRole('menuitem')
  await expect(menus.first()).toHaveText(/^\[Fîlé/)
  for (const name of await menus.allTextContents()) expect(name).toMatch(/^\[.*\]$/)
  await check(page, 'room')
  expect(await cutInBar(page)).toEqual([])
  await page.keyboard.press('o')
  await check(page, 'outline')
  await page.keyboard.press('v')
  await check(page, 'views')
  await placeArmchair(page)
  await check(page, 'piece')
  await page.locator('.menu-bar [role="menuitem"]').nth(5).click()
  await page.locator('[data-command="light.sky"]').click()
  await page.keyboard.press('Escape')
  await check(page, 'project')
  for (const keys of ['Control+,', '?', 'Control+e', 'Control+Shift+e', 'Control+Shift+p']) await checkDialog(page, keys, () => page.keyboard.press(keys))
})

test('nor of the other screens', { tag: '@proof' }, async ({ atrium }) => {
  const { page, shell } = atrium
  await speakLong(atrium)
  await page.keyboard.press('Control+,')
  const pages = page.getByRole('dialog').getByRole('tab')
  await expect(pages.first()).toBeVisible()
  for (let i = 0; i < await pages.count(); i++) {
    await pages.nth(i).click()
    await check(page, `settings, page ${i + 1}`)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await placeArmchair(page)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByTestId('context-menu')).toBeVisible()
  await check(page, 'context menu')
  await page.keyboard.press('Escape')
  for (const id of ['file.versions', 'help.about']) await checkDialog(page, id, () => shell.menu(id))
  // The native menu hears later what can be done with a selection than the one in the page.
  const choose = (menu: number, id: string) => async (): Promise<void> => {
    await page.locator('.menu-bar [role="menuitem"]').nth(menu).click()
    await page.locator(`[role="menu"] [data-command="${id}"]`).click()
  }
  await checkDialog(page, 'array', choose(4, 'arrange.array'))
  await widen(page)
  await checkDialog(page, 'my catalogue', choose(1, 'edit.addToCatalogue'))
  await shell.menu('view.materials')
  await expect(page.getByRole('tab', { selected: true })).toBeVisible()
  await check(page, 'materials')
  await shell.menu('light.add.point')
  await check(page, 'light')
  await shell.menu('light.add.sun')
  await check(page, 'sun')
  const menus = page.getByRole('menubar').getByRole('menuitem')
  for (let i = 0; i < await menus.count(); i++) {
    await menus.nth(i).click()
    await expect(page.getByRole('menu').first()).toBeVisible()
    await check(page, `menu ${i + 1}`)
    await page.keyboard.press('Escape')
  }
  const broken = path.join(shell.folder, 'broken.glb')
  writeFileSync(broken, 'no model')
  // The lights above are unsaved.
  await shell.answerMessage(DISCARD)
  await shell.answerOpen(broken)
  await page.keyboard.press('Control+o')
  await expect(page.locator('.notice').first()).toBeVisible()
  await check(page, 'error')
})

test('in German and at 130 % no value is cut off, and every tool of the bar is in the window', { tag: '@proof' }, async ({ atrium }) => {
  const { page } = atrium
  await speakLong(atrium, 'de', '130')
  await placeArmchair(page)
  await expect(page.getByTestId('inspector-title')).toHaveValue('Loungesessel')
  await check(page, 'piece')
  expect(await cutInBar(page)).toEqual([])
  await page.keyboard.press('Control+,')
  const pages = page.getByRole('dialog').getByRole('tab')
  await expect(pages.first()).toBeVisible()
  for (let i = 0; i < await pages.count(); i++) {
    await pages.nth(i).click()
    await check(page, `settings, page ${i + 1}`)
  }
  // The next story's keys are no dialog's.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
