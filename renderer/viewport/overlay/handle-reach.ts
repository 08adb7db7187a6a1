import { Vector3, type PerspectiveCamera } from 'three/webgpu'
import type { TransformControls } from 'three/addons/controls/TransformControls.js'

/** CSS pixels that the pointer may be beside a handle and still take it. */
const SLACK = 7
/** Ways to look, in eighths of a turn, and how far: nearest first. */
const AROUND = [0, 0.5 * SLACK, SLACK].flatMap((radius) =>
  Array.from({ length: radius === 0 ? 1 : 8 }, (_, k) => [radius * Math.cos(k * Math.PI / 4), radius * Math.sin(k * Math.PI / 4)] as const))
/** What three draws handles by: of the canvas height, at size 1. */
const UNIT = 1.9 / 4 / 2
/** Radius of the rings that turn. */
const RING = 0.5
/** How far from the middle all axes are scaled together. Three's arrows begin there, and near it they would multiply. */
const MIDDLE = 0.12

/**
 * Handles are taken by a pointer that is a few pixels beside them, and everything within the rings turns freely; three's own are
 * met or missed, and a press that misses turns the camera.
 */
export function withReach(controls: TransformControls, camera: PerspectiveCamera, canvas: HTMLElement): void {
  const exactly = controls.pointerHover.bind(controls)
  const helper = controls.getHelper()
  const middle = new Vector3()

  /** Of the pointer from the middle of the handles, in their units. */
  function distanceOf({ x, y }: PointerEvent): number {
    if (controls.object === undefined) return Infinity
    middle.copy(controls.object.position).project(camera)
    if (middle.z > 1 || middle.z < 0) return Infinity
    return Math.hypot((middle.x - x) * canvas.clientWidth / 2, (middle.y - y) * canvas.clientHeight / 2) / (UNIT * controls.size * canvas.clientHeight)
  }

  /** Leaves the handle in `controls.axis`. */
  function look(pointer: PointerEvent): void {
    const { x, y, button } = pointer
    const distance = distanceOf(pointer)
    if (controls.mode === 'scale' && distance < MIDDLE) {
      controls.axis = 'XYZ'
      return
    }
    for (const [dx, dy] of AROUND) {
      exactly({ x: x + 2 * dx / canvas.clientWidth, y: y - 2 * dy / canvas.clientHeight, button } as PointerEvent)
      if (controls.axis !== null) return
    }
    if (controls.mode === 'rotate' && distance < RING) controls.axis = 'XYZE'
  }

  // What three passes is no event, but where it was: from -1 to 1, upwards.
  controls.pointerHover = (pointer) => {
    if (pointer === null || controls.object === undefined || controls.dragging) return
    // Since the last picture the camera may have moved, or the handles.
    helper.updateMatrixWorld(true)
    look(pointer)
    // The plane that a drag follows depends on the handle.
    helper.updateMatrixWorld(true)
  }
}
