import { LOOKS } from './limits.ts'
import { violations } from './pages/axe.ts'
import { clipped } from './pages/clipped.ts'
import { colorAt, isGrey } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

test.use({ size: [48, 27] })

test('from the start screen the sample apartment opens, furnished and lit; until its first picture the room says what it waits for', async ({ atrium }) => {
  const { viewport, page } = atrium
  await page.keyboard.press('Control+w')
  const sample = page.getByRole('button', { name: /^Sample apartment/ })
  await expect(sample).toBeVisible()
  // Every control has a name, every text its contrast; and in a language that is 40 % longer nothing is cut off.
  const asFound = await page.evaluate(() => atriumTest.settings())
  const speak = (settings: Partial<typeof asFound>): Promise<void> => page.evaluate((patch) => atriumTest.changeSettings(patch), settings)
  await speak({ theme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await violations(page)).toEqual([])
  await speak({ theme: 'light', language: 'en-XA' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
  // Where recent projects lie is the user's own text, and may be longer than any line.
  expect((await clipped(page)).filter((text) => !text.startsWith('span.recent-folder'))).toEqual([])
  await speak({ language: undefined, ...asFound })
  await expect(sample).toBeVisible()
  const moments = await page.evaluateHandle(() => {
    const seen = { progress: 0, grey: 0 }
    const look = (): void => {
      const room = document.querySelector('.viewport-area')
      const isShown = (atriumTest.interaction().report?.width ?? 0) > 0
      if (room?.querySelector('[role="progressbar"]')) seen.progress++
      else if (room && !isShown) seen.grey++
      if (!room || !isShown) requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await sample.click()
  await page.waitForFunction(() => atriumTest.document().document.pieces.length > 20, null, LOOKS)
  await expect(atrium.title).not.toHaveText('Untitled')
  const picture = await viewport.still()
  await expect(page.locator('.viewport-area').getByRole('progressbar')).toHaveCount(0)
  const seen = await moments.jsonValue()
  expect(seen.progress).toBeGreaterThan(0)
  expect(seen.grey).toBe(0)
  const levels = Array.from({ length: picture.width * picture.height }, (_, i) => picture.rgba[4 * i + 1]).toSorted((a, b) => a - b)
  // Neither a black nor a burnt-out nor a flat picture.
  expect(levels[Math.floor(levels.length / 2)]).toBeGreaterThan(40)
  expect(levels[Math.floor(levels.length / 2)]).toBeLessThan(235)
  expect(levels[Math.floor(levels.length * 0.95)] - levels[Math.floor(levels.length * 0.05)]).toBeGreaterThan(60)
  const grey = Array.from({ length: 100 }, (_, i) => colorAt(picture, [(i % 10 + 0.5) * picture.width / 10, (Math.floor(i / 10) + 0.5) * picture.height / 10].map(Math.floor) as [number, number]))
  expect(grey.every(isGrey)).toBe(false)
})
