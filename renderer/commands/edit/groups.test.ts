import { beforeEach, expect, test } from 'vitest'
import { emptyDocument } from '../../document/empty.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useShell } from '../../shell/shell.ts'
import { moveRows } from './groups.ts'
import { findCommand, isEnabled, runCommand } from '../registry.ts'

const groups = () => useDocument.getState().document.groups ?? []
const select = (...ids: readonly string[]): void => useInteraction.setState({ selection: ids })
const label = () => undoLabel(useDocument.getState())

beforeEach(() => {
  useShell.setState({ screen: 'room', dialog: null, renaming: null })
  useInteraction.setState({ selection: [], entered: null, navigation: 'orbit', placing: null })
  useDocument.getState().replace({ ...emptyDocument(), pieces: ['a', 'b', 'c', 'd'].map((id) => piece(id)) })
})

test('pieces are grouped, groups too, and taken apart again, each as one step with a name', async () => {
  select('a', 'b')
  await runCommand('edit.group')
  expect([label(), groups().map(({ name, kind }) => [name, kind])]).toEqual(['Group as Group', [['Group', 'own']]])
  select('a', 'b', 'c')
  await runCommand('edit.group')
  expect([groups().map(({ name }) => name), groups()[0].parent]).toEqual([['Group', 'Group 2'], groups()[1].id])
  await runCommand('edit.ungroup')
  expect([label(), groups().map(({ name }) => name)]).toEqual(['Ungroup Group 2', ['Group']])
  await runCommand('edit.undo')
  expect(groups()).toHaveLength(2)
})

test('a group that is selected is renamed as one, opened, and closed by Escape', async () => {
  select('a', 'b')
  await runCommand('edit.group')
  const [{ id }] = groups()
  await runCommand('edit.rename')
  expect(useShell.getState().renaming).toBe(id)
  await runCommand('edit.enterGroup')
  select('a')
  await runCommand('edit.deselect')
  expect([useInteraction.getState().entered, useInteraction.getState().selection]).toEqual([null, ['a', 'b']])
  await runCommand('edit.deselect')
  expect(useInteraction.getState().selection).toEqual([])
  expect(['edit.group', 'edit.ungroup', 'edit.enterGroup'].map((command) => isEnabled(findCommand(command)!))).toEqual([false, false, false])
})

test('copies of a group are a group of their own', async () => {
  select('a', 'b')
  await runCommand('edit.group')
  await runCommand('edit.duplicate')
  const { pieces } = useDocument.getState().document
  expect([groups().length, pieces.slice(-2).every(({ group }) => group === groups()[1].id)]).toEqual([2, true])
})

test('rows that are dropped on a group go into it, and beside it out of all groups', async () => {
  select('a', 'b')
  await runCommand('edit.group')
  moveRows(['c', 'd'], groups()[0].id)
  expect([label(), useDocument.getState().document.pieces.every(({ group }) => group === groups()[0].id)]).toEqual(['Move 2 Items into Group', true])
  moveRows([groups()[0].id, 'a'], null)
  expect(label()).toBe('Move 2 Items into Group')
  moveRows(['a'], null)
  expect([label(), useDocument.getState().document.pieces[0].group]).toEqual(['Move Piece a out of Groups', undefined])
})
