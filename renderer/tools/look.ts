import { useInteraction } from '../interaction/store.ts'
import { keptInside, orbitBy, panBy, roomBetween, zoomTo } from '../navigation/orbit.ts'
import { add, distance, scale } from '../navigation/vector.ts'
import { looseIds } from './body.ts'
import { type Point, pointOf, rayAt, type ToolContext } from './context.ts'
import type { Gesture } from './gesture.ts'

const ZOOM_PER_PIXEL = 0.0015

/** Dragging turns the camera about its target, or shifts both. */
export function beginLook(context: ToolContext, start: Point, pan: boolean, onClick?: () => void): Gesture {
  const furniture = looseIds()
  let free = useInteraction.getState().pose
  // Inside a room the camera stays inside; from outside it may look at the house from everywhere.
  const keepsInside = !pan && roomBetween(free, context.query, furniture) === null
  let last = start
  return {
    move(point) {
      const [dx, dy] = [point.x - last.x, point.y - last.y]
      last = point
      free = (pan ? panBy : orbitBy)(free, dx, dy, context.size())
      useInteraction.setState({ pose: keepsInside ? keptInside(free, roomBetween(free, context.query, furniture)) : free })
    },
    end: (wasDrag) => { if (!wasDrag) onClick?.() },
  }
}

/** The wheel brings what lies under it closer, or takes it away. */
export function zoomByWheel(context: ToolContext, event: WheelEvent): void {
  const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY
  const { origin, direction } = rayAt(context, pointOf(context.canvas, event))
  const { pose } = useInteraction.getState()
  const under = context.query.closestHit(origin, direction)?.position ?? add(origin, scale(direction, distance(pose.position, pose.target)))
  const factor = Math.exp(Math.max(-300, Math.min(300, pixels)) * ZOOM_PER_PIXEL)
  useInteraction.setState((now) => ({ pose: zoomTo(now.pose, under, factor) }))
}
