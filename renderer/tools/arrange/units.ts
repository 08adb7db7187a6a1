import type { SceneSnapshot } from '../../../gpu/index.ts'
import { unlockedPieces } from '../../document/flags.ts'
import { wholeGroups } from '../../document/fragment.ts'
import { groupsAbove, isOwnGroup, piecesOfGroup } from '../../document/groups.ts'
import { useDocument } from '../../document/store.ts'
import type { GroupRecord, Piece } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { boundsOfPieces, unionOf } from '../body.ts'

/** A piece with its box in the room. */
export interface Standing {
  readonly piece: Piece
  readonly box: Bounds
}

/** The selected pieces that are seen and free to move. */
export function standingIn(snapshot: SceneSnapshot): readonly Standing[] {
  const { document } = useDocument.getState()
  const pieces = unlockedPieces(document, useInteraction.getState().selection)
  const boxes = boundsOfPieces(snapshot, document, pieces)
  return pieces.flatMap((piece) => (boxes.has(piece.id) ? [{ piece, box: boxes.get(piece.id)! }] : []))
}

/** What is put in order as one: a group that is selected as a whole, or a piece by itself. */
export interface Unit {
  readonly name: string
  /** With those of a group that are hidden; without locked ones. */
  readonly pieces: readonly Piece[]
  /** Of what is seen of it. */
  readonly box: Bounds
}

/**
 * A table goes with the chairs that are grouped with it. Where that leaves fewer than it takes, the pieces by themselves: who takes one group and
 * aligns means what is in it.
 *
 * @param least  how many it takes
 */
export function unitsOf(standing: readonly Standing[], least = 1): readonly Unit[] {
  const alone = ({ piece, box }: Standing): Unit => ({ name: piece.name, pieces: [piece], box })
  const groupOf = outermostWhole()
  const members = new Map<GroupRecord | Piece, Standing[]>()
  for (const one of standing) {
    const thing = groupOf(one.piece) ?? one.piece
    const known = members.get(thing)
    if (known === undefined) members.set(thing, [one])
    else known.push(one)
  }
  if (members.size < least) return standing.map(alone)
  const { document } = useDocument.getState()
  return [...members].map(([thing, seen]) => ('asset' in thing ? alone(seen[0]) : {
    name: thing.name, pieces: unlockedPieces(document, piecesOfGroup(document, thing.id)), box: unionOf(seen.map(({ box }) => box))!,
  }))
}

/** But for what hangs on a wall: it does not turn off it. */
export const freeUnits = (standing: readonly Standing[]): readonly Unit[] =>
  unitsOf(standing.filter(({ piece }) => piece.mount !== 'wall')).map((unit) => ({ ...unit, pieces: unit.pieces.filter(({ mount }) => mount !== 'wall') }))

/** Of the user's groups that a piece stands in, the outermost that is selected whole, below the one that was entered. */
function outermostWhole(): (piece: Piece) => GroupRecord | null {
  const { document } = useDocument.getState()
  const { groups = [] } = document
  const { selection, entered } = useInteraction.getState()
  const whole = groups.length === 0 ? new Set<string>() : wholeGroups(document, new Set(selection))
  const above = groupsAbove(groups)
  const byId = new Map(groups.map((group) => [group.id, group]))
  const open = new Set(entered === null ? [] : above(entered))
  return ({ group }) => {
    const found = group === undefined ? undefined : above(group).findLast((id) => whole.has(id) && !open.has(id) && isOwnGroup(byId.get(id)!))
    return found === undefined ? null : byId.get(found)!
  }
}
