import path from 'node:path'
import { colorAt, isGrey, isRed } from './pages/picture.ts'
import { violations } from './pages/axe.ts'
import { expect, test } from './pages/story.ts'

test('an architect paints a wall red and sees it in the convex mirror, changes her mind, saves and opens it again', async ({ atrium, files }) => {
  const { page, viewport, inspector } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([0.8, 1.5, 0], [-2, 1.5, 0])
  await atrium.place('Convex mirror', [-2, 1.5, 0])
  await page.keyboard.press('Escape')
  const mirror = await atrium.piece('Convex mirror')
  // Its middle looks straight back: past the camera, at the wall behind it.
  await viewport.look([0.8, mirror.position[1], mirror.position[2]], mirror.position)
  const middle = async (): Promise<readonly [number, number, number]> => {
    const picture = await viewport.still()
    return colorAt(picture, [picture.width / 2, picture.height / 2])
  }

  await viewport.look([0, 1.5, 0], [2, 1.5, 0])
  await viewport.settled()
  await page.keyboard.press('Alt+m')
  await expect(page.getByText('Click a surface')).toBeVisible()
  await viewport.click([2, 1.5, 0])
  await expect(inspector.title).toHaveValue('Wall east')
  await expect(page.getByTestId('material')).toContainText('As it came with the model')
  await inspector.field('Surface colour').fill('#d01010')
  await inspector.field('Surface colour').press('Enter')
  await expect(page.getByTestId('material')).toContainText('A material of this project')
  await inspector.field('Name of the material').fill('Signal red')
  await inspector.field('Name of the material').press('Enter')
  expect((await atrium.document()).materials).toMatchObject([{ name: 'Signal red' }])
  expect((await atrium.document()).pieces.filter(({ wears }) => wears !== undefined).map(({ name }) => name)).toEqual(['Wall east'])

  await viewport.look([0.8, mirror.position[1], mirror.position[2]], mirror.position)
  const red = await middle()
  expect(isRed(red), 'the mirror shows the red wall').toBe(true)
  await page.keyboard.press('Control+z')
  await atrium.choose('Edit > Undo Change Material Grey paint')
  expect(isGrey(await middle()), 'the wall is as it was').toBe(true)
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+Shift+z')

  const file = path.join(files.folder, 'Painted.atrium')
  await atrium.saveAs(file)
  const saved = await atrium.content()
  await atrium.choose('File > New Empty Room')
  await atrium.open(file)
  expect(await atrium.content()).toEqual(saved)
  expect(await middle()).toEqual(red)
})

test('keeps a material, renames it, and takes it into another project', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, inspector } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([0, 1.5, 0], [2, 1.5, 0])
  await viewport.settled()
  await page.keyboard.press('Alt+m')
  await viewport.click([2, 1.5, 0])
  await inspector.type('Surface colour', '#204080')
  await inspector.type('Name of the material', 'House blue')
  await page.getByTestId('material').getByRole('button', { name: 'Keep' }).click()
  await expect(page.locator('.hud')).toHaveText('House blue is in My Materials')
  await page.getByRole('tab', { name: 'Materials' }).click()
  await page.getByText('My Materials', { exact: true }).click()
  const card = page.getByRole('button', { name: /^House blue:/ })
  await expect(card).toBeVisible()
  expect(await violations(page)).toEqual([])
  await card.hover()
  await page.getByRole('button', { name: 'Rename House blue' }).click()
  await page.getByLabel('Rename House blue').fill('Door blue')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Door blue:/ })).toBeVisible()

  await atrium.open(files.mirrorRoom)
  await viewport.look([0, 1.5, 0], [-2, 1.5, 0])
  await viewport.settled()
  await page.keyboard.press('Alt+m')
  await viewport.click([-2, 1.5, 0])
  await page.getByRole('button', { name: /^Door blue:/ }).click()
  await expect.poll(async () => (await atrium.document()).materials?.map(({ name, baseColor }) => [name, baseColor === undefined])).toEqual([['Door blue', false]])
  await expect(inspector.field('Surface colour')).toHaveValue('#204080')
  await page.getByRole('button', { name: /^Door blue:/ }).first().hover()
  await page.getByRole('button', { name: 'Remove Door blue' }).first().click()
  await expect(page.getByText('Door blue left My Materials')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect(inspector.field('Surface colour')).toHaveValue('#204080')
})
