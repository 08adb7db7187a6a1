import type { Camera, Quat, Vec3 } from '../../gpu/index.ts'
import type { LensRecord } from '../document/types.ts'
import type { CameraPose } from '../interaction/store.ts'
import { quatFromYawPitch, rotate, yawPitchOf } from './vector.ts'

/** Cameras as photographers know them: focal lengths and f-numbers of the full frame, 36 x 24 mm, and lenses that shift. */

/** Metres. */
const FRAME_HEIGHT = 0.024

/** What is offered, metres: wider ones show little but their own distortion, longer ones nothing of a room. */
export const SHORTEST_FOCAL_LENGTH = 0.008
export const LONGEST_FOCAL_LENGTH = 0.4
export const SMALLEST_F_NUMBER = 0.5
export const LARGEST_F_NUMBER = 64
export const NEAREST_FOCUS = 0.05
export const FARTHEST_FOCUS = 1000

/** Metres, of the lens that shows this vertical angle (radians) on the height of the full frame. */
export const focalLengthOf = (verticalFov: number): number => FRAME_HEIGHT / 2 / Math.tan(verticalFov / 2)

/** Radians; the inverse of focalLengthOf. */
export const verticalFovOf = (focalLength: number): number => 2 * Math.atan(FRAME_HEIGHT / 2 / focalLength)

/** Radians across a picture of some shape. @param aspect  width / height */
export const horizontalFovOf = (verticalFov: number, aspect: number): number => 2 * Math.atan(Math.tan(verticalFov / 2) * aspect)

/** Photographers' full and third stops, as marked on lenses. */
export const F_STOPS: readonly number[] = [1, 1.2, 1.4, 1.8, 2, 2.2, 2.8, 3.5, 4, 5, 5.6, 8, 11, 16, 22, 32]

export const DEFAULT_LENS: LensRecord = { on: false, fNumber: 2.8, focusDistance: 2 }

export const lensOfPose = (pose: CameraPose): LensRecord => pose.lens ?? DEFAULT_LENS

/** As the engine takes it: the aperture is the focal length over the f-number wide. undefined: everything is sharp. */
export function thinLens({ verticalFov, lens }: Pick<CameraPose, 'verticalFov' | 'lens'>): Camera['lens'] {
  return lens?.on === true ? { radius: focalLengthOf(verticalFov) / lens.fNumber / 2, focusDistance: lens.focusDistance } : undefined
}

/** Up to here a shift takes the place of all of the camera's tilt, radians; the strongest shift lenses (17 mm, 12 mm of shift) reach as far. */
export const STRAIGHT_UP_TO = (35 * Math.PI) / 180
/** From here on of none: who looks down from the ceiling wants no frame with its middle at the horizon. */
export const TILTED_FROM = (60 * Math.PI) / 180

/** How much of a pitch a shift takes the place of, 0..1: all of a usual one, less and less of a steep one, without a jump. */
export function straightenedShare(pitch: number): number {
  const t = Math.min(1, Math.max(0, (Math.abs(pitch) - STRAIGHT_UP_TO) / (TILTED_FROM - STRAIGHT_UP_TO)))
  return 1 - t * t * (3 - 2 * t)
}

/**
 * Two-point perspective: the camera turned back towards the level, and the picture shifted so that its middle shows what it showed.
 *
 * @param straighten  0: leave it tilted; 1: level, so that vertical lines are vertical, unless it looks too steeply
 */
export function straightened(orientation: Quat, verticalFov: number, straighten: number): Pick<Camera, 'orientation' | 'shift'> {
  if (!(straighten > 0)) return { orientation, shift: undefined }
  const { yaw, pitch } = yawPitchOf(orientation)
  const taken = pitch * straightenedShare(pitch) * Math.min(1, straighten)
  return { orientation: quatFromYawPitch(yaw, pitch - taken), shift: [0, Math.tan(taken) / Math.tan(verticalFov / 2)] }
}

/** Unit direction along the axis of the camera, which distances of focus are measured along; the middle of a shifted picture lies off it. */
export const axisOf = (camera: Pick<Camera, 'orientation'>): Vec3 => rotate(camera.orientation, [0, 0, -1])
