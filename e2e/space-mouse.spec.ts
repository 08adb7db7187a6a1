import type { Page } from '@playwright/test'
import { expect, test } from './pages/story.ts'

test.use({ size: [64, 36] })

/** A SpaceMouse Compact as WebHID has it: the click, the device, its reports. The main process's part is held in electron/window. */
function plugIn(page: Page): Promise<void> {
  return page.evaluate(() => {
    const device = Object.assign(new EventTarget(), {
      productName: 'SpaceMouse Compact', opened: false, collections: [{ usagePage: 1, usage: 8 }],
      open() { this.opened = true; return Promise.resolve() },
      close() { this.opened = false; return Promise.resolve() },
      forget: () => Promise.resolve(),
    })
    const hid = Object.assign(new EventTarget(), { getDevices: () => Promise.resolve([]), requestDevice: () => Promise.resolve([device]) })
    Object.defineProperty(navigator, 'hid', { configurable: true, value: hid })
    Object.assign(globalThis, { spaceMouse: device })
  })
}

/** Reports as the cable brings them, ten in a hundredth of a second each, until something is so. */
function push(page: Page, reportId: number, numbers: readonly number[], until: string): Promise<void> {
  return page.evaluate(async ([id, values, condition]) => {
    const { spaceMouse } = globalThis as unknown as { spaceMouse: EventTarget }
    const report = (all: readonly number[]): void => {
      const data = new DataView(new ArrayBuffer(2 * all.length))
      all.forEach((value, i) => data.setInt16(2 * i, value, true))
      spaceMouse.dispatchEvent(Object.assign(new Event('inputreport'), { reportId: id, data }))
    }
    const pose = atriumTest.interaction().pose
    const isThere = (): boolean => {
      const now = atriumTest.interaction().pose
      const way = now.position.map((value, k) => value - pose.position[k])
      return condition === 'closer' ? Math.hypot(...way) > 0.3 : condition === 'turned' ? Math.abs(now.orientation[1] - pose.orientation[1]) > 0.05 : Math.hypot(way[0], way[2]) > 0.3
    }
    while (!isThere()) {
      report(values)
      await new Promise(requestAnimationFrame)
    }
    report(values.map(() => 0))
  }, [reportId, numbers, until] as const)
}

test('an architect allows her Space Mouse by a click, and flies and walks with it', { tag: '@proof' }, async ({ atrium, files }) => {
  const { page, viewport } = atrium
  await atrium.open(files.mirrorRoom)
  await viewport.settled()
  await plugIn(page)
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Mouse' }).click()
  await expect(page.getByText('No Space Mouse is connected. Atrium asks for no other device.')).toBeVisible()
  await page.getByRole('button', { name: 'Connect Space Mouse…' }).click()
  await expect(page.getByText('SpaceMouse Compact is connected.')).toBeVisible()
  await page.keyboard.press('Escape')

  // Pulled, the room comes closer; twisted, it turns; let go, the camera rests.
  const before = await viewport.pose()
  await push(page, 1, [0, 300, 0], 'closer')
  const closer = await viewport.pose()
  expect(Math.hypot(...closer.position.map((value, k) => value - closer.target[k]))).toBeLessThan(Math.hypot(...before.position.map((value, k) => value - before.target[k])))
  await push(page, 2, [0, 0, 300], 'turned')
  const rested = await viewport.pose()
  await viewport.settled()
  expect(await viewport.pose()).toEqual(rested)

  // Back by one step of the view, not of the room.
  await page.keyboard.press('Home')
  await expect.poll(async () => (await atrium.document()).pieces.length).toBeGreaterThan(0)

  await atrium.playPointerLock()
  await page.keyboard.press('f')
  await push(page, 1, [0, -350, 0], 'walked')
  await page.keyboard.press('Escape')

  // Off, it moves nothing; disconnected, it is asked for again.
  await page.evaluate(() => atriumTest.changeSettings({ spaceMouse: 'off' }))
  const still = await viewport.pose()
  await page.evaluate(async () => {
    const data = new DataView(new ArrayBuffer(6))
    data.setInt16(0, 350, true)
    for (let i = 0; i < 20; i++) {
      ;(globalThis as unknown as { spaceMouse: EventTarget }).spaceMouse.dispatchEvent(Object.assign(new Event('inputreport'), { reportId: 1, data }))
      await new Promise(requestAnimationFrame)
    }
  })
  expect(await viewport.pose()).toEqual(still)
  await page.evaluate(() => atriumTest.changeSettings({ spaceMouse: undefined }))
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Mouse' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect Space Mouse…' })).toBeVisible()
  await page.keyboard.press('Escape')
})
