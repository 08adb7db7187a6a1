import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from './pages/axe.ts'
import { expect, test } from './pages/story.ts'

// Nobody looks at the picture. The start screen is looked at where a story begins there: start.spec.ts.
test.use({ size: [32, 18] })

/** Nothing but colours differs in the dark. */
const RULES = { Light: undefined, Dark: ['color-contrast', 'link-in-text-block'] } as const

type Theme = keyof typeof RULES

/** Looks at what is on screen now. */
const look = (page: Page, theme: Theme, screen: string): Promise<void> => test.step(screen, async () => expect.soft(await violations(page, RULES[theme]), `${screen}, ${theme}`).toEqual([]))

/** In the settings. */
async function paint(page: Page, theme: Theme): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText(theme).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme.toLowerCase())
}

test('axe finds nothing wrong with the screens that are always there, light and dark', async ({ atrium }) => {
  const { page } = atrium
  await page.getByRole('tab', { name: 'Catalogue' }).click()
  await page.locator('[data-item="armchair"]').press('Enter')
  await expect(atrium.inspector.title).toHaveValue('Lounge armchair')
  for (const theme of ['Light', 'Dark'] as const) {
    await page.keyboard.press('Control+,')
    await paint(page, theme)
    await look(page, theme, 'settings')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The Escape was the dialog's: the piece stays selected.
    await expect(atrium.inspector.title).toHaveValue('Lounge armchair')
    await look(page, theme, 'a room, its catalogue and a piece')
  }
})

for (const theme of ['Light', 'Dark'] as const) {
  test(`axe finds nothing wrong with any screen, ${theme.toLowerCase()}`, { tag: '@proof' }, async ({ atrium, files }) => {
    const { page } = atrium
    const check = (screen: string): Promise<void> => look(page, theme, screen)
    const checkDialog = async (keys: string, name: string): Promise<void> => {
      await page.keyboard.press(keys)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await check(name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.keyboard.press('Control+,')
    await page.getByRole('switch', { name: 'Developer tools' }).setChecked(true, { force: true })
    await paint(page, theme)
    await check('settings')
    await page.getByRole('tab', { name: 'Mouse' }).click()
    await check('mouse')
    await page.getByRole('tab', { name: 'Keys' }).click()
    await expect(page.getByRole('button', { name: 'Change the keys of Save: Ctrl+S' })).toBeVisible()
    await check('keys')
    await page.keyboard.press('Escape')

    await atrium.viewport.settled()
    await check('an empty room, the catalogue')
    await atrium.inspector.field('Tone mapping').click()
    await expect(page.getByRole('option', { name: 'AgX' })).toBeVisible()
    await check('an open list')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Catalogue' }).click()
    await page.locator('[data-item="armchair"]').press('Enter')
    await expect(atrium.inspector.title).toHaveValue('Lounge armchair')
    await page.getByRole('button', { name: 'Coat, glass, glow' }).click()
    await check('a piece')
    await page.keyboard.press('Shift+F10')
    await expect(page.getByTestId('context-menu')).toBeVisible()
    await check('a context menu')
    // It closes, and the piece stays selected.
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('context-menu')).toHaveCount(0)
    await atrium.choose('Arrange > Array…')
    await expect(page.getByRole('dialog', { name: 'Array' })).toBeVisible()
    await check('an array')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The catalogue takes what it has not: an armchair of another width.
    await atrium.inspector.field('Overall width').fill('0.75')
    await atrium.inspector.field('Overall width').press('Enter')
    await page.waitForFunction(() => atriumTest.document().document.assets.some(({ form }) => form !== undefined))
    await atrium.choose('Edit > Add to My Catalogue…')
    await expect(page.getByRole('dialog', { name: 'My Catalogue' })).toBeVisible()
    await check('a piece for My Catalogue')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('tab', { name: 'Materials' }).click()
    await expect(page.getByRole('button', { name: /^Oak herringbone:/ })).toBeAttached()
    await check('the materials')
    await page.keyboard.press('o')
    await page.evaluate(() => atriumTest.document().edit('Group', (document) => ({
      ...document, groups: [{ id: 'hall', name: 'Hall', parent: null }, { id: 'seats', name: 'Seats', parent: 'hall' }], layers: [{ id: 'soft', name: 'Textiles', hidden: false, locked: false, color: [0.1, 0.3, 0.9] }], pieces: document.pieces.map((piece) => ({ ...piece, group: 'seats', layer: 'soft' })),
    })))
    await expect(page.getByRole('treeitem', { name: 'Seats, 1 piece' })).toBeVisible()
    await check('the outline')
    await atrium.choose('Insert > Light Source > Point Light')
    await check('a light')
    await page.getByRole('treeitem', { name: 'Sun' }).click()
    await page.getByRole('switch', { name: 'By place, date and time' }).setChecked(true, { force: true })
    await page.getByLabel('Date', { exact: true }).fill('2026-06-21')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Calendar' }).press('Enter')
    await expect(page.getByRole('button', { name: '21 June 2026' })).toBeVisible()
    await check('a calendar')
    // The selected day has the keys: one to the right, and it is picked.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue('6/22/2026')
    await page.keyboard.press('v')
    await page.getByRole('button', { name: 'Save View' }).click()
    await expect(page.getByText('View 1', { exact: true })).toBeVisible()
    await check('the views')
    await page.keyboard.press('i')
    await expect(page.getByTestId('debug-panel')).toBeVisible()
    await check('the debug panel')
    await page.keyboard.press('i')

    for (const [keys, name] of [['?', 'Keyboard shortcuts'], ['Control+e', 'Export picture'], ['Control+Shift+e', 'Export clip'], ['Control+Shift+p', 'Find a command']] as const) {
      await checkDialog(keys, name)
    }
    for (const [path, name] of [['File > Versions…', 'Versions'], ['Help > About Atrium', 'Atrium']] as const) {
      await atrium.choose(path)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await check(name)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('menuitem', { name: 'View', exact: true }).click()
    await check('a menu')
    await page.keyboard.press('Escape')
    const broken = path.join(files.folder, `broken-${theme}.glb`)
    writeFileSync(broken, 'no model')
    await atrium.shell.answerOpen(broken)
    await page.keyboard.press('Control+o')
    await atrium.notices.errors.first().getByRole('button', { name: 'Details' }).click()
    await check('an error and its details')
    await atrium.notices.dismissAll()

    await page.keyboard.press('Control+w')
    await expect(page.getByRole('heading', { name: 'Atrium' })).toBeVisible()
    await check('the start screen')
  })
}

for (const theme of ['Light', 'Dark'] as const) {
  test(`axe finds nothing wrong with what furnishes a room, ${theme.toLowerCase()}`, { tag: '@proof' }, async ({ atrium }) => {
    const { page } = atrium
    const check = async (screen: string): Promise<void> => {
      await look(page, theme, screen)
      await page.screenshot({ path: `test-results/furnish-${theme}-${screen.replace(/\W+/g, '-')}.png`.toLowerCase() })
    }
    const menu = page.getByTestId('context-menu')
    const closeMenu = async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
    }
    await page.keyboard.press('Control+,')
    await paint(page, theme)
    await page.getByRole('tab', { name: 'Arranging' }).click()
    await check('settings, arranging')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // The story before may leave another tab.
    await page.getByRole('tab', { name: 'Catalogue' }).click()
    for (const [item, field] of [['desk', 'Overall width'], ['armchair', 'Seat height'], ['floor-lamp', 'Shade diameter'], ['dining-table', 'Top length'], ['mirror-flat', 'Frame']] as const) {
      await page.locator(`[data-item="${item}"]`).press('Enter')
      await expect(page.getByLabel(field, { exact: true })).toBeAttached()
      await check(`the form of ${item}`)
    }
    await atrium.choose('Arrange > Array…')
    const dialog = page.getByRole('dialog', { name: 'Array' })
    for (const kind of ['Row', 'Grid', 'Along a Wall', 'Circle']) {
      await dialog.getByText(kind, { exact: true }).click()
      await expect(dialog.getByRole('radio', { name: kind })).toBeChecked()
      await check(`an array: ${kind}`)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await page.locator('[data-item="armchair"]').click({ button: 'right' })
    await expect(menu).toBeVisible()
    await check('the menu of a piece of the catalogue')
    await closeMenu()
    // Off the card, whose tip is no part of the menus that follow.
    await page.locator('.viewport-area canvas').hover()
    await page.evaluate(() => atriumTest.setInteraction({ selection: [] }))
    await page.keyboard.press('Shift+F10')
    await expect(menu).toBeVisible()
    await check('the menu of the room')
    await closeMenu()
    await page.evaluate(() => atriumTest.setInteraction({ selection: atriumTest.document().document.lights.slice(0, 1).map(({ id }) => id) }))
    await page.keyboard.press('Shift+F10')
    await expect(menu).toBeVisible()
    await check('the menu of a light')
    await closeMenu()
    await page.keyboard.press('v')
    await page.getByRole('button', { name: 'Save View' }).click()
    await page.getByText('View 1', { exact: true }).click({ button: 'right' })
    await expect(menu).toBeVisible()
    await check('the menu of a view')
    await closeMenu()
  })
}
