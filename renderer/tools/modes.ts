import { askPixel, useDebug } from '../interaction/debug.ts'
import { useInteraction } from '../interaction/store.ts'
import { lensOfPose } from '../navigation/lens.ts'
import { focusedOn } from '../navigation/projection.ts'
import { useShell } from '../shell/shell.ts'
import { hitAt, type Point, type ToolContext } from './context.ts'

/**
 * Presses of the left button that do not touch the room: while focusing is on they say what shall be sharp; with Alt, or while
 * the debug pixel waits for it, they ask about a pixel.
 *
 * @returns whether this was one
 */
export function takePress(context: ToolContext, event: PointerEvent, point: Point): boolean {
  const asks = (event.altKey && useShell.getState().settings.developer === true) || useDebug.getState().picking
  const act = useInteraction.getState().focusing ? focusAt : asks ? askAt : null
  if (act === null) return false
  event.preventDefault()
  act(context, point)
  return true
}

/** What lies under the pointer becomes sharp, and the lens opens; over nothing, the next click says. */
function focusAt(context: ToolContext, point: Point): void {
  const hit = hitAt(context, point)
  if (hit === null) return
  useInteraction.setState(({ pose }) => {
    const focused = focusedOn(pose, hit.position)
    return { focusing: false, pose: { ...focused, lens: { ...lensOfPose(focused), on: true } } }
  })
}

function askAt(context: ToolContext, { x, y }: Point): void {
  const { width, height } = context.size()
  const at = (place: number, of: number, pixels: number): number => Math.min(pixels - 1, Math.max(0, Math.floor(place / of * pixels)))
  const picture = { width: context.canvas.width, height: context.canvas.height }
  askPixel({ x: at(x, width, picture.width), y: at(y, height, picture.height), ...picture, pose: useInteraction.getState().pose })
}
