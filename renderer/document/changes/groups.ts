import { groupsAbove } from '../groups.ts'
import type { AtriumDocument, GroupId, Piece } from '../types.ts'

/** The document with these groups; without any, the field goes. */
function withGroups(document: AtriumDocument, groups: NonNullable<AtriumDocument['groups']>): AtriumDocument {
  const { groups: before = [], ...rest } = document
  if (groups.length === before.length) return document
  return groups.length === 0 ? rest : { ...document, groups }
}

/**
 * A group goes with the last piece in it and below it. Groups that had none before stay.
 *
 * @param before  the pieces as they were
 */
export function withoutEmptied(before: readonly Piece[], document: AtriumDocument): AtriumDocument {
  const { groups = [], pieces } = document
  if (groups.length === 0 || before === pieces) return document
  const above = groupsAbove(groups)
  const holding = (list: readonly Piece[]): ReadonlySet<GroupId> => new Set(list.flatMap(({ group }) => (group === undefined ? [] : above(group))))
  const [held, holds] = [holding(before), holding(pieces)]
  return withGroups(document, groups.filter(({ id }) => holds.has(id) || !held.has(id)))
}
