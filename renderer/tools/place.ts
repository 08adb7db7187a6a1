import { addPiece, setTransform } from '../document/changes/index.ts'
import { newId } from '../document/ids.ts'
import { freeName } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import type { Transform } from '../document/transform.ts'
import type { AssetRecord, Piece, PointLight } from '../document/types.ts'
import { useInteraction } from '../interaction/store.ts'
import { quatFromAxisAngle, UP, yawPitchOf } from '../interaction/vector.ts'
import type { Point, ToolContext } from './context.ts'
import { createSurfaceDrag, type SurfaceDrag } from './drag.ts'
import type { Body } from './placement.ts'

/** A catalogue item, loaded: what a new piece is made of. */
export interface PlacedItem {
  /** With its own id, at the origin. */
  readonly piece: Piece
  readonly asset: AssetRecord
  readonly light: PointLight | null
  readonly bounds: Body['bounds']
}

/**
 * A catalogue piece that follows the pointer. It is really in the document from the first surface on, under one gesture, so
 * its reflection and shadow follow too; cancelled, it was never there.
 */
export interface Placing {
  moveTo(point: Point): void
  /** Leaves the piece where it is and selects it; false when it never found a surface. */
  finish(): boolean
  cancel(): void
}

export function beginPlacing(context: ToolContext, item: PlacedItem): Placing {
  const gesture = newId()
  const { piece, asset, light, bounds } = item
  const label = `Place ${piece.name}`
  // The front looks at the viewer, in quarter turns.
  const { yaw } = yawPitchOf(useInteraction.getState().pose.orientation)
  const rotation = quatFromAxisAngle(UP, Math.round(yaw / (Math.PI / 2)) * (Math.PI / 2))
  const start = { ...piece, rotation }
  const body: Body = { bounds, transform: start, mount: piece.mount }
  const drag: SurfaceDrag = createSurfaceDrag(context, start, body, null)
  let isInRoom = false

  function put(target: Transform): void {
    if (isInRoom) useDocument.getState().edit(label, setTransform(piece.id, { position: target.position, rotation: target.rotation }), gesture)
    else {
      useDocument.getState().edit(label, (document) => addPiece({ ...piece, ...target, name: freeName(document, piece.name) }, asset, light)(document), gesture)
      isInRoom = true
    }
  }

  return {
    moveTo(point) {
      const target = drag.moveTo(point)
      if (target !== null) put(target)
    },
    finish() {
      if (isInRoom) useInteraction.setState({ selection: [piece.id] })
      return isInRoom
    },
    cancel: () => useDocument.getState().abandon(gesture),
  }
}
