import type { Page } from '@playwright/test'
import { expect, test } from './pages/story.ts'

// Nobody looks at the picture.
test.use({ size: [32, 18] })

/** Three thousand chairs, out of sight, so that the picture stays what it is. */
const addMany = (page: Page): Promise<void> => page.evaluate(() => atriumTest.document().edit('Many', (document) => {
  const many = Array.from({ length: 3000 }, (_, i) => ({ ...document.pieces[0]!, id: `many-${i}`, name: `Chair ${i}`, hidden: true, locked: false }))
  return { ...document, pieces: [...document.pieces, ...many], lights: [] }
}))

test('a room of thousands: the outline is there as far as it is seen, and keys and screen readers reach all of it', async ({ atrium, files }) => {
  const { outline, page } = atrium
  await atrium.open(files.mirrorRoom)
  await outline.show()
  await addMany(page)
  const items = outline.tree.getByRole('treeitem')
  await expect(outline.tree.getByRole('treeitem', { name: /^Furniture 30\d\d$/ })).toBeVisible()
  expect(await items.count()).toBeLessThan(200)

  await outline.row('Chair 0').click()
  await page.keyboard.press('ArrowDown')
  await expect(outline.row('Chair 1')).toBeFocused()
  // The last row of all is the closed group below.
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowUp')
  const last = outline.row('Chair 2999')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await expect(last).toHaveAttribute('aria-setsize', /^30\d\d$/)
  expect(await last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'))
  expect(await page.evaluate(() => atriumTest.interaction().selection.length)).toBeGreaterThanOrEqual(2999)
  expect(await items.count()).toBeLessThan(200)

  // What is selected elsewhere is brought into sight.
  await page.keyboard.press('Home')
  await expect(last).toHaveCount(0)
  await page.evaluate(() => atriumTest.setInteraction({ selection: ['many-1500'] }))
  await expect(outline.row('Chair 1500')).toBeInViewport()
})

test('a group of thousands: keys open it, choose all of it, name it, and lock it in one step', { tag: '@proof' }, async ({ atrium, files }) => {
  const { outline, page } = atrium
  await atrium.open(files.mirrorRoom)
  await outline.show()
  await addMany(page)
  await page.evaluate(() => atriumTest.document().edit('Group', (document) => ({
    ...document, groups: [{ id: 'hall', name: 'Hall', parent: null }, { id: 'rows', name: 'Rows', parent: 'hall' }],
    pieces: document.pieces.map((piece) => (piece.id.startsWith('many-') ? { ...piece, group: 'rows' } : piece)),
  })))
  await outline.row('Hall').click()
  await page.keyboard.press('ArrowRight')
  await expect(outline.row('Rows')).toBeFocused()
  expect(await page.evaluate(() => atriumTest.interaction().selection.length)).toBe(3000)
  await page.keyboard.press('ArrowRight')
  await expect(outline.row('Rows')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(outline.row('Chair 0')).toBeFocused()
  await expect(outline.row('Chair 0')).toHaveAttribute('aria-level', '3')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('F2')
  await page.keyboard.type('Seats')
  await page.keyboard.press('Enter')
  await expect(outline.row('Seats')).toBeFocused()
  await outline.row('Seats').hover()
  await page.getByRole('button', { name: 'Lock Seats' }).click()
  await expect(outline.tree.getByRole('treeitem', { name: 'Seats, 3,000 pieces, hidden, locked' })).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Control+z')
  expect(await page.evaluate(() => atriumTest.document().document.pieces.some(({ locked, group }) => locked && group === 'rows'))).toBe(false)
})

test('finds, groups and hides in a house of 10,000 pieces', { tag: '@proof' }, async ({ atrium, files }) => {
  const { outline, page } = atrium
  await atrium.open(files.mirrorRoom)
  await outline.show()
  // A hall of chairs, every hundredth of them red.
  await page.evaluate(() => atriumTest.document().edit('Many', (document) => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      ...document.pieces[0]!, id: `many-${i}`, name: i % 100 === 0 ? `Red chair ${i / 100}` : `Chair ${i}`, position: [6 + (i % 100), 0, Math.floor(i / 100)] as const, hidden: false, locked: false,
    }))
    return { ...document, pieces: [...document.pieces, ...many], lights: [] }
  }))
  await expect(outline.tree.getByRole('treeitem', { name: /^Furniture 10,?0\d\d$/ })).toBeVisible()

  const search = page.getByLabel('Search the outline')
  await search.fill('red chair 9')
  await expect(outline.row('Red chair 99')).toBeVisible()
  await search.press('ArrowDown')
  await page.keyboard.press('Home')
  const rows = outline.tree.getByRole('treeitem', { name: /^Red chair/ })
  await rows.first().click()
  await rows.last().click({ modifiers: ['Shift'] })
  const selected = (): Promise<number> => page.evaluate(() => atriumTest.interaction().selection.length)
  const found = await selected()
  // Nine, nineteen ... and the nineties.
  expect(found).toBe(19)

  await page.keyboard.press('Control+g')
  await page.keyboard.press('F2')
  await page.keyboard.type('Red ones')
  await page.keyboard.press('Enter')
  await search.fill('')
  await expect(outline.row('Red ones')).toBeVisible()
  await outline.row('Red ones').hover()
  await page.getByRole('button', { name: 'Hide Red ones' }).click()
  const hidden = (): Promise<number> => page.evaluate(() => atriumTest.document().document.pieces.filter((piece) => piece.hidden).length)
  expect(await hidden()).toBe(found)
  await page.keyboard.press('Control+z')
  expect(await hidden()).toBe(0)
  // All of one kind: found, hidden and shown again by keys.
  await outline.row('Red ones').click()
  await page.keyboard.press('Control+Shift+a')
  expect(await selected()).toBeGreaterThanOrEqual(10_000)
  await page.keyboard.press('h')
  expect(await hidden()).toBeGreaterThanOrEqual(10_000)
  await page.keyboard.press('Alt+h')
  expect(await hidden()).toBe(0)
  expect(await outline.tree.getByRole('treeitem').count()).toBeLessThan(200)
})
