import { MIRROR_ROOM } from '../assets/generators/fixtures/mirror-room.ts'
import type { Vec3 } from './pages/geometry.ts'
import { colorAt, isGrey, isRed, largestDifference } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

test.use({ size: [160, 90] })

const { mirror, chair } = MIRROR_ROOM

/** Middle of the back rest when the chair stands at x, z. */
const backRest = (x: number, z: number): Vec3 => [x, (chair.backRest.y[0] + chair.backRest.y[1]) / 2, chair.backRest.z + z - chair.position[2]]

/** The same point behind the glass. */
const mirrored = ([x, y, z]: Vec3): Vec3 => [x, y, 2 * mirror.z - z]

test('a client drags a chair and sees its reflection move while she drags; a drag that Escape ends was never there', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([-1.7, 1.7, 1.8], [0.3, 0.7, -0.6])
  const before = await viewport.still()
  const first = await viewport.pixelOf(mirrored(backRest(chair.position[0], chair.position[2])))
  expect(isRed(colorAt(before, first))).toBe(true)

  const grip = await viewport.pixelOf([chair.position[0], 0.46, chair.position[2] - 0.1])
  expect(await viewport.pieceAt(grip)).toBe('Red chair')
  await viewport.hover(grip)
  await page.mouse.down()
  await viewport.hover([grip[0] - 40, grip[1] + 3], 3)
  expect((await atrium.piece('Red chair')).position[0]).not.toBeCloseTo(chair.position[0], 2)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect((await atrium.piece('Red chair')).position[0]).toBeCloseTo(chair.position[0], 5)
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()

  await viewport.hover(grip)
  await page.mouse.down()
  await viewport.hover([grip[0] - 7, grip[1] + 1], 2)
  const seen: string[] = []
  for (const dx of [15, 23]) {
    await viewport.hover([grip[0] - dx, grip[1] + 1], 2)
    const { position } = await atrium.piece('Red chair')
    const now = await viewport.pixelOf(mirrored(backRest(position[0], position[2])))
    const picture = await viewport.still()
    expect(isRed(colorAt(picture, now)), `the reflection is at ${now.join(', ')}`).toBe(true)
    seen.push(position.join())
  }
  // The button is still down.
  expect(new Set(seen).size).toBe(2)
  const there = await viewport.still()
  expect(isGrey(colorAt(there, first))).toBe(true)
  await page.mouse.up()

  await atrium.choose('Edit > Undo Move Red chair')
  expect((await atrium.piece('Red chair')).position[0]).toBeCloseTo(chair.position[0], 5)
  expect(largestDifference(await viewport.still(), before)).toBe(0)
  await atrium.choose('Edit > Redo Move Red chair')
  expect(largestDifference(await viewport.still(), there)).toBe(0)
})

test('a piece that is dragged stays out of the walls', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([-1.7, 1.7, 1.8], [0.9, 0.3, 0.2])
  const grip = await viewport.pixelOf([chair.position[0], 0.46, chair.position[2] - 0.1])
  expect(await viewport.pieceAt(grip)).toBe('Red chair')
  await viewport.hover(grip)
  await page.mouse.down()
  // Far up the east wall and along it.
  for (const target of [[1.95, 0.5, 1], [1.99, 0.8, 0.2], [1.99, 0.9, -0.8]] as const) {
    await viewport.hover(await viewport.pixelOf(target), 5)
    const { position } = await atrium.piece('Red chair')
    // Half its width from the wall; a centimetre counts as touching.
    expect(position[0]).toBeLessThanOrEqual(2 - 0.22 + 0.011)
    expect(position[1]).toBeCloseTo(0, 3)
  }
  const { position } = await atrium.piece('Red chair')
  // It slid along the wall, close to it.
  expect(position[0]).toBeGreaterThan(1.5)
  expect(position[2]).toBeLessThan(0.6)
  await page.mouse.up()
})

test('the status says Finished of no picture that still shows what has been hidden', async ({ atrium, files }) => {
  const { viewport, outline, page } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.settled()
  const status = page.getByTestId('status-bar')
  await expect(status).toContainText('Finished')
  await outline.show()
  await outline.row('Red chair').click()
  await viewport.settled()
  // Every state of the bar, as it comes.
  const seen = await status.evaluateHandle((bar) => {
    const states: { isFinal: boolean; text: string }[] = []
    const look = (): void => void states.push({ isFinal: bar.querySelector('[data-settled]')?.getAttribute('data-settled') === 'true', text: bar.textContent })
    new MutationObserver(look).observe(bar, { subtree: true, childList: true, characterData: true, attributes: true })
    return states
  })
  await page.keyboard.press('h')
  expect((await atrium.piece('Red chair')).hidden).toBe(true)
  await viewport.settled()
  await expect(status).toContainText('Finished')
  const states = await seen.jsonValue()
  expect(states.some(({ isFinal, text }) => !isFinal && text.includes('Refining'))).toBe(true)
  expect(states.filter(({ isFinal, text }) => isFinal !== text.includes('Finished'))).toEqual([])
})

test('no ray of the sun comes into a closed room that is seen level along an axis', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport } = atrium
  await viewport.resize(360, 202)
  await atrium.open(files.mirrorRoom)
  for (const y of [1.2, 1.5, 1.7]) {
    for (const target of [[2, y, 0], [-2, y, 0]] as const) {
      await viewport.look([0, y, 0], target)
      const { rgba, width } = await viewport.still()
      const lit: string[] = []
      // Around the horizon and below, where the ground lies behind the wall; the ceiling is bright by its lamp.
      for (let at = 4 * width * 90; at < 4 * width * 140; at += 4) if (rgba[at] > 200 && rgba[at + 1] > 190) lit.push(`${(at / 4) % width}, ${Math.floor(at / 4 / width)}`)
      expect(lit, `from ${y} m towards ${target.join(', ')}`).toEqual([])
    }
  }
})
