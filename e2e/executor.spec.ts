import { MIRROR_ROOM } from '../assets/generators/fixtures/mirror-room.ts'
import { largestDifference } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

const { camera } = MIRROR_ROOM

test('without a graphics card the processor is offered, draws the same picture, and can be sent away again', async ({ atrium, files }) => {
  const { page, viewport } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look(camera.position, camera.target, camera.verticalFov)
  const byGpu = await viewport.still()
  const status = page.getByTestId('status-bar')
  test.skip(!(await status.textContent())!.includes('software'), 'there is a graphics card')
  await expect(status).toContainText('GPU')

  await page.evaluate(() => { atriumTest.offerExecutor() })
  await viewport.look([camera.position[0] + 1e-6, camera.position[1], camera.position[2]], camera.target, camera.verticalFov)
  await page.getByRole('button', { name: 'Trace on the processor' }).click()
  await expect(status).toContainText(/CPU \(\d+ threads\)/, { timeout: 30_000 })
  await viewport.look(camera.position, camera.target, camera.verticalFov)
  expect(largestDifference(await viewport.still(), byGpu)).toBeLessThanOrEqual(1)
  await expect(status).toContainText('CPU')

  await atrium.choose('Render > Executor > GPU')
  await expect(status).not.toContainText('CPU', { timeout: 30_000 })
  expect(largestDifference(await viewport.still(), byGpu)).toBe(0)
})
