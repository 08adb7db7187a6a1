import { useInteraction } from '../../interaction/store.ts'
import { freePieceAt, type Point, type ToolContext } from '../context.ts'
import type { Gesture } from '../gesture.ts'
import { beginLook, mouseStyle } from '../look.ts'
import { beginLightDrag, beginPieceDrag } from '../move/drag.ts'
import type { Press } from '../tool.ts'
import { beginRubberBand } from './rubber-band.ts'
import { selectionAfterClick } from './select.ts'
import { leaveUnless, unitOf } from './unit.ts'

/** Radians that a dragged piece turns by a step of the wheel. */
export const WHEEL_TURN = Math.PI / 12

/** A press with the left button: what it means shows when the pointer moves, or does not. Shift and Ctrl add to the selection. */
export function selectOrDrag(context: ToolContext, { event, point, overlay }: Press): Gesture | null {
  // The gizmo listens for itself.
  if (overlay === 'handle') return null
  const adds = event.shiftKey || event.ctrlKey || event.metaKey
  const piece = overlay === null ? freePieceAt(context, point) : null
  const id = overlay ?? piece?.id ?? null
  const click = (): void => {
    leaveUnless(id)
    useInteraction.setState(({ selection }) => ({ selection: selectionAfterClick(selection, id === null ? [] : unitOf(id), adds) }))
  }
  const { left } = mouseStyle()
  if (id === null && !adds && left !== null) return beginLook(context, point, left, click)
  const startDrag = (): Gesture => {
    if (id === null) return beginBand(context, point, adds)
    const { selection } = useInteraction.getState()
    if (!selection.includes(id)) {
      leaveUnless(id)
      useInteraction.setState({ selection: selectionAfterClick(selection, unitOf(id), adds) })
    }
    const drag = piece === null ? beginLightDrag(context, id, point) : beginPieceDrag(context, id, point)
    return drag === null ? {} : {
      move: (at, keys) => drag.moveTo(at, keys),
      wheel: (steps) => drag.turn?.(steps * WHEEL_TURN),
      key: (pressed) => drag.key?.(pressed.key) === true,
      end: () => drag.end?.(),
      cancel: (keep) => { if (keep === true) drag.end?.(); else drag.cancel() },
    }
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
    wheel: (steps) => inner?.wheel?.(steps),
    key: (pressed) => inner?.key?.(pressed) === true,
    cancel: (keep) => inner?.cancel?.(keep),
  }
}

function beginBand(context: ToolContext, start: Point, adds: boolean): Gesture {
  const band = beginRubberBand(context, start, adds)
  return { move: (at) => band.moveTo(at), end: () => band.finish(), cancel: () => band.cancel() }
}
