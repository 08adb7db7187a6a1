import { create } from 'zustand'
import { AtriumError } from '../../errors/atrium-error.ts'
import { isStill, type Motion, readReport, scaled, STILL } from '../../navigation/space-mouse.ts'
import { useShell } from '../../shell/shell.ts'

/* The Space Mouse over WebHID. Which device it may be, and that the user allows it, the main process decides: electron/window/space-mouse.ts. */

/** What of WebHID is used here. */
interface HidDevice extends EventTarget {
  readonly productName: string
  readonly opened: boolean
  readonly collections: readonly { readonly usagePage?: number; readonly usage?: number }[]
  open(): Promise<void>
  close(): Promise<void>
  forget(): Promise<void>
}
interface Hid extends EventTarget {
  getDevices(): Promise<HidDevice[]>
  requestDevice(options: { readonly filters: readonly object[] }): Promise<HidDevice[]>
}
type InputReport = Event & { readonly reportId: number; readonly data: DataView }

/** 3Dconnexion, and Logitech, under whose number its earlier devices were sold; both only as a controller of several axes. */
const FILTERS = [0x256f, 0x046d].map((vendorId) => ({ vendorId, usagePage: 1, usage: 8 }))
const isMultiAxis = ({ collections }: HidDevice): boolean => collections.some(({ usagePage, usage }) => usagePage === 1 && usage === 8)

/** A cap that is out says so in every hundredth of a second; one that has been silent for so long, milliseconds, is gone. */
const SILENT_MS = 500
const SPEEDS = { off: 0, slow: 0.4, usual: 1, fast: 2.2 } as const

/** What is connected, by its own name; null: nothing is. */
export const useSpaceMouse = create<{ readonly name: string | null }>()(() => ({ name: null }))

let device: HidDevice | null = null
let motion: Motion = STILL
let lastMs = -Infinity
let buttons = 0
let press: (button: number) => void = () => undefined
const listeners = new Set<() => void>()

const hid = (): Hid | null => (navigator as { readonly hid?: Hid }).hid ?? null

/** Where the cap is now, at the speed that the user chose. */
export function spaceMotion(): Motion {
  const { spaceMouse = 'usual' } = useShell.getState().settings
  if (spaceMouse === 'off' || performance.now() - lastMs > SILENT_MS) return STILL
  return scaled(motion, SPEEDS[spaceMouse])
}

/** Told when the cap moves. Returns how to stop. */
export function onSpaceMotion(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Asks for a Space Mouse; a click must have led here. The main process asks the user whether Atrium may use the one that is there.
 *
 * @returns false when there is none, or the user refused
 * @throws AtriumError `space-mouse-failed` where it cannot be opened
 */
export async function connectSpaceMouse(): Promise<boolean> {
  try {
    const found = (await hid()?.requestDevice({ filters: FILTERS }))?.find(isMultiAxis)
    if (found === undefined) return false
    await use(found)
    return true
  } catch (error) {
    throw new AtriumError('space-mouse-failed', String(error), { cause: error })
  }
}

/** Atrium may not use it any more. */
export async function forgetSpaceMouse(): Promise<void> {
  const gone = device
  letGo()
  await gone?.close()
  await gone?.forget()
}

/**
 * Uses the one that the user allowed, now and whenever it is plugged in.
 *
 * @param onButton  0 is the first
 * @returns how to stop
 */
export function followSpaceMouse(onButton: (button: number) => void): () => void {
  const all = hid()
  if (all === null) return () => undefined
  press = onButton
  const stop = new AbortController()
  const reconnect = async (): Promise<void> => {
    const known = device === null ? (await all.getDevices()).find(isMultiAxis) : undefined
    if (known !== undefined) await use(known)
  }
  // One that another program holds is left to it; it can be asked for again.
  const quietly = (): void => void reconnect().catch(() => undefined)
  all.addEventListener('connect', quietly, { signal: stop.signal })
  all.addEventListener('disconnect', (event) => {
    if ((event as Event & { readonly device?: HidDevice }).device === device) letGo()
  }, { signal: stop.signal })
  quietly()
  return () => {
    stop.abort()
    const gone = device
    letGo()
    void gone?.close().catch(() => undefined)
  }
}

async function use(found: HidDevice): Promise<void> {
  if (!found.opened) await found.open()
  if (device !== found) {
    device?.removeEventListener('inputreport', take)
    found.addEventListener('inputreport', take)
  }
  device = found
  useSpaceMouse.setState({ name: found.productName.slice(0, 100) })
}

function letGo(): void {
  device?.removeEventListener('inputreport', take)
  device = null
  motion = STILL
  buttons = 0
  useSpaceMouse.setState({ name: null })
}

function take(event: Event): void {
  const { reportId, data } = event as InputReport
  const report = readReport(reportId, data)
  // Which window it is meant for: the one in front.
  if (report === null || !document.hasFocus() || useShell.getState().settings.spaceMouse === 'off') return
  if (report.buttons !== undefined) {
    const pressed = report.buttons & ~buttons
    buttons = report.buttons
    for (let button = 0; button < 24; button++) if (pressed & (1 << button)) press(button)
    return
  }
  motion = { move: report.move ?? motion.move, turn: report.turn ?? motion.turn }
  lastMs = performance.now()
  if (!isStill(motion)) for (const listener of listeners) listener()
}
