import { useInteraction } from '../../interaction/store.ts'
import { TOOLS_IN_BAR } from '../../tools/registry.ts'
import type { Command } from '../types.ts'

/** A tool is taken in hand until another is. */
export const toolCommands: readonly Command[] = TOOLS_IN_BAR.map(({ id, button }) => ({
  id: `tool.${id}`,
  keys: [button.key],
  isChecked: () => useInteraction.getState().tool === id,
  run: () => useInteraction.setState({ tool: id }),
}))
