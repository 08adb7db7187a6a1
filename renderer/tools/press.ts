import { useInteraction } from '../interaction/store.ts'
import { pieceAt, type Point, type ToolContext } from './context.ts'
import type { Gesture } from './gesture.ts'
import { beginLook } from './look.ts'
import { beginLightDrag, beginPieceDrag } from './move/drag.ts'
import { beginRubberBand } from './select/rubber-band.ts'
import { selectionAfterClick } from './select/select.ts'

/**
 * A press with the left button: what it means shows when the pointer moves, or does not.
 *
 * @param overlay  the light whose marker lies there, or null
 * @param adds     to the selection, instead of taking its place
 */
export function beginPress(context: ToolContext, overlay: string | null, point: Point, adds: boolean): Gesture {
  const piece = overlay === null ? pieceAt(context, point) : null
  const id = overlay ?? (piece !== null && !piece.locked ? piece.id : null)
  const click = (): void => useInteraction.setState(({ selection }) => ({ selection: selectionAfterClick(selection, id, adds) }))
  if (id === null && !adds) return beginLook(context, point, false, click)
  const startDrag = (): Gesture => {
    if (id === null) return beginBand(context, point)
    const { selection } = useInteraction.getState()
    if (!selection.includes(id)) useInteraction.setState({ selection: adds ? [...selection, id] : [id] })
    const drag = piece === null ? beginLightDrag(context, id, point) : beginPieceDrag(context, id, point)
    return drag === null ? {} : { move: (at) => drag.moveTo(at), cancel: (keep) => { if (!keep) drag.cancel() } }
  }
  let inner: Gesture | null = null
  return {
    move(at, event) {
      inner ??= startDrag()
      inner.move?.(at, event)
    },
    end(wasDrag) {
      if (wasDrag) inner?.end?.(true)
      else click()
    },
    cancel: (keep) => inner?.cancel?.(keep),
  }
}

function beginBand(context: ToolContext, start: Point): Gesture {
  const band = beginRubberBand(context, start)
  return { move: (at) => band.moveTo(at), end: () => band.finish(), cancel: () => band.cancel() }
}
