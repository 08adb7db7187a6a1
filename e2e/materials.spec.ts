import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stoolsWithVariants } from '../assets/generators/fixtures/variants.ts'
import { encodePng, paint } from '../assets/generators/kit/png.ts'
import { colorAt, isGrey, isRed, largestDifference } from './pages/picture.ts'
import { violations } from './pages/axe.ts'
import { expect, test } from './pages/story.ts'

test('paints a wall and sees it in the mirror', async ({ atrium, files }) => {
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
  await expect(page.getByTestId('material')).toContainText('Unchanged from the model')
  // Typed digit by digit, it applies with the last one, and undo takes it back while the field still has the focus.
  await inspector.field('Surface colour').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('#d01010')
  await expect(page.getByTestId('material')).toContainText('A material of this project')
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('material')).toContainText('Unchanged from the model')
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByTestId('material')).toContainText('A material of this project')
  await expect(inspector.field('Surface colour')).toHaveValue('#d01010')
  // The picker that is open hides neither the reflectance nor what is said about it.
  const reflectance = page.getByTestId('material').getByText('Reflectance', { exact: true })
  expect(await reflectance.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === element
  })).toBe(true)
  await inspector.field('Name of the material').fill('Signal red')
  await inspector.field('Name of the material').press('Enter')
  expect((await atrium.document()).materials).toMatchObject([{ name: 'Signal red' }])
  expect((await atrium.document()).pieces.filter(({ wears }) => wears !== undefined).map(({ name }) => name)).toEqual(['Wall east'])

  await viewport.look([0.8, mirror.position[1], mirror.position[2]], mirror.position)
  expect(isRed(await middle()), 'the mirror shows the red wall').toBe(true)
  await page.keyboard.press('Control+z')
  await atrium.choose('Edit > Undo Change Material Grey paint')
  expect(isGrey(await middle()), 'the wall is as it was').toBe(true)
})

test('keeps a material, renames it, takes it into another project, and carries it to another computer as a file', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, inspector, shell } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([0, 1.5, 0], [2, 1.5, 0])
  await viewport.settled()
  await page.keyboard.press('Alt+m')
  await viewport.click([2, 1.5, 0])
  await inspector.type('Surface colour', '#204080')
  await inspector.type('Name of the material', 'House blue')
  await page.getByTestId('material').getByRole('button', { name: 'Keep' }).click()
  await expect(page.locator('.hud')).toHaveText('House blue is now in My Materials')
  await page.getByRole('tab', { name: 'Materials' }).click()
  await page.getByText('My Materials', { exact: true }).click()
  const card = page.getByRole('button', { name: /^House blue:/ })
  await expect(card).toBeVisible()
  expect(await violations(page)).toEqual([])
  await card.hover()
  await page.getByRole('button', { name: 'Rename House blue' }).click()
  await page.getByLabel('Rename House blue').fill('Door blue')
  await page.keyboard.press('Enter')
  const renamed = page.getByRole('button', { name: /^Door blue:/ })
  await expect(renamed).toBeVisible()

  const file = path.join(files.folder, 'door-blue.atrium-material')
  await renamed.hover()
  await shell.answerSave(file)
  await page.getByRole('button', { name: 'Export Door blue' }).click()
  await expect(page.locator('.hud')).toHaveText('door-blue.atrium-material was exported')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'atrium-material', scene: { materials: [{ name: 'Door blue' }] } })
  const shelves = page.getByRole('group', { name: 'Kinds of materials' })
  await page.getByRole('button', { name: 'Favourite: Door blue' }).click()
  await shelves.getByRole('button', { name: 'Favourites' }).click()
  await expect(page.locator('[data-material]')).toHaveCount(1)
  await expect(renamed).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shelves.getByRole('button', { name: 'My Materials' }).click()

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
  await expect(page.getByText('Door blue was removed from My Materials')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect(inspector.field('Surface colour')).toHaveValue('#204080')
  await expect(renamed).toHaveCount(0)
  await shell.answerOpen(file)
  await page.getByRole('button', { name: 'Bring In…' }).click()
  await expect(renamed).toBeVisible()
  await expect(page.locator('.hud')).toHaveText('Door blue is now in My Materials')
})

test('lays tiles in another bond and size, one step each', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, inspector } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([0, 1.5, 0], [2, 1.2, 0])
  await viewport.settled()
  await page.keyboard.press('Alt+m')
  await viewport.click([2, 1.5, 0])
  await page.getByRole('tab', { name: 'Materials' }).click()
  // The story before leaves the shelf of the user's own.
  await page.getByRole('group', { name: 'Kinds of materials' }).getByRole('button', { name: 'All', exact: true }).click()
  await page.getByLabel('Search materials').fill('metro')
  await page.getByRole('button', { name: /^White metro tiles:/ }).click()
  await expect(inspector.field('Unit length')).toHaveValue('20.0 cm')
  const laid = async (): Promise<unknown> => (await atrium.document()).materials?.[0]?.laid
  await inspector.type('Unit length', '30 cm')
  await expect.poll(laid).toMatchObject({ bond: 'half', length: 0.3, width: expect.closeTo(0.1, 6) as unknown })
  const half = await viewport.still()
  await inspector.field('Bond').click()
  await page.getByRole('option', { name: 'Herringbone' }).click()
  await expect.poll(laid).toMatchObject({ bond: 'herringbone', length: expect.closeTo(0.2, 6) as unknown })
  expect(largestDifference(await viewport.still(), half)).toBeGreaterThan(2)
  await inspector.type('Joint', '9 cm')
  await expect(page.locator('.hud')).toHaveText('A joint can be at most 4.0 cm here. It was not changed.')
  await inspector.field('Joint').press('Escape')
  await atrium.choose('Edit > Undo Change Material White metro tiles')
  expect(largestDifference(await viewport.still(), half)).toBe(0)
  await atrium.choose('Edit > Redo Change Material White metro tiles')

  const file = path.join(files.folder, 'Tiled.atrium')
  await atrium.saveAs(file)
  const saved = await atrium.content()
  await atrium.choose('File > New Empty Room')
  await atrium.open(file)
  expect(await atrium.content()).toEqual(saved)
})

test('a texture that is none, or has the size of nothing or of a landscape, is refused by a sentence, and nothing is lost', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, inspector, shell } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([0, 1.5, 0], [2, 1.2, 0])
  await viewport.settled()
  await page.keyboard.press('Alt+m')
  await viewport.click([2, 1.5, 0])
  await page.getByRole('button', { name: 'Textures', exact: true }).click()
  const before = await atrium.content()
  const choose = async (name: string, bytes: Uint8Array | string): Promise<void> => {
    const file = path.join(files.folder, name)
    writeFileSync(file, bytes)
    await shell.answerOpen(file)
    await page.getByRole('button', { name: 'Choose a colour texture' }).click()
  }
  const stripes = encodePng(paint(16, 16, (x) => (x < 8 ? [200, 30, 30] : [230, 230, 220])))
  for (const [name, bytes] of [['words.png', 'no picture'], ['empty.jpg', ''], ['torn.png', stripes.subarray(0, 40)]] as const) {
    await choose(name, bytes)
    await expect(atrium.notices.errors.first()).toContainText('Atrium cannot read this image.')
    await atrium.notices.dismissAll()
  }
  expect(await atrium.content()).toEqual(before)

  const plain = await viewport.still()
  await choose('stripes.png', stripes)
  await expect(inspector.field('Texture width')).toHaveValue('100.0 cm')
  const striped = await viewport.still()
  expect(largestDifference(striped, plain)).toBeGreaterThan(20)
  const laid = await atrium.content()
  for (const text of ['0', '10 km']) {
    await inspector.type('Texture width', text)
    await expect(page.locator('.hud')).toHaveText('A texture must be 1 mm to 100 m in size. It was not changed.')
    await inspector.field('Texture width').press('Escape')
  }
  expect(await atrium.content()).toEqual(laid)
  // As an architect types it: 25 is 25 cm.
  await inspector.type('Texture width', '25')
  await expect.poll(async () => (await atrium.document()).materials?.[0]?.mapping?.width).toBeCloseTo(0.25, 6)
  expect(largestDifference(await viewport.still(), striped)).toBeGreaterThan(20)
})

test('chooses the fabric of a stool, and of two at once, from what their file offers', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, outline } = atrium
  const variant = page.getByRole('combobox', { name: 'Variant' })
  const model = path.join(files.folder, 'stools.glb')
  writeFileSync(model, await stoolsWithVariants())
  await atrium.open(model)
  await viewport.look([0, 1, 3], [0, 0.4, 0])
  const fabrics = async (): Promise<readonly [red: boolean, red: boolean]> => {
    const picture = await viewport.still()
    const isRedAt = async (x: number): Promise<boolean> => isRed(colorAt(picture, await viewport.pixelOf([x, 0.4, 0.4])))
    return [await isRedAt(-0.6), await isRedAt(0.6)]
  }
  const choose = async (name: string): Promise<void> => {
    await variant.click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  expect(await fabrics()).toEqual([false, false])
  await outline.show()
  await outline.row('Stool 1').click()
  await choose('Rust')
  expect(await fabrics()).toEqual([true, false])

  // Both: what they show differs, until one is chosen for both.
  await outline.row('Stool 2').click({ modifiers: ['Control'] })
  await expect(variant).toHaveValue('')
  await choose('Moss')
  expect(await fabrics()).toEqual([false, false])
  expect((await atrium.document()).pieces.map((piece) => piece.variant)).toEqual(['Moss', 'Moss'])
  await choose('Rust')
  expect(await fabrics()).toEqual([true, true])
  await atrium.choose('Edit > Undo Choose Variant of 2 Items')
  await atrium.choose('Edit > Undo Choose Variant of 2 Items')
  expect(await fabrics()).toEqual([true, false])
  await atrium.choose('Edit > Redo Choose Variant of 2 Items')

  const file = path.join(files.folder, 'Stools.atrium')
  await atrium.saveAs(file)
  const saved = await atrium.content()
  await atrium.choose('File > New Empty Room')
  await atrium.open(file)
  expect(await atrium.content()).toEqual(saved)
  await page.keyboard.press('Control+a')
  await expect(variant).toHaveValue('Moss')
})
