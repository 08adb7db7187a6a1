import type { PerspectiveCamera } from 'three/webgpu'
import type { Camera } from '../../gpu/index.ts'
import type { Size } from '../navigation/projection.ts'

/** Makes three's camera, which draws the overlays, see what the engine's saw. */
export function applyCamera(camera: PerspectiveCamera, { position, orientation, verticalFov, near, far, shift: [shiftX, shiftY] = [0, 0] }: Camera, { width, height }: Size): void {
  camera.position.fromArray(position)
  camera.quaternion.fromArray(orientation)
  camera.fov = verticalFov * 180 / Math.PI
  camera.aspect = width / height
  camera.near = near
  camera.far = far
  // A part of three's larger picture, as large as ours, whose middle lies off the axis. It updates the projection, too.
  camera.setViewOffset(width, height, shiftX * height / 2, -shiftY * height / 2, width, height)
  camera.updateMatrixWorld()
}
