import { expect, type Page } from '@playwright/test'
import { test } from './pages/story.ts'

// Nobody looks at the picture.
test.use({ size: [48, 36] })

const toggles = (page: Page) => ({ left: page.locator('.panel.left'), right: page.locator('.panel.right'), status: page.getByTestId('status-bar') })

test('F11 hides the panels and brings back those that were there; the room is reached by Tab', async ({ atrium: { page } }) => {
  const { left, right, status } = toggles(page)
  await page.keyboard.press('Control+i')
  await expect(right).toHaveCount(0)
  await page.keyboard.press('F11')
  await expect(left).toHaveCount(0)
  await expect(status).toHaveCount(0)
  await page.keyboard.press('F11')
  await expect(left).toBeVisible()
  await expect(status).toBeVisible()
  await expect(right).toHaveCount(0)

  const room = page.getByRole('application', { name: 'Room' })
  await expect(room).toBeVisible()
  await page.keyboard.press('F11')
  for (let i = 0; i < 40 && !(await room.evaluate((element) => element === document.activeElement)); i++) await page.keyboard.press('Tab')
  await expect(room).toBeFocused()
  await page.keyboard.press('F11')
  await page.keyboard.press('Control+i')
  await expect(right).toBeVisible()
})

test('in the smallest window the title lies beside the menus and tools', async ({ atrium: { page } }) => {
  for (const [width, height] of [[800, 500], [1000, 600], [1280, 800]]) {
    await page.setViewportSize({ width, height })
    // The bar hears of its width after the window has it.
    await expect(async () => {
      const boxes = await page.evaluate(() => [...document.querySelectorAll('.menu-bar, .document-title, .tools')].map((element) => element.getBoundingClientRect()).filter(({ width: wide }) => wide > 0).map(({ left, right }) => [left, right]))
      const sorted = boxes.toSorted((a, b) => a[0] - b[0])
      for (let i = 1; i < sorted.length; i++) expect(sorted[i][0], `${width}: ${JSON.stringify(sorted)}`).toBeGreaterThanOrEqual(sorted[i - 1][1] - 0.5)
      expect(sorted.at(-1)![1]).toBeLessThanOrEqual(width)
    }).toPass()
  }
})

test('engineers have their keys and menus behind a switch that is off', async ({ atrium }) => {
  const { page } = atrium
  const settings = () => page.evaluate(() => { const { view, mode, normals } = atriumTest.interaction().settings; return { view, mode, normals } })
  const plain = await settings()
  for (const key of ['n', 'Shift+n', 'k', '5', '6', '7', '8', 'i', 'w', 'Shift+w']) await page.keyboard.press(key)
  expect(await settings()).toEqual(plain)
  await expect(page.getByTestId('debug-panel')).toHaveCount(0)
  const names = async (): Promise<string[]> => {
    await page.getByRole('menuitem', { name: 'View', exact: true }).click()
    await atrium.menuItem('Rendering').click()
    await expect(atrium.menuItem('More Bounces')).toBeVisible()
    const found = await page.locator('[role="menu"] [role^="menuitem"]').allTextContents()
    await page.keyboard.press('Escape')
    return found
  }
  const forThem = /Trace Rays With|Traversal|Secondary Rays|Heat Map|Ray Offset|Render Mode|Tree Boxes|Debug Pixel/
  expect((await names()).filter((name) => forThem.test(name))).toEqual([])

  await atrium.becomeDeveloper()
  expect((await names()).filter((name) => forThem.test(name))).toHaveLength(8)
  await page.keyboard.press('n')
  expect((await settings()).view).toBe('normals')
  await page.keyboard.press('Control+,')
  await page.getByRole('switch', { name: 'Developer tools' }).setChecked(false, { force: true })
  expect(await settings()).toEqual(plain)
  // Off again for the next story; that it is remembered, the story of a restart tells.
  await expect.poll(() => page.evaluate(async () => { const reply = await window.atrium!.request('settings:get', undefined); return reply.ok && reply.value.developer !== true })).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Delete says why what is locked stays', async ({ atrium: { page } }) => {
  await page.keyboard.press('c')
  await page.locator('[data-item="armchair"]').press('Enter')
  await expect(page.getByTestId('inspector-title')).toHaveValue('Lounge armchair')
  // Escape takes back what was typed for a name and leaves the field: the keys are shortcuts again.
  await page.getByTestId('inspector-title').fill('Throne')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('inspector-title')).toHaveValue('Lounge armchair')
  await page.keyboard.press('l')
  await page.keyboard.press('Delete')
  await expect(page.locator('.hud')).toHaveText('Lounge armchair is locked. Unlock it to delete it.')
  await expect(page.getByTestId('inspector-title')).toHaveValue('Lounge armchair')
})
