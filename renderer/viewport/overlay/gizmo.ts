import { Object3D, type PerspectiveCamera, type Scene } from 'three/webgpu'
import { TransformControls } from 'three/addons/controls/TransformControls.js'
import type { Vec3 } from '../../../gpu/index.ts'
import { setLight, setTransforms } from '../../document/changes/index.ts'
import { isHidden, unlockedPieces } from '../../document/flags.ts'
import { newId } from '../../document/ids.ts'
import { stretched } from '../../document/light-size.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { isPlaced, rotationOf, UNTURNED } from '../../document/light-frame.ts'
import { composeMatrix, invertAffine, multiplyQuats, type Transform, transformPoint } from '../../document/transform.ts'
import type { AtriumDocument, PlacedLight } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { profileFlux } from '../../project/insert/luminaires.ts'
import { evenFactor, type GizmoItem, transformedItems } from '../../tools/gizmo-math.ts'
import { beginHandleMove, type HandleMove } from '../../tools/move/handle-move.ts'
import { chosenTool } from '../../tools/registry.ts'
import type { Handles } from '../../tools/tool.ts'
import { add, conjugate, scale, sub } from '../../navigation/vector.ts'
import { useShell } from '../../shell/shell.ts'
import { phrase } from '../../words/say.ts'
import { withReach } from './handle-reach.ts'

/** Handles that move, turn and scale the selection: three's TransformControls on a stand-in, edits on the document. */
export interface Gizmo {
  /** Follows tool, selection and document. */
  update(): void
  /** The pointer is on a handle, or drags one. */
  readonly isHot: boolean
  dispose(): void
}

const SNAP_METRES = 0.05
const SNAP_RADIANS = Math.PI / 12
const QUARTER = Math.PI / 2
const SNAP_SCALE = 0.1

export function createGizmo(overlay: Scene, camera: PerspectiveCamera, canvas: HTMLElement, invalidate: () => void): Gizmo {
  const controls = new TransformControls(camera, canvas)
  const helper = controls.getHelper()
  const standIn = new Object3D()
  const stop = new AbortController()
  const { signal } = stop
  let items: readonly GizmoItem[] = []
  /** Of the tool in hand; undefined: it has none. */
  let handles: Handles | undefined
  let start: Transform | null = null
  let gesture: string | null = null
  let isSnapping = false
  /** Alt is held: other pieces are gone through. */
  let goesThrough = false
  /** Keeps out of walls and pieces; null: nothing is there to keep out of. */
  let handleMove: HandleMove | null = null
  /** Those under the gizmo, as the drag began. */
  let lights: readonly PlacedLight[] = []
  /** Where the pointer is, and was as the drag began; CSS pixels. */
  let pointer = { x: 0, y: 0 }
  let pressed = pointer
  controls.setSize(0.8)
  withReach(controls, camera, canvas)
  overlay.add(standIn, helper)
  standIn.visible = false

  function transformOf({ position, quaternion, scale: size }: Object3D): Transform {
    return {
      position: [position.x, position.y, position.z],
      rotation: [quaternion.x, quaternion.y, quaternion.z, quaternion.w],
      scale: [size.x, size.y, size.z],
    }
  }

  /** Lights have no scale: their size as the drag began is stretched. */
  function resized(document: AtriumDocument, moved: ReadonlyMap<string, Transform>): AtriumDocument {
    return lights.reduce((now, light) => setLight(light.id, stretched(light, moved.get(light.id)?.scale ?? [1, 1, 1]), profileFlux)(now), document)
  }

  function applyDrag(): void {
    if (gesture === null || start === null || handles === undefined) return
    const { document } = useDocument.getState()
    const isScaled = handles.drag === 'scale'
    if (isScaled && controls.axis === 'XYZ') standIn.scale.fromArray(scale(start.scale, evenFactor(pressed, pointer, isSnapping ? SNAP_SCALE : 0)))
    if (handles.drag === 'translate' && handleMove !== null) {
      const way = sub(transformOf(standIn).position, start.position)
      standIn.position.fromArray(add(start.position, handleMove(way, controls.axis ?? '', goesThrough)))
    }
    const moved = transformedItems(items, start, transformOf(standIn), useShell.getState().settings.pivot === 'each')
    const label = handles.undo(items.length === 1 ? items[0].name : phrase('undo.items', { count: items.length }))
    const placed = setTransforms(new Map([...moved].map(([id, transform]) => [id, toOwnSpace(document, id, transform)])))
    useDocument.getState().edit(label, isScaled ? (now) => resized(placed(now), moved) : placed, gesture)
  }

  controls.addEventListener('change', invalidate)
  controls.addEventListener('objectChange', applyDrag)
  controls.addEventListener('mouseDown', () => {
    gesture = newId()
    pressed = pointer
    start = transformOf(standIn)
    const wanted = new Set(items.map(({ id }) => id))
    const { document } = useDocument.getState()
    lights = document.lights.filter((light): light is PlacedLight => isPlaced(light) && wanted.has(light.id))
    const around = findViewport()?.surroundings() ?? null
    handleMove = around === null ? null : beginHandleMove(around, document.pieces.filter(({ id }) => wanted.has(id)))
  })
  controls.addEventListener('mouseUp', () => {
    gesture = null
    update()
  })
  // Three has not heard of it yet.
  for (const type of ['pointerdown', 'pointermove'] as const) {
    canvas.addEventListener(type, ({ clientX: x, clientY: y, altKey }) => {
      pointer = { x, y }
      goesThrough = altKey
    }, { signal, capture: true })
  }
  const snap = (on: boolean, byQuarters: boolean): void => {
    isSnapping = on
    controls.setTranslationSnap(on ? SNAP_METRES : null)
    controls.setRotationSnap(on ? byQuarters ? QUARTER : SNAP_RADIANS : null)
    controls.setScaleSnap(on ? SNAP_SCALE : null)
  }
  for (const type of ['keydown', 'keyup'] as const) {
    window.addEventListener(type, (event) => snap(event.ctrlKey || event.metaKey, event.shiftKey), { signal })
  }
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || gesture === null) return
    event.stopImmediatePropagation()
    useDocument.getState().abandon(gesture)
    gesture = null
    controls.reset()
    controls.pointerUp(null as unknown as PointerEvent)
    update()
  }, { signal, capture: true })

  function update(): void {
    if (gesture !== null) return
    const { selection, navigation } = useInteraction.getState()
    handles = chosenTool().handles
    items = handles === undefined || navigation === 'walk' ? [] : itemsOf(useDocument.getState().document, selection, handles)
    if (handles === undefined || items.length === 0) {
      controls.detach()
      return
    }
    const middle = scale(items.reduce<Vec3>((sum, { transform: { position: p } }) => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]], [0, 0, 0]), 1 / items.length)
    const single = items.length === 1 ? items[0].transform : null
    standIn.position.fromArray(middle)
    standIn.quaternion.fromArray(single === null ? [0, 0, 0, 1] : single.rotation)
    standIn.scale.fromArray(single === null ? [1, 1, 1] : single.scale)
    controls.setMode(handles.drag)
    // Rectangles are flat.
    controls.showY = !(handles.drag === 'scale' && items.length === 1 && isFlat(items[0].id))
    controls.setSpace(handles.axes)
    if (controls.object !== standIn) controls.attach(standIn)
  }

  return {
    update,
    get isHot() { return controls.dragging || (controls.object !== undefined && controls.axis !== null) },
    dispose() {
      stop.abort()
      controls.detach()
      overlay.remove(standIn, helper)
      controls.dispose()
    },
  }
}

function isFlat(id: string): boolean {
  const light = useDocument.getState().document.lights.find((other) => other.id === id)
  return light?.kind === 'rectangle' || light?.kind === 'grid'
}

/** What the gizmo can take: unlocked pieces, and lights that can be moved, turned or stretched. */
function itemsOf(document: AtriumDocument, selection: readonly string[], handles: Handles): GizmoItem[] {
  const wanted = new Set(selection)
  const pieces = unlockedPieces(document, wanted).filter((piece) => !isHidden(document, piece))
  const items: GizmoItem[] = pieces.map(({ id, name, position, rotation, scale: size }) => ({ id, name, transform: { position, rotation, scale: size } }))
  for (const light of document.lights) {
    if (!isPlaced(light) || !wanted.has(light.id) || handles.refuses(light, wanted.size === 1) !== null) continue
    const carrier = light.attachedTo === null ? null : findPiece(document, light.attachedTo)
    if (carrier !== null && wanted.has(carrier.id)) continue
    const position = carrier === null ? light.position : transformPoint(composeMatrix(carrier), light.position)
    const rotation = multiplyQuats(carrier?.rotation ?? UNTURNED, rotationOf(light) ?? UNTURNED)
    items.push({ id: light.id, name: light.name, transform: { position, rotation, scale: [1, 1, 1] } })
  }
  return items
}

/** Lights on a lamp are placed in the lamp's space. */
function toOwnSpace(document: AtriumDocument, id: string, transform: Transform): Partial<Transform> {
  const light = document.lights.find((other) => other.id === id)
  if (light === undefined || !isPlaced(light)) return transform
  const carrier = light.attachedTo === null ? null : findPiece(document, light.attachedTo)
  if (carrier === null) return { position: transform.position, rotation: transform.rotation }
  const objectFromWorld = invertAffine(composeMatrix(carrier))
  return {
    position: objectFromWorld === null ? light.position : transformPoint(objectFromWorld, transform.position),
    rotation: multiplyQuats(conjugate(carrier.rotation), transform.rotation),
  }
}
