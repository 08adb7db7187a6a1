import { expect, test } from 'vitest'
import { allCommands, findCommand } from '../commands/registry.ts'
import { titleOf } from '../commands/types.ts'
import { useShell } from '../shell/shell.ts'
import { PANELS } from './registry.ts'

test('every panel is named once; its key is no other command’s, and its command has a title', () => {
  expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length)
  useShell.setState({ panels: PANELS })
  const keys = allCommands().flatMap((command) => command.keys ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  for (const { id, key } of PANELS) if (key !== undefined) expect(titleOf(findCommand(`view.${id}`) as never), id).toMatch(/^(?!command\.)./)
})

test('every dock has a panel that is there uncalled', () => {
  for (const dock of ['left', 'right', 'bottom']) expect(PANELS.some((panel) => panel.dock === dock && panel.isCalled === undefined), dock).toBe(true)
})
