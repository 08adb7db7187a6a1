import { groupPieces, moveIntoGroup, ungroup } from '../../document/changes/index.ts'
import { unlockedPieces } from '../../document/flags.ts'
import { wholeGroups } from '../../document/fragment.ts'
import { groupOfPieces, groupsAbove, isOwnGroup } from '../../document/groups.ts'
import { newId } from '../../document/ids.ts'
import { freeNames } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { GroupId, GroupRecord } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { flash } from '../../shell/shell.ts'
import { enterGroup } from '../../tools/select/unit.ts'
import { phrase, say } from '../../words/say.ts'
import { nameOf } from './edit.ts'
import type { Command } from '../types.ts'

/** The user's outermost groups that are selected as a whole. */
function chosenGroups(): readonly GroupRecord[] {
  const { document } = useDocument.getState()
  const { groups = [] } = document
  if (groups.length === 0) return []
  const whole = wholeGroups(document, new Set(useInteraction.getState().selection))
  const own = groups.filter((group) => isOwnGroup(group) && whole.has(group.id))
  const ids = new Set(own.map(({ id }) => id))
  const above = groupsAbove(groups)
  return own.filter(({ id }) => !above(id).slice(1).some((holder) => ids.has(holder)))
}

const selectedPieceIds = (): readonly string[] => unlockedPieces(useDocument.getState().document, useInteraction.getState().selection).map(({ id }) => id)

function group(): void {
  const { document } = useDocument.getState()
  const ids = selectedPieceIds()
  const name = freeNames({ pieces: document.groups ?? [], lights: [] })(say('group.name'))
  useDocument.getState().edit(phrase('undo.group', { name }), groupPieces(ids, { id: newId(), name }))
  if (useDocument.getState().document === document) flash(say('hud.group.deep'))
  else useInteraction.setState({ selection: ids })
}

function ungroupChosen(): void {
  const groups = chosenGroups()
  useDocument.getState().edit(phrase('undo.ungroup', { name: nameOf(groups) }), ungroup(groups.map(({ id }) => id)))
}

/**
 * Rows of the outline were dropped on another.
 *
 * @param ids  of pieces and groups
 * @param into  null: out of all groups
 */
export function moveRows(ids: readonly string[], into: GroupId | null): void {
  const { document } = useDocument.getState()
  const { groups = [], pieces } = document
  const moved = new Set(ids)
  const things = [...groups, ...pieces].filter(({ id }) => moved.has(id))
  const holder = groups.find(({ id }) => id === into)
  const name = nameOf(things)
  useDocument.getState().edit(holder === undefined ? phrase('undo.leaveGroup', { name }) : phrase('undo.intoGroup', { name, group: holder.name }), moveIntoGroup(ids, into))
}

/** The group that is selected as a whole, and nothing else; null: none. */
export const chosenGroup = (): GroupRecord | null => groupOfPieces(useDocument.getState().document, useInteraction.getState().selection)

export const groupCommands: readonly Command[] = [
  { id: 'edit.group', keys: ['Mod+G'], isEnabled: () => selectedPieceIds().length > 1, run: group },
  { id: 'edit.ungroup', keys: ['Mod+Shift+G'], isEnabled: () => chosenGroups().length > 0, run: ungroupChosen },
  {
    id: 'edit.enterGroup',
    isEnabled: () => chosenGroup() !== null,
    run: () => {
      const chosen = chosenGroup()
      if (chosen !== null) enterGroup(chosen.id)
    },
  },
]
