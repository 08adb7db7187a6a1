import { expect, test } from './pages/story.ts'
import type { Atrium } from './pages/atrium.ts'
import type { Vec3 } from './pages/geometry.ts'

test.use({ size: [48, 27] })

/** The body's radius, metres; the rooms' walls stand at 2 m from the middle, the mirror's glass at 1.98 m. */
const RADIUS = 0.22
const SLACK = 0.02

/** Records every place where the eye has been, in the page, since no frame shall be missed. */
async function recordWay(atrium: Atrium): Promise<() => Promise<Vec3[]>> {
  const way = await atrium.page.evaluateHandle(() => {
    const places: Vec3[] = [atriumTest.interaction().pose.position]
    atriumTest.onInteraction(({ pose }, before) => { if (pose !== before.pose) places.push(pose.position) })
    return places
  })
  return () => way.jsonValue()
}

/** Holds keys down until ten animation frames in a row moved the body by less than a sixth of a step: it stands. */
async function walk(atrium: Atrium, keys: readonly string[]): Promise<Vec3> {
  for (const key of keys) await atrium.page.keyboard.down(key)
  const place = await atrium.page.evaluate(async () => {
    let last = atriumTest.interaction().pose.position
    for (let still = 0; still < 10;) {
      await new Promise(requestAnimationFrame)
      const { position } = atriumTest.interaction().pose
      still = position.every((value, axis) => Math.abs(value - last[axis]) < 2e-3) ? still + 1 : 0
      last = position
    }
    return last
  })
  for (const key of keys) await atrium.page.keyboard.up(key)
  return place
}

test('a client walks into a wall and along it, and is stopped by a chair', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  await atrium.choose('View > Shadows')
  await atrium.choose('View > Reflections')
  await viewport.look([0, 1.5, -1], [0, 1.5, -2])
  await viewport.settled()
  const way = await recordWay(atrium)
  await atrium.playPointerLock()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Walk', exact: true })).toHaveAttribute('aria-pressed', 'true')
  // Eyes at 1.65 m above the floor, wherever the camera was.
  await expect.poll(async () => (await viewport.pose()).position[1]).toBeCloseTo(1.65, 3)

  const atMirror = await walk(atrium, ['w'])
  expect(Math.abs(atMirror[2] + 1.98 - RADIUS)).toBeLessThan(SLACK)
  expect(atMirror[0]).toBeCloseTo(0, 2)
  // A captured pointer that rests turns nobody's head: the picture is left to be refined.
  expect(await page.evaluate(() => {
    const { pose } = atriumTest.interaction()
    for (let i = 0; i < 3; i++) document.dispatchEvent(new PointerEvent('pointermove', { movementX: 0, movementY: 0 }))
    return [document.pointerLockElement?.tagName, atriumTest.interaction().pose === pose]
  })).toEqual(['CANVAS', true])

  // Ahead and to the right: along the mirror and the wall into the corner.
  await viewport.look([1, 1.65, atMirror[2]], [1, 1.65, -2])
  const inCorner = await walk(atrium, ['w', 'd'])
  expect(Math.abs(inCorner[0] - 2 + RADIUS)).toBeLessThan(SLACK)
  expect(Math.abs(inCorner[2] + 2 - RADIUS)).toBeLessThan(SLACK)

  // Left, by the other key; then back, fast, to the south wall.
  await viewport.look([-1, 1.65, 1], [-1, 1.65, -2])
  expect((await walk(atrium, ['ArrowLeft']))[0]).toBeCloseTo(RADIUS - 2, 1)
  await page.keyboard.down('Shift')
  const atSouth = await walk(atrium, ['s'])
  await page.keyboard.up('Shift')
  expect(Math.abs(atSouth[2] - 2 + RADIUS)).toBeLessThan(SLACK)
  // The chair (x from 0.38 on, z from 1.18 to 1.62) is in the way.
  await viewport.look([-0.6, 1.65, 1.4], [1, 1.65, 1.4])
  const atChair = await walk(atrium, ['w'])
  expect(atChair[0]).toBeGreaterThan(-0.6)
  expect(atChair[0]).toBeLessThan(0.38 - RADIUS + SLACK)

  for (const [x, y, z] of await way()) {
    expect(Math.max(Math.abs(x), Math.abs(z))).toBeLessThanOrEqual(2 - RADIUS + SLACK)
    expect(y).toBeLessThanOrEqual(1.7)
  }
  const before = await viewport.pose()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Orbit', exact: true })).toHaveAttribute('aria-pressed', 'true')
  // Switching keeps the place.
  expect((await viewport.pose()).position).toEqual(before.position)
})

test('the wheel zooms to what lies under it, and the camera finds everything again', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await viewport.resize(160, 90)
  await atrium.open(files.house)
  await atrium.choose('View > Shadows')
  await atrium.choose('View > Reflections')
  await viewport.look([-3.4, 1.5, 3.2], [-4.2, 0.5, 0.6])
  await viewport.settled()
  const vase = [-4, 0.6, 1.7] as const
  const pixel = await viewport.pixelOf(vase)
  const far = await viewport.pose()
  await viewport.hover(pixel)
  await page.mouse.wheel(0, -240)
  await expect.poll(async () => (await viewport.pose()).position).not.toEqual(far.position)
  const near = await viewport.pose()
  const distance = (p: Vec3): number => Math.hypot(p[0] - vase[0], p[1] - vase[1], p[2] - vase[2])
  expect(distance(near.position)).toBeLessThan(0.8 * distance(far.position))
  const now = await viewport.pixelOf(vase)
  expect(Math.hypot(now[0] - pixel[0], now[1] - pixel[1])).toBeLessThan(4)

  await atrium.choose('View > Fit All')
  await expect.poll(async () => (await viewport.pose()).target[1]).toBeCloseTo(1.3, 1)
  await viewport.settled()
  // The picture shows each of them, or this throws.
  for (const corner of [[-6.2, 0, -4.7], [6.2, 0, 4.7], [6.2, 2.6, -4.7], [-6.2, 2.6, 4.7]] as const) await viewport.pixelOf(corner)
})

test('a visitor walks with a gamepad', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look([0, 1.5, 1], [0, 1.5, 0])
  await viewport.settled()
  await atrium.playPointerLock()
  await page.keyboard.press('f')
  await expect.poll(async () => (await viewport.pose()).position[1]).toBeCloseTo(1.65, 3)
  const axes = await page.evaluateHandle(() => {
    const sticks = [0, -1, 0, 0]
    navigator.getGamepads = () => [{ connected: true, mapping: 'standard', axes: sticks, buttons: [] } as unknown as Gamepad]
    window.dispatchEvent(new Event('gamepadconnected'))
    return sticks
  })
  // Up to the mirror, and not through it.
  await expect.poll(async () => Math.abs((await viewport.pose()).position[2] + 1.98 - RADIUS)).toBeLessThan(SLACK)
  await axes.evaluate((sticks) => sticks.splice(0, 4, 0, 0, 1, 0))
  const { position } = await viewport.pose()
  await expect.poll(async () => { const { target } = await viewport.pose(); return target[0] - position[0] }).toBeGreaterThan(1)
  // Let go, the picture is left to be refined.
  await axes.evaluate((sticks) => sticks.splice(0, 4, 0.05, 0, 0, 0.1))
  await viewport.settled()
  await page.keyboard.press('f')
})
