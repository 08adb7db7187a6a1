import type { QueryHit, SceneQuery, SceneSnapshot, Vec3 } from '../../gpu/index.ts'
import { isLocked } from '../document/flags.ts'
import { findPiece } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import type { Piece } from '../document/types.ts'
import { rayThrough, type Size } from '../navigation/projection.ts'
import { useInteraction } from '../interaction/store.ts'

/** What tools know of the viewport: where the pointer's ray goes and what it meets. */
export interface ToolContext {
  readonly canvas: HTMLCanvasElement
  readonly query: SceneQuery
  /** CSS pixels. */
  size(): Size
  /** The scene as it is on screen; null before the first. */
  snapshot(): SceneSnapshot | null
}

export interface Ray {
  readonly origin: Vec3
  readonly direction: Vec3
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Position of an event in CSS pixels from the top left of the canvas. */
export function pointOf(canvas: HTMLElement, event: { readonly clientX: number; readonly clientY: number }): Point {
  const { left, top } = canvas.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

export function rayAt(context: ToolContext, { x, y }: Point): Ray {
  const { pose } = useInteraction.getState()
  return { origin: pose.position, direction: rayThrough(pose, context.size(), x, y) }
}

/** What the pointer's ray meets first; null: nothing. */
export function hitAt(context: ToolContext, point: Point): QueryHit | null {
  const { origin, direction } = rayAt(context, point)
  return context.query.closestHit(origin, direction)
}

/** The piece under the pointer that a click takes; null: none, or a locked one. */
export function freePieceAt(context: ToolContext, point: Point): Piece | null {
  const piece = pieceAt(context, point)
  return piece === null || isLocked(useDocument.getState().document, piece) ? null : piece
}

/** The piece under the pointer, locked or not; null: none. */
export function pieceAt(context: ToolContext, point: Point): Piece | null {
  const hit = hitAt(context, point)
  return hit === null ? null : findPiece(useDocument.getState().document, hit.instance)
}
