import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeGlb } from '../assets/generators/kit/glb.ts'
import { radianceImage } from '../assets/generators/kit/hdr.ts'
import { materials } from '../assets/generators/kit/materials.ts'
import { panel } from '../assets/generators/fixtures/simple.ts'
import { colorAt, type Picture } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

/** Which of red, green and blue leads at a share of the picture's width and height; none: they are about alike. */
function leading(picture: Picture, across: number, down: number): string {
  const color = colorAt(picture, [across * picture.width, down * picture.height])
  const [first, second] = [...color].sort((a, b) => b - a)
  return first > 30 && first > 2 * second ? 'rgb'[color.indexOf(first)] : 'none'
}

test('a client drops an image of the sky on her mirror: it stands behind it and in it, and is there when she opens again', async ({ atrium, files }) => {
  const { viewport, page } = atrium
  // Red beyond the mirror, green behind the camera.
  const [model, image, project] = ['mirror.glb', 'dusk.hdr', 'Terrace.atrium'].map((name) => path.join(files.folder, name))
  writeFileSync(model, await writeGlb('Mirror', [{ name: 'Mirror', parts: panel([2, 2, 0.02], materials.mirror), position: [0, 1, 0] }]))
  writeFileSync(image, radianceImage(16, 8, ([, , z]) => (z < 0 ? [1, 0.1, 0.1] : [0.1, 1, 0.1])))
  await atrium.open(model)
  await viewport.look([0, 1, 2.5], [0, 1, 0], 1)
  const seen = async (): Promise<string> => {
    const picture = await viewport.still()
    return `${leading(picture, 0.1, 0.2)} beyond, ${leading(picture, 0.5, 0.3)} in the mirror`
  }
  expect(await seen()).toBe('none beyond, none in the mirror')

  await atrium.drop(image)
  await expect(page.getByText('dusk.hdr', { exact: true })).toBeVisible()
  expect(await seen()).toBe('r beyond, g in the mirror')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await atrium.document()).assets.map(({ name }) => name)).not.toContain('dusk.hdr')
  await page.keyboard.press('Control+Shift+z')
  await atrium.saveAs(project)
  const saved = await atrium.content()
  await atrium.open(project)
  expect(await atrium.content()).toEqual(saved)
  expect(await seen()).toBe('r beyond, g in the mirror')
})
