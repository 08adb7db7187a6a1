import { useInteraction } from '../interaction/store.ts'
import { pieceAt, type Point, type ToolContext } from './context.ts'

/** Marks the piece under the pointer; over what can be pressed the pointer is a hand. */
export function hover(context: ToolContext, overlay: string | null, point: Point): void {
  const piece = overlay === null ? pieceAt(context, point) : null
  setHovered(piece === null || piece.locked ? null : piece.id)
  context.canvas.style.cursor = overlay === null && (piece === null || piece.locked) ? '' : 'pointer'
}

export function setHovered(hovered: string | null): void {
  if (useInteraction.getState().hovered !== hovered) useInteraction.setState({ hovered })
}
