import { expect, test } from './pages/story.ts'
import type { PixelPoint } from './pages/picture.ts'
import type { PlacedLight } from '../renderer/document/types.ts'

// Handles are grabbed to the pixel.
test.use({ size: [160, 90] })

/** What handles are drawn by, of the canvas height. */
const UNIT = 0.19

test('an architect turns a spotlight by its ring and widens a panel by its handle, each in one step; a drag beside them turns the camera', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  for (const effort of ['Shadows', 'Reflections']) await atrium.choose(`View > ${effort}`)
  await viewport.look([-1.2, 1.7, 1.9], [0.3, 1.2, -0.6])
  let drawn = await viewport.frames()
  const unit = UNIT * 90
  const newest = async (): Promise<PlacedLight> => (await atrium.document()).lights.at(-1) as PlacedLight
  const steps = (): Promise<number> => page.evaluate(() => atriumTest.document().undos.length)
  const field = (name: string) => page.getByRole('textbox', { name })
  /** Presses at a place beside the light's middle, goes on to another, and leaves the button down. */
  async function pull(from: PixelPoint, to: PixelPoint): Promise<void> {
    // Handles are taken where the last picture shows them.
    await expect.poll(() => viewport.frames()).toBeGreaterThan(drawn)
    drawn = await viewport.frames()
    const [x, y] = await viewport.pixelOf((await newest()).position)
    await viewport.hover([x + from[0], y + from[1]])
    await page.mouse.down()
    await viewport.hover([x + to[0], y + to[1]], 4)
  }

  await atrium.choose('Insert > Light Source > Spotlight')
  await page.keyboard.press('q')
  const before = { pose: await viewport.pose(), steps: await steps(), frames: await viewport.frames() }
  await expect(field('Rotation from straight down X')).toHaveValue('0°')
  // Four pixels outside of where three takes it.
  await pull([0.85 * unit + 4, 0], [0.5 * unit, 0.7 * unit])
  // The button is still down: light, numbers and picture follow.
  await expect(field('Rotation from straight down X')).not.toHaveValue('0°')
  await expect.poll(() => viewport.frames()).toBeGreaterThan(before.frames)
  await page.mouse.up()
  expect(await newest()).not.toMatchObject({ rotation: [0, 0, 0, 1] })
  expect([await viewport.pose(), await steps()]).toEqual([before.pose, before.steps + 1])
  await atrium.choose('Edit > Undo Rotate Spotlight')
  expect(await newest()).toMatchObject({ rotation: [0, 0, 0, 1] })
  await expect(field('Rotation from straight down X')).toHaveValue('0°')

  // Beyond them lies the room.
  await pull([1.6 * unit, 1.6 * unit], [1.2 * unit, 1.6 * unit])
  await page.mouse.up()
  expect(await viewport.pose()).not.toEqual(before.pose)
  expect(await newest()).toMatchObject({ rotation: [0, 0, 0, 1] })

  await viewport.look([-1.2, 1.7, 1.9], [0.3, 1.2, -0.6])
  drawn = await viewport.frames()
  await atrium.choose('Insert > Light Source > Rectangle Light')
  await page.keyboard.press('s')
  // Its middle scales both, and begins where it is taken.
  await pull([1, 0], [51, -50])
  await page.mouse.up()
  expect(await newest()).toMatchObject({ width: expect.closeTo(2.4, 6), length: expect.closeTo(0.6, 6) })
  await expect(field('Width')).toHaveValue('2.400 m')
  await atrium.choose('Edit > Undo Scale Rectangle light')
  expect(await newest()).toMatchObject({ width: 1.2, length: 0.3 })

  await atrium.choose('Insert > Light Source > Sphere Light')
  await page.keyboard.press('q')
  await expect(page.getByText('there is nothing to rotate')).toBeVisible()
})
