import type { BrowserWindow, Rectangle } from 'electron'
import { z } from 'zod'
import { JsonFile } from '../files/json-file.ts'

/** Smaller windows cut the panels off. */
export const SMALLEST = { width: 800, height: 500 }
const FIRST: WindowState = { bounds: { x: 0, y: 0, width: 1280, height: 800 }, placed: false, maximized: false }
/** Pixels of a window that must lie on some display, so that it can be taken hold of. */
const HANDLE = 100
/** Pixels from one window to the next: as high as a title bar. */
const STEP = 28

const pixels = z.number().int().min(-100_000).max(100_000)
const WindowState = z.object({
  bounds: z.object({ x: pixels, y: pixels, width: pixels, height: pixels }),
  /** false: the platform chooses the place. */
  placed: z.boolean(),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof WindowState>

/** Where the window stood when it was last closed. */
export function openWindowState(filePath: string, onLost?: (error: unknown) => void): JsonFile<WindowState> {
  return new JsonFile(filePath, WindowState, FIRST, onLost)
}

/** Size and place for a new window. A place on a display that is gone is left to the platform. */
export function fittingBounds({ bounds, placed }: WindowState, workAreas: readonly Rectangle[]): { width: number; height: number; x?: number; y?: number } {
  const size = { width: Math.max(SMALLEST.width, bounds.width), height: Math.max(SMALLEST.height, bounds.height) }
  const isInReach = workAreas.some((area) =>
    bounds.x + size.width >= area.x + HANDLE && bounds.x <= area.x + area.width - HANDLE && bounds.y >= area.y && bounds.y <= area.y + area.height - HANDLE)
  return placed && isInReach ? { ...size, x: bounds.x, y: bounds.y } : size
}

/** Where the next window stands: as large as this one, a step down and to the right. */
export function beside({ x, y, width, height }: Rectangle): WindowState {
  return { bounds: { x: x + STEP, y: y + STEP, width, height }, placed: true, maximized: false }
}

/** Remembers the place whenever the window is about to close. */
export function rememberBounds(window: Pick<BrowserWindow, 'on' | 'getNormalBounds' | 'isMaximized'>, state: JsonFile<WindowState>): void {
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds()
    void state.update(() => ({ bounds: { x, y, width, height }, placed: true, maximized: window.isMaximized() }))
  })
}
