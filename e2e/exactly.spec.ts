import path from 'node:path'
import { rotate, type Vec3 } from './pages/geometry.ts'
import { largestDifference } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

test.use({ size: [240, 135] })

test('makes the sofa longer', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport, inspector } = atrium
  await atrium.place('Three-seat sofa', [0, 0, 0])
  await expect(inspector.title).toHaveValue('Three-seat sofa')
  const model = async (): Promise<string> => (await atrium.piece('Three-seat sofa')).asset
  const asItCame = await model()
  await viewport.look([0.3, 1.7, 4.4], [0, 0.4, 0])
  const short = await viewport.still()
  // Where its arm will be.
  const arm = await viewport.pixelOf([1.52, 0.5, 0.3])
  expect(await viewport.pieceAt(arm)).toBeNull()

  await inspector.type('Overall width', '3.2 m')
  await expect.poll(model).not.toBe(asItCame)
  const long = await viewport.still()
  expect(await viewport.pieceAt(arm)).toBe('Three-seat sofa')
  await inspector.type('Seats', '4')
  await expect.poll(async () => (await atrium.document()).assets.map(({ form }) => form?.values['seats'])).toEqual([4])
  await inspector.type('Overall width', '9 m')
  await expect(page.locator('.hud')).toHaveText('Overall width must be 0.800 m to 5.000 m. It was not changed.')
  await inspector.field('Overall width').press('Escape')
  // No size of nothing, and none of ten kilometres.
  const before = await atrium.content()
  for (const [field, text] of [['Size Width', '0'], ['Size Height', '10 km'], ['Scale X', '0']] as const) {
    await inspector.type(field, text)
    await expect(page.locator('.hud')).toHaveText('A piece must be 1 mm to 5 km in size. It was not changed.')
    await inspector.field(field).press('Escape')
  }
  await inspector.type('Position X', '2000 km')
  await expect(page.locator('.hud')).toHaveText('A piece can be at most 1000 km from the origin. It was not moved.')
  await inspector.field('Position X').press('Escape')
  expect(await atrium.content()).toEqual(before)

  await atrium.choose('Edit > Undo Reshape Three-seat sofa')
  expect(largestDifference(await viewport.still(), long)).toBe(0)
  await atrium.choose('Edit > Undo Reshape Three-seat sofa')
  expect(await model()).toBe(asItCame)
  expect(largestDifference(await viewport.still(), short)).toBe(0)
  await atrium.choose('Edit > Redo Reshape Three-seat sofa')
  await inspector.field('Fabric').click()
  await page.getByRole('option', { name: 'Rust linen' }).click()
  await expect.poll(async () => (await atrium.document()).assets.map(({ form }) => form?.values)).toMatchObject([{ width: 3.2, seats: 3, fabric: 'rust' }])

  // It is saved as it is, and still can be changed; and goes to another project by the clipboard.
  const file = path.join(files.folder, 'Longer.atrium')
  await atrium.saveAs(file)
  const saved = await atrium.content()
  await viewport.click([0.4, 0.42, 0.3])
  await expect(inspector.title).toHaveValue('Three-seat sofa')
  await page.keyboard.press('Control+c')
  await atrium.replacing(() => page.keyboard.press('Control+n'))
  await page.keyboard.press('Control+v')
  await expect.poll(async () => (await atrium.document()).assets.map(({ form }) => form?.values['fabric'])).toEqual(['rust'])
  await atrium.open(file)
  expect(await atrium.content()).toEqual(saved)
  await page.keyboard.press('Control+a')
  await expect(inspector.field('Overall width')).toHaveValue('3.200 m')
})

test('sets a table for eight', { tag: '@proof' }, async ({ atrium }) => {
  const { page, viewport, inspector } = atrium
  await viewport.look([0.6, 3.2, 4.6], [0, 0.3, 0])
  await atrium.place('Dining table', [0, 0, 0])
  await inspector.type('Position X', '0')
  await inspector.type('Position Z', '0')
  await inspector.field('Position Z').press('Escape')
  await atrium.place('Dining chair', [0.3, 0, 1.9])
  await page.keyboard.press('Alt+Shift+T')
  for (let chairs = 1; chairs < 8; chairs++) await page.keyboard.press('Control+d')
  await page.keyboard.press('Control+a')
  expect((await atrium.document()).pieces).toHaveLength(9)
  await page.keyboard.press('Alt+c')
  await expect.poll(() => page.evaluate(() => atriumTest.document().undos.at(-1) !== undefined)).toBe(true)
  await viewport.settled()
  const { pieces } = await atrium.document()
  const chairs = pieces.filter(({ name }) => name.startsWith('Dining chair'))
  const radii = chairs.map(({ position: [x, , z] }) => Math.hypot(x, z))
  expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(0.01)
  for (const { position, rotation } of chairs) {
    // Each looks to the middle of the table.
    const [fx, , fz] = rotate(rotation, [0, 0, 1] as Vec3)
    expect((fx * -position[0] + fz * -position[2]) / Math.hypot(position[0], position[2])).toBeGreaterThan(0.999)
  }
  const around = chairs.map(({ position: [x, , z] }) => (Math.atan2(x, z) / Math.PI) * 180).toSorted((a, b) => a - b)
  for (let i = 1; i < 8; i++) expect(around[i] - around[i - 1]).toBeCloseTo(45, 0)
  await atrium.choose('Edit > Undo Arrange 8 Items around Dining table')
  await atrium.choose('Edit > Redo Arrange 8 Items around Dining table')

  await atrium.place('Bowl of lemons', [0, 0.74, 0])
  expect((await atrium.piece('Bowl of lemons')).position[1]).toBeCloseTo(0.74, 2)

  // All of it is one thing now, with a place that can be typed.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+g')
  const before = (await atrium.document()).pieces
  await inspector.type('Position X', '4 m/2')
  await expect(inspector.field('Position X')).toHaveValue('2.000 m')
  const after = (await atrium.document()).pieces
  const ways = after.map(({ position }, i) => position.map((value, k) => value - before[i].position[k]))
  for (const [x, y, z] of ways) expect([x, y, z]).toEqual([expect.closeTo(ways[0][0], 6), expect.closeTo(0, 6), expect.closeTo(0, 6)])
  expect(ways[0][0]).toBeCloseTo(2, 1)
  await atrium.choose('Edit > Undo Move Group')
  expect((await atrium.document()).pieces).toEqual(before)

  // Eight seats get another fabric at once, and the chairs are turned together by what is typed.
  await page.evaluate(() => atriumTest.setInteraction({ selection: atriumTest.document().document.pieces.filter(({ name }) => name.startsWith('Dining chair')).map(({ id }) => id), slot: null }))
  await inspector.field('Part of the model').click()
  await page.getByRole('option').nth(2).click()
  await inspector.type('Surface colour', '#204080')
  await viewport.settled()
  const painted = await atrium.document()
  expect(painted.materials).toHaveLength(1)
  expect(painted.pieces.filter(({ wears = [] }) => wears.some(({ material }) => material === painted.materials![0].id)).map(({ name }) => name.replace(/ \d$/, ''))).toEqual(Array(8).fill('Dining chair'))
  await inspector.type('Turn by Y', '90/4')
  await viewport.settled()
  const turned = (await atrium.document()).pieces
  for (const { name, position: [x, , z] } of turned.filter((piece) => piece.name.startsWith('Dining chair'))) {
    const was = painted.pieces.find((piece) => piece.name === name)!.position
    expect(Math.hypot(x, z)).toBeCloseTo(Math.hypot(was[0], was[2]), 2)
    expect(Math.hypot(x - was[0], z - was[2])).toBeGreaterThan(0.2)
  }
  await atrium.choose('Edit > Undo Rotate 8 Items')
  await atrium.choose('Edit > Undo Change Material Oatmeal linen')
  expect((await atrium.document()).materials).toBeUndefined()
})

test('a mirrored piece is seen as in a mirror, from no side inside out', { tag: '@proof' }, async ({ atrium }) => {
  const { page, viewport } = atrium
  await atrium.place('Kitchen unit', [0, 0, 0])
  const look = (side: 1 | -1): Promise<void> => viewport.look([side * 1.6, 2, 3.6], [0, 0.5, 0])
  await viewport.look([0, 2, 3.6], [0, 0.5, 0])
  await page.keyboard.press('Alt+x')
  await expect.poll(async () => (await atrium.piece('Kitchen unit')).scale[0]).toBe(-1)
  await page.evaluate(() => atriumTest.document().edit('Middle', (document) => ({ ...document, lights: [], pieces: document.pieces.map((piece) => ({ ...piece, position: [0, 0, 0] as const })) })))
  const seen = async (): Promise<readonly (string | null)[]> => {
    await viewport.settled()
    const picture = await viewport.picture()
    return (await viewport.seen(picture)).map(({ piece, position, normal }) => (piece === null ? null : [...position, ...normal].map((value) => Math.round(50 * value)).join()))
  }
  await look(1)
  const mirrored = await seen()
  const { rgba, width, height } = await viewport.picture()
  await page.evaluate(() => atriumTest.document().edit('Back', (document) => ({ ...document, pieces: document.pieces.map((piece) => ({ ...piece, scale: [1, 1, 1] as const })) })))
  await look(-1)
  await seen()
  const plain = await viewport.picture()
  // From the other side, the piece as it was shows the same picture, turned round.
  let off = 0
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) for (let k = 0; k < 3; k++) if (Math.abs(rgba[4 * (y * width + x) + k] - plain.rgba[4 * (y * width + width - 1 - x) + k]) > 12) off++
  expect(off / (3 * width * height)).toBeLessThan(0.02)
  expect(mirrored.filter((hit) => hit !== null).length).toBeGreaterThan(1000)
})
