import { expect, test } from './pages/story.ts'

test.use({ size: [112, 63] })

test('what lies under the pointer has its menu: a surface, a view, a piece of the catalogue; a lamp grows while it is pulled', { tag: '@proof' }, async ({ atrium }) => {
  const { page, viewport, inspector } = atrium
  await viewport.look([0.6, 1.8, 3], [0, 0.8, 0])
  await atrium.place('Brass floor lamp', [0, 0, 0])
  await viewport.settled()
  const light = async () => {
    const [lamp] = (await atrium.document()).lights.flatMap((one) => (one.kind === 'disc' ? [one] : []))
    return lamp!
  }
  const asItCame = await light()
  const item = (name: string | RegExp) => page.getByTestId('context-menu').getByRole('menuitem', { name })

  // The menu of a surface leads to its material.
  await viewport.hover(await viewport.pixelOf([0.05, 1.36, 0.14]))
  await page.mouse.down({ button: 'right' })
  await page.mouse.up({ button: 'right' })
  await item('Material of This Surface').click()
  await expect(page.getByTestId('material')).toContainText('Unchanged from the model')
  await expect(page.getByLabel('Name of the material')).toHaveValue(/brass|Opal/)

  // A pull at its height: the lamp follows, its light with it, and all of it is one step.
  const slider = page.getByRole('slider', { name: 'Overall height, by hand' })
  await slider.focus()
  const steps = (await atrium.document(), await page.evaluate(() => atriumTest.document().undos.length))
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await atrium.document()).assets.map(({ form }) => form?.values['height'])).toEqual([1.54])
  expect((await light()).position[1] - asItCame.position[1]).toBeCloseTo(0.08, 3)
  await inspector.type('Shade diameter', '0.3')
  await expect.poll(async () => (await light()).radius).toBeLessThan(asItCame.radius)
  const wider = await light()
  // As much light from a smaller disc.
  expect(wider.radiance * wider.radius ** 2).toBeCloseTo(asItCame.radiance * asItCame.radius ** 2, 3)
  expect(await page.evaluate(() => atriumTest.document().undos.length)).toBeLessThanOrEqual(steps + 9)

  // The keys are shortcuts again.
  await page.keyboard.press('Escape')
  await page.keyboard.press('v')
  await page.getByRole('button', { name: 'Save View' }).click()
  await page.getByText('View 1', { exact: true }).click({ button: 'right' })
  await item('Rename View 1…').click()
  await page.keyboard.type('Lamp')
  await page.keyboard.press('Enter')
  await page.locator('[data-view]').focus()
  await page.keyboard.press('Shift+F10')
  await expect(item('Go to Lamp')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Catalogue' }).click()
  await page.locator('[data-item="armchair"]').click({ button: 'right' })
  await item('Place Lounge armchair').click()
  await expect(inspector.title).toHaveValue('Lounge armchair')

  // Six of them in two rows; the fields say it by distance or by the whole length.
  await atrium.choose('Arrange > Array…')
  const dialog = page.getByRole('dialog', { name: 'Array' })
  await dialog.getByText('Grid', { exact: true }).click()
  await dialog.getByLabel('Count per row').fill('3')
  await dialog.getByLabel('Count per row').press('Tab')
  await dialog.getByLabel('From first to last').fill('3 m')
  await dialog.getByLabel('From first to last').press('Tab')
  await expect(dialog.getByLabel('Spacing', { exact: true })).toHaveValue('1.500 m')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  expect((await atrium.document()).pieces.filter(({ name }) => name.startsWith('Lounge armchair'))).toHaveLength(6)
})
