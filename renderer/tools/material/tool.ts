import { useInteraction } from '../../interaction/store.ts'
import { say } from '../../words/say.ts'
import type { Tool } from '../tool.ts'
import { chosenTarget } from './chosen.ts'
import { applyMaterial, taken, targetAt } from './surfaces.ts'

/** Each of the three says what a click is for. */
function hintOf(): string {
  const { surfaceClick } = useInteraction.getState()
  if (surfaceClick?.kind === 'brush') return say('library.hud.brush', { name: surfaceClick.material.name })
  return say(surfaceClick?.kind === 'pipette' ? 'hint.pipette' : 'hint.material')
}

/** Clicks on surfaces: one shows its material, gives it to the chosen surface, or gets one. */
export const materialTool: Tool = {
  id: 'material',
  isOn: () => useInteraction.getState().surfaceClick !== null,
  cursor: 'crosshair',
  hint: hintOf,
  press(context, { event, point }) {
    event.preventDefault()
    const { surfaceClick, materialScope } = useInteraction.getState()
    const target = targetAt(context, point)
    if (target === null || surfaceClick === null) return null
    if (surfaceClick.kind === 'brush') {
      // It goes on to the next surface, until Escape.
      applyMaterial(target, 'piece', surfaceClick.material, surfaceClick.assets)
      return null
    }
    const chosen = surfaceClick.kind === 'pipette' ? chosenTarget() : null
    useInteraction.setState({ surfaceClick: null })
    if (chosen !== null) applyMaterial(chosen, materialScope, taken(target))
    else useInteraction.setState({ selection: [target.piece.id], slot: target.slot, everySlot: false, materialScope: 'piece' })
    return null
  },
}
