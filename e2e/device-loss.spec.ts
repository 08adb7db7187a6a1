import { MIRROR_ROOM } from '../assets/generators/fixtures/mirror-room.ts'
import { LOOKS, STORY_MS } from './limits.ts'
import { largestDifference } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'
import type { Atrium } from './pages/atrium.ts'

const { camera } = MIRROR_ROOM
/** `ATRIUM_LOSSES=20 npm run e2e -- device-loss`: each makes every kernel anew, which takes a software GPU seconds. */
const LOSSES = Number(process.env['ATRIUM_LOSSES'] ?? 2)

/** Loses the device as a driver crash would, and waits until another one shows the room. */
async function lose(atrium: Atrium): Promise<void> {
  const lost = await atrium.page.evaluateHandle(() => atriumTest.viewport())
  await lost.evaluate((viewport) => viewport.loseDevice())
  await atrium.page.waitForFunction((viewport) => atriumTest.findViewport() !== viewport, lost, LOOKS)
  await lost.dispose()
  await atrium.viewport.settled()
}

test('the graphics device is lost in the middle of a drag: the picture comes back, nothing is lost', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([-1.7, 1.7, 1.8], [0.3, 0.7, -0.6])
  await viewport.settled()
  const grip = await viewport.pixelOf([MIRROR_ROOM.chair.position[0], 0.46, MIRROR_ROOM.chair.position[2] - 0.1])
  await viewport.hover(grip)
  await page.mouse.down()
  await viewport.hover([grip[0] - 40, grip[1] + 3], 2)
  const during = await atrium.document()
  const picture = await viewport.still()
  await lose(atrium)
  expect(largestDifference(await viewport.picture(), picture)).toBe(0)
  await page.mouse.up()
  const { position } = await atrium.piece('Red chair')
  expect(position).toEqual(during.pieces.find(({ name }) => name === 'Red chair')?.position)
  await expect(atrium.notices.errors).toHaveCount(0)
})

// By the card's own kernels, which the program that plays it compiles anew after every loss.
test.describe('with all kernels', () => {
  test.use({ executor: 'gpu' })

  test(`lost ${LOSSES} times in a row while editing: every time the same document and the same picture`, { tag: '@proof' }, async ({ atrium, files }) => {
    test.setTimeout(STORY_MS * Math.max(1, LOSSES / 10))
    const { viewport } = atrium
    await atrium.open(files.mirrorRoom)
    await viewport.look(camera.position, camera.target, camera.verticalFov)
    await atrium.outline.show()
    await atrium.outline.row('Red chair').click()
    await atrium.inspector.type('Position X', '0.4 m')
    const picture = await viewport.still()
    const document = await atrium.document()
    for (let loss = 1; loss <= LOSSES; loss++) {
      await lose(atrium)
      expect(largestDifference(await viewport.picture(), picture), `after loss ${loss}`).toBe(0)
    }
    expect(await atrium.document()).toEqual(document)
    await expect(atrium.notices.errors).toHaveCount(0)
    await atrium.choose('Edit > Undo Move Red chair')
    await viewport.settled()
  })
})
