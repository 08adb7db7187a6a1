import { MIRROR_ROOM } from '../assets/generators/fixtures/mirror-room.ts'
import { largestDifference } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

const { camera } = MIRROR_ROOM

test('without a graphics card the processor is offered, draws the same picture, and can be sent away again; so for the ways that rays walk', async ({ atrium, files }) => {
  test.setTimeout(180_000)
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
  await expect(page.getByText(/The processor (traces this room [\d.]+ times as fast|is slower here)/)).toBeVisible()

  await atrium.choose('Render > Executor > GPU')
  await expect(status).not.toContainText('CPU', { timeout: 30_000 })
  expect(largestDifference(await viewport.still(), byGpu)).toBe(0)

  // Rays may walk the trees another way, which changes nothing but the time.
  await expect(status).toContainText('Standard, 8-Byte Stack')
  await atrium.choose('Render > Traversal > Ropes++')
  await expect(status).toContainText('Ropes++', { timeout: 30_000 })
  expect(largestDifference(await viewport.still(), byGpu)).toBe(0)

  // Left to Atrium, it finds out once what suits this adapter, while nothing else is drawn.
  await page.evaluate(() => { atriumTest.measureAdapters() })
  await atrium.choose('Render > Traversal > Automatic (Standard, 8-Byte Stack)')
  const measured = () => page.evaluate(async () => {
    const settings = await window.atrium!.request('settings:get', undefined)
    return settings.ok ? Object.keys(settings.value.measuredTraversals ?? {}).length : 0
  })
  await expect.poll(measured, { timeout: 60_000 }).toBe(1)
})
