import type { QueryHit } from '../../gpu/index.ts'
import { findPiece } from '../document/selectors.ts'
import { useDocument } from '../document/store.ts'
import { reportError } from '../errors/notices.ts'
import { askPixel, useDebug } from '../interaction/debug.ts'
import { keptInside, orbitBy, panBy, roomBetween, zoomTo } from '../navigation/orbit.ts'
import { lensOfPose } from '../navigation/lens.ts'
import { focusedOn } from '../navigation/projection.ts'
import { useInteraction } from '../interaction/store.ts'
import { add, distance, scale } from '../navigation/vector.ts'
import { useShell } from '../shell/shell.ts'
import { loadCatalogueItem } from '../project/bring-in.ts'
import { type Point, pointOf, rayAt, type ToolContext } from './context.ts'
import { beginLightDrag, beginPieceDrag } from './move/drag.ts'
import { beginPlacing, type Placing } from './place/drop-item.ts'
import { beginRubberBand } from './select/rubber-band.ts'
import { selectionAfterClick } from './select/select.ts'

/** CSS pixels the pointer moves before a press is a drag. */
const DRAG_THRESHOLD = 4
const ZOOM_PER_PIXEL = 0.0015

/** What happens between press and release. */
interface Gesture {
  move?(point: Point, event: PointerEvent): void
  /** Released; `moved` is false for a click. */
  end?(moved: boolean): void
  /** @param keep  what was done so far stays: the device was lost, the user did not let go */
  cancel?(keep: boolean): void
}

export interface PointerOptions {
  readonly context: ToolContext
  /** Light markers and gizmo handles lie over the room: the id of the light, 'handle', or null. */
  readonly overlayAt: (point: Point) => string | null
}

/**
 * The pointer over the canvas. Left: click selects (Shift or Ctrl adds), dragging a piece or a light moves it, dragging the room orbits,
 * dragging the room with Shift or Ctrl draws a rubber band. Middle orbits, with Shift pans; right pans; the wheel zooms to
 * what lies under it. With Alt, a click asks what the rays of that pixel do; while focusing is on, it says what shall be sharp. While a catalogue item is being placed it hangs on
 * the pointer.
 */
export function createPointer({ context, overlayAt }: PointerOptions): { dispose(): void } {
  const { canvas } = context
  const stop = new AbortController()
  const { signal } = stop
  let gesture: Gesture | null = null
  let pressed: Point = { x: 0, y: 0 }
  let moved = false
  let placing: Placing | null = null
  let lastPoint: Point | null = null

  const pick = (point: Point): QueryHit | null => {
    const { origin, direction } = rayAt(context, point)
    return context.query.closestHit(origin, direction)
  }
  const isWalking = (): boolean => useInteraction.getState().navigation === 'walk'
  const setPose = (step: (pose: Parameters<typeof orbitBy>[0]) => ReturnType<typeof orbitBy>): void =>
    useInteraction.setState(({ pose }) => ({ pose: step(pose) }))

  function orbiting(pan: boolean, onClick?: () => void): Gesture {
    const furniture = new Set(useDocument.getState().document.pieces.filter(({ locked }) => !locked).map(({ id }) => id))
    let free = useInteraction.getState().pose
    // Inside a room the camera stays inside; from outside it may look at the house from everywhere.
    const keepsInside = !pan && roomBetween(free, context.query, furniture) === null
    let last = pressed
    return {
      move(point) {
        const [dx, dy] = [point.x - last.x, point.y - last.y]
        last = point
        free = (pan ? panBy : orbitBy)(free, dx, dy, context.size())
        useInteraction.setState({ pose: keepsInside ? keptInside(free, roomBetween(free, context.query, furniture)) : free })
      },
      end: (wasDrag) => { if (!wasDrag) onClick?.() },
    }
  }

  /** A press with the left button: what it means shows when the pointer moves, or does not. */
  function pressing(point: Point, adds: boolean): Gesture {
    const overlay = overlayAt(point)
    const hit = overlay === null ? pick(point) : null
    const piece = hit === null ? null : findPiece(useDocument.getState().document, hit.instance)
    const id = overlay ?? (piece !== null && !piece.locked ? piece.id : null)
    const click = (): void => useInteraction.setState(({ selection }) => ({ selection: selectionAfterClick(selection, id, adds) }))
    if (id === null && !adds) return orbiting(false, click)
    let inner: Gesture | null = null
    return {
      move(at, event) {
        inner ??= startDrag()
        inner.move?.(at, event)
      },
      end(wasDrag) {
        if (wasDrag) inner?.end?.(true)
        else click()
      },
      cancel: (keep) => inner?.cancel?.(keep),
    }
    function startDrag(): Gesture {
      if (id === null) return banding(point)
      const { selection } = useInteraction.getState()
      if (!selection.includes(id)) useInteraction.setState({ selection: adds ? [...selection, id] : [id] })
      const drag = piece === null ? beginLightDrag(context, id, point) : beginPieceDrag(context, id, point)
      return drag === null ? {} : { move: (at) => drag.moveTo(at), cancel: (keep) => { if (!keep) drag.cancel() } }
    }
  }

  function askAt({ x, y }: Point): void {
    const { width, height } = context.size()
    const at = (place: number, of: number, pixels: number): number => Math.min(pixels - 1, Math.max(0, Math.floor(place / of * pixels)))
    const picture = { width: context.canvas.width, height: context.canvas.height }
    askPixel({ x: at(x, width, picture.width), y: at(y, height, picture.height), ...picture, pose: useInteraction.getState().pose })
  }

  /** What lies under the pointer becomes sharp, and the lens opens; over nothing, the next click says. */
  function focusAt(point: Point): void {
    const hit = pick(point)
    if (hit === null) return
    useInteraction.setState(({ pose }) => {
      const focused = focusedOn(pose, hit.position)
      return { focusing: false, pose: { ...focused, lens: { ...lensOfPose(focused), on: true } } }
    })
  }

  function banding(start: Point): Gesture {
    const band = beginRubberBand(context, start)
    return { move: (at) => band.moveTo(at), end: () => band.finish(), cancel: () => band.cancel() }
  }

  function gestureOf(event: PointerEvent, point: Point): Gesture | null {
    if (event.button === 1) return orbiting(event.shiftKey)
    if (event.button === 2) return orbiting(true)
    return event.button === 0 ? pressing(point, event.shiftKey || event.ctrlKey || event.metaKey) : null
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (isWalking() || gesture !== null || useInteraction.getState().placing !== null) return
    const point = pointOf(canvas, event)
    if (event.button === 0 && useInteraction.getState().focusing) {
      event.preventDefault()
      focusAt(point)
      return
    }
    // Alt, or a debug pixel that waits for it: the press asks about a pixel, and does nothing else.
    if (event.button === 0 && ((event.altKey && useShell.getState().settings.developer === true) || useDebug.getState().picking)) {
      event.preventDefault()
      askAt(point)
      return
    }
    // The gizmo listens for itself.
    if (event.button === 0 && overlayAt(point) === 'handle') return
    pressed = point
    moved = false
    gesture = gestureOf(event, point)
    if (gesture === null) return
    canvas.setPointerCapture(event.pointerId)
    if (event.button !== 0) event.preventDefault()
  }, { signal })

  canvas.addEventListener('pointermove', (event) => {
    const point = pointOf(canvas, event)
    lastPoint = point
    if (gesture !== null) {
      moved ||= Math.hypot(point.x - pressed.x, point.y - pressed.y) >= DRAG_THRESHOLD
      if (moved) gesture.move?.(point, event)
    } else if (!isWalking() && placing === null && event.buttons === 0) hover(point)
  }, { signal })

  canvas.addEventListener('pointerup', (event) => {
    if (gesture === null) return
    canvas.releasePointerCapture(event.pointerId)
    const ended = gesture
    gesture = null
    ended.end?.(moved)
  }, { signal })
  canvas.addEventListener('pointercancel', () => cancelGesture(), { signal })
  canvas.addEventListener('pointerleave', () => setHovered(null), { signal })
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })

  function cancelGesture(keep = false): void {
    gesture?.cancel?.(keep)
    gesture = null
  }

  function setHovered(hovered: string | null): void {
    if (useInteraction.getState().hovered !== hovered) useInteraction.setState({ hovered })
  }

  function hover(point: Point): void {
    const overlay = overlayAt(point)
    const hit = overlay === null ? pick(point) : null
    const piece = hit === null ? null : findPiece(useDocument.getState().document, hit.instance)
    setHovered(piece === null || piece.locked ? null : piece.id)
    canvas.style.cursor = overlay === null && (piece === null || piece.locked) ? '' : 'pointer'
  }

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault()
    if (isWalking()) return
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY
    const point = pointOf(canvas, event)
    const { origin, direction } = rayAt(context, point)
    const { pose } = useInteraction.getState()
    const under = context.query.closestHit(origin, direction)?.position ?? add(origin, scale(direction, distance(pose.position, pose.target)))
    setPose((now) => zoomTo(now, under, Math.exp(Math.max(-300, Math.min(300, pixels)) * ZOOM_PER_PIXEL)))
  }, { signal, passive: false })

  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || gesture === null) return
    event.stopImmediatePropagation()
    cancelGesture()
  }, { signal, capture: true })

  // Placing: the pointer may come from the catalogue with its button down, so the window is listened to.
  async function startPlacing(id: string): Promise<void> {
    try {
      const item = await loadCatalogueItem(id)
      if (useInteraction.getState().placing !== id) return
      placing = beginPlacing(context, item)
      if (lastPoint !== null) placing.moveTo(lastPoint)
    } catch (error) {
      useInteraction.setState({ placing: null })
      reportError(error)
    }
  }
  function stopPlacing(finish: boolean): void {
    const ended = placing
    placing = null
    if (!finish || ended?.finish() === false) ended?.cancel()
  }
  const isOverCanvas = (event: PointerEvent): boolean => event.target === canvas

  window.addEventListener('pointermove', (event) => {
    if (useInteraction.getState().placing === null || !isOverCanvas(event)) return
    lastPoint = pointOf(canvas, event)
    placing?.moveTo(lastPoint)
  }, { signal })
  window.addEventListener('pointerup', (event) => {
    if (placing === null || event.button !== 0 || !isOverCanvas(event)) return
    placing.moveTo(pointOf(canvas, event))
    stopPlacing(true)
    useInteraction.setState({ placing: null })
  }, { signal })
  const unsubscribe = useInteraction.subscribe((state, before) => {
    if (state.placing === before.placing) return
    stopPlacing(false)
    if (state.placing !== null) void startPlacing(state.placing)
  })
  // It hung on the pointer when the device before this one was lost.
  const { placing: pending } = useInteraction.getState()
  if (pending !== null) void startPlacing(pending)

  return {
    dispose() {
      unsubscribe()
      cancelGesture(true)
      stopPlacing(false)
      stop.abort()
    },
  }
}
