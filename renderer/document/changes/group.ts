import { DEEPEST_GROUP, hasRoomFor } from '../capacity.ts'
import { wholeGroups } from '../fragment.ts'
import { groupsAbove, isOwnGroup } from '../groups.ts'
import type { AtriumDocument, Change, GroupId, GroupRecord } from '../types.ts'
import { mapIds, withFields } from './each.ts'
import { withoutEmptied } from './groups.ts'

/** Puts pieces into a new group, which stands where all of them stood. The user's groups that are there as a whole go in as groups. */
export const groupPieces =
  (ids: Iterable<string>, { id, name }: Pick<GroupRecord, 'id' | 'name'>): Change =>
  (document) => {
    const wanted = new Set(ids)
    const units = unitsOf(document, wanted)
    if (units.pieces.length === 0 && units.groups.length === 0) return document
    if (!hasRoomFor(document, { groups: 1 })) return document
    const group: GroupRecord = { id, name, parent: sharedBy(document, units), kind: 'own' }
    return placed({ ...document, groups: [...(document.groups ?? []), group] }, document, units, id)
  }

/** Takes these groups apart: what stands in them stands where they stood. */
export const ungroup =
  (ids: Iterable<GroupId>): Change =>
  (document) => {
    const gone = new Set(ids)
    const { groups = [] } = document
    if (!groups.some(({ id }) => gone.has(id))) return document
    const above = groupsAbove(groups)
    const keptAbove = (id: GroupId | null | undefined): GroupId | null => (id === null || id === undefined ? null : above(id).find((holder) => !gone.has(holder)) ?? null)
    const left = groups.filter(({ id }) => !gone.has(id)).map((group) => withFields(group, { parent: keptAbove(group.parent) }))
    return withGroupList({ ...document, pieces: document.pieces.map((piece) => (gone.has(piece.group ?? '') ? inGroup(piece, keptAbove(piece.group)) : piece)) }, left)
  }

/**
 * Moves pieces and groups into a group, or out of all; one that would stand in itself, or too deep, stays where it is.
 *
 * @param ids  of pieces and groups
 */
export const moveIntoGroup =
  (ids: Iterable<string>, into: GroupId | null): Change =>
  (document) => {
    const wanted = new Set(ids)
    const { groups = [] } = document
    if (into !== null && !groups.some(({ id }) => id === into)) return document
    const above = groupsAbove(groups)
    // What moves with its group is not moved out of it.
    const isCarried = (holders: readonly GroupId[]): boolean => holders.some((holder) => wanted.has(holder))
    const units: Units = {
      pieces: document.pieces.filter(({ id, group }) => wanted.has(id) && !isCarried(group === undefined ? [] : above(group))).map(({ id }) => id),
      groups: groups.filter(({ id }) => wanted.has(id) && !isCarried(above(id).slice(1)) && (into === null || !above(into).includes(id))).map(({ id }) => id),
    }
    return placed(document, document, units, into)
  }

interface Units {
  readonly pieces: readonly string[]
  readonly groups: readonly GroupId[]
}

/** The user's outermost groups that are whole, and the pieces in none of them. */
function unitsOf(document: AtriumDocument, ids: ReadonlySet<string>): Units {
  const { groups = [], pieces } = document
  const whole = wholeGroups(document, ids)
  const own = new Set(groups.filter((group) => isOwnGroup(group) && whole.has(group.id)).map(({ id }) => id))
  const above = groupsAbove(groups)
  return {
    groups: [...own].filter((id) => !above(id).slice(1).some((holder) => own.has(holder))),
    pieces: pieces.filter(({ id, group }) => ids.has(id) && !(group !== undefined && above(group).some((holder) => own.has(holder)))).map(({ id }) => id),
  }
}

/** The innermost group that all of them stand in; null: none. */
function sharedBy({ pieces, groups = [] }: AtriumDocument, units: Units): GroupId | null {
  const above = groupsAbove(groups)
  const inside = new Set(units.pieces)
  const holders = [
    ...pieces.filter(({ id }) => inside.has(id)).map(({ group }) => (group === undefined ? [] : above(group))),
    ...units.groups.map((id) => above(id).slice(1)),
  ]
  return holders[0].find((id) => holders.every((list) => list.includes(id))) ?? null
}

/** @param before  the document that the user sees: where nothing can be moved, it stays */
function placed(document: AtriumDocument, before: AtriumDocument, units: Units, into: GroupId | null): AtriumDocument {
  const pieces = mapIds(document.pieces, units.pieces, (piece) => inGroup(piece, into))
  const groups = mapIds(document.groups ?? [], units.groups, (group) => withFields(group, { parent: into }))
  if (pieces === before.pieces && groups === (before.groups ?? [])) return before
  const above = groupsAbove(groups)
  if (groups.some(({ id }) => above(id).length > DEEPEST_GROUP)) return before
  return withoutEmptied(before.pieces, withGroupList({ ...document, pieces }, groups))
}

function withGroupList(document: AtriumDocument, groups: readonly GroupRecord[]): AtriumDocument {
  const { groups: _groups, ...rest } = document
  return groups.length === 0 ? rest : { ...document, groups }
}

function inGroup<P extends { readonly group?: GroupId | undefined }>(piece: P, into: GroupId | null): P {
  if ((piece.group ?? null) === into) return piece
  const { group: _group, ...rest } = piece
  return (into === null ? rest : { ...rest, group: into }) as P
}
