import { overfull } from '../capacity.ts'
import { withLists } from '../changes/each.ts'
import { withoutEmptied } from '../changes/groups.ts'
import { sanePosition, saneRotation, saneScale } from '../changes/sane.ts'
import { groupsAbove } from '../groups.ts'
import { carrierOf } from '../light-frame.ts'
import { usedAssets } from '../selectors.ts'
import type { AtriumDocument, GroupId, GroupRecord, MaterialRecord, Piece, PieceId } from '../types.ts'
import { isEdited, merged } from './fields.ts'
import { commonFrame, type Frame, placedIn } from './frame.ts'
import { type Held, mergeGroups } from './groups.ts'
import { mergeLights } from './lights.ts'
import type { CamePiece, ModelRevision } from './model.ts'

/** What a newer state of a model did to a document, by pieces. */
export interface Reloaded {
  readonly document: AtriumDocument
  /** The file changed them, and they were taken over. */
  readonly changed: readonly PieceId[]
  readonly added: readonly PieceId[]
  readonly removed: readonly PieceId[]
  /** The model no longer has them; the user's work is on them. */
  readonly kept: readonly PieceId[]
  /** Both the file and the user moved, turned, sized, named … them: they are as the user has them. */
  readonly conflicts: readonly PieceId[]
  /** There are too many. */
  readonly isFull: boolean
}

/** What stands elsewhere in a record, or is an identity. */
const LEFT = ['id', 'asset', 'part', 'group'] as const

/** The user's pieces of a model, by the part that they show; a copy shows the same. */
function piecesByPart({ pieces }: Pick<AtriumDocument, 'pieces'>, asset: string): ReadonlyMap<string, readonly Piece[]> {
  const found = new Map<string, Piece[]>()
  for (const piece of pieces) if (piece.asset === asset) found.set(piece.part, [...(found.get(piece.part) ?? []), piece])
  return found
}

/** Where the model as a whole stands in the document. */
export function frameOf(document: Pick<AtriumDocument, 'pieces'>, { key, before }: Pick<ModelRevision, 'key' | 'before'>): Frame {
  const mine = piecesByPart(document, key)
  return commonFrame(before.pieces.flatMap(({ piece: came }) => (mine.get(came.part) ?? []).map((stands) => ({ came, stands }))))
}

/** Matches that are uncertain where the user's work depends on them: on these, somebody decides. */
export function doubtfulMatches(document: AtriumDocument, revision: ModelRevision): ModelRevision['matches'] {
  const mine = piecesByPart(document, revision.key)
  const [frame, lit] = [frameOf(document, revision), litPieces(document)]
  return revision.matches.filter(({ from, sure }) => {
    if (sure) return false
    const came = placedIn(frame, revision.before.pieces[from].piece)
    const own = mine.get(came.part) ?? []
    return own.length !== 1 || own.some((piece) => lit.has(piece.id) || isEdited(piece, came, LEFT))
  })
}

const litPieces = ({ lights }: Pick<AtriumDocument, 'lights'>): ReadonlySet<string> => new Set(lights.flatMap((light) => carrierOf(light) ?? []))

/**
 * Puts a newer state of a model in the place of an older one, by three states: the model as it came, as it comes now, and what the user made of
 * it. What the user changed stays; where the file changed the same, too, it is a conflict, and the user's stands. What the model no longer has
 * goes, unless the user's work is on it. Pieces keep their ids. Views and everything else are not touched.
 */
export function mergeModel(document: AtriumDocument, revision: ModelRevision): Reloaded {
  const { key, record, before, after, matches, leftover } = revision
  const own = piecesByPart(document, key)
  const frame = frameOf(document, revision)
  const toOf = new Map(matches.map(({ from, to }) => [from, to]))
  const mineOf = (came: CamePiece): readonly Piece[] => own.get(came.piece.part) ?? []
  const groups = mergeGroups(
    document.groups ?? [], before.groups, after.groups,
    before.pieces.flatMap((came) => mineOf(came).map((piece): Held => [came.piece.group, piece.group])),
    matches.map(({ from, to }): Held => [before.pieces[from].piece.group, after.pieces[to].piece.group]),
  )
  const isCarrier = edited(document, before.lights, before.pieces, mineOf)
  const shelf = document.groups?.find(({ name, parent }) => name === leftover.name && parent === null) ?? leftover
  const next = new Map<PieceId, Piece | null>()
  const [changed, removed, kept, conflicts] = [[], [], [], []] as PieceId[][]
  before.pieces.forEach((came, i) => {
    const to = toOf.get(i)
    const was = placedIn(frame, came.piece)
    const wasIn = groups.mineOfBefore.get(was.group ?? '')
    for (const piece of mineOf(came)) {
      if (to === undefined) {
        const isMine = isEdited(piece, was, LEFT) || piece.group !== wasIn || isCarrier(piece)
        next.set(piece.id, isMine ? { ...piece, group: shelf.id, hidden: true } : null)
        ;(isMine ? kept : removed).push(piece.id)
        continue
      }
      const { piece: fresh, traits } = after.pieces[to]
      const result = merged<Piece>(piece, was, placedIn(frame, fresh), LEFT)
      const grouped = regrouped(result.record, wasIn, groups.mineOfAfter.get(fresh.group ?? ''), was.group === undefined ? null : was.group)
      if (result.conflicts.length > 0) conflicts.push(piece.id)
      if (grouped !== piece || traits.shape !== came.traits.shape) changed.push(piece.id)
      next.set(piece.id, showing(sane(grouped, piece), record.key, fresh.part))
    }
  })
  const matched = new Set(toOf.values())
  const added = after.pieces.filter((_, i) => !matched.has(i)).map(({ piece }) => standing(piece, frame, groups.mineOfAfter))
  const pieces = [...document.pieces.flatMap((piece) => (next.has(piece.id) ? next.get(piece.id) ?? [] : piece)), ...added]
  const isOld = new Set(document.groups?.map(({ id }) => id))
  const holds = holding(pieces, [...groups.groups, ...(isOld.has(shelf.id) ? [] : [shelf])])
  const result = gathered(document, revision, { pieces, groups: holds.groups.filter(({ id }) => isOld.has(id) || holds.ids.has(id)), lights: relit(document, revision, frame, next, mineOf, toOf) })
  const isFull = overfull(result) !== null
  return { document: isFull ? document : result, changed, added: added.map(({ id }) => id), removed, kept, conflicts, isFull }
}

/** The groups in which, or below which, there are pieces. */
function holding(pieces: readonly Piece[], groups: readonly GroupRecord[]): { readonly groups: readonly GroupRecord[]; readonly ids: ReadonlySet<GroupId> } {
  const above = groupsAbove(groups)
  return { groups, ids: new Set([...new Set(pieces.map(({ group }) => group))].flatMap((group) => (group === undefined ? [] : above(group)))) }
}

/** Whether a light hangs on a piece that did not come with it so. */
function edited({ lights }: AtriumDocument, came: ModelRevision['before']['lights'], pieces: readonly CamePiece[], mineOf: (came: CamePiece) => readonly Piece[]): (piece: Piece) => boolean {
  const [lit, litBefore] = [litPieces({ lights }), litPieces({ lights: came })]
  const asItCame = new Set(pieces.filter(({ piece }) => litBefore.has(piece.id)).flatMap((each) => mineOf(each).map(({ id }) => id)))
  return ({ id }) => lit.has(id) && !asItCame.has(id)
}

/** In the group that the file puts it in now, unless the user put it elsewhere. */
function regrouped(piece: Piece, wasIn: GroupId | undefined, isIn: GroupId | undefined, cameIn: GroupId | null): Piece {
  const isMoved = piece.group !== wasIn || (wasIn === undefined && cameIn !== null)
  if (isMoved || piece.group === isIn) return piece
  const { group: _group, ...alone } = piece
  return isIn === undefined ? alone : { ...piece, group: isIn }
}

/** What a document may hold; what goes beyond stays as it was. */
function sane(next: Piece, piece: Piece): Piece {
  if (next === piece) return piece
  return { ...next, position: sanePosition(next.position) ?? piece.position, rotation: saneRotation(next.rotation) ?? piece.rotation, scale: saneScale(next.scale) ?? piece.scale }
}

const showing = (piece: Piece, asset: string, part: string): Piece => (piece.asset === asset && piece.part === part ? piece : { ...piece, asset, part })

function standing(piece: Piece, frame: Frame, groups: ReadonlyMap<GroupId, GroupId>): Piece {
  const { group, ...alone } = placedIn(frame, piece)
  const isIn = groups.get(group ?? '')
  return sane(isIn === undefined ? alone : { ...alone, group: isIn }, piece)
}

/** @param next  of pieces that stood in the document; null: it goes */
function relit({ lights: mine }: AtriumDocument, { before, after }: ModelRevision, frame: Frame, next: ReadonlyMap<PieceId, Piece | null>, mineOf: (came: CamePiece) => readonly Piece[], toOf: ReadonlyMap<number, number>): AtriumDocument['lights'] {
  const carriersBefore = new Map(before.pieces.flatMap((came) => mineOf(came).slice(0, 1).map(({ id }) => [came.piece.id, id] as const)))
  const carriersAfter = new Map(after.pieces.map(({ piece: { id } }) => [id, id]))
  for (const [from, to] of toOf) {
    const id = carriersBefore.get(before.pieces[from].piece.id)
    if (id !== undefined) carriersAfter.set(after.pieces[to].piece.id, id)
  }
  const merges = mergeLights({ mine, before: before.lights, after: after.lights, frame, carriersBefore, carriersAfter })
  const kept = merges.filter((light) => next.get(carrierOf(light) ?? '') !== null)
  return kept.length === merges.length ? merges : kept
}

/** The document of these lists: what no longer shows anything leaves it. The very same document when nothing changed. */
function gathered(document: AtriumDocument, revision: ModelRevision, { pieces, groups, lights }: { readonly pieces: readonly Piece[]; readonly groups: readonly GroupRecord[]; readonly lights: AtriumDocument['lights'] }): AtriumDocument {
  const { key, record: fresh } = revision
  const materials = sameList(document.materials?.map((material) => startingFrom(material, revision)) ?? [], document.materials ?? [])
  const used = usedAssets({ ...document, materials, pieces, lights })
  const assets = document.assets.flatMap((asset) => {
    if (asset.key !== key) return asset.key === fresh.key ? [] : [asset]
    // What is left of the older state is never read again.
    const { source: _source, ...older } = asset
    const record = asset.wears === undefined ? fresh : { ...fresh, wears: asset.wears }
    return [...(key !== record.key && used.has(key) ? [older] : []), ...(used.has(record.key) || key === record.key ? [isEdited(record, asset) ? record : asset] : [])]
  })
  const next = withLists(document, {
    assets: sameList(assets, document.assets), pieces: sameList(pieces, document.pieces), lights,
    ...(document.materials !== undefined && { materials }),
    ...((document.groups !== undefined || groups.length > 0) && { groups: sameList(groups, document.groups ?? []) }),
  })
  return next === document ? document : withoutEmptied(document.pieces, next)
}

/** What a material changes is found in the newer state: in the same part, or in any, by the name of its slot. */
function startingFrom(material: MaterialRecord, { key, record, before, after, matches }: ModelRevision): MaterialRecord {
  const { from } = material
  if (from?.asset !== key || record.key === key) return material
  const match = matches.find((one) => before.pieces[one.from].piece.part === from.part)
  const part = match === undefined ? (after.pieces.at(0)?.piece.part ?? from.part) : after.pieces[match.to].piece.part
  return { ...material, from: { ...from, asset: record.key, part } }
}

const sameList = <T>(next: readonly T[], before: readonly T[]): readonly T[] => (next.length === before.length && next.every((item, i) => item === before[i]) ? before : next)
