import { groupsAbove, groupTaken, isOwnGroup, piecesOfGroup, takenWith } from '../../document/groups.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { GroupId } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'

/** What a click on a piece or a light takes: itself, or its group. */
export const unitOf = (id: string): readonly string[] => takenWith(useDocument.getState().document, [id], useInteraction.getState().entered)

/** A click on what stands outside of the group that was entered leaves it. */
export function leaveUnless(id: string | null): void {
  const { entered } = useInteraction.getState()
  if (entered === null) return
  const { document } = useDocument.getState()
  const piece = id === null ? null : findPiece(document, id)
  const isInside = piece?.group !== undefined && groupsAbove(document.groups ?? [])(piece.group).includes(entered)
  if (!isInside) useInteraction.setState({ entered: null })
}

/** The next clicks take the parts of a group. */
export const enterGroup = (id: GroupId): void => useInteraction.setState({ entered: id })

/** A double click goes into the group that a click would take, and selects what it finds there. @returns false where there is none */
export function enterAt(id: string): boolean {
  const { document } = useDocument.getState()
  const piece = findPiece(document, id)
  const group = piece === null ? null : groupTaken(document, piece, useInteraction.getState().entered)
  if (group === null) return false
  enterGroup(group.id)
  useInteraction.setState({ selection: unitOf(id) })
  return true
}

/** Out of the group that was entered, into the one that it stands in, which is selected then. */
export function leaveGroup(): void {
  const { document } = useDocument.getState()
  const { groups = [] } = document
  const [left, ...outer] = groupsAbove(groups)(useInteraction.getState().entered ?? '')
  const own = new Set(groups.filter(isOwnGroup).map(({ id }) => id))
  useInteraction.setState({ entered: outer.find((id) => own.has(id)) ?? null })
  if (left !== undefined) useInteraction.setState({ selection: piecesOfGroup(document, left) })
}
