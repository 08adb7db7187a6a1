import { MIRROR_ROOM, pixelOf, seenInMirror } from '../assets/generators/fixtures/mirror-room.ts'
import { expect, test } from './pages/story.ts'

const { camera, chair: { backRest } } = MIRROR_ROOM

test('an engineer asks what a pixel of the mirror does, walks its steps and is answered anew after a change', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport } = atrium
  await atrium.becomeDeveloper()
  await atrium.open(files.mirrorRoom)
  await viewport.look(camera.position, camera.target, camera.verticalFov)
  const { width, height } = await viewport.still()
  const panel = page.getByTestId('debug-panel')
  const canvas = page.locator('.viewport-area canvas')
  const plain = await canvas.screenshot()

  // The chair's back rest, in the glass.
  const pixel = pixelOf(seenInMirror([(backRest.x[0] + backRest.x[1]) / 2, (backRest.y[0] + backRest.y[1]) / 2, backRest.z]), width, height)
  await viewport.hover(pixel)
  await page.keyboard.down('Alt')
  await page.mouse.down()
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await expect(panel.getByTestId('debug-verdict')).toHaveText(/GPU and twin are equal for [\d,]+ steps/)
  const rays = panel.getByRole('listbox', { name: 'Rays of this pixel' }).getByRole('option')
  await expect(rays.first()).toContainText('Camera ray')
  const mirrored = rays.filter({ hasText: 'Mirrored ray 1' })
  await expect(mirrored).toContainText('Red chair, triangle')
  await expect(rays.filter({ hasText: 'Shadow ray to' }).first()).toBeVisible()

  // On to the mirrored ray and into its first leaf of the chair; both sides agree all the way.
  await mirrored.click()
  await page.keyboard.press('Alt+.')
  await expect(panel.locator('.debug-steps-place')).toHaveText(/^(\d+) of \1$/)
  await page.keyboard.press(',')
  await page.keyboard.press('Alt+,')
  await page.keyboard.press('.')
  await expect(panel.locator('.debug-steps-place')).toHaveText(/^2 of /)
  const state = panel.getByTestId('debug-state')
  await expect(state.getByRole('row', { name: 'Step' })).toHaveText(/^Step(.+)\1$/)
  expect(await state.locator('tr[data-differs="true"]').count()).toBe(0)
  // Rays and boxes are drawn in the room.
  expect((await canvas.screenshot()).equals(plain)).toBe(false)

  // An edit makes the answer old, and the pixel is asked again by itself.
  await page.keyboard.press('2')
  await expect(rays.filter({ hasText: 'Shadow ray to' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})
