import type { Transform } from '../document/transform.ts'
import { add, conjugate, quatMultiply, rotate, scale, sub } from '../interaction/vector.ts'

/** One thing under the gizmo, world space, as it was when the drag began. */
export interface GizmoItem {
  readonly id: string
  readonly name: string
  readonly transform: Transform
}

/** Scales below this would turn a piece inside out or flatten it. */
const SMALLEST = 0.01

/**
 * Where the items go when the handles moved from `start` to `now`. One item takes the handles' own transform; several turn
 * and grow about their middle, evenly on all axes, so that nothing shears.
 */
export function transformedItems(items: readonly GizmoItem[], start: Transform, now: Transform): ReadonlyMap<string, Transform> {
  if (items.length === 1) return new Map([[items[0].id, { ...now, scale: now.scale.map(keepSide) as unknown as Transform['scale'] }]])
  const turn = quatMultiply(now.rotation, conjugate(start.rotation))
  const factors = now.scale.map((value, k) => value / start.scale[k])
  const factor = Math.max(SMALLEST, factors.reduce((most, value) => (Math.abs(value - 1) > Math.abs(most - 1) ? value : most), 1))
  return new Map(items.map(({ id, transform }) => [id, {
    position: add(now.position, scale(rotate(turn, sub(transform.position, start.position)), factor)),
    rotation: quatMultiply(turn, transform.rotation),
    scale: scale(transform.scale, factor),
  }]))
}

const keepSide = (value: number): number => Math.abs(value) < SMALLEST ? SMALLEST * (value < 0 ? -1 : 1) : value
