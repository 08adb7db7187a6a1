import { setTransform } from '../../document/changes/index.ts'
import { newId } from '../../document/ids.ts'
import { useDocument } from '../../document/store.ts'
import type { Transform } from '../../document/transform.ts'
import { useInteraction } from '../../interaction/store.ts'
import { quatFromAxisAngle, UP, yawPitchOf } from '../../navigation/vector.ts'
import type { PlaceableItem } from '../../project/insert/bring-in.ts'
import type { Point, ToolContext } from '../context.ts'
import type { HeldKeys } from '../gesture.ts'
import { createSurfaceDrag } from '../move/drag.ts'
import { phrase } from '../../words/say.ts'
import { partsOf } from './parts.ts'

/**
 * A catalogue piece that follows the pointer. It is really in the document from the first surface on, under one gesture, so
 * its reflection and shadow follow too; cancelled, it was never there.
 */
export interface Placing {
  moveTo(point: Point, keys?: HeldKeys): void
  /** @param angle  radians, counter-clockwise from above */
  turn(angle: number): void
  /** As of a drag: types a distance, chooses which one, or applies it, and then the piece stands; null: the key means something else. */
  key(key: string): { readonly isDone: boolean } | null
  /** Leaves the piece where it is and selects it; false when it never found a surface. */
  finish(): boolean
  cancel(): void
}

const QUARTER = Math.PI / 2

export function beginPlacing(context: ToolContext, item: PlaceableItem): Placing {
  const gesture = newId()
  // The front looks at the viewer, in quarter turns.
  const { yaw } = yawPitchOf(useInteraction.getState().pose.orientation)
  const { piece, change } = item.create({ rotation: quatFromAxisAngle(UP, Math.round(yaw / QUARTER) * QUARTER) })
  const mesh = item.asset.parsed.meshes.get(item.part.mesh)
  const drag = mesh === undefined ? null : createSurfaceDrag(context, piece, { bounds: mesh.bounds, transform: piece, mount: piece.mount, parts: () => partsOf(mesh) }, null)
  let isInRoom = false

  function put({ position, rotation }: Transform): void {
    const move = setTransform(piece.id, { position, rotation })
    useDocument.getState().edit(phrase('undo.place', { name: piece.name }), isInRoom ? move : (document) => move(change(document)), gesture)
    isInRoom = true
  }

  return {
    moveTo(point, keys) {
      const target = drag?.moveTo(point, keys) ?? null
      if (target !== null) put(target)
    },
    turn(angle) {
      const target = drag?.turn(angle) ?? null
      if (target !== null) put(target)
    },
    key(key) {
      const answer = drag?.key(key) ?? null
      if (answer !== null && answer.transform !== null) put(answer.transform)
      return answer
    },
    finish() {
      drag?.end()
      if (isInRoom) useInteraction.setState({ selection: [piece.id] })
      return isInRoom
    },
    cancel() {
      drag?.end()
      useDocument.getState().abandon(gesture)
    },
  }
}
