import { MIRROR_ROOM } from '../assets/generators/fixtures/mirror-room.ts'
import { largestDifference } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

// Brute force asks every triangle for every pixel.
test.use({ size: [48, 27] })

// Of the engine gpu/passes/whitted/toggles.gpu.test.ts says so at each change.
test('brute force, object list and Über-kD-Tree show the same picture', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport } = atrium
  await atrium.becomeDeveloper()
  await atrium.open(files.mirrorRoom)
  await viewport.look(MIRROR_ROOM.camera.position, MIRROR_ROOM.camera.target, MIRROR_ROOM.camera.verticalFov)
  await viewport.takesItsTime()
  const uber = await viewport.still()
  await atrium.choose('View > Rendering > Render Mode > Object list')
  const list = await viewport.still()
  await atrium.choose('View > Rendering > Render Mode > Brute force')
  const brute = await viewport.still()
  expect(largestDifference(uber, list)).toBe(0)
  expect(largestDifference(uber, brute)).toBe(0)
})

test('an idle window draws nothing', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.settled()
  // Words over the room fade; then nothing is left to do.
  await expect(page.locator('.hud-text')).toHaveCount(0)
  // The window could show something new a hundred times, and does not: once the last card and colour have faded.
  await expect.poll(async () => {
    const before = await viewport.frames()
    await page.evaluate(async () => {
      for (let frame = 0; frame < 100; frame++) await new Promise(requestAnimationFrame)
    })
    return await viewport.frames() - before
  }).toBe(0)
  await expect(page.getByRole('img', { name: 'Settled' })).toBeVisible()
})
