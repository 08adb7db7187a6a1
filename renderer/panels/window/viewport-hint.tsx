import { useEffect, type ReactElement } from 'react'
import { isPlaced, rotationOf } from '../../document/light-frame.ts'
import { hasSize } from '../../document/light-size.ts'
import { useDocument } from '../../document/store.ts'
import type { DocumentLight } from '../../document/types.ts'
import { useDebug } from '../../interaction/debug.ts'
import { type Tool, useInteraction } from '../../interaction/store.ts'
import { say } from '../../words/say.ts'

/** Why a light that is selected alone has no handles; null where it has. */
function whyNoHandles(light: DocumentLight | undefined, tool: Tool): string | null {
  if (light === undefined || tool === 'select') return null
  if (!isPlaced(light)) return say('hint.sun', { name: light.name })
  if (tool === 'rotate' && rotationOf(light) === null) return say('hint.turn', { name: light.name })
  if (tool === 'scale' && !hasSize(light)) return say('hint.size', { name: light.name })
  return null
}

/** One line over the room for as long as it helps: what the pointer and the keys do now. */
export function ViewportHint(): ReactElement | null {
  const isPlacing = useInteraction((state) => state.placing !== null)
  const isFocusing = useInteraction((state) => state.focusing)
  const isPicking = useDebug((state) => state.picking)
  const isWalking = useInteraction((state) => state.navigation === 'walk')
  const isEmpty = useDocument((state) => state.document.pieces.length === 0)
  const tool = useInteraction((state) => state.tool)
  const alone = useInteraction((state) => (state.selection.length === 1 ? state.selection[0] : null))
  const light = useDocument((state) => (alone === null ? undefined : state.document.lights.find(({ id }) => id === alone)))
  const noHandles = whyNoHandles(light, tool)
  useEffect(() => {
    document.body.dataset['focusing'] = String(isFocusing)
    return () => { delete document.body.dataset['focusing'] }
  }, [isFocusing])
  const text =
    isPicking ? <>{say('hint.pixel')} · <kbd>Esc</kbd> {say('hint.cancel')}</>
    : isFocusing ? <>{say('hint.focus')} · <kbd>Esc</kbd> {say('hint.cancel')}</>
    : isPlacing ? <>{say('hint.place')} · <kbd>Esc</kbd> {say('hint.cancel')}</>
    : isWalking ? <><kbd>W</kbd> <kbd>A</kbd> <kbd>S</kbd> <kbd>D</kbd> {say('hint.walk')} · <kbd>{say('hint.shift')}</kbd> {say('hint.faster')} · <kbd>F</kbd> {say('hint.back')}</>
    : noHandles !== null ? <>{noHandles}</>
    : isEmpty ? <>{say('hint.empty')}</>
    : null
  return text === null ? null : <div className="viewport-hint">{text}</div>
}
