import { useInteraction } from '../interaction/store.ts'
import { freePieceAt, type Point, type ToolContext } from './context.ts'
import type { Tool } from './tool.ts'

/** Marks the piece under the pointer; over what can be pressed the pointer is a hand, unless the tool has a cursor of its own. */
export function hover(context: ToolContext, { cursor }: Tool, overlay: string | null, point: Point): void {
  const piece = overlay === null ? freePieceAt(context, point) : null
  setHovered(piece === null ? null : piece.id)
  context.canvas.style.cursor = cursor ?? (overlay === null && piece === null ? '' : 'pointer')
}

export function setHovered(hovered: string | null): void {
  if (useInteraction.getState().hovered !== hovered) useInteraction.setState({ hovered })
}
