import type { AtriumDocument, GroupId, GroupRecord, Piece, PieceId } from './types.ts'

/** Answers which groups a group stands in, itself first, the outermost last; empty for one that is not there. O(1) once asked. */
export function groupsAbove(groups: readonly GroupRecord[]): (id: GroupId) => readonly GroupId[] {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  const known = new Map<GroupId, readonly GroupId[]>()
  return (id) => {
    const path = known.get(id) ?? climb(id, parents)
    known.set(id, path)
    return path
  }
}

function climb(id: GroupId, parents: ReadonlyMap<GroupId, GroupId | null>): readonly GroupId[] {
  const path: GroupId[] = []
  for (let group: GroupId | null | undefined = id; group !== null && group !== undefined && parents.has(group); group = parents.get(group)) path.push(group)
  return path
}

/** The pieces in a group and in the groups below it, in the document's order. */
export function piecesOfGroup({ pieces, groups = [] }: Pick<AtriumDocument, 'pieces' | 'groups'>, id: GroupId): readonly PieceId[] {
  const above = groupsAbove(groups)
  return pieces.flatMap((piece) => (piece.group !== undefined && above(piece.group).includes(id) ? [piece.id] : []))
}

/** Put together by the user: a click takes all of it. */
export const isOwnGroup = ({ kind }: Pick<GroupRecord, 'kind'>): boolean => kind === 'own'

/** The user's groups that a piece stands in, the outermost first. */
function ownAbove(groups: readonly GroupRecord[], { group }: Pick<Piece, 'group'>): readonly GroupRecord[] {
  if (group === undefined) return []
  const byId = new Map(groups.map((record) => [record.id, record]))
  return groupsAbove(groups)(group).flatMap((id) => (isOwnGroup(byId.get(id)!) ? [byId.get(id)!] : [])).toReversed()
}

/**
 * The group that a click on a piece takes: the outermost of the user's, or the next one in the group that was entered; null: the piece alone.
 *
 * @param entered  null, or one that the piece does not stand in: none was
 */
export function groupTaken({ groups = [] }: Pick<AtriumDocument, 'groups'>, piece: Pick<Piece, 'group'>, entered: GroupId | null): GroupRecord | null {
  const own = ownAbove(groups, piece)
  return own[own.findIndex(({ id }) => id === entered) + 1] ?? null
}

/** What a click takes, for many at once: the pieces with all of the groups that they stand in. */
export function takenWith(document: Pick<AtriumDocument, 'pieces' | 'groups'>, ids: readonly PieceId[], entered: GroupId | null): readonly PieceId[] {
  if ((document.groups ?? []).length === 0) return ids
  const wanted = new Set(ids)
  const taken = new Set(document.pieces.flatMap((piece) => (wanted.has(piece.id) ? groupTaken(document, piece, entered)?.id ?? [] : [])))
  if (taken.size === 0) return ids
  return [...new Set([...ids, ...[...taken].flatMap((group) => piecesOfGroup(document, group))])]
}

/** The user's group whose pieces these are, all of them and no others; null: none. The outermost where several are the same. */
export function groupOfPieces({ pieces, groups = [] }: Pick<AtriumDocument, 'pieces' | 'groups'>, ids: readonly PieceId[]): GroupRecord | null {
  const first = pieces.find(({ id }) => id === ids[0])
  if (first?.group === undefined) return null
  const wanted = new Set(ids)
  return ownAbove(groups, first).find((group) => {
    const inside = piecesOfGroup({ pieces, groups }, group.id)
    return inside.length === wanted.size && inside.every((id) => wanted.has(id))
  }) ?? null
}
