import type { Quat, Vec3 } from '../../../gpu/index.ts'
import type { CameraPose } from '../../interaction/store.ts'

/** Turning by a radian takes as long as walking so many metres. */
const METRES_PER_RADIAN = 1.2
const SHORTEST = 1e-3

/**
 * The way of a camera through poses: at rest at both ends, through every pose without a stop, at an even pace in between; where it turns it goes
 * slower. Catmull-Rom splines over the length of the way (Barry and Goldman 1988), of positions and of quaternions alike.
 *
 * @param poses  one or more
 * @returns the pose at a share of the time, 0..1; exactly the first at 0 and the last at 1
 */
export function createClipPath(poses: readonly CameraPose[]): (share: number) => CameraPose {
  // Every quaternion on the side of the one before it: the short way.
  const turns: Quat[] = []
  for (const { orientation } of poses) {
    const before = turns.at(-1)
    turns.push(before !== undefined && dot4(before, orientation) < 0 ? negated(orientation) : orientation)
  }
  const knots = [0]
  for (let i = 1; i < poses.length; i++) {
    const angle = 2 * Math.acos(Math.min(1, Math.abs(dot4(turns[i - 1], turns[i]))))
    const moved = Math.hypot(...[0, 1, 2].map((axis) => poses[i].position[axis] - poses[i - 1].position[axis]))
    knots.push(knots[i - 1] + Math.max(SHORTEST, moved + METRES_PER_RADIAN * angle))
  }
  const last = poses.length - 1
  const along = (values: readonly (readonly number[])[], i: number, s: number): number[] => spline(values, knots, i, s)
  return (share) => {
    const t = Math.min(1, Math.max(0, share))
    if (t === 0 || last === 0) return poses[0]
    if (t === 1) return poses[last]
    // Quintic ease of Perlin: velocity and acceleration are zero at both ends.
    const s = knots[last] * t * t * t * (t * (6 * t - 15) + 10)
    const i = Math.min(last - 1, Math.max(0, knots.findIndex((knot) => knot > s) - 1))
    const u = (s - knots[i]) / (knots[i + 1] - knots[i])
    const [a, b] = [poses[i], poses[i + 1]]
    const turn = along(turns, i, s)
    const norm = Math.hypot(...turn)
    const mixed = (from: number, to: number): number => from + (to - from) * u
    return {
      position: along(poses.map(({ position }) => position), i, s) as unknown as Vec3,
      target: along(poses.map(({ target }) => target), i, s) as unknown as Vec3,
      orientation: [turn[0] / norm, turn[1] / norm, turn[2] / norm, turn[3] / norm],
      verticalFov: mixed(a.verticalFov, b.verticalFov),
      straighten: mixed(a.straighten ?? 0, b.straighten ?? 0),
      // From sharp to blurred there is no way: the lens is there between two poses that have it.
      lens: a.lens?.on === true && b.lens?.on === true
        ? { on: true, fNumber: mixed(a.lens.fNumber, b.lens.fNumber), focusDistance: mixed(a.lens.focusDistance, b.lens.focusDistance) } : undefined,
    }
  }
}

/** Between values i and i + 1, at parameter s; beyond the ends the line goes straight on. */
function spline(values: readonly (readonly number[])[], knots: readonly number[], i: number, s: number): number[] {
  const at = (k: number): { readonly t: number; readonly p: readonly number[] } => {
    if (k >= 0 && k < values.length) return { t: knots[k], p: values[k] }
    const [near, far] = k < 0 ? [0, 1] : [values.length - 1, values.length - 2]
    return { t: 2 * knots[near] - knots[far], p: values[near].map((v, c) => 2 * v - values[far][c]) }
  }
  const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
  const between = (p: { readonly t: number; readonly p: readonly number[] }, q: typeof p, from = p.t, to = q.t): typeof p => {
    const u = (s - from) / (to - from)
    return { t: s, p: p.p.map((v, k) => v + (q.p[k] - v) * u) }
  }
  const [ab, bc, cd] = [between(a, b), between(b, c), between(c, d)]
  return [...between(between(ab, bc, a.t, c.t), between(bc, cd, b.t, d.t), b.t, c.t).p]
}

const dot4 = (a: Quat, b: Quat): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
const negated = (q: Quat): Quat => [-q[0], -q[1], -q[2], -q[3]]

/** When each frame and each of its exposures is, shares of the clip; the last frame shows where it ends. */
export function frameTimes(frames: number, exposures: number, shutter = 0.5): readonly (readonly number[])[] {
  const step = frames < 2 ? 0 : 1 / (frames - 1)
  return Array.from({ length: frames }, (_, frame) =>
    Array.from({ length: exposures }, (_unused, i) => Math.min(1, Math.max(0, step * (frame + (exposures === 1 ? 0 : shutter * ((i + 0.5) / exposures - 0.5)))))))
}
