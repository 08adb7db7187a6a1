import { beforeEach, expect, test } from 'vitest'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useShell } from '../../shell/shell.ts'
import { allCommands, findCommand, isEnabled } from '../registry.ts'
import { whyNot } from './why-not.ts'

beforeEach(() => {
  useShell.setState({ screen: 'room', dialog: null })
  useInteraction.setState({ selection: [], navigation: 'orbit', placing: null })
  useDocument.getState().replace({ ...emptyDocument(), pieces: [piece('a')] })
})

const why = (id: string): string | null => whyNot(findCommand(id)!)

test('a key that can do nothing says why: nothing is selected, nothing was done, or it has no place here', () => {
  expect([why('edit.group'), why('edit.replace'), why('edit.undo'), why('edit.redo')]).toEqual(['Group: select something first', 'Replace With: select something first', 'Nothing to undo', 'Nothing to redo'])
  useInteraction.setState({ selection: ['a'] })
  expect([why('edit.group'), why('arrange.swap')]).toEqual(Array(2).fill('Select at least 2 pieces that are visible and not locked.'))
  expect(why('edit.ungroup')).toBe('Ungroup is not possible here')
})

test('every command that cannot be run now has a sentence, but Escape, and nothing is said on the start screen', () => {
  const silent = allCommands().filter((command) => !isEnabled(command) && (whyNot(command) ?? '') === '').map(({ id }) => id)
  expect(silent).toEqual(['edit.deselect'])
  useShell.setState({ screen: 'start' })
  expect(why('edit.group')).toBeNull()
})
