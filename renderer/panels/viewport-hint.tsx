import { useEffect, type ReactElement } from 'react'
import { useDocument } from '../document/store.ts'
import { useDebug } from '../interaction/debug.ts'
import { useInteraction } from '../interaction/store.ts'

/** One line over the room for as long as it helps: what the pointer and the keys do now. */
export function ViewportHint(): ReactElement | null {
  const isPlacing = useInteraction((state) => state.placing !== null)
  const isFocusing = useInteraction((state) => state.focusing)
  const isPicking = useDebug((state) => state.picking)
  const isWalking = useInteraction((state) => state.navigation === 'walk')
  const isEmpty = useDocument((state) => state.document.pieces.length === 0)
  useEffect(() => {
    document.body.dataset['focusing'] = String(isFocusing)
    return () => { delete document.body.dataset['focusing'] }
  }, [isFocusing])
  const text =
    isPicking ? <>Click the pixel whose rays you want to see · <kbd>Esc</kbd> to stop</>
    : isFocusing ? <>Click what shall be sharp · <kbd>Esc</kbd> to stop</>
    : isPlacing ? <>Click where it shall stand · <kbd>Esc</kbd> to stop</>
    : isWalking ? <><kbd>W</kbd> <kbd>A</kbd> <kbd>S</kbd> <kbd>D</kbd> walk · <kbd>Shift</kbd> faster · <kbd>F</kbd> back to orbit</>
    : isEmpty ? <>Drag a piece in from the catalogue, or drop a GLB or glTF room here</>
    : null
  return text === null ? null : <div className="viewport-hint">{text}</div>
}
