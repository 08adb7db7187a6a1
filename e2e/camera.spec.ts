import { MIRROR_ROOM, pixelOf, seenInMirror } from '../assets/generators/fixtures/mirror-room.ts'
import { colorAt, isGrey, isRed, type PixelPoint } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

// A view's picture is 160 pixels wide where the window's is.
test.use({ size: [160, 90] })

const { camera, chair } = MIRROR_ROOM

test('an architect looks down with straight verticals, keeps that view, and comes back to it and its light', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look(camera.position, [0, 0.8, -2], camera.verticalFov)
  await page.keyboard.press('v')
  await expect(page.getByLabel('Focal length')).toHaveValue('20.8 mm')
  await page.keyboard.press('t')
  await expect(page.getByRole('switch', { name: 'Straight verticals' })).toBeChecked()
  await expect.poll(() => page.evaluate(() => atriumTest.interaction().pose.straighten)).toBe(1)

  // As the level camera sees it, moved up by the tangent of the pitch: walls, mirror and what it reflects alike.
  const picture = await viewport.still()
  const moved = (0.4 / 2) * (picture.height / 2 / Math.tan(camera.verticalFov / 2))
  const at = (x: number, y: number): PixelPoint => {
    const [column, row] = pixelOf(seenInMirror([x, y, chair.backRest.z]), picture.width, picture.height)
    return [column, row - moved]
  }
  const { x: [left, right], y: [bottom, top] } = chair.backRest
  for (const x of [left + 0.1, right - 0.1]) for (const y of [bottom + 0.14, top - 0.1]) expect(isRed(colorAt(picture, at(x, y))), `red at ${x}, ${y}`).toBe(true)
  for (const [x, y] of [[left - 0.14, top - 0.1], [right + 0.14, top - 0.1], [left + 0.1, top + 0.14], [right - 0.1, top + 0.14]]) {
    expect(isGrey(colorAt(picture, at(x, y))), `grey at ${x}, ${y}`).toBe(true)
  }

  await page.keyboard.press('Alt+v')
  const rows = page.getByTestId('views').getByRole('row')
  await expect(rows).toHaveCount(1)
  const [view] = (await atrium.document()).views
  expect(view).toMatchObject({ name: 'View 1', straighten: 1 })
  await expect(rows.first().locator('img')).toHaveJSProperty('naturalWidth', 160)
  const light = async (): Promise<boolean> => (await atrium.document()).lights[0].on
  expect(await light()).toBe(true)
  await page.keyboard.press('Shift+1')
  await page.keyboard.press('t')
  await page.getByLabel('Focal length').fill('50')
  await page.getByLabel('Focal length').press('Enter')
  await expect(page.getByLabel('Field of view')).toHaveValue('27°')
  expect(await light()).toBe(false)

  await rows.first().focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Towards the mirror')
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('Towards the mirror')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Focal length')).toHaveValue('20.8 mm')
  await expect.poll(() => page.evaluate(() => atriumTest.interaction().pose.straighten)).toBe(1)
  expect(await light()).toBe(true)
  await page.keyboard.press('Control+z')
  expect(await light()).toBe(false)
  expect((await atrium.document()).views[0].name).toBe('Towards the mirror')
})
