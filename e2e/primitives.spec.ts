import { colorAt, isGreen } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

test.use({ size: [240, 135] })

test('a sphere from the catalogue is round to the pixel, with the normals of a sphere', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.becomeDeveloper()
  await atrium.open(files.box)
  await atrium.removeGround()
  await viewport.look([0.4, 1.3, 2.2], [0, 0.6, 0])
  await atrium.choose('View > Background > Debug green')
  await atrium.place('Sphere', [0, 0.5, 0])
  expect((await atrium.piece('Sphere')).position[1]).toBeCloseTo(0.5, 3)
  await viewport.look([0.1, 0.85, 0.75], [0, 0.72, 0])
  await page.keyboard.press('n')
  const picture = await viewport.still()
  // What the exact sphere shows by its equation, at the middle of every pixel, against what was rasterized.
  const seen = await viewport.seen(picture)
  const { width, height } = picture
  const at = (x: number, y: number) => seen[y * width + x]
  const counts = { sphere: 0, empty: 0 }
  let worst = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => at(x + dx, y + dy).piece))
      if (around.every((piece) => piece === null)) {
        counts.empty++
        if (!isGreen(colorAt(picture, [x, y]))) expect.soft(`${x}, ${y}`).toBe('empty')
      } else if (around.every((piece) => piece === 'Sphere')) {
        counts.sphere++
        colorAt(picture, [x, y]).forEach((value, k) => { worst = Math.max(worst, Math.abs(value - 255 * (0.5 + 0.5 * at(x, y).normal[k]))) })
      }
    }
  }
  expect(counts.sphere).toBeGreaterThan(2000)
  expect(counts.empty).toBeGreaterThan(2000)
  expect(worst).toBeLessThan(2)
})
