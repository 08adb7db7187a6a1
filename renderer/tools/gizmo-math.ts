import type { Transform } from '../document/transform.ts'
import { add, conjugate, quatMultiply, rotate, scale, sub } from '../navigation/vector.ts'

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
 *
 * @param isEach  about the middle of each instead: they stay where they are
 */
export function transformedItems(items: readonly GizmoItem[], start: Transform, now: Transform, isEach = false): ReadonlyMap<string, Transform> {
  if (items.length === 1) return new Map([[items[0].id, { ...now, scale: now.scale.map(keepSide) as unknown as Transform['scale'] }]])
  const turn = quatMultiply(now.rotation, conjugate(start.rotation))
  const factors = now.scale.map((value, k) => value / start.scale[k])
  const factor = Math.max(SMALLEST, factors.reduce((most, value) => (Math.abs(value - 1) > Math.abs(most - 1) ? value : most), 1))
  return new Map(items.map(({ id, transform }) => [id, {
    position: isEach ? add(transform.position, sub(now.position, start.position)) : add(now.position, scale(rotate(turn, sub(transform.position, start.position)), factor)),
    rotation: quatMultiply(turn, transform.rotation),
    scale: scale(transform.scale, factor),
  }]))
}

/** Pixels to the right or upwards that double a size. */
const DOUBLING = 100

/**
 * What a drag of the middle handle from one pixel to another does to all sizes. It begins at 1 wherever it was taken: measured from
 * the middle itself, the first pixel would be a multiple.
 *
 * @param snap  steps of the factor; 0: any
 */
export function evenFactor(from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }, snap: number): number {
  const factor = 2 ** ((to.x - from.x - (to.y - from.y)) / DOUBLING)
  return snap > 0 ? Math.max(snap, Math.round(factor / snap) * snap) : factor
}

const keepSide = (value: number): number => Math.abs(value) < SMALLEST ? SMALLEST * (value < 0 ? -1 : 1) : value
