import type { NodeSpec } from '../../assets/generators/kit/glb.ts'

export type Vec3 = readonly [x: number, y: number, z: number]
export type Quat = readonly [x: number, y: number, z: number, w: number]

export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

/** The upright orientation of a camera that looks from one point to another. */
export function lookingAt(from: Vec3, to: Vec3): Quat {
  const [x, y, z] = sub(to, from)
  const yaw = Math.atan2(-x, -z) / 2
  const pitch = Math.atan2(y, Math.hypot(x, z)) / 2
  return [Math.cos(yaw) * Math.sin(pitch), Math.sin(yaw) * Math.cos(pitch), -Math.sin(yaw) * Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)]
}

/** A vector turned by a unit quaternion. */
export function rotate([x, y, z, w]: Quat, v: Vec3): Vec3 {
  const t = cross([x, y, z], v).map((value) => 2 * value) as unknown as Vec3
  const u = cross([x, y, z], t)
  return [v[0] + w * t[0] + u[0], v[1] + w * t[1] + u[1], v[2] + w * t[2] + u[2]]
}

type Triangle = readonly [a: Vec3, b: Vec3, c: Vec3]

/** Every triangle of a fixture where it stands, world space, from the generator's own numbers. */
export function trianglesOf(nodes: readonly NodeSpec[]): Triangle[] {
  return nodes.flatMap(({ parts, position = [0, 0, 0], turn = 0 }) => {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    return parts.flatMap(({ geometry: { positions, indices } }) => {
      const corner = (index: number): Vec3 => {
        const [x, y, z] = positions.slice(3 * index, 3 * index + 3)
        return [x * cos + z * sin + position[0], y + position[1], -x * sin + z * cos + position[2]]
      }
      return Array.from({ length: indices.length / 3 }, (_, i): Triangle => [corner(indices[3 * i]), corner(indices[3 * i + 1]), corner(indices[3 * i + 2])])
    })
  })
}

/** Whether anything stands between two points: Möller and Trumbore, one triangle after the other. */
export function isBetween(triangles: readonly Triangle[], from: Vec3, to: Vec3): boolean {
  const direction = sub(to, from)
  return triangles.some(([a, b, c]) => {
    const [e1, e2] = [sub(b, a), sub(c, a)]
    const p = cross(direction, e2)
    const determinant = dot(e1, p)
    if (Math.abs(determinant) < 1e-12) return false
    const s = sub(from, a)
    const u = dot(s, p) / determinant
    const q = cross(s, e1)
    const v = dot(direction, q) / determinant
    const t = dot(e2, q) / determinant
    return u >= 0 && v >= 0 && u + v <= 1 && t > 1e-4 && t < 1 - 1e-4
  })
}
