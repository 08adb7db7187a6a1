import { add, rotate, scale } from '../../math.ts'
import type { Camera, Lens, Vec3 } from '../../scene.ts'

/** A pinhole as kernels take it: the direction from its position through raster coordinate (x, y) is corner + x * stepX + y * stepY. */
export interface PinholeRays {
  readonly position: Vec3
  /** At distance 1 along the axis. */
  readonly corner: Vec3
  readonly stepX: Vec3
  readonly stepY: Vec3
  readonly forward: Vec3
  /** Radians per pixel where the axis meets the picture's plane. */
  readonly spread: number
}

/** The same with the lens; who leaves that out sees through its centre. */
export interface CameraRays extends PinholeRays {
  /** World space: half of the lens's width and of its height; without one: zero. */
  readonly lensU: Vec3
  readonly lensV: Vec3
  /** 1 / distance of what is sharp; without a lens: 0. */
  readonly focus: number
}

/** @param width  pixels, with height: the raster's size; y runs down */
export function cameraRays(camera: Camera, width: number, height: number): CameraRays {
  const { position, orientation, verticalFov } = camera
  const right = rotate(orientation, [1, 0, 0])
  const up = rotate(orientation, [0, 1, 0])
  const forward = rotate(orientation, [0, 0, -1])
  const halfHeight = Math.tan(verticalFov / 2)
  const halfWidth = halfHeight * (width / height)
  const step = (2 * halfHeight) / height
  const [shiftX, shiftY] = shiftOf(camera)
  const lens = lensOf(camera)
  return {
    position,
    corner: add(forward, add(scale(right, shiftX * halfHeight - halfWidth), scale(up, shiftY * halfHeight + halfHeight))),
    stepX: scale(right, (2 * halfWidth) / width),
    stepY: scale(up, -step),
    forward,
    spread: step,
    lensU: scale(right, lens?.radius ?? 0),
    lensV: scale(up, lens?.radius ?? 0),
    focus: lens === null ? 0 : 1 / lens.focusDistance,
  }
}

/** Every direction around a camera: equirectangular, as kernels take it. */
export interface PanoramaRays {
  readonly position: Vec3
  /** Level, where the camera looks: the middle of the picture. */
  readonly ahead: Vec3
  readonly right: Vec3
  /** Radians per pixel, of longitude and of latitude. */
  readonly turn: readonly [x: number, y: number]
  /** Radians per pixel at the horizon. */
  readonly spread: number
}

/**
 * Raster coordinate (x, y) looks along longitude x * turn - pi, to the right, and latitude pi / 2 - y * turn. The picture stands upright
 * however the camera is tilted; field of view, shift and lens count for nothing.
 */
export function panoramaRays({ position, orientation }: Camera, width: number, height: number): PanoramaRays {
  const right = rotate(orientation, [1, 0, 0])
  // Of a camera that lies on its side: what is above it.
  const level = Math.hypot(right[0], right[2]) > 1e-6 ? right : rotate(orientation, [0, -1, 0])
  const length = Math.hypot(level[0], level[2])
  const [x, z] = [level[0] / length, level[2] / length]
  return { position, ahead: [z, 0, -x], right: [x, 0, z], turn: [(2 * Math.PI) / width, Math.PI / height], spread: Math.PI / height }
}

/** Half heights; what is no number is no shift. */
export function shiftOf({ shift }: Camera): readonly [x: number, y: number] {
  return shift !== undefined && Number.isFinite(shift[0]) && Number.isFinite(shift[1]) ? shift : [0, 0]
}

/** null: a pinhole, or a lens that cannot be. */
export function lensOf({ lens }: Camera): Lens | null {
  const isLens = lens !== undefined && lens.radius > 0 && lens.radius < Infinity && lens.focusDistance > 0 && lens.focusDistance < Infinity
  return isLens ? lens : null
}

/**
 * The pinhole that sees through one point of a lens what the lens sees through it: moved there, and shifted back so that what is in
 * focus stays where it is in the picture. The mean of the pictures of many such points is the lens's (Haeberli and Akeley 1990,
 * "The accumulation buffer"). A camera without a lens stays as it is.
 *
 * @param point  of the unit disc, to the right and up
 */
export function throughLens(camera: Camera, [u, v]: readonly [number, number]): Camera {
  const lens = lensOf(camera)
  if (lens === null) return camera
  const [shiftX, shiftY] = shiftOf(camera)
  const [x, y] = [u * lens.radius, v * lens.radius]
  // Of the focused plane the picture shows so much, from its middle to its upper edge.
  const halfHeight = lens.focusDistance * Math.tan(camera.verticalFov / 2)
  return {
    ...camera,
    position: add(camera.position, rotate(camera.orientation, [x, y, 0])),
    shift: [shiftX - x / halfHeight, shiftY - y / halfHeight],
    lens: undefined,
    middle: { ...camera, lens: undefined },
  }
}

/** Where on the lens the samples of a picture are taken, unit disc: the first in its centre, any number of them spread evenly (R2: Roberts 2018). */
export function lensPointOf(sample: number): readonly [u: number, v: number] {
  const at = (step: number): number => 2 * ((0.5 + sample * step) % 1) - 1
  // Plastic number: 1/g and 1/g^2.
  return concentricDisc(at(0.7548776662466927), at(0.5698402909980532))
}

/** The square -1..1 to the unit disc, areas kept: Shirley and Chiu 1997, as sample_disc of sampling.wgsl. */
function concentricDisc(x: number, y: number): readonly [number, number] {
  if (x === 0 && y === 0) return [0, 0]
  const isWide = Math.abs(x) > Math.abs(y)
  const r = isWide ? x : y
  const angle = isWide ? (Math.PI / 4) * (y / x) : Math.PI / 2 - (Math.PI / 4) * (x / y)
  return [r * Math.cos(angle), r * Math.sin(angle)]
}
