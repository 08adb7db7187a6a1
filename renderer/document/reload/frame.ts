import type { Quat, Vec3 } from '../../../gpu/index.ts'
import { multiplyQuats, type Transform } from '../transform.ts'

/** Where a model stands as a whole: scaled, turned, moved. */
export interface Frame {
  readonly scale: number
  readonly rotation: Quat
  readonly position: Vec3
}

export const AS_IT_CAME: Frame = { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] }

const conjugate = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w]

function rotated(q: Quat, [x, y, z]: Vec3): Vec3 {
  const [a, b, c] = multiplyQuats(multiplyQuats(q, [x, y, z, 0]), conjugate(q))
  return [a, b, c]
}

/** A thing of the model where the frame has it; the very same in the frame in which it came. */
export function placedIn<T extends Transform>(frame: Frame, thing: T): T {
  if (frame === AS_IT_CAME) return thing
  const [sx, sy, sz] = thing.scale
  return { ...thing, ...pointIn(frame, thing.position), rotation: multiplyQuats(frame.rotation, thing.rotation), scale: [frame.scale * sx, frame.scale * sy, frame.scale * sz] }
}

/** Only its place: of what is never scaled. */
export function pointIn({ scale, rotation, position }: Frame, point: Vec3): { readonly position: Vec3 } {
  const [x, y, z] = rotated(rotation, point)
  return { position: [scale * x + position[0], scale * y + position[1], scale * z + position[2]] }
}

/** What takes a thing from where it came to where it stands; null: it was stretched, so no frame does. */
function frameFrom(came: Transform, stands: Transform): Frame | null {
  const [scale, ...others] = stands.scale.map((value, i) => value / came.scale[i])
  if (!(scale > 0) || others.some((other) => Math.abs(other - scale) > 1e-6 * scale)) return null
  const rotation = multiplyQuats(stands.rotation, conjugate(came.rotation))
  const [x, y, z] = rotated(rotation, came.position)
  return { scale, rotation, position: [stands.position[0] - scale * x, stands.position[1] - scale * y, stands.position[2] - scale * z] }
}

/** Equal within a millimetre or so. */
function nameOf({ scale, rotation, position }: Frame): string {
  const sign = Math.sign(rotation.toReversed().find((value) => Math.abs(value) > 1e-3) ?? 1)
  return [scale.toPrecision(5), ...rotation.map((value) => Math.round(1e3 * sign * value) + 0), ...position.map((value) => Math.round(1e3 * value) + 0)].join()
}

/**
 * Where most things of a model stand together: brought in, it stands elsewhere than in its file, and then all of it may have been moved or
 * read in another unit. As it came, unless two or more agree on another frame, and more than on that.
 */
export function commonFrame(pairs: readonly { readonly came: Transform; readonly stands: Transform }[]): Frame {
  const frames = new Map<string, { readonly frame: Frame; count: number }>()
  for (const { came, stands } of pairs) {
    const frame = frameFrom(came, stands)
    if (frame === null) continue
    const name = nameOf(frame)
    const known = frames.get(name)
    if (known === undefined) frames.set(name, { frame, count: 1 })
    else known.count++
  }
  const asItCame = nameOf(AS_IT_CAME)
  let best = { frame: AS_IT_CAME, count: Math.max(1, frames.get(asItCame)?.count ?? 0) }
  for (const [name, { frame, count }] of frames) if (name !== asItCame && count > best.count) best = { frame, count }
  return best.frame
}
