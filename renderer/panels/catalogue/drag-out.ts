import { replaceSelected } from '../../commands/insert/replace.ts'
import { reportError } from '../../errors/notices.ts'
import { useInteraction } from '../../interaction/store.ts'
import { flash } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'

/** CSS pixels the pointer moves before a press is a drag. */
const DRAG_THRESHOLD = 4

/**
 * The piece follows the pointer from now on. Released over the room it is placed (the viewport sees to that); a drag that
 * ends anywhere else places nothing; a plain click leaves the piece on the pointer until the next click in the room.
 */
export function beginDragOut(id: string, press: PointerEvent): void {
  if (press.button !== 0) return
  let isDrag = false
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener('pointermove', (event) => {
    const distance = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY)
    if (isDrag || distance < DRAG_THRESHOLD) return
    isDrag = true
    useInteraction.setState({ placing: id, navigation: 'orbit' })
  }, { signal })
  window.addEventListener('pointerup', (event) => {
    stop.abort()
    const isOverRoom = event.target instanceof Element && event.target.closest('.viewport-area') !== null
    if (!isDrag && useInteraction.getState().replacing) {
      void replaceSelected(id).catch((error: unknown) => reportError(error))
    } else if (!isDrag) {
      useInteraction.setState(({ placing }) => ({ placing: placing === id ? null : id, navigation: 'orbit' }))
      if (useInteraction.getState().placing === id) flash(say('catalogue.hud.place'))
    } else if (!isOverRoom) {
      useInteraction.setState({ placing: null })
    }
  }, { signal })
  window.addEventListener('pointercancel', () => stop.abort(), { signal })
}
