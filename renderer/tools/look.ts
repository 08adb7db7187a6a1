import type { Vec3 } from '../../gpu/index.ts'
import { type CameraPose, useInteraction } from '../interaction/store.ts'
import { findViewport } from '../interaction/viewport.ts'
import { flyTo } from '../navigation/flight.ts'
import { keptInside, orbitBy, panBy, roomBetween, zoomTo } from '../navigation/orbit.ts'
import { projectPoint, type Size } from '../navigation/projection.ts'
import { heldOf, type Look, styleOf } from '../navigation/styles.ts'
import { add, distance, scale } from '../navigation/vector.ts'
import { useShell } from '../shell/shell.ts'
import { looseIds } from './body.ts'
import { hitAt, type Point, pointOf, rayAt, type ToolContext } from './context.ts'
import type { Gesture } from './gesture.ts'

const ZOOM_PER_PIXEL = 0.0015
/** Of dragging, where the hand goes less far than a wheel. */
const ZOOM_PER_DRAGGED_PIXEL = 0.006
const WHEEL_SPEEDS = { slow: 0.4, usual: 1, fast: 2.5 } as const
/** CSS pixels that a step of the wheel shifts the view by, for each of its own. */
const SHIFT_PER_PIXEL = 0.4
/** Two fingers on a pad come as a wheel with Ctrl, in steps smaller than any wheel's. */
const LARGEST_PINCH = 40

/** What the mouse does, as the user chose it. */
export const mouseStyle = () => styleOf(useShell.getState().settings.navigation)

/** Dragging towards the far end of the table brings what the camera looks at closer, towards the user takes it away. */
const zoomBy = (pose: CameraPose, _: number, dy: number): CameraPose => zoomTo(pose, pose.target, Math.exp(dy * ZOOM_PER_DRAGGED_PIXEL))

const DRAGS: Readonly<Record<Look, (pose: CameraPose, dx: number, dy: number, size: Size) => CameraPose>> = { orbit: orbitBy, pan: panBy, zoom: zoomBy }

/** Dragging turns the camera about its target, shifts both, or brings the camera closer to it; null: it does nothing. A click is told. */
export function beginLook(context: ToolContext, start: Point, look: Look | null, onClick?: () => void): Gesture {
  const end = (wasDrag: boolean): void => { if (!wasDrag) onClick?.() }
  if (look === null) return { end }
  const furniture = looseIds()
  let free = useInteraction.getState().pose
  // Inside a room the camera stays inside; from outside it may look at the house from everywhere.
  const keepsInside = look === 'orbit' && roomBetween(free, context.query, furniture) === null
  let last = start
  return {
    move(point) {
      const [dx, dy] = [point.x - last.x, point.y - last.y]
      last = point
      free = DRAGS[look](free, dx, dy, context.size())
      useInteraction.setState({ pose: keepsInside ? keptInside(free, roomBetween(free, context.query, furniture)) : free })
    },
    end,
  }
}

/** The wheel brings what lies under it closer or takes it away; with keys, where the style says so, it shifts the view. */
export function rollWheel(context: ToolContext, event: WheelEvent): void {
  const { wheel, wheelSpeed = 'usual' } = useShell.getState().settings
  const perUnit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1
  // With Shift, some systems turn the wheel sideways.
  const pixels = (event.deltaY === 0 ? (event.deltaX ?? 0) : event.deltaY) * perUnit * WHEEL_SPEEDS[wheelSpeed]
  const isPinch = event.ctrlKey && Math.abs(event.deltaY * perUnit) < LARGEST_PINCH
  const roll = isPinch ? 'zoom' : mouseStyle().wheel[heldOf(event)]
  if (roll === 'zoom') zoomUnder(context, event, isPinch || wheel !== 'farther' ? pixels : -pixels)
  else {
    const shift = pixels * SHIFT_PER_PIXEL
    useInteraction.setState(({ pose }) => ({ pose: panBy(pose, roll === 'sideways' ? shift : 0, roll === 'upright' ? -shift : 0, context.size()) }))
  }
}

/** @param pixels  of the wheel, more than 0: away */
function zoomUnder(context: ToolContext, event: WheelEvent, pixels: number): void {
  const { origin, direction } = rayAt(context, pointOf(context.canvas, event))
  const { pose } = useInteraction.getState()
  const under = context.query.closestHit(origin, direction)?.position ?? add(origin, scale(direction, distance(pose.position, pose.target)))
  const factor = Math.exp(Math.max(-300, Math.min(300, pixels)) * ZOOM_PER_PIXEL)
  useInteraction.setState((now) => ({ pose: zoomTo(now.pose, under, factor) }))
}

/** Two clicks with the middle button, where the style has a meaning for them. */
export function clickMiddleTwice(context: ToolContext, point: Point): void {
  const { twice } = mouseStyle()
  if (twice === 'fit') findViewport()?.fitAll()
  if (twice !== 'center') return
  const hit = hitAt(context, point)
  if (hit !== null) flyTo(centeredOn(useInteraction.getState().pose, hit.position, context.size()))
}

/** Shifted until a point is in the middle of the picture; the camera goes on about it. */
function centeredOn(pose: CameraPose, point: Vec3, size: Size): CameraPose {
  const about = { ...pose, target: point }
  const at = projectPoint(pose, size, point)
  return at === null ? pose : { ...panBy(about, size.width / 2 - at[0], size.height / 2 - at[1], size), target: point }
}
