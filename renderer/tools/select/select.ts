import type { Piece, PieceId } from '../../document/types.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { projectPoint, type Size } from '../../navigation/projection.ts'
import type { CameraPose } from '../../interaction/store.ts'
import type { Vec3 } from '../../../gpu/index.ts'
import type { Point } from '../context.ts'

/** Ids of pieces and lights. */
type Selection = readonly string[]

/**
 * The selection after a click.
 *
 * @param ids  what was clicked, all that a click takes; empty: nothing
 * @param adds  Shift or Ctrl is held: adds, or takes away what was selected
 */
export function selectionAfterClick(selection: Selection, ids: Selection, adds: boolean): Selection {
  if (ids.length === 0) return adds || selection.length === 0 ? selection : []
  const before = new Set(selection)
  const isAll = ids.every((id) => before.has(id))
  if (!adds) return isAll && selection.length === ids.length ? selection : ids
  const clicked = new Set(ids)
  return isAll ? selection.filter((id) => !clicked.has(id)) : [...selection, ...ids.filter((id) => !before.has(id))]
}

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function rectangleOf(a: Point, b: Point): Rectangle {
  return { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), right: Math.max(a.x, b.x), bottom: Math.max(a.y, b.y) }
}

/**
 * Pieces whose middle lies in the rubber band. What reaches behind the camera is left out.
 *
 * @param boxes  world boxes of the pieces
 */
export function piecesInBand(pieces: readonly Piece[], boxes: ReadonlyMap<PieceId, Bounds>, band: Rectangle, pose: CameraPose, size: Size): PieceId[] {
  return pieces.flatMap(({ id }) => {
    const box = boxes.get(id)
    if (box === undefined) return []
    const middle: Vec3 = [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2, (box.min[2] + box.max[2]) / 2]
    const at = projectPoint(pose, size, middle)
    return at !== null && at[0] >= band.left && at[0] <= band.right && at[1] >= band.top && at[1] <= band.bottom ? [id] : []
  })
}
