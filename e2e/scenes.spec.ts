import path from 'node:path'
import type { Atrium } from './pages/atrium.ts'
import type { Picture } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

const { ATRIUM_SCENES: scenes } = process.env

const scene = (name: string): string => path.join(scenes ?? '', name)

/** Neither black nor burnt out nor flat. */
function expectPicture({ rgba }: Picture): void {
  const levels = Array.from({ length: rgba.length / 4 }, (_, i) => rgba[4 * i + 1]).toSorted((a, b) => a - b)
  const at = (share: number): number => levels[Math.floor(share * (levels.length - 1))]
  expect(at(0.5)).toBeGreaterThan(25)
  expect(at(0.5)).toBeLessThan(240)
  expect(at(0.95) - at(0.05)).toBeGreaterThan(40)
}

async function opened(atrium: Atrium, name: string): Promise<Picture> {
  await atrium.open(scene(name))
  await expect(atrium.title).toHaveText(path.basename(name, '.glb'))
  const picture = await atrium.viewport.still()
  expectPicture(picture)
  return picture
}

test.describe('@scenes real rooms', () => {
  test.skip(scenes === undefined, 'ATRIUM_SCENES is not set')

  test('the small house opens with every piece of furniture under its own name', async ({ atrium }) => {
    const { viewport, outline, inspector } = atrium
    const picture = await opened(atrium, 'interiors/small_house.glb')
    await outline.show()
    const furniture = await outline.names('Furniture')
    const room = await outline.names('Room')
    expect(new Set([...furniture, ...room]).size).toBe(furniture.length + room.length)
    expect([...furniture, ...room].length).toBeGreaterThanOrEqual(65)
    for (const word of [/sofa/i, /bed/i, /fridge|refrigerator/i, /chair/i, /tv/i]) expect(furniture.some((name) => word.test(name)), String(word)).toBe(true)
    // Metres: a sofa is as long as a sofa.
    const sofa = furniture.find((name) => /sofa/i.test(name)) as string
    await outline.row(sofa).click()
    const metres = async (label: string): Promise<number> => Number.parseFloat(await inspector.field(label).inputValue())
    const widest = Math.max(await metres('Size Width'), await metres('Size Depth'))
    expect(widest).toBeGreaterThan(1)
    expect(widest).toBeLessThan(4)
    // What is seen is what is listed: several pieces of furniture from where one comes in.
    const seen = new Set((await viewport.seen(picture)).map(({ piece }) => piece).filter((piece) => piece !== null))
    expect([...seen].every((piece) => furniture.includes(piece) || room.includes(piece))).toBe(true)
    expect([...seen].filter((piece) => furniture.includes(piece)).length).toBeGreaterThan(3)
  })

  test('the furnished living room opens with its textures', async ({ atrium }) => {
    const picture = await opened(atrium, 'interiors/living_room_furnished.glb')
    const colors = new Set(Array.from({ length: picture.rgba.length / 4 }, (_, i) => picture.rgba.subarray(4 * i, 4 * i + 3).map((value) => value >> 3).join()))
    expect(colors.size).toBeGreaterThan(100)
  })

  test('Sponza opens and can be walked', async ({ atrium }) => {
    const { viewport, page } = atrium
    await opened(atrium, 'classic/sponza_crytek_262k.glb')
    await atrium.choose('View > Reflections')
    await atrium.choose('View > Shadows')
    await atrium.playPointerLock()
    await page.keyboard.press('f')
    await expect.poll(async () => page.evaluate(() => atriumTest.interaction().navigation)).toBe('walk')
    const start = (await viewport.pose()).position
    await page.keyboard.down('w')
    await expect.poll(async () => {
      const { position } = await viewport.pose()
      return Math.hypot(position[0] - start[0], position[2] - start[2])
    }).toBeGreaterThan(1)
    await page.keyboard.up('w')
    await page.keyboard.press('f')
  })
})
