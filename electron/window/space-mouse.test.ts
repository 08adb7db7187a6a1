import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { EventEmitter } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ORIGIN } from '../protocol.ts'
import { type HidFacts, SpaceMice, giveSpaceMice, isSpaceMouse } from './space-mouse.ts'

let folder = ''
beforeEach(() => { folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-hid-')) })
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const device = (vendorId: number, productId: number, usage = 8, usagePage = 1): HidFacts => ({ deviceId: `${vendorId}-${productId}`, vendorId, productId, name: 'Device', collections: [{ usagePage, usage }] })
const compact = device(0x256f, 0xc635)
const navigator = device(0x046d, 0xc626)
const OTHERS: readonly [string, HidFacts][] = [
  ['a keyboard of Logitech', device(0x046d, 0xc31c, 6)],
  ['a joystick of Logitech that calls itself a controller of several axes', device(0x046d, 0xc215)],
  ['a CadMouse, which is a mouse', device(0x256f, 0xc650, 2)],
  ['a security key', device(0x1050, 0x0407, 1, 0xf1d0)],
  ['another maker’s controller of several axes', device(0x1234, 1)],
  ['one that says nothing of itself', { ...compact, collections: [] }],
  ['one of an older Electron, which says less', { ...compact, collections: undefined as never }],
]
const page = { url: `${ORIGIN}/index.html`, parent: null }

/** A session, what its chooser answers, and what was asked. */
function sessionWith(mice: SpaceMice, answer: boolean) {
  const asked: string[] = []
  let permission: (details: object) => boolean = () => false
  const session = Object.assign(new EventEmitter(), { setDevicePermissionHandler: (handler: typeof permission) => void (permission = handler) })
  giveSpaceMice(session as never, mice, (name) => (asked.push(name), Promise.resolve(answer)))
  const choose = (deviceList: readonly HidFacts[], frame: object | null = page): Promise<string | null> =>
    new Promise((resolve) => {
      const event = { preventDefault: vi.fn() }
      session.emit('select-hid-device', event, { deviceList, frame }, resolve)
      expect(event.preventDefault).toHaveBeenCalledOnce()
    })
  const gives = (found: HidFacts, origin: string = ORIGIN, deviceType = 'hid') => permission({ deviceType, origin, device: found })
  return { session, choose, gives, asked }
}
const mice = (): SpaceMice => new SpaceMice(path.join(folder, 'devices.json'))

test.each(OTHERS)('%s is no Space Mouse: nobody is asked, and no page gets it', async (_what, other) => {
  expect(isSpaceMouse(other)).toBe(false)
  const { choose, gives, asked } = sessionWith(mice(), true)
  expect(await choose([other])).toBeNull()
  expect([asked, gives(other)]).toEqual([[], false])
})

test('a Space Mouse is the page’s when the user allows it, now and after the next start', async () => {
  const first = sessionWith(mice(), true)
  expect([isSpaceMouse(compact), isSpaceMouse(navigator)]).toEqual([true, true])
  expect(first.gives(compact)).toBe(false)
  expect(await first.choose([OTHERS[0][1], compact])).toBe(compact.deviceId)
  expect(first.asked).toEqual(['Device'])
  expect([first.gives(compact), first.gives(navigator)]).toEqual([true, false])
  const again = mice()
  await again.load()
  expect(sessionWith(again, false).gives(compact)).toBe(true)
})

test('refused, or given back by the page, it is nobody’s', async () => {
  const refused = sessionWith(mice(), false)
  expect([await refused.choose([compact]), refused.gives(compact)]).toEqual([null, false])
  const all = mice()
  const kept = sessionWith(all, true)
  await kept.choose([compact])
  const forget = vi.spyOn(all, 'forget')
  kept.session.emit('hid-device-revoked', {}, { device: compact })
  expect(kept.gives(compact)).toBe(false)
  await forget.mock.results[0].value
  const again = mice()
  await again.load()
  expect(sessionWith(again, true).gives(compact)).toBe(false)
})

test('no page but ours is asked for, no frame within it, and no other kind of device', async () => {
  const { choose, gives, asked } = sessionWith(mice(), true)
  for (const frame of [null, { url: 'https://example.org/', parent: null }, { url: `${ORIGIN}/index.html`, parent: {} }]) expect(await choose([compact], frame)).toBeNull()
  expect(asked).toEqual([])
  await choose([compact])
  expect([gives(compact, 'https://example.org'), gives(compact, `${ORIGIN}.evil`), gives(compact, ORIGIN, 'usb'), gives(compact, `${ORIGIN}/`)]).toEqual([false, false, false, true])
})

test('a file that somebody else wrote allows nothing', async () => {
  writeFileSync(path.join(folder, 'devices.json'), '[{"vendorId":"x"}]')
  const damaged = mice()
  await damaged.load()
  expect(sessionWith(damaged, true).gives(compact)).toBe(false)
  writeFileSync(path.join(folder, 'devices.json'), JSON.stringify([{ vendorId: 0x1050, productId: 0x0407 }]))
  await damaged.load()
  expect(sessionWith(damaged, true).gives(device(0x1050, 0x0407, 1, 0xf1d0))).toBe(false)
})
