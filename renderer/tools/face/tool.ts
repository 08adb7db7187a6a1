import { useInteraction } from '../../interaction/store.ts'
import { hitAt } from '../context.ts'
import type { Tool } from '../tool.ts'
import { facePoint } from './face.ts'

/** What is selected turns to what is clicked; over nothing, the next click says. */
export const faceTool: Tool = {
  id: 'face',
  isOn: () => useInteraction.getState().facing,
  cursor: 'crosshair',
  hint: 'hint.face',
  press(context, { event, point }) {
    event.preventDefault()
    const hit = hitAt(context, point)
    const snapshot = context.snapshot()
    if (hit === null || snapshot === null) return null
    useInteraction.setState({ facing: false })
    facePoint(snapshot, hit.position)
    return null
  },
}
