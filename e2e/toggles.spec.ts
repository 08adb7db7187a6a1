import { MIRROR_ROOM, mirrorRoom, pixelOf } from '../assets/generators/fixtures/mirror-room.ts'
import type { Atrium } from './pages/atrium.ts'
import { dot, isBetween, sub, trianglesOf, type Vec3 } from './pages/geometry.ts'
import { colorAt, type Expected, isGrey, largestDifference, redPixels, type Seen, violations, withSoftEdges } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

// Pixels are counted by what lies under them: enough of each.
test.use({ size: [160, 90] })

const { camera, mirror } = MIRROR_ROOM

/** From the east wall down to the chair and the corner behind it: its shadow falls on the floor and up the south wall. */
const BESIDE = [1.7, 1.9, -0.8] as const
const SHADOW = [0.75, 0.3, 1.9] as const

/** Cosines below this are too faint to count as lit. */
const GRAZING = 0.08

type Lighting = 'lit' | 'shadowed' | 'faint'

/** What a point light does to every surface in the picture: traced through the fixture's own triangles, one after the other. */
function lightings(seen: readonly Seen[], light: Vec3): Lighting[] {
  const triangles = trianglesOf(mirrorRoom())
  return seen.map(({ position, normal }) => {
    const path = sub(light, position)
    if (dot(path, normal) < GRAZING * Math.hypot(...path)) return 'faint'
    const raised = position.map((value, k) => value + 1e-4 * normal[k]) as unknown as Vec3
    return isBetween(triangles, raised, light) ? 'shadowed' : 'lit'
  })
}

const count = (list: readonly unknown[], wanted: unknown): number => list.filter((value) => value === wanted).length

async function lampOf(atrium: Atrium): Promise<Vec3> {
  const lamp = (await atrium.document()).lights.find(({ kind }) => kind === 'point')
  if (lamp?.kind !== 'point') throw new Error('no lamp in the room')
  return lamp.position
}

test('reflections: off, they are gone from the mirror and nothing else changes', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look(camera.position, camera.target, camera.verticalFov)
  const on = await viewport.still()
  await page.keyboard.press('1')
  await expect(page.locator('.hud')).toHaveText('Reflections off')
  const off = await viewport.still()
  const [x0, y0] = pixelOf([mirror.x[0], mirror.y[1], mirror.z], on.width, on.height)
  const [x1, y1] = pixelOf([mirror.x[1], mirror.y[0], mirror.z], on.width, on.height)
  const outside = Array.from({ length: on.width * on.height }, (_, pixel): Expected => {
    const [x, y] = [pixel % on.width, Math.floor(pixel / on.width)]
    return x < x0 - 1 || x > x1 + 1 || y < y0 - 1 || y > y1 + 1 ? 'stays' : 'maybe'
  })
  expect(violations(on, off, outside)).toEqual([])
  const red = [...redPixels(on)]
  expect(red.length).toBeGreaterThan(20)
  for (const pixel of red) expect(isGrey(colorAt(off, pixel))).toBe(true)
})

test('bounces: one shows the chair in the mirror, none shows the sky, and as many as before the picture of before', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.look(camera.position, camera.target, camera.verticalFov)
  const on = await viewport.still()
  for (let bounces = 4; bounces > 1; bounces--) await atrium.choose('View > Rendering > Fewer Bounces')
  expect([...redPixels(await viewport.still())].length).toBeGreaterThan(20)
  await atrium.choose('View > Rendering > Fewer Bounces')
  expect([...redPixels(await viewport.still())]).toEqual([])
  for (let bounces = 0; bounces < 4; bounces++) await atrium.choose('View > Rendering > More Bounces')
  expect(largestDifference(await viewport.still(), on)).toBe(0)
})

test('shadows: off, light comes back exactly where something stood before the lamp', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport, outline, page } = atrium
  await atrium.open(files.mirrorRoom)
  await outline.show()
  await viewport.look(BESIDE, SHADOW)
  const open = await viewport.still()
  // The room is closed: with shadows, the sun makes no difference at all.
  await outline.row('Sun').getByRole('button', { name: 'Switch Sun off' }).click()
  const on = await viewport.still()
  expect(violations(open, on, Array.from({ length: on.width * on.height }, (): Expected => 'stays'))).toEqual([])

  const seen = await viewport.seen(on)
  const lighting = lightings(seen, await lampOf(atrium))
  expect(count(lighting, 'shadowed')).toBeGreaterThan(130)
  expect(count(lighting, 'lit')).toBeGreaterThan(1300)
  await page.keyboard.press('2')
  const off = await viewport.still()
  const expected = withSoftEdges(seen, lighting.map((kind): Expected => kind === 'faint' ? 'maybe' : kind === 'shadowed' ? 'changes' : 'stays'), on.width)
  expect(count(expected, 'changes')).toBeGreaterThan(60)
  expect(violations(on, off, expected)).toEqual([])
})

test('one light: off, what it lit is darker and its shadows stay as they were', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport, outline } = atrium
  await atrium.open(files.mirrorRoom)
  await outline.show()
  await viewport.look(BESIDE, SHADOW)
  const on = await viewport.still()
  const seen = await viewport.seen(on)
  const lighting = lightings(seen, await lampOf(atrium))
  const [lamp] = (await atrium.document()).lights.filter(({ kind }) => kind === 'point')
  await outline.row(lamp.name).getByRole('button', { name: `Switch ${lamp.name} off` }).click()
  const off = await viewport.still()
  const expected = withSoftEdges(seen, lighting.map((kind): Expected => kind === 'faint' ? 'maybe' : kind === 'lit' ? 'changes' : 'stays'), on.width)
  expect(count(expected, 'stays')).toBeGreaterThan(60)
  expect(violations(on, off, expected)).toEqual([])
  await atrium.choose(`Edit > Undo Switch ${lamp.name} Off`)
  expect(largestDifference(await viewport.still(), on)).toBe(0)

  // All lights off: ambient light alone. Ambient off, too: night.
  await atrium.page.keyboard.press('3')
  expect(largestDifference(await viewport.still(), off)).toBe(0)
  await atrium.page.keyboard.press('4')
  const night = await viewport.still()
  expect(night.rgba.every((value, i) => i % 4 === 3 || value === 0)).toBe(true)
})

test('views of normals and backgrounds are what they say', { tag: '@proof' }, async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await atrium.becomeDeveloper()
  await atrium.open(files.box)
  await viewport.look([0, 0, 3], [0, 0, 0])
  await atrium.choose('View > Background > Black')
  expect(colorAt(await viewport.still(), [2, 2])).toEqual([0, 0, 0])
  await atrium.choose('View > Background > Debug green')
  const [r, g, b] = colorAt(await viewport.still(), [2, 2])
  expect([r < 90, g > 180, b < 90]).toEqual([true, true, true])
  await page.keyboard.press('n')
  // The front looks along z: mostly blue.
  const front = colorAt(await viewport.still(), await viewport.pixelOf([0.1, 0.2, 0.5]))
  expect(front[2]).toBeGreaterThan(200)
  expect(Math.abs(front[0] - front[1])).toBeLessThan(4)
})
