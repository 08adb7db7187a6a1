import type { Quat } from '../../gpu/index.ts'

/** Radians about x (tilt), y (turn) and z (roll): turned first about z, then x, then y, so that y is the compass of a standing piece. */
export type Euler = readonly [x: number, y: number, z: number]

export function quatFromEuler([x, y, z]: Euler): Quat {
  const [sx, cx] = [Math.sin(x / 2), Math.cos(x / 2)]
  const [sy, cy] = [Math.sin(y / 2), Math.cos(y / 2)]
  const [sz, cz] = [Math.sin(z / 2), Math.cos(z / 2)]
  return [
    sx * cy * cz + cx * sy * sz,
    cx * sy * cz - sx * cy * sz,
    cx * cy * sz - sx * sy * cz,
    cx * cy * cz + sx * sy * sz,
  ]
}

/** The inverse; straight up or down (gimbal lock) roll is 0. */
export function eulerFromQuat([x, y, z, w]: Quat): Euler {
  const sinX = 2 * (w * x - y * z)
  if (Math.abs(sinX) > 0.999999) return [Math.sign(sinX) * (Math.PI / 2), 2 * Math.atan2(y, w), 0]
  return [
    Math.asin(sinX),
    Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y)),
    Math.atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z)),
  ]
}
