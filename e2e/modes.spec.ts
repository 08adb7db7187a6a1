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

test('an idle window draws nothing, and asks for no frame', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.settled()
  // Words over the room fade; then nothing is left to do.
  await expect(page.locator('.hud-text')).toHaveCount(0)
  // The window could show something new a hundred times, and does not: once the last card and colour have faded. A frame that is asked for wakes it, drawn or not.
  await expect.poll(async () => {
    const before = await viewport.frames()
    const asked = await page.evaluate(async () => {
      const ask = window.requestAnimationFrame.bind(window)
      let count = 0
      window.requestAnimationFrame = (callback) => {
        count++
        return ask(callback)
      }
      for (let frame = 0; frame < 100; frame++) await new Promise(ask)
      window.requestAnimationFrame = ask
      return count
    })
    return [await viewport.frames() - before, asked]
  }).toEqual([0, 0])
  await expect(page.getByRole('img', { name: 'Settled' })).toBeVisible()
})
