import { useInteraction } from '../../interaction/store.ts'
import { lensOfPose } from '../../navigation/lens.ts'
import { focusedOn } from '../../navigation/projection.ts'
import { hitAt } from '../context.ts'
import type { Tool } from '../tool.ts'

/** What is clicked becomes sharp, and the lens opens; over nothing, the next click says. */
export const focusTool: Tool = {
  id: 'focus',
  isOn: () => useInteraction.getState().focusing,
  cursor: 'crosshair',
  hint: 'hint.focus',
  press(context, { event, point }) {
    event.preventDefault()
    const hit = hitAt(context, point)
    if (hit === null) return null
    useInteraction.setState(({ pose }) => {
      const focused = focusedOn(pose, hit.position)
      return { focusing: false, pose: { ...focused, lens: { ...lensOfPose(focused), on: true } } }
    })
    return null
  },
}
