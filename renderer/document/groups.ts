import type { AtriumDocument, GroupId, GroupRecord, PieceId } from './types.ts'

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
