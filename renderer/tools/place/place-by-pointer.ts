import { reportError } from '../../errors/notices.ts'
import { useInteraction } from '../../interaction/store.ts'
import { loadCatalogueItem } from '../../project/insert/bring-in.ts'
import { type Point, pointOf, type ToolContext } from '../context.ts'
import { WHEEL_TURN } from '../select/press.ts'
import { beginPlacing, type Placing } from './drop-item.ts'

export interface PointerPlacing {
  /** What hangs on the pointer is given up. */
  dispose(): void
}

/**
 * While a catalogue item is being placed it hangs on the pointer, until the left button is released over the canvas.
 *
 * @param signal  aborted: listens no more
 */
export function createPointerPlacing(context: ToolContext, signal: AbortSignal): PointerPlacing {
  const { canvas } = context
  let placing: Placing | null = null
  let lastPoint: Point | null = null
  /** The button was released over the room before the item was there: it stays where that was. */
  let isReleased = false

  async function start(id: string): Promise<void> {
    try {
      const item = await loadCatalogueItem(id)
      if (useInteraction.getState().placing !== id) return
      placing = beginPlacing(context, item)
      if (lastPoint !== null) placing.moveTo(lastPoint)
      if (isReleased) finish()
    } catch (error) {
      useInteraction.setState({ placing: null })
      reportError(error)
    }
  }
  function end(finish: boolean): void {
    const ended = placing
    placing = null
    if (!finish || ended?.finish() === false) ended?.cancel()
  }

  function finish(): void {
    end(true)
    useInteraction.setState({ placing: null })
  }

  // The pointer may come from the catalogue with its button down, so the window is listened to.
  const isOverCanvas = (event: PointerEvent): boolean => event.target === canvas
  window.addEventListener('pointermove', (event) => {
    if (!isOverCanvas(event) || isReleased) return
    // An item that is loaded later begins here.
    lastPoint = pointOf(canvas, event)
    placing?.moveTo(lastPoint, event)
  }, { signal })
  window.addEventListener('pointerup', (event) => {
    if (useInteraction.getState().placing === null || event.button !== 0 || !isOverCanvas(event)) return
    lastPoint = pointOf(canvas, event)
    isReleased = true
    if (placing === null) return
    placing.moveTo(lastPoint, event)
    finish()
  }, { signal })
  // Before digits switch lights and Tab leaves the room.
  window.addEventListener('keydown', (event) => {
    const answer = event.ctrlKey || event.metaKey || event.altKey ? null : (placing?.key(event.key) ?? null)
    if (answer === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (answer.isDone) finish()
  }, { signal, capture: true })
  // Before the wheel zooms.
  window.addEventListener('wheel', (event) => {
    if (placing === null || event.target !== canvas) return
    event.preventDefault()
    event.stopImmediatePropagation()
    placing.turn(event.deltaY < 0 ? -WHEEL_TURN : WHEEL_TURN)
  }, { signal, capture: true, passive: false })
  const unsubscribe = useInteraction.subscribe((state, before) => {
    if (state.placing === before.placing) return
    end(false)
    isReleased = false
    if (state.placing !== null) void start(state.placing)
  })
  // It hung on the pointer when the device before this one was lost.
  const { placing: pending } = useInteraction.getState()
  if (pending !== null) void start(pending)

  return {
    dispose() {
      unsubscribe()
      end(false)
    },
  }
}
