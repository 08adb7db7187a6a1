import { askPixel, useDebug } from '../../interaction/debug.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useShell } from '../../shell/shell.ts'
import type { Tool } from '../tool.ts'

/** Asks about a pixel: while the debug pixel waits for one, and with Alt. */
export const pixelTool: Tool = {
  id: 'pixel',
  isOn: (event) => useDebug.getState().picking || (event?.altKey === true && useShell.getState().settings.developer === true),
  cursor: 'crosshair',
  hint: 'hint.pixel',
  press(context, { event, point: { x, y } }) {
    event.preventDefault()
    const { canvas } = context
    const { width, height } = context.size()
    const at = (place: number, of: number, pixels: number): number => Math.min(pixels - 1, Math.max(0, Math.floor(place / of * pixels)))
    const picture = { width: canvas.width, height: canvas.height }
    askPixel({ x: at(x, width, picture.width), y: at(y, height, picture.height), ...picture, pose: useInteraction.getState().pose })
    return null
  },
}
