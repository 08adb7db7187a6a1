import { useInteraction } from '../../interaction/store.ts'
import { useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'
import { type Command, titleOf } from '../types.ts'

/** What takes two. */
const OF_TWO = ['edit.group', 'arrange.swap']

const NOTHING: Readonly<Record<string, 'hud.undo.none' | 'hud.redo.none' | null>> = {
  'edit.undo': 'hud.undo.none',
  'edit.redo': 'hud.redo.none',
  // Escape means whatever there is to leave; often there is nothing.
  'edit.deselect': null,
}

/** Why a command that was asked for by its key cannot be run now; null: nothing to say. */
export function whyNot(command: Command): string | null {
  const { id } = command
  if (useShell.getState().screen !== 'room') return null
  const known = NOTHING[id]
  if (known !== undefined) return known === null ? null : say(known)
  if (OF_TWO.includes(id) && useInteraction.getState().selection.length > 0) return say('hud.arrange.few', { count: 2 })
  const name = titleOf(command).replace(/ ?…$/, '')
  const isOfSelection = /^(edit|arrange|light)\./.test(id) && !id.startsWith('light.toggle.')
  return say(isOfSelection && useInteraction.getState().selection.length === 0 ? 'hud.selectFirst' : 'hud.notNow', { name })
}
