import type { SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { setTransforms } from '../../document/changes/index.ts'
import { unlockedPieces } from '../../document/flags.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { flash } from '../../shell/shell.ts'
import { phrase, say } from '../../words/say.ts'
import { facing } from '../arrange/stand.ts'
import { bodyOf } from '../body.ts'

/** Each selected piece turns its front (+z) to a point, about its own middle, in one step of undo; what hangs on a wall does not turn off it. */
export function facePoint(snapshot: SceneSnapshot, point: Vec3): void {
  const store = useDocument.getState()
  const free = unlockedPieces(store.document, useInteraction.getState().selection)
  const standing = free.filter(({ mount }) => mount !== 'wall')
  const turned = standing.flatMap((piece) => {
    const body = bodyOf(snapshot, piece)
    const to = body === null ? null : facing(body, point)
    return to === null ? [] : [[piece.id, to] as const]
  })
  if (turned.length === 0) {
    flash(free.length === 0 ? say('hud.arrange.few', { count: 1 }) : say(standing.length === 0 ? 'hud.turn.wall' : 'hud.arrange.already'))
    return
  }
  store.edit(phrase('undo.face', { name: standing.length === 1 ? standing[0].name : phrase('undo.items', { count: standing.length }) }), setTransforms(new Map(turned)))
}
