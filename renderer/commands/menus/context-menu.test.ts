import { beforeEach, expect, test } from 'vitest'
import type { MenuEntry } from '../../../electron/contract.ts'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { CHAIR_ASSET, LAMP_ASSET, piece, pointLight } from '../../document/testing.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useShell } from '../../shell/shell.ts'
import { contextMenu } from './context-menu.ts'
import { allCommands, findCommand, isEnabled, runCommand } from '../registry.ts'

const selection = (): readonly string[] => useInteraction.getState().selection
const flat = (entries: readonly MenuEntry[]): readonly MenuEntry[] => entries.flatMap((entry) => (entry.kind === 'submenu' ? flat(entry.items ?? []) : [entry]))
const idsOf = (chosen: readonly string[]): readonly (string | undefined)[] => {
  useInteraction.setState({ selection: chosen })
  return flat(contextMenu()).map(({ kind, id }) => (kind === 'separator' ? '-' : id))
}

beforeEach(() => {
  useShell.setState({ screen: 'room', dialog: null })
  useInteraction.setState({ selection: [], navigation: 'orbit', placing: null })
  useDocument.getState().replace({
    ...emptyDocument(), assets: [CHAIR_ASSET, LAMP_ASSET],
    pieces: [piece('a'), piece('b', { part: '1' }), piece('c'), piece('d', { hidden: true }), piece('e', { locked: true }), piece('lamp', { asset: LAMP_ASSET.key })], lights: [pointLight('l'), pointLight('m')],
  })
})

test('the menu of a piece, of a light and of the ground hold commands that can be run now, and no rule that parts nothing', () => {
  expect(idsOf(['a'])).toContain('edit.hide')
  expect(idsOf(['l'])).toContain('light.switch')
  expect(idsOf([])).toContain('edit.selectAll')
  for (const chosen of [['a'], ['l'], ['a', 'l'], []]) {
    const ids = idsOf(chosen)
    for (const [i, id] of ids.entries()) {
      if (id === '-') expect([ids[i - 1], ids[i + 1]]).not.toContain(i === 0 || i === ids.length - 1 ? undefined : '-')
      else expect(isEnabled(findCommand(id!)!), id).toBe(true)
    }
    expect([ids[0], ids.at(-1)]).not.toContain('-')
  }
})

test('whatever arranges several pieces stands in their menu; of one, only what one can do', () => {
  const arranging = allCommands().flatMap(({ id }) => (id.startsWith('arrange.') ? [id] : []))
  expect(new Set(idsOf(['a', 'c']).filter((id) => id?.startsWith('arrange.')))).toEqual(new Set(arranging))
  expect(idsOf(['a'])).not.toContain('arrange.align.left')
})

test('what is similar is of the same model, or a light of the same kind; hidden and locked pieces are left out', async () => {
  useInteraction.setState({ selection: ['a'] })
  await runCommand('edit.selectSimilar')
  expect(selection()).toEqual(['a', 'c'])
  useInteraction.setState({ selection: ['b', 'l'] })
  await runCommand('edit.selectSimilar')
  expect(selection()).toEqual(['b', 'l', 'm'])
})

test('the selection is turned into all the rest, and twice into itself', async () => {
  useInteraction.setState({ selection: ['b'] })
  await runCommand('edit.invertSelection')
  expect(selection()).toEqual(['a', 'c', 'lamp'])
  await runCommand('edit.invertSelection')
  expect(selection()).toEqual(['b'])
})
