import { useEffect, type ReactElement } from 'react'
import { isPlaced, rotationOf } from '../../document/light-frame.ts'
import { hasSize } from '../../document/light-size.ts'
import { useDocument } from '../../document/store.ts'
import type { DocumentLight } from '../../document/types.ts'
import { useDebug } from '../../interaction/debug.ts'
import { type Tool, useInteraction } from '../../interaction/store.ts'

/** Why a light that is selected alone has no handles; null where it has. */
function whyNoHandles(light: DocumentLight | undefined, tool: Tool): string | null {
  if (light === undefined || tool === 'select') return null
  if (!isPlaced(light)) return `${light.name} has no handles: it moves by its position in the sky`
  if (tool === 'rotate' && rotationOf(light) === null) return `${light.name} shines alike to all sides: there is nothing to turn`
  if (tool === 'scale' && !hasSize(light)) return `${light.name} has no size to scale: give it a diameter first`
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
    isPicking ? <>Click the pixel whose rays you want to see · <kbd>Esc</kbd> to stop</>
    : isFocusing ? <>Click what shall be sharp · <kbd>Esc</kbd> to stop</>
    : isPlacing ? <>Click where it shall stand · <kbd>Esc</kbd> to stop</>
    : isWalking ? <><kbd>W</kbd> <kbd>A</kbd> <kbd>S</kbd> <kbd>D</kbd> walk · <kbd>Shift</kbd> faster · <kbd>F</kbd> back to orbit</>
    : noHandles !== null ? <>{noHandles}</>
    : isEmpty ? <>Drag a piece in from the catalogue, or drop a GLB or glTF room here</>
    : null
  return text === null ? null : <div className="viewport-hint">{text}</div>
}
