import path from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from './pages/story.ts'

// Nobody looks at the picture.
test.use({ size: [32, 18] })

test('works a day by keyboard alone', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, inspector, shell } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.settled()
  const press = async (...keys: readonly string[]): Promise<void> => { for (const key of keys) await page.keyboard.press(key) }
  /** Tab after Tab until it has the focus: what takes longer than this, nobody does. */
  const tabTo = async (goal: Locator, most: number): Promise<void> => {
    const isThere = (): Promise<boolean> => goal.evaluate((element) => element === document.activeElement)
    for (let taken = 0; taken < most && !(await isThere()); taken++) await press('Tab')
    await expect(goal).toBeFocused()
  }
  const first = await viewport.pose()

  // A chair out of the catalogue.
  await press('c', 'Shift+F6')
  const search = page.getByLabel('Search the catalogue')
  await expect(search).toBeFocused()
  await page.keyboard.type('armchair')
  await press('ArrowDown')
  await expect(page.locator('[data-item="armchair"]')).toBeFocused()
  await press('Enter')
  await expect(inspector.title).toHaveValue('Lounge armchair')

  // To the centimetre: nudged, then typed.
  const [x] = (await atrium.piece('Lounge armchair')).position
  await press('ArrowLeft', 'ArrowLeft', 'Shift+ArrowLeft')
  const nudged = (await atrium.piece('Lounge armchair')).position[0]
  expect(Math.abs(nudged - x)).toBeCloseTo(0.12, 6)
  await press('Shift+P')
  await expect(inspector.field('Position X')).toBeFocused()
  await page.keyboard.type('1.2m/2')
  await press('Enter')
  await expect(inspector.field('Position X')).toHaveValue('0.600 m')
  await tabTo(inspector.field('Rotation Y'), 4)
  await page.keyboard.type('90')
  await press('Enter')

  // A material.
  await press('Escape', 'Shift+M', 'Shift+F6')
  await expect(page.getByLabel('Search materials')).toBeFocused()
  await page.keyboard.type('linen')
  await press('ArrowDown', 'Enter')
  await expect.poll(async () => (await atrium.piece('Lounge armchair')).wears).toBeDefined()

  // Two of them; no, one.
  await press('Control+d')
  await expect(inspector.title).toHaveValue('Lounge armchair 2')
  await press('Control+z')
  expect((await atrium.document()).pieces.filter(({ name }) => name.startsWith('Lounge armchair'))).toHaveLength(1)

  // A look from closer by, and back.
  await press('Shift+Z')
  await press('Home')
  await expect.poll(() => viewport.pose()).toEqual(first)
  await press('End')
  await expect.poll(() => viewport.pose()).not.toEqual(first)

  const file = path.join(files.folder, 'Day.atrium')
  await shell.answerSave(file)
  await press('Control+s')
  await expect(atrium.title).toHaveText('Day')
  await expect(atrium.unsavedMark).toHaveCount(0)
})
