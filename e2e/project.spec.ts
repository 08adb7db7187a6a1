import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { SAVE } from './pages/atrium.ts'
import { largestDifference } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

// Pictures are held against each other, whole.
test.use({ size: [64, 36] })

test('a client saves, closes and opens again: the same document, the same picture', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  const file = path.join(files.folder, 'Kitchen.atrium')
  await atrium.open(files.mirrorRoom)
  await viewport.look([0.8, 1.5, 0], [-2, 0.9, 0])
  await atrium.place('Lounge armchair', [-1.2, 0, 0.5])
  await atrium.place('Convex mirror', [-2, 1.5, 0])
  const gone = path.join(files.folder, 'Gone.atrium')
  await atrium.saveAs(gone)
  await atrium.saveAs(file)
  await expect(atrium.title).toHaveText('Kitchen')
  const saved = await atrium.content()
  await page.keyboard.press('Escape')
  const picture = await viewport.still()

  rmSync(gone)
  await atrium.choose('File > Close Project')
  await expect(page.getByRole('main', { name: 'Start' })).toBeVisible()
  // What is gone is still listed, and says so.
  await expect(page.getByRole('button', { name: /^Gone\.atrium/ })).toBeDisabled()
  await expect(page.getByText('Not found in')).toBeVisible()

  await atrium.replacing(() => page.getByRole('button', { name: /^Kitchen\.atrium/ }).click())
  expect(await atrium.content()).toEqual(saved)
  expect(largestDifference(await viewport.still(), picture)).toBe(0)

  // On another machine there is only this file.
  const moved = path.join(files.folder, 'elsewhere', 'Copy of kitchen.atrium')
  mkdirSync(path.dirname(moved))
  copyFileSync(file, moved)
  rmSync(file)
  await atrium.open(moved)
  expect(await atrium.content()).toEqual(saved)
})

test('Save writes where Save As wrote, and a question answered with Save saves', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, inspector } = atrium
  const file = path.join(files.folder, 'Hall.atrium')
  await atrium.open(files.mirrorRoom)
  await atrium.saveAs(file)
  const first = readFileSync(file)
  await atrium.outline.show()
  await atrium.outline.row('Red chair').click()
  await inspector.type('Position X', '-1 m')
  await atrium.choose('File > Save')
  await expect(atrium.unsavedMark).toHaveCount(0)
  const second = readFileSync(file)
  expect(second.equals(first)).toBe(false)

  // Saved again before the first save is done: both count.
  for (const value of ['-2 m', '-3 m', '-1 m']) {
    await inspector.type('Position X', value)
    await page.keyboard.press('Control+s')
  }
  await expect(atrium.unsavedMark).toHaveCount(0)
  await expect(atrium.notices.errors).toHaveCount(0)

  await inspector.type('Position X', '70 cm')
  await page.keyboard.press('Control+z')
  await expect(inspector.field('Position X')).toHaveValue('-1.000 m')
  await inspector.type('Position X', '50 cm')
  await expect(atrium.unsavedMark).toBeVisible()
  await atrium.shell.answerMessage(SAVE)
  await page.keyboard.press('Control+w')
  await expect(page.getByRole('main', { name: 'Start' })).toBeVisible()
  expect(readFileSync(file).equals(second)).toBe(false)
  await atrium.replacing(() => page.getByRole('button', { name: /^Hall\.atrium/ }).click())
  expect((await atrium.piece('Red chair')).position[0]).toBeCloseTo(0.5, 6)
  expect(statSync(file).size).toBeGreaterThan(1000)
})
