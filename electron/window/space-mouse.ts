import type { Session } from 'electron'
import { z } from 'zod'
import { JsonFile } from '../files/json-file.ts'
import { isOwnPage } from '../security.ts'

const THREE_DCONNEXION = 0x256f
/** Earlier devices of 3Dconnexion, under the number of Logitech, whose keyboards and mice are none of our affair. */
const LOGITECH = 0x046d
const LOGITECH_PRODUCTS = new Set([0xc603, 0xc605, 0xc606, 0xc621, 0xc623, 0xc625, 0xc626, 0xc627, 0xc628, 0xc629, 0xc62b])
/** Generic desktop, multi-axis controller. */
const [USAGE_PAGE, USAGE] = [1, 8]

/** What Electron tells of a device. */
export interface HidFacts {
  readonly deviceId?: string
  readonly vendorId: number
  readonly productId: number
  readonly name: string
  readonly collections: readonly { readonly usagePage: number; readonly usage: number }[]
}

const Allowed = z.array(z.object({ vendorId: z.number().int(), productId: z.number().int() })).max(100)
type Allowed = z.infer<typeof Allowed>

/** Whether a device is a Space Mouse: nothing else of HID is ever given to a page. */
export function isSpaceMouse({ vendorId, productId, collections }: HidFacts): boolean {
  const isMade = vendorId === THREE_DCONNEXION || (vendorId === LOGITECH && LOGITECH_PRODUCTS.has(productId))
  return isMade && Array.isArray(collections) && collections.some(({ usagePage, usage }) => usagePage === USAGE_PAGE && usage === USAGE)
}

/** Which Space Mouse the user allowed, also for the next start. */
export class SpaceMice {
  readonly #file: JsonFile<Allowed>
  /** As it was read or changed last: the session's handler cannot wait. */
  #allowed: Allowed = []

  constructor(filePath: string, onLost?: (error: unknown) => void) {
    this.#file = new JsonFile<Allowed>(filePath, Allowed, [], onLost)
  }

  async load(): Promise<void> {
    this.#allowed = await this.#file.read()
  }

  /** For `setDevicePermissionHandler`. */
  isAllowed(device: HidFacts, origin: string): boolean {
    return isOwnPage(origin) && isSpaceMouse(device) && this.#allowed.some((other) => isSame(other, device))
  }

  allow({ vendorId, productId }: HidFacts): Promise<void> {
    return this.#change((before) => [...before.filter((other) => !isSame(other, { vendorId, productId })), { vendorId, productId }].slice(-20))
  }

  forget(device: HidFacts): Promise<void> {
    return this.#change((before) => before.filter((other) => !isSame(other, device)))
  }

  async #change(change: (before: Allowed) => Allowed): Promise<void> {
    this.#allowed = change(this.#allowed)
    await this.#file.update(() => this.#allowed)
  }
}

const isSame = (a: Allowed[number], b: Pick<HidFacts, 'vendorId' | 'productId'>): boolean => a.vendorId === b.vendorId && a.productId === b.productId

/**
 * HID: a page of ours that asks gets the Space Mouse that is there, when the user says so to its name.
 *
 * @param ask  of the user; `frame`: the page's
 */
export function giveSpaceMice(session: Session, mice: SpaceMice, ask: (name: string, frame: { readonly url: string } | null) => Promise<boolean>): void {
  session.on('select-hid-device', (event, { deviceList, frame }, callback) => {
    event.preventDefault()
    const device = frame !== null && frame.parent === null && isOwnPage(frame.url) ? deviceList.find(isSpaceMouse) : undefined
    if (device === undefined) return callback(null)
    void ask(device.name, frame).then(async (isWanted) => {
      if (isWanted) await mice.allow(device)
      callback(isWanted ? device.deviceId : null)
    }, () => callback(null))
  })
  // What the page gave back is not given to the next one either.
  session.on('hid-device-revoked', (_event, { device }) => void mice.forget(device))
  session.setDevicePermissionHandler(({ deviceType, origin, device }) => deviceType === 'hid' && mice.isAllowed(device as HidFacts, origin))
}
