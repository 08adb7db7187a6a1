import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { rotate } from './pages/geometry.ts'
import { colorAt, isGreen } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

/** In the kitchen of the house, looking over the dining table to the wall of the study. */
const EYE = [0.5, 1.9, 4.3] as const
const TARGET = [2.4, 0.6, 1.4] as const
/** Places in metres: free floor, bare wall (its face lies at z = 0), the bare end of the table. */
const FLOOR = [1.3, 0, 1.3] as const
const WALL = [1.7, 1.5, 0] as const
const TABLE = [3.2, 0.74, 2.45] as const

test('a client furnishes the kitchen, changes her mind and changes it back', async ({ atrium, files }) => {
  const { viewport, inspector, outline } = atrium
  await atrium.open(files.kitchen)
  // What is told here is seen without a ray.
  await atrium.page.keyboard.press('1')
  await atrium.page.keyboard.press('2')
  await viewport.look(EYE, TARGET)
  await viewport.settled()
  const first = await atrium.document()

  await atrium.place('Lounge armchair', FLOOR)
  await expect(inspector.title).toHaveValue('Lounge armchair')
  const armchair = await atrium.piece('Lounge armchair')
  expect(armchair.position[1]).toBeCloseTo(0, 3)
  expect(rotate(armchair.rotation, [0, 1, 0])[1]).toBeCloseTo(1, 6)

  await atrium.place('Tall mirror', WALL)
  const mirror = await atrium.piece('Tall mirror')
  // Flat on the wall and upright: its front looks out of it, its back touches it.
  expect(mirror.position[2]).toBeCloseTo(0, 2)
  expect(rotate(mirror.rotation, [0, 0, 1])[2]).toBeCloseTo(1, 6)
  expect(rotate(mirror.rotation, [0, 1, 0])[1]).toBeCloseTo(1, 6)

  await atrium.place('Bowl of lemons', TABLE)
  const bowl = await atrium.piece('Bowl of lemons')
  expect(bowl.position[1]).toBeCloseTo(0.74, 2)
  expect(await viewport.pieceAt(await viewport.pixelOf([bowl.position[0], 0.8, bowl.position[2]]))).toBe('Bowl of lemons')

  await inspector.type('Rotation Y', '90°')
  await inspector.type('Position X', '340 cm')
  await expect(inspector.field('Position X')).toHaveValue('3.400 m')
  await inspector.type('Position Z', `8' 2"`)
  await expect(inspector.field('Position Z')).toHaveValue('2.489 m')
  await inspector.type('Position Z', 'as far as it goes')
  await inspector.field('Position Z').press('Escape')
  await expect(inspector.field('Position Z')).toHaveValue('2.489 m')

  await outline.show()
  await outline.row('Red chair').click()
  await atrium.choose('Edit > Duplicate')
  expect((await atrium.document()).pieces).toHaveLength(13)
  await outline.row('Dining chair 3').click()
  await atrium.page.keyboard.press('Delete')
  await expect(outline.row('Dining chair 3')).toHaveCount(0)
  const fruit = await viewport.pixelOf([2.6, 0.8, 2.2])
  expect(await viewport.pieceAt(fruit)).toBe('Fruit bowl')
  await outline.row('Fruit bowl').click()
  await atrium.page.keyboard.press('h')
  expect(await viewport.pieceAt(fruit)).not.toBe('Fruit bowl')

  const steps = [
    'Hide Fruit bowl', 'Delete Dining chair 3', 'Duplicate Red chair', 'Move Bowl of lemons', 'Move Bowl of lemons',
    'Rotate Bowl of lemons', 'Place Bowl of lemons',
    'Place Tall mirror', 'Place Lounge armchair',
  ]
  await atrium.choose(`Edit > Undo ${steps[0]}`)
  for (let i = 1; i < steps.length - 1; i++) await atrium.page.keyboard.press('Control+z')
  await atrium.choose(`Edit > Undo ${steps.at(-1)}`)
  expect(await atrium.document()).toEqual(first)
  await expect(atrium.unsavedMark).toHaveCount(0)
  // That all steps come back as they were, a proof tells of every kind of edit (edits.spec.ts).
  await atrium.choose(`Edit > Redo ${steps.at(-1)}`)
  expect(await atrium.piece('Lounge armchair')).toEqual(armchair)
})

/** Where the upright arrow is drawn, pixels from the left of the room; nothing else there is green. */
async function shownArrow(page: Page): Promise<number> {
  const { width, height, data } = PNG.sync.read(await page.locator('.viewport-area canvas').screenshot({ style: '.viewport-area :not(:has(canvas), canvas) { visibility: hidden }' }))
  const columns = Array.from({ length: width * height }, (_, i) => i).filter((i) => isGreen(colorAt({ width, height, rgba: data }, [i % width, Math.floor(i / width)]))).map((i) => i % width)
  return columns.reduce((sum, x) => sum + x, 0) / columns.length
}

test('a frame drawn with Shift selects what lies in it, and the handles move it', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  await viewport.resize(160, 90)
  await atrium.open(files.mirrorRoom)
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await viewport.look([-1.7, 1.7, -1.2], [0.6, 0.4, 1.2])
  await viewport.settled()
  const around = await viewport.pixelOf([0.6, 0.43, 1.4])
  await viewport.hover([around[0] - 23, around[1] - 20])
  await page.keyboard.down('Shift')
  await page.mouse.down()
  await viewport.hover([around[0] + 23, around[1] + 20], 3)
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect(atrium.inspector.title).toHaveValue('Red chair')

  await page.keyboard.press('m')
  await viewport.settled()
  // The arrow along x starts at the chair's foot and is a seventh of the canvas high.
  const foot = await viewport.pixelOf([0.6, 0, 1.4])
  const along = await viewport.pixelOf([0.3, 0, 1.4])
  const unit = Math.hypot(along[0] - foot[0], along[1] - foot[1])
  const at = (pixels: number) => [foot[0] - pixels * (along[0] - foot[0]) / unit, foot[1] - pixels * (along[1] - foot[1]) / unit] as const
  // On screen a moment after it is composed.
  let arrow = NaN
  await expect.poll(async () => (arrow = await shownArrow(page))).toBeGreaterThan(0)
  await viewport.hover(at(5))
  await viewport.hover(at(6))
  await page.mouse.down()
  await viewport.hover(at(-10), 3)
  await page.mouse.up()
  const { position } = await atrium.piece('Red chair')
  expect(position[0]).toBeLessThan(0.5)
  expect(position[1]).toBeCloseTo(0, 6)
  expect(position[2]).toBeCloseTo(1.4, 6)
  // The handles go with it.
  await expect.poll(async () => (await shownArrow(page) - arrow) * Math.sign(along[0] - foot[0])).toBeGreaterThan(5)
  await atrium.choose('Edit > Undo Move Red chair')
  expect((await atrium.piece('Red chair')).position[0]).toBeCloseTo(0.6, 5)
})
