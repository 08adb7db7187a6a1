import type { Vec3 } from '../../../gpu/index.ts'
import { setTransforms } from '../../document/changes/index.ts'
import { newId } from '../../document/ids.ts'
import { isPlaced } from '../../document/light-frame.ts'
import { useDocument } from '../../document/store.ts'
import type { Transform } from '../../document/transform.ts'
import type { Piece, PlacedLight } from '../../document/types.ts'
import { projectPoint } from '../../navigation/projection.ts'
import { useInteraction } from '../../interaction/store.ts'
import { add, distance, dot, rotate, scale, sub } from '../../navigation/vector.ts'
import { bodyOf, createWallTest, slideAxes, surfaceRules } from '../body.ts'
import { type Point, rayAt, type ToolContext } from '../context.ts'
import { anchorOf, type Body, placeOn } from '../place/placement.ts'
import { phrase } from '../../words/say.ts'
import { backOff, slide } from './slide.ts'
import { findSurface } from '../place/surface.ts'

/** Moves a piece over the surfaces of the room. */
export interface SurfaceDrag {
  /** The piece as it would be with the pointer here, or null where it finds no surface. */
  moveTo(point: Point): Transform | null
}

/**
 * @param grab  where on the canvas the piece was taken, or null when it hangs on the pointer by its anchor
 * @param others  pieces that move along and are looked through
 */
export function createSurfaceDrag(context: ToolContext, piece: Piece, body: Body, grab: Point | null, others: Iterable<string> = []): SurfaceDrag {
  const snapshot = context.snapshot()
  if (snapshot === null) return { moveTo: () => null }
  const rules = surfaceRules(snapshot, body.mount, new Set([piece.id, ...others]))
  const offset = grab === null ? { x: 0, y: 0 } : grabOffset(context, body, grab)
  const isFree = createWallTest(context, body)
  let last: Vec3 | null = grab === null ? null : piece.position
  return {
    moveTo(point) {
      const ray = rayAt(context, { x: point.x - offset.x, y: point.y - offset.y })
      const surface = findSurface(context.query, ray, rules)
      if (surface === null) return null
      const target = placeOn(body, surface)
      // A wall piece touches its wall by nature; its own wall must not push it off.
      if (body.mount === 'wall') return target
      const position = last === null
        ? backOff(target.position, ray.origin, isFree)
        : slide(last, target.position, slideAxes(body), isFree)
      last = position
      return { ...target, position }
    },
  }
}

/** From the piece's anchor on the picture to the pointer: with the pointer at rest the piece rests too. */
function grabOffset(context: ToolContext, body: Body, grab: Point): Point {
  const size = context.size()
  const anchor = projectPoint(useInteraction.getState().pose, size, anchorOf(body))
  const isOnPicture = anchor !== null && anchor[0] > 0 && anchor[1] > 0 && anchor[0] < size.width && anchor[1] < size.height
  return isOnPicture ? { x: grab.x - anchor[0], y: grab.y - anchor[1] } : { x: 0, y: 0 }
}

/** What is selected together with an item, and moves along with it. */
function companyOf(id: string): { readonly company: readonly Piece[]; readonly lights: readonly PlacedLight[] } {
  const { document } = useDocument.getState()
  const selected = new Set(useInteraction.getState().selection)
  if (!selected.has(id)) return { company: [], lights: [] }
  return {
    company: document.pieces.filter((other) => other.id !== id && selected.has(other.id) && !other.locked),
    lights: document.lights.filter((light): light is PlacedLight => isPlaced(light) && light.id !== id && light.attachedTo === null && selected.has(light.id)),
  }
}

/** Metres that a dragged light stays away from what lies behind it. */
const LIGHT_CLEARANCE = 0.05

/**
 * Drags a light that hangs free, as far from the picture as it was, but never into what the pointer is over: along a wall it comes nearer.
 *
 * @returns null when it hangs on a piece, or is gone
 */
export function beginLightDrag(context: ToolContext, id: string, grab: Point): PieceDrag | null {
  const light = useDocument.getState().document.lights.find((other) => other.id === id)
  if (light === undefined || !isPlaced(light) || light.attachedTo !== null) return null
  const { pose } = useInteraction.getState()
  const { company, lights } = companyOf(id)
  const others = [...company, ...lights]
  const at = projectPoint(pose, context.size(), light.position)
  const offset = at === null ? { x: 0, y: 0 } : { x: grab.x - at[0], y: grab.y - at[1] }
  const forward = rotate(pose.orientation, [0, 0, -1])
  const depth = dot(sub(light.position, pose.position), forward)
  const skip = new Set(company.map((other) => other.id))
  const gesture = newId()
  const label = phrase('undo.move', { name: others.length === 0 ? light.name : phrase('undo.items', { count: others.length + 1 }) })
  return {
    moveTo(point) {
      const { origin, direction } = rayAt(context, { x: point.x - offset.x, y: point.y - offset.y })
      const hit = context.query.closestHit(origin, direction, { skip })
      const wanted = depth / dot(direction, forward)
      const most = hit === null ? Infinity : hit.t - LIGHT_CLEARANCE / distance(direction, [0, 0, 0])
      const position = add(origin, scale(direction, Math.max(0, Math.min(wanted, most))))
      const delta = sub(position, light.position)
      useDocument.getState().edit(label, setTransforms(new Map([light, ...others].map((item) => [item.id, { position: add(item.position, delta) }]))), gesture)
    },
    cancel: () => useDocument.getState().abandon(gesture),
  }
}

/** One drag of a piece, and of the selection it belongs to: one undo step. */
export interface PieceDrag {
  moveTo(point: Point): void
  cancel(): void
}

/** Null when there is nothing to drag: the piece is locked or not loaded. */
export function beginPieceDrag(context: ToolContext, id: string, grab: Point): PieceDrag | null {
  const { document } = useDocument.getState()
  const piece = document.pieces.find((other) => other.id === id)
  const snapshot = context.snapshot()
  if (piece === undefined || piece.locked || snapshot === null) return null
  const body = bodyOf(snapshot, piece)
  if (body === null) return null
  const { company, lights } = companyOf(id)
  const others = [...company, ...lights]
  const drag = createSurfaceDrag(context, piece, body, grab, company.map((other) => other.id))
  const gesture = newId()
  const label = phrase('undo.move', { name: others.length === 0 ? piece.name : phrase('undo.items', { count: others.length + 1 }) })
  return {
    moveTo(point) {
      const target = drag.moveTo(point)
      if (target === null) return
      const delta = sub(target.position, piece.position)
      const transforms = new Map<string, Partial<Transform>>(others.map((other) => [other.id, { position: add(other.position, delta) }]))
      transforms.set(id, { position: target.position, rotation: target.rotation })
      useDocument.getState().edit(label, setTransforms(transforms), gesture)
    },
    cancel: () => useDocument.getState().abandon(gesture),
  }
}
