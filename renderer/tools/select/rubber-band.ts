import { selectablePieces } from '../../document/flags.ts'
import { takenWith } from '../../document/groups.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { boundsOfPieces } from '../body.ts'
import type { Point, ToolContext } from '../context.ts'
import { piecesInBand, rectangleOf } from './select.ts'

export interface RubberBand {
  moveTo(point: Point): void
  finish(): void
  cancel(): void
}

/** Selects what lies in a rectangle as it is drawn. @param adds  to what is selected */
export function beginRubberBand(context: ToolContext, start: Point, adds: boolean): RubberBand {
  const element = document.createElement('div')
  element.className = 'rubber-band'
  Object.assign(element.style, { position: 'absolute', pointerEvents: 'none', border: '1px solid #ff8c1a', background: 'rgb(255 140 26 / 12%)', zIndex: '1' })
  context.canvas.parentElement?.append(element)
  const { document: room } = useDocument.getState()
  const snapshot = context.snapshot()
  const boxes = snapshot === null ? new Map<string, never>() : boundsOfPieces(snapshot, room)
  const { selection: before, pose, entered } = useInteraction.getState()
  return {
    moveTo(point) {
      const band = rectangleOf(start, point)
      Object.assign(element.style, {
        left: `${band.left}px`, top: `${band.top}px`, width: `${band.right - band.left}px`, height: `${band.bottom - band.top}px`,
      })
      const caught = takenWith(room, piecesInBand(selectablePieces(room), boxes, band, pose, context.size()), entered)
      useInteraction.setState({ selection: [...new Set([...(adds ? before : []), ...caught])] })
    },
    finish: () => element.remove(),
    cancel() {
      element.remove()
      useInteraction.setState({ selection: before })
    },
  }
}
