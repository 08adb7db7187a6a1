import type { SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { setTransforms } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import { flash } from '../../shell/shell.ts'
import { phrase, say } from '../../words/say.ts'
import { facing } from '../arrange/stand.ts'
import { bodyOfUnit } from '../arrange/unit-body.ts'
import { freeUnits, standingIn } from '../arrange/units.ts'

/** Each selected piece, and each group as one, turns its front (+z) to a point, about its own middle, in one step of undo; what hangs on a wall does not turn off it. */
export function facePoint(snapshot: SceneSnapshot, point: Vec3): void {
  const standing = standingIn(snapshot)
  const units = freeUnits(standing)
  const turned = units.flatMap((unit) => {
    const one = bodyOfUnit(snapshot, unit)
    const to = one === null ? null : facing(one.body, point)
    return to === null ? [] : [...one!.placesAt(to)]
  })
  if (turned.length === 0) {
    flash(standing.length === 0 ? say('hud.arrange.few', { count: 1 }) : say(units.length === 0 ? 'hud.turn.wall' : 'hud.arrange.already'))
    return
  }
  useDocument.getState().edit(phrase('undo.face', { name: units.length === 1 ? units[0].name : phrase('undo.items', { count: units.length }) }), setTransforms(new Map(turned)))
}
