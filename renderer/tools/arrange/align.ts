import type { Vec3 } from '../../../gpu/index.ts'
import type { Bounds } from '../../navigation/orbit.ts'
import { add, dot, scale, sub } from '../../navigation/vector.ts'

/** Where world boxes go to stand in order: each function answers how far each box moves, metres, in the order of the boxes. */

const middleOf = ({ min, max }: Bounds): Vec3 => scale(add(min, max), 0.5)
/** How far a box reaches in a direction, which is a world axis or its opposite. */
const reachOf = ({ min, max }: Bounds, direction: Vec3): number => Math.max(dot(min, direction), dot(max, direction))

/** Edges meet the outermost one in this direction: a world axis or its opposite. */
export function alignEdges(boxes: readonly Bounds[], direction: Vec3): readonly Vec3[] {
  const outermost = boxes.reduce((most, box) => Math.max(most, reachOf(box, direction)), -Infinity)
  return boxes.map((box) => scale(direction, outermost - reachOf(box, direction)))
}

/** Middles meet the middle of all of them, along a world axis. */
export function alignMiddles(boxes: readonly Bounds[], axis: Vec3): readonly Vec3[] {
  const back = scale(axis, -1)
  const most = boxes.reduce((so, box) => Math.max(so, reachOf(box, axis)), -Infinity)
  const least = boxes.reduce((so, box) => Math.max(so, reachOf(box, back)), -Infinity)
  return boxes.map((box) => scale(axis, (most - least) / 2 - dot(middleOf(box), axis)))
}

/** Gaps between neighbours along a world axis become equal; the outermost stay. Where there is too little room, all overlap by the same. */
export function equalGaps(boxes: readonly Bounds[], axis: Vec3): readonly Vec3[] {
  const back = scale(axis, -1)
  const least = (box: Bounds): number => -reachOf(box, back)
  const order = boxes.map((_, i) => i).sort((a, b) => dot(middleOf(boxes[a]), axis) - dot(middleOf(boxes[b]), axis))
  const sizes = boxes.map((box) => reachOf(box, axis) - least(box))
  const [first, last] = [boxes[order[0]], boxes[order[order.length - 1]]]
  const gap = (reachOf(last, axis) - least(first) - sizes.reduce((sum, size) => sum + size, 0)) / (boxes.length - 1)
  const ways: Vec3[] = boxes.map(() => [0, 0, 0])
  let next = least(first)
  for (const i of order) {
    ways[i] = scale(axis, next - least(boxes[i]))
    next += sizes[i] + gap
  }
  return ways
}

/** Middles stand evenly on the line between the two that lie farthest apart on the floor plan; heights stay. */
export function ontoLine(boxes: readonly Bounds[]): readonly Vec3[] {
  const points = boxes.map((box): Vec3 => [middleOf(box)[0], 0, middleOf(box)[2]])
  const start = farthestFrom(scale(points.reduce(add, [0, 0, 0]), 1 / points.length), points)
  const along = sub(farthestFrom(start, points), start)
  const order = points.map((_, i) => i).sort((a, b) => dot(sub(points[a], points[b]), along))
  const ways: Vec3[] = [...points]
  for (const [place, i] of order.entries()) ways[i] = sub(add(start, scale(along, place / (points.length - 1))), points[i])
  return ways
}

function farthestFrom(point: Vec3, points: readonly Vec3[]): Vec3 {
  const away = (other: Vec3): number => Math.hypot(...sub(other, point))
  return points.reduce((most, other) => (away(other) > away(most) ? other : most))
}
