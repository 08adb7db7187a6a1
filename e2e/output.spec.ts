import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { differences } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'
import { readWebM, type WebM } from './pages/webm.ts'

// The picture in the file has the samples that an architect's window has.
test.use({ edges: 8 })

async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true })
  await field.fill(text)
  await field.press('Enter')
}

/** How many pictures the browser's own decoder makes of a clip. */
function decode(page: Page, { codec, width, height, frames }: WebM): Promise<number> {
  return page.evaluate(async ({ name, packets, size }) => {
    let count = 0
    let failure: unknown = null
    const decoder = new VideoDecoder({
      output: (frame) => {
        if (frame.codedWidth >= size[0] && frame.codedHeight >= size[1]) count++
        frame.close()
      },
      error: (error) => { failure = error },
    })
    decoder.configure({ codec: name === 'V_VP9' ? 'vp09.00.10.08' : 'vp8', codedWidth: size[0], codedHeight: size[1] })
    for (const { key, text, seconds } of packets) {
      decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp: seconds * 1e6, data: Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) }))
    }
    await decoder.flush()
    if (failure !== null) throw failure
    return count
  }, { name: codec, size: [width, height], packets: frames.map(({ isKey, seconds, bytes }) => ({ key: isKey, seconds, text: bytes.toString('base64') })) })
}

test('an architect exports a picture that is the window\'s, changes her mind about a large one, and takes a clip home', async ({ atrium, files }) => {
  const { page, viewport, shell } = atrium
  const dialog = page.getByRole('dialog')
  const ready = page.locator('.notice').filter({ hasText: 'is ready' })
  await atrium.open(files.mirrorRoom)
  await viewport.resize(96, 54)
  const left = readdirSync(files.folder)

  // A panorama is twice as wide as it is high, whichever side is typed.
  await page.keyboard.press('Control+e')
  await dialog.getByRole('switch', { name: '360° panorama' }).setChecked(true, { force: true })
  for (const [side, value, other, follows] of [['Width', '1000', 'Height', '500'], ['Height', '300', 'Width', '600']] as const) {
    await type(page, side, value)
    await expect(dialog.getByLabel(other, { exact: true })).toHaveValue(follows)
  }
  // One that is too large becomes the largest, and says so.
  await type(page, 'Width', '40000')
  await expect(dialog.getByRole('status')).toHaveText('40000 × 8192 is not possible here. The size will be 16384 × 8192.')
  await expect(dialog.getByLabel('Height', { exact: true })).toHaveValue('8192')
  await dialog.getByRole('switch', { name: '360° panorama' }).setChecked(false, { force: true })
  await page.keyboard.press('Escape')

  // As the window shows it.
  const picture = path.join(files.folder, 'Room.png')
  await shell.answerSave(picture)
  const shown = await viewport.still()
  await atrium.choose('File > Export Picture…')
  await dialog.getByLabel('Size', { exact: true }).selectOption('96x54')
  await dialog.getByText('Window’s picture').click()
  // The mark is at the choice at once: while a picture is made, half a way lasts.
  expect(await page.evaluate(() => document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target?.className).filter((name) => name?.includes('SegmentedControl')))).toEqual([])
  await dialog.getByRole('button', { name: 'Export…' }).click()
  await expect(ready).toBeVisible()
  const { width, height, data } = PNG.sync.read(readFileSync(picture))
  const differing = differences({ width, height, rgba: data }, shown).filter((difference) => difference > 12).length
  // Edges may fall on the other side of a sample.
  expect(differing).toBeLessThan(0.02 * width * height)
  await atrium.notices.dismissAll()

  // Too large, on second thoughts: nothing is left of it.
  const large = path.join(files.folder, 'Large.jpg')
  await shell.answerSave(large)
  await page.keyboard.press('Control+e')
  await dialog.getByText('Reference').click()
  await dialog.getByText('JPEG').click()
  await type(page, 'Width', '1024')
  await type(page, 'Height', '1024')
  await dialog.getByRole('button', { name: 'Export…' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel Export' })).toBeVisible()
  await expect.poll(() => readdirSync(files.folder).length).toBeGreaterThan(left.length + 1)
  // What runs is shown under its own name, once, whichever export is asked for meanwhile.
  await dialog.getByRole('button', { name: 'Keep Working' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+Shift+e')
  await expect(page.getByRole('dialog', { name: 'Export picture' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Cancel Export' }).click()
  await expect(dialog.getByRole('button', { name: 'Export…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(() => readdirSync(files.folder).toSorted()).toEqual([...left, 'Room.png'].toSorted())
  expect(existsSync(large)).toBe(false)

  // From one view to another in three frames, path traced: on a software adapter by the cores.
  await atrium.choose('Camera > Save View')
  await viewport.look([0.6, 1.5, 1.2], [0, 1.2, -1.5])
  await atrium.choose('Camera > Save View')
  await expect.poll(async () => (await atrium.document()).views.length).toBe(2)
  const clip = path.join(files.folder, 'Walk.webm')
  await shell.answerSave(clip)
  await atrium.choose('File > Export Clip…')
  for (const [label, text] of [['Width', '32'], ['Height', '18'], ['Seconds', '0.1'], ['Frames per second', '30']] as const) await type(page, label, text)
  await dialog.getByText('Reference').click()
  await type(page, 'Samples', '2')
  await type(page, 'Bounces', '2')
  await dialog.getByRole('button', { name: 'Export…' }).click()
  await expect(ready).toBeVisible()
  const written = readWebM(readFileSync(clip))
  expect([written.width, written.height, written.frames.length]).toEqual([32, 18, 3])
  expect(written.duration).toBeCloseTo(0.1, 2)
  written.frames.forEach(({ seconds }, i) => expect(seconds).toBeCloseTo(i / 30, 2))
  expect(await decode(page, written)).toBe(3)
})
