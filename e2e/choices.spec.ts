import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { encodePng, paint } from '../assets/generators/kit/png.ts'
import type { Vec3 } from './pages/geometry.ts'
import { colorAt, isRed, largestDifference } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

test('changes a paint here, on all of the model and everywhere, takes it from one surface to another, and puts it back as it came', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, inspector } = atrium
  const material = page.getByTestId('material')
  await atrium.open(files.mirrorRoom)
  await viewport.look([0, 1.5, 0.5], [2, 1.4, 0.2])
  await viewport.settled()
  await page.keyboard.press('Alt+m')
  await viewport.click([2, 1.5, 0])
  await expect(inspector.title).toHaveValue('Wall east')
  const painted = async (): Promise<readonly string[]> => {
    const { pieces, assets } = await atrium.document()
    return [...assets.flatMap(({ wears = [] }) => wears.map(() => 'model')), ...pieces.filter(({ wears = [] }) => wears.some(({ material: worn }) => worn !== null)).map(({ name }) => name)]
  }
  const paintIt = async (hex: string): Promise<void> => {
    await inspector.type('Surface colour', hex)
    await inspector.field('Surface colour').press('Escape')
  }
  await paintIt('#d01010')
  expect(await painted()).toEqual(['Wall east'])
  await material.getByText('Model', { exact: true }).click()
  await paintIt('#d01020')
  expect(await painted()).toEqual(['model'])
  // Four walls, floor and ceiling.
  await expect(material.getByText('All (6)', { exact: true })).toBeVisible()
  await material.getByRole('button', { name: 'Reset', exact: true }).click()
  expect(await painted()).toEqual([])
  await material.getByText('All (6)', { exact: true }).click()
  await paintIt('#d01010')
  expect(await painted()).toEqual(['model'])
  expect(isRed(colorAt(await viewport.still(), await viewport.pixelOf([2, 1.5, 0.2])))).toBe(true)
  await atrium.choose('Edit > Undo Change Material Grey paint')
  expect(await painted()).toEqual([])

  // The pipette: the wall looks as the chair does.
  await material.getByText('Here', { exact: true }).click()
  await viewport.look([-0.6, 1.5, -0.4], [1.4, 0.6, 1.2])
  await viewport.settled()
  await material.getByRole('button', { name: 'Take from surface' }).click()
  await viewport.click([0.6, 0.44, 1.4])
  await expect(inspector.title).toHaveValue('Wall east')
  expect(await painted()).toEqual(['Wall east'])
  expect(isRed(colorAt(await viewport.still(), await viewport.pixelOf([2, 1.5, 0.9])))).toBe(true)
})

test('keeps a favourite, drags it onto a wall, and lays a picture by box and by the model’s coordinates', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, inspector, shell } = atrium
  await atrium.open(files.mirrorRoom)
  await page.getByRole('tab', { name: 'Materials' }).click()
  const shelves = page.getByRole('group', { name: 'Kinds of materials' })
  await shelves.getByRole('button', { name: 'All', exact: true }).click()
  const search = page.getByLabel('Search materials')
  await search.fill('signal red')
  const card = page.locator('[data-material]').first()
  const name = (await card.locator('.card-name').textContent()) ?? ''
  await card.hover()
  const star = page.getByRole('button', { name: `Favourite: ${name}` })
  await star.click()
  await search.fill('')
  await shelves.getByRole('button', { name: 'Favourites' }).click()
  await expect(page.locator('[data-material]')).toHaveCount(1)

  await viewport.look([0, 1.5, 0], [2, 1.4, 0.2])
  await viewport.settled()
  await card.hover()
  await page.mouse.down()
  await viewport.hover(await viewport.pixelOf([2, 1.5, 0]), 4)
  await page.mouse.up()
  await expect(inspector.title).toHaveValue('Wall east')
  await expect(inspector.field('Name of the material')).toHaveValue(name)
  await star.click()
  await expect(page.getByText('No favourites yet.')).toBeVisible()
  await shelves.getByRole('button', { name: 'All', exact: true }).click()

  const stripes = path.join(files.folder, 'stripes.png')
  writeFileSync(stripes, encodePng(paint(16, 16, (x) => (x < 8 ? [20, 20, 20] : [250, 250, 250]))))
  await shell.answerOpen(stripes)
  await page.getByRole('button', { name: 'Textures', exact: true }).click()
  await page.getByRole('button', { name: 'Choose a colour texture' }).click()
  await inspector.type('Texture width', '40')
  const byBox = await viewport.still()
  const mapping = async (): Promise<unknown> => (await atrium.document()).materials?.[0]?.mapping?.kind
  expect(await mapping()).toBe('box')
  const kinds = page.getByTestId('material').getByRole('radiogroup', { name: 'Mapping' })
  await kinds.getByText('UV', { exact: true }).click()
  await expect.poll(mapping).toBe('uv')
  await kinds.getByText('Box', { exact: true }).click()
  await expect.poll(mapping).toBe('box')
  expect(largestDifference(await viewport.still(), byBox)).toBe(0)
  await inspector.type('Texture rotation', '90')
  expect(largestDifference(await viewport.still(), byBox)).toBeGreaterThan(8)
})

test('gives a command the key of another, is told whose it was, and gives it back', { tag: '@proof' }, async ({ atrium }) => {
  const { page } = atrium
  // Nothing is selected: a key that can do nothing says why.
  await page.keyboard.press('Control+g')
  await expect(page.locator('.hud')).toHaveText('Group: select something first')
  await atrium.place('Lounge armchair', [0, 0, 0])
  await page.keyboard.press('Control+,')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Keys' }).click()
  await dialog.getByLabel('Find a command or a key').fill('face nearest wall')
  const row = dialog.locator('[data-command="arrange.faceWall"]')
  await row.locator('.keys-press').click()
  await page.keyboard.press('Alt+d')
  await expect(row.getByRole('alert')).toContainText('Alt+D belongs to Drop to Floor.')
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.locator('.keys-press')).toHaveText('None')
  await row.locator('.keys-press').click()
  await page.keyboard.press('Alt+d')
  await row.getByRole('button', { name: 'Reassign' }).click()
  await expect(row.locator('.keys-press')).toHaveText('Alt+D')
  await dialog.getByLabel('Find a command or a key').fill('drop to floor')
  await expect(dialog.locator('[data-command="arrange.drop"] .keys-press')).toHaveText('None')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // The key means the other command now: an empty room has no wall.
  await page.keyboard.press('Alt+d')
  await expect(page.locator('.hud')).toHaveText('No wall in sight')
  await page.keyboard.press('Control+,')
  await dialog.getByRole('tab', { name: 'Keys' }).click()
  await dialog.getByRole('button', { name: 'Reset All' }).click()
  await dialog.getByLabel('Find a command or a key').fill('drop to floor')
  await expect(dialog.locator('[data-command="arrange.drop"] .keys-press')).toHaveText('Alt+D')
  await page.keyboard.press('Escape')
})

test('sets a row of chairs along a wall, and drags one with and without guides', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, inspector } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([-1.7, 1.7, -1.6], [0.2, 0.3, 0.6])
  const grip = await viewport.pixelOf([0.6, 0.46, 1.3])
  expect(await viewport.pieceAt(grip)).toBe('Red chair')
  await viewport.hover(grip)
  await page.mouse.down()
  await page.mouse.up()
  await expect(inspector.title).toHaveValue('Red chair')
  await inspector.type('Position X', '-1.2')
  await inspector.type('Position Z', '1.7')
  await inspector.field('Position Z').press('Escape')
  const chairs = async (): Promise<readonly Vec3[]> => (await atrium.document()).pieces.filter(({ name }) => name.startsWith('Red chair')).map(({ position }) => position)
  await atrium.choose('Arrange > Array…')
  const dialog = page.getByRole('dialog', { name: 'Array' })
  await dialog.getByText('Along a Wall', { exact: true }).click()
  await dialog.getByLabel('Spacing').fill('60 cm')
  // Enter applies what was typed and keeps the array.
  await dialog.getByLabel('Spacing').press('Enter')
  await expect(dialog).toHaveCount(0)
  const row = await chairs()
  expect(row).toHaveLength(4)
  const along = row[1].map((value, k) => value - row[0][k])
  // One coordinate goes on by 60 cm, the way the wall goes; the others stay.
  expect(along.map((value) => Math.round(Math.abs(value) * 100)).toSorted((a, b) => a - b)).toEqual([0, 0, 60])
  for (let i = 1; i < 4; i++) for (let k = 0; k < 3; k++) expect(row[i][k] - row[i - 1][k]).toBeCloseTo(along[k], 6)

  // What can be done with several pieces is a long menu: it is whole, also in a low window.
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+F10')
  const menu = page.getByTestId('context-menu')
  await expect(menu.getByText('Align', { exact: true })).toBeVisible()
  const bottom = (): Promise<number> => menu.evaluate((element) => element.getBoundingClientRect().bottom)
  await expect.poll(bottom).toBeLessThanOrEqual(700)
  expect(await menu.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await atrium.choose('Edit > Undo Array Red chair')
  expect(await chairs()).toHaveLength(1)
  await viewport.settled()

  // Near the middle of the wall it falls into line with it; with Ctrl it stays where the hand is.
  const [[x, , z]] = await chairs()
  const seat = await viewport.pixelOf([x, 0.46, z - 0.1])
  expect(await viewport.pieceAt(seat)).toBe('Red chair')
  await viewport.hover(seat)
  await page.mouse.down()
  const to = await viewport.pixelOf([0.03, 0.44, 1.2])
  await viewport.hover(to, 4)
  const [snapped] = await chairs()
  await page.keyboard.down('Control')
  await viewport.hover([to[0] + 0.01, to[1]])
  const [free] = await chairs()
  await page.keyboard.up('Control')
  await page.mouse.up()
  expect(Math.hypot(...snapped.map((value, k) => value - free[k]))).toBeGreaterThan(0.005)
})
