import type { Contact, InstanceId, QueryHit, QueryOptions, SceneQuery, Vec3 } from '../../gpu/index.ts'
import { sub } from '../navigation/vector.ts'

/** An axis-aligned block for tests of tools and walking. */
export interface Block {
  readonly id: InstanceId
  readonly min: Vec3
  readonly max: Vec3
}

/** SceneQuery over solid blocks, by formula: the oracle for tests that do not want the trees. Boxes are asked upright. */
export function queryOfBlocks(blocks: readonly Block[]): SceneQuery {
  const seen = (options?: QueryOptions): Block[] => blocks.filter(({ id }) => options?.skip?.has(id) !== true)
  return {
    closestHit(origin, direction, options) {
      let best: QueryHit | null = null
      for (const block of seen(options)) {
        const hit = hitBlock(block, origin, direction)
        if (hit !== null && hit.t < (best?.t ?? options?.tMax ?? Infinity)) best = hit
      }
      return best
    },
    overlapBox(center, half, orientation, options) {
      if (Math.abs(orientation[3]) < 1 - 1e-6) throw new Error('queryOfBlocks: boxes are asked upright')
      return seen(options)
        .filter(({ min, max }) => [0, 1, 2].every((k) => center[k] + half[k] > min[k] && center[k] - half[k] < max[k]))
        .map(({ id }) => id)
    },
    overlapCapsule(a, b, radius, options) {
      return seen(options).flatMap((block) => contactOf(block, a, b, radius)).sort((one, other) => other.depth - one.depth)
    },
  }
}

function hitBlock({ id, min, max }: Block, origin: Vec3, direction: Vec3): QueryHit | null {
  let [enter, leave, axis] = [-Infinity, Infinity, 0]
  for (let k = 0; k < 3; k++) {
    if (direction[k] === 0) {
      if (origin[k] < min[k] || origin[k] > max[k]) return null
      continue
    }
    const [t0, t1] = [(min[k] - origin[k]) / direction[k], (max[k] - origin[k]) / direction[k]]
    if (Math.min(t0, t1) > enter) [enter, axis] = [Math.min(t0, t1), k]
    leave = Math.min(leave, Math.max(t0, t1))
  }
  if (enter > leave || enter < 0) return null
  const normal: [number, number, number] = [0, 0, 0]
  normal[axis] = -Math.sign(direction[axis])
  return { instance: id, t: enter, position: [0, 1, 2].map((k) => origin[k] + direction[k] * enter) as unknown as Vec3, normal, triangle: 0 }
}

/** Upright capsules alone: a is below b. */
function contactOf({ id, min, max }: Block, a: Vec3, b: Vec3, radius: number): Contact[] {
  const y = Math.max(a[1], Math.min(b[1], Math.max(min[1], Math.min(max[1], (a[1] + b[1]) / 2))))
  const inside: Vec3 = [a[0], y, a[2]]
  const nearest = inside.map((value, k) => Math.max(min[k], Math.min(max[k], value))) as unknown as Vec3
  const away = sub([a[0], Math.max(a[1], Math.min(b[1], nearest[1])), a[2]], nearest)
  const distance = Math.hypot(...away)
  if (distance >= radius || distance === 0) return []
  return [{ instance: id, normal: [away[0] / distance, away[1] / distance, away[2] / distance], depth: radius - distance }]
}
