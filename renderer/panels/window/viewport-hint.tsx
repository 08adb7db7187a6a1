import type { ReactElement } from 'react'
import { isPlaced } from '../../document/light-frame.ts'
import { useDocument } from '../../document/store.ts'
import type { DocumentLight } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useToolInHand } from '../../tools/registry.ts'
import type { Handles } from '../../tools/tool.ts'
import { say, textOf } from '../../words/say.ts'

/** Why a light that is selected alone has no handles; null where it has. */
function whyNoHandles(light: DocumentLight | undefined, handles: Handles | undefined): string | null {
  if (light === undefined || handles === undefined) return null
  if (!isPlaced(light)) return say('hint.sun', { name: light.name })
  const reason = handles.refuses(light, true)
  return reason === null ? null : textOf(reason)
}

/** One line over the room for as long as it helps: what the pointer and the keys do now. */
export function ViewportHint(): ReactElement | null {
  const tool = useToolInHand()
  // What a tool's own words are about.
  useInteraction((state) => state.surfaceClick)
  const isWalking = useInteraction((state) => state.navigation === 'walk')
  const replacing = useInteraction((state) => state.replacing)
  const entered = useInteraction((state) => state.entered)
  const group = useDocument((state) => (entered === null ? undefined : state.document.groups?.find(({ id }) => id === entered)))
  const isEmpty = useDocument((state) => state.document.pieces.length === 0)
  const alone = useInteraction((state) => (state.selection.length === 1 ? state.selection[0] : null))
  const light = useDocument((state) => (alone === null ? undefined : state.document.lights.find(({ id }) => id === alone)))
  const noHandles = whyNoHandles(light, tool.handles)
  const text =
    tool.hint !== undefined ? <>{typeof tool.hint === 'function' ? tool.hint() : say(tool.hint)} · <kbd>Esc</kbd> {say('hint.cancel')}</>
    : isWalking ? <><kbd>W</kbd> <kbd>A</kbd> <kbd>S</kbd> <kbd>D</kbd> {say('hint.walk')} · <kbd>{say('hint.shift')}</kbd> {say('hint.faster')} · <kbd>F</kbd> {say('hint.back')}</>
    : replacing ? <>{say('hud.replace')} · <kbd>Esc</kbd> {say('hint.cancel')}</>
    : group !== undefined ? <>{say('hint.group', { name: group.name })} · <kbd>Esc</kbd> {say('hint.group.leave')}</>
    : noHandles !== null ? <>{noHandles}</>
    : isEmpty ? <>{say('hint.empty')}</>
    : null
  return text === null ? null : <div className="viewport-hint">{text}</div>
}
