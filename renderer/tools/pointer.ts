import { useInteraction } from '../interaction/store.ts'
import { notePointer } from '../interaction/pointer.ts'
import { findViewport } from '../interaction/viewport.ts'
import { heldOf } from '../navigation/styles.ts'
import { useShell } from '../shell/shell.ts'
import { freePieceAt, type Point, pointOf, type ToolContext } from './context.ts'
import type { Gesture } from './gesture.ts'
import { hover, setHovered } from './hover.ts'
import { beginLook, clickMiddleTwice, mouseStyle, rollWheel } from './look.ts'
import { followTool, TOOLS, toolInHand } from './registry.ts'
import { selectForMenu } from './select/menu.ts'
import { selectOrDrag } from './select/press.ts'
import { enterAt } from './select/unit.ts'

/** CSS pixels the pointer moves before a press is a drag. */
const DRAG_THRESHOLD = 4

export interface PointerOptions {
  readonly context: ToolContext
  /** Light markers and gizmo handles lie over the room: the id of the light, 'handle', or null. */
  readonly overlayAt: (point: Point) => string | null
}

/**
 * The pointer over the canvas. Left: click selects (Shift or Ctrl adds), dragging a piece or a light moves it, dragging the room with Shift or Ctrl draws a rubber band.
 * A click with the right button opens the menu of what lies there; a double click goes into a group, or up to what stands alone. All other drags, and the wheel, move the camera as the user's style has it (navigation/styles.ts).
 * The tool in hand may take the left button for itself.
 */
export function createPointer({ context, overlayAt }: PointerOptions): { dispose(): void } {
  const { canvas } = context
  const stop = new AbortController()
  const { signal } = stop
  const attached = TOOLS.flatMap(({ attach }) => attach?.(context, signal) ?? [])
  let gesture: Gesture | null = null
  let pressed: Point = { x: 0, y: 0 }
  let moved = false
  /** Where the gesture was last. */
  let last: Point = pressed

  const isWalking = (): boolean => useInteraction.getState().navigation === 'walk'

  function gestureOf(event: PointerEvent, point: Point): Gesture | null {
    if (event.button === 1) return beginLook(context, point, mouseStyle().middle[heldOf(event)])
    // A click asks what can be done here.
    if (event.button === 2) return beginLook(context, point, mouseStyle().right, () => openMenu(event, point))
    if (event.button !== 0) return null
    const { press = selectOrDrag } = toolInHand(event)
    return press(context, { event, point, overlay: overlayAt(point) })
  }

  function openMenu({ clientX: x, clientY: y }: PointerEvent, point: Point): void {
    selectForMenu(context, point, overlayAt(point))
    useShell.setState({ contextMenu: { x, y } })
  }

  function cancelGesture(keep = false): void {
    gesture?.cancel?.(keep)
    gesture = null
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (isWalking() || gesture !== null || toolInHand().ownsPointer === true) return
    const point = pointOf(canvas, event)
    pressed = point
    moved = false
    gesture = gestureOf(event, point)
    if (gesture === null) return
    canvas.setPointerCapture(event.pointerId)
    if (event.button !== 0) event.preventDefault()
  }, { signal })

  canvas.addEventListener('pointermove', (event) => {
    const point = pointOf(canvas, event)
    notePointer({ point, size: context.size() })
    if (gesture !== null) {
      moved ||= Math.hypot(point.x - pressed.x, point.y - pressed.y) >= DRAG_THRESHOLD
      last = point
      if (moved) gesture.move?.(point, event)
    } else if (!isWalking() && toolInHand().ownsPointer !== true && event.buttons === 0) hover(context, toolInHand(), overlayAt(point), point)
  }, { signal })

  canvas.addEventListener('pointerup', (event) => {
    if (gesture === null) return
    canvas.releasePointerCapture(event.pointerId)
    const ended = gesture
    gesture = null
    ended.end?.(moved)
  }, { signal })
  canvas.addEventListener('dblclick', (event) => {
    // Only where clicks select; two drags in quick succession are no double click.
    if (moved || isWalking() || event.button !== 0 || toolInHand().ownsPointer === true || toolInHand().press !== undefined) return
    const point = pointOf(canvas, event)
    clickTwice(context, event, point, overlayAt(point))
  }, { signal })
  canvas.addEventListener('auxclick', (event) => {
    if (!moved && !isWalking() && event.button === 1 && event.detail === 2 && toolInHand().ownsPointer !== true) clickMiddleTwice(context, pointOf(canvas, event))
  }, { signal })
  canvas.addEventListener('pointercancel', () => cancelGesture(), { signal })
  canvas.addEventListener('pointerleave', () => {
    notePointer(null)
    setHovered(null)
  }, { signal })
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault()
    if (gesture?.wheel !== undefined && moved) gesture.wheel(event.deltaY < 0 ? -1 : 1)
    else if (!isWalking()) rollWheel(context, event)
  }, { signal, passive: false })

  window.addEventListener('keydown', (event) => {
    if (gesture === null) return
    const isEscape = event.key === 'Escape'
    if (!isEscape && gesture.key?.(event) !== true) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isEscape) cancelGesture()
  }, { signal, capture: true })

  // Guides go and come with their key, also under a hand that rests.
  for (const type of ['keydown', 'keyup'] as const) {
    window.addEventListener(type, (event) => {
      if (gesture !== null && moved && !event.repeat && /^(Control|Meta|Alt)$/.test(event.key)) gesture.move?.(last, event)
    }, { signal, capture: true })
  }

  const stopCursor = followTool((tool) => { canvas.style.cursor = tool.cursor ?? '' })

  return {
    dispose() {
      cancelGesture(true)
      notePointer(null)
      for (const tool of attached) tool.dispose()
      stopCursor()
      stop.abort()
    },
  }
}

/** Goes into the group that lies there, or up to what stands alone. */
function clickTwice(context: ToolContext, { shiftKey, ctrlKey, metaKey }: MouseEvent, point: Point, overlay: string | null): void {
  const id = overlay === 'handle' || shiftKey || ctrlKey || metaKey ? null : overlay ?? freePieceAt(context, point)?.id ?? null
  if (id === null || enterAt(id)) return
  useInteraction.setState({ selection: [id] })
  findViewport()?.fitSelection()
}
