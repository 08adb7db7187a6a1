import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { PNG } from 'pngjs'
import { MIRROR_ROOM, pixelOf, seenInMirror } from '../assets/generators/fixtures/mirror-room.ts'
import { flipOf, type ShownPicture } from '../gpu/testing/flip.ts'
import { root } from './app.ts'
import type { Atrium } from './pages/atrium.ts'
import { colorAt, isGrey, isRed, largestDifference, type Picture, type PixelPoint, redPixels } from './pages/picture.ts'
import { expect, test } from './pages/story.ts'

test.use({ size: [64, 36], edges: 8 })

const { camera, mirror, chair } = MIRROR_ROOM

const readPng = (bytes: Buffer): ShownPicture => {
  const { width, height, data } = PNG.sync.read(bytes)
  return { width, height, rgba: data }
}

/** What the window shows at rest, as it is on screen, and what `npm run still` makes of the same project with as many light paths. */
async function windowAndStill(atrium: Atrium, folder: string): Promise<[ShownPicture, ShownPicture]> {
  const { page, viewport } = atrium
  await atrium.choose('View > Rendering > Method > Hybrid')
  await atrium.choose('View > Rendering > Denoise')
  const samples = 6
  await page.evaluate((restSamples) => atriumTest.setInteraction(({ settings }) => ({ settings: { ...settings, restSamples } })), samples)
  // The lamp's mark is behind the camera.
  await viewport.look([0.2, 1.5, -0.3], [0.1, 1, -2], 1.1)
  await viewport.settled()
  const shot = await page.locator('.viewport-area canvas').screenshot({ style: '.viewport-area :not(:has(canvas), canvas) { visibility: hidden }' })
  const [project, out] = [path.join(folder, 'Left.atrium'), path.join(folder, 'Left.png')]
  await atrium.saveAs(project)
  const { width, height } = await viewport.picture()
  await promisify(execFile)(process.execPath, ['build/tool.mjs', 'build/cli/still/still.ts', project, '--out', out, '--size', `${width}x${height}`, '--samples', String(samples), '--denoise', 'off'], { cwd: root })
  await atrium.choose('View > Rendering > Denoise')
  await atrium.choose('View > Rendering > Method > Whitted')
  return [readPng(shot), readPng(readFileSync(out))]
}

/** The room as the program that plays the card draws it, chosen in the menu of engineers. */
async function tracedByGpu(atrium: Atrium, room: string): Promise<Picture> {
  const { page, viewport } = atrium
  await atrium.becomeDeveloper()
  await atrium.open(room)
  await viewport.look(camera.position, camera.target, camera.verticalFov)
  await viewport.settled()
  const status = page.getByTestId('status-bar')
  test.skip(!(await status.textContent())!.includes('software'), 'there is a graphics card')
  await expect(status).toContainText(/CPU \(\d+ threads\)/)
  await atrium.choose('View > Rendering > Trace Rays With > GPU')
  await expect(status).not.toContainText('CPU')
  return viewport.still()
}

test('without a graphics card the processor traces, and shows the same picture as the GPU: in the mirror the red chair that stands behind the camera, where arithmetic says', async ({ atrium, files }) => {
  const { page, viewport } = atrium
  await viewport.resize(128, 72)
  const byGpu = await tracedByGpu(atrium, files.mirrorRoom)
  const { x: [left, right], y: [bottom, top], z } = chair.backRest
  const at = (x: number, y: number) => pixelOf(seenInMirror([x, y, z]), byGpu.width, byGpu.height)
  // Four places well inside the back rest are red, four just outside are grey.
  for (const x of [left + 0.1, right - 0.1]) for (const y of [bottom + 0.14, top - 0.1]) expect(isRed(colorAt(byGpu, at(x, y))), `red at ${x}, ${y}`).toBe(true)
  for (const [x, y] of [[left - 0.14, top - 0.1], [right + 0.14, top - 0.1], [left + 0.1, top + 0.14], [right - 0.1, top + 0.14]]) {
    expect(isGrey(colorAt(byGpu, at(x, y))), `grey at ${x}, ${y}`).toBe(true)
  }
  // And nowhere beside the mirror.
  const [x0, y0] = pixelOf([mirror.x[0], mirror.y[1], mirror.z], byGpu.width, byGpu.height)
  const [x1, y1] = pixelOf([mirror.x[1], mirror.y[0], mirror.z], byGpu.width, byGpu.height)
  const isBeside = ([x, y]: PixelPoint): boolean => x < x0 - 2 || x > x1 + 2 || y < y0 - 2 || y > y1 + 2
  expect([...redPixels(byGpu)].filter(isBeside)).toEqual([])

  await atrium.choose(`View > Rendering > Trace Rays With > ${await page.evaluate(() => `CPU (${navigator.hardwareConcurrency} threads)`)}`)
  await expect(page.getByTestId('status-bar')).toContainText('CPU')
  expect(largestDifference(await viewport.still(), byGpu)).toBeLessThanOrEqual(1)
})

test('the processor shows indirect light, at rest the picture of a still, and the ways that rays walk show the same', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport } = atrium
  await page.evaluate(() => { atriumTest.holdSettings({ indirect: true }) })
  await atrium.open(files.mirrorRoom)
  await viewport.look(camera.position, camera.target, camera.verticalFov)
  const lit = await viewport.still()
  const [shown, still] = await windowAndStill(atrium, files.folder)
  expect(flipOf(still, shown).mean).toBeLessThan(0.002)
  await page.evaluate(() => { atriumTest.holdSettings({ indirect: false }) })
  const byGpu = await tracedByGpu(atrium, files.mirrorRoom)
  // The program that plays a card has no time for indirect light; threads do.
  expect(largestDifference(lit, byGpu)).toBeGreaterThan(10)
  const status = page.getByTestId('status-bar')

  // Rays may walk the trees another way, which changes nothing but the time: nor the picture that stands, so another one comes between.
  await expect(status).toContainText('Standard, 8-Byte Stack')
  await atrium.choose('View > Rendering > Traversal > Ropes++')
  await expect(status).toContainText('Ropes++')
  expect(largestDifference(await viewport.still(), byGpu)).toBe(0)
  await viewport.look(camera.target, camera.position, camera.verticalFov)
  await viewport.look(camera.position, camera.target, camera.verticalFov)
  expect(largestDifference(await viewport.still(), byGpu)).toBe(0)

  // Left to Atrium, it finds out once what suits this adapter, while nothing else is drawn.
  await page.evaluate(() => { atriumTest.measureAdapters() })
  await atrium.choose('View > Rendering > Traversal > Automatic (Standard, 8-Byte Stack)')
  const measured = () => page.evaluate(async () => {
    const settings = await window.atrium!.request('settings:get', undefined)
    return settings.ok ? Object.keys(settings.value.measuredRooms ?? {}).length : 0
  })
  await expect.poll(measured).toBe(1)
})
