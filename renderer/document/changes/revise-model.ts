import type { Quat } from '../../../gpu/index.ts'
import { isPlaced, rotationOf } from '../light-frame.ts'
import { type Answers, revised, type Revision, revisionOf } from '../revision.ts'
import { multiplyQuats, quatFromAxisAngle } from '../transform.ts'
import type { AssetKey, Change, DocumentLight, Piece } from '../types.ts'
import { withFields, withLists } from './each.ts'
import { sanePosition, saneRotation, saneScale } from './sane.ts'

/**
 * Reads a model in another unit, or with another axis up, after it was opened: its pieces, the lights and the saved views about it and whatever
 * was placed in it move with it. Pieces of other assets keep their size and stand as they stood.
 */
export const reviseModel =
  (key: AssetKey, answers: Partial<Answers>): Change =>
  (document) => {
    const source = document.assets.find((asset) => asset.key === key)?.source
    if (source === undefined) return document
    const { metresPerUnit = source.answers.metresPerUnit, up = source.answers.up } = answers
    const revision = revisionOf(source.answers, answers)
    if (revision.factor === 1 && revision.quarter === 0) return document
    const origin = revised(source.answers.origin, revision)
    const { read = { metresPerUnit: source.answers.metresPerUnit, up: source.answers.up, origin: source.answers.origin } } = source
    return withLists(document, {
      assets: document.assets.map((asset) => (asset.key === key ? { ...asset, source: { ...source, answers: { ...source.answers, metresPerUnit, up, origin }, read } } : asset)),
      pieces: document.pieces.map((piece) => revisedPiece(piece, piece.asset === key, revision)),
      lights: document.lights.map((light) => revisedLight(light, revision)),
      views: document.views.map((view) => withFields(view, { position: sanePosition(revised(view.position, revision)), target: sanePosition(revised(view.target, revision)) })),
    })
  }

const turned = (rotation: Quat, { quarter }: Revision): Quat => (quarter === 0 ? rotation : multiplyQuats(quatFromAxisAngle([1, 0, 0], (quarter * Math.PI) / 2), rotation))

function revisedPiece(piece: Piece, isOwn: boolean, revision: Revision): Piece {
  const position = sanePosition(revised(piece.position, revision))
  if (!isOwn) return withFields(piece, { position })
  const [x, y, z] = piece.scale
  return withFields(piece, { position, rotation: saneRotation(turned(piece.rotation, revision)), scale: saneScale([x * revision.factor, y * revision.factor, z * revision.factor]) })
}

/** What hangs on a piece follows by itself; the sun stands where it stands. */
function revisedLight(light: DocumentLight, revision: Revision): DocumentLight {
  if (!isPlaced(light) || light.attachedTo !== null) return light
  const rotation = rotationOf(light)
  const fields = { position: sanePosition(revised(light.position, revision)), ...(rotation !== null && { rotation: saneRotation(turned(rotation, revision)) }) }
  return withFields(light, fields as Partial<typeof light>)
}
