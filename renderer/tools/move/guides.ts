import type { Vec3 } from '../../../gpu/index.ts'
import type { Bounds } from '../../navigation/orbit.ts'

/* Where a dragged box falls into line with its room and its neighbours. Boxes stand upright in one frame, metres; no scene, no window. */

export type Axis = 0 | 1 | 2
export type GuideKind = 'wall' | 'middle' | 'gap' | 'centre' | 'edge' | 'grid'

/** Boxes of what may be lined up with: six numbers each, least corner first. */
export type BoxList = Float64Array

export interface GuideQuestion {
  readonly box: Bounds
  /** Along which it may move; the rest follows from its surface. */
  readonly axes: readonly Axis[]
  readonly others: BoxList
  /** The walls before and behind it along each axis of the frame; infinite: none. */
  readonly walls: readonly (readonly [below: number, above: number])[]
  /** Metres: what is nearer than this is meant. */
  readonly reach: number
  /** Metres between the lines of the grid that its middle falls on where nothing else does; 0: none. */
  readonly grid: number
}

/** A way to something else that is measured: from the box straight along one axis. */
export interface Dimension {
  readonly axis: Axis
  /** -1: towards lower numbers. */
  readonly side: -1 | 1
  readonly from: Vec3
  readonly to: Vec3
  readonly metres: number
}

export interface Guide {
  readonly kind: GuideKind
  readonly axis: Axis
  /** From the box to what it lines up with. */
  readonly lines: readonly (readonly [Vec3, Vec3])[]
  /** Equal gaps. */
  readonly gaps: readonly Dimension[]
}

export interface GuideAnswer {
  /** How far the box goes to fall into line. */
  readonly shift: Vec3
  readonly guides: readonly Guide[]
  /** What is next to the box where it is then, nearest first. */
  readonly dimensions: readonly Dimension[]
}

/** So many neighbours are lined up with: with everything in the room, a line is never far and says nothing. */
const MOST_NEIGHBOURS = 12
/** Metres up and down that one still belongs to a neighbour: a lamp hangs over its table. */
const HEIGHT = 3
/** Metres off its wall that a piece stands against it: a picture hangs over its sofa. */
const DEPTH = 1
/** Metres to either side that neighbours are looked for where no wall ends the room. */
const FARTHEST = 12
/** Metres: closer than this is the same line. */
const SAME = 1e-4
/** Of two that are equally near, the first is meant. */
const RANK: readonly GuideKind[] = ['wall', 'middle', 'gap', 'centre', 'edge', 'grid']

interface Candidate {
  readonly kind: GuideKind
  readonly shift: number
  /** What it lines up with; null: walls and the grid. */
  readonly other: Bounds | null
  /** Along the axis, where the line lies. */
  readonly at: number
}

/**
 * Snaps a box to walls, middles, equal gaps, centres, edges and the grid, each axis for itself: the nearest within reach.
 *
 * O(n) in the number of boxes, without allocation for those that are not near.
 */
export function snapToGuides(question: GuideQuestion): GuideAnswer {
  const { axes, reach } = question
  const near = neighbours(question)
  const shift: [number, number, number] = [0, 0, 0]
  const chosen = axes.flatMap((axis) => {
    const best = candidates(question, near, axis).filter((one) => Math.abs(one.shift) <= reach)
      .reduce<Candidate | null>((first, one) => (first === null || isBetter(one, first) ? one : first), null)
    if (best === null) return []
    shift[axis] = best.shift
    return [[axis, best] as const]
  })
  const box = shifted(question.box, shift)
  const now = { ...question, box }
  return {
    shift,
    guides: chosen.map(([axis, candidate]) => ({ kind: candidate.kind, axis, lines: linesOf(now, near, axis, candidate), gaps: candidate.kind === 'gap' ? gapsOf(now, near, axis) : [] })),
    dimensions: axes.flatMap((axis) => ([-1, 1] as const).flatMap((side) => dimensionTo(now, near, axis, side) ?? [])).toSorted((a, b) => a.metres - b.metres),
  }
}

function isBetter(one: Candidate, other: Candidate): boolean {
  const less = Math.abs(other.shift) - Math.abs(one.shift)
  return Math.abs(less) > SAME ? less > 0 : RANK.indexOf(one.kind) < RANK.indexOf(other.kind)
}

const shifted = ({ min, max }: Bounds, by: Vec3): Bounds => ({ min: [min[0] + by[0], min[1] + by[1], min[2] + by[2]], max: [max[0] + by[0], max[1] + by[1], max[2] + by[2]] })
const middleOf = ({ min, max }: Bounds, axis: Axis): number => (min[axis] + max[axis]) / 2
const overlaps = (a: Bounds, b: Bounds, axis: Axis, slack = 0): boolean => a.min[axis] < b.max[axis] + slack && b.min[axis] < a.max[axis] + slack
const boxAt = (list: BoxList, at: number): Bounds => ({ min: [list[at], list[at + 1], list[at + 2]], max: [list[at + 3], list[at + 4], list[at + 5]] })

/** The nearest boxes of the same room, nearest first. */
function neighbours({ box, axes, others, walls }: GuideQuestion): readonly Bounds[] {
  const found: { readonly at: number; readonly away: number }[] = []
  const least = [0, 0, 0]
  const most = [0, 0, 0]
  for (const axis of [0, 1, 2] as const) {
    const isFree = axes.includes(axis)
    const room = axis === 1 ? HEIGHT : isFree ? FARTHEST : DEPTH
    least[axis] = isFree ? Math.max(walls[axis][0], box.min[axis] - room) : box.min[axis] - room
    most[axis] = isFree ? Math.min(walls[axis][1], box.max[axis] + room) : box.max[axis] + room
  }
  for (let at = 0; at < others.length; at += 6) {
    if (others[at] >= most[0] || others[at + 3] <= least[0] || others[at + 1] >= most[1] || others[at + 4] <= least[1] || others[at + 2] >= most[2] || others[at + 5] <= least[2]) continue
    let away = 0
    for (let axis = 0; axis < 3; axis++) away += Math.max(0, others[at + axis] - box.max[axis], box.min[axis] - others[at + 3 + axis]) ** 2
    if (found.length === MOST_NEIGHBOURS && away >= found[found.length - 1].away) continue
    const place = found.findIndex((other) => away < other.away)
    found.splice(place === -1 ? found.length : place, 0, { at, away })
    if (found.length > MOST_NEIGHBOURS) found.pop()
  }
  return found.map(({ at }) => boxAt(others, at))
}

function candidates(question: GuideQuestion, near: readonly Bounds[], axis: Axis): readonly Candidate[] {
  const { box, walls, grid } = question
  const [low, high, middle] = [box.min[axis], box.max[axis], middleOf(box, axis)]
  const [below, above] = walls[axis]
  const to = (kind: GuideKind, from: number, at: number, other: Bounds | null): Candidate => ({ kind, shift: at - from, at, other })
  const inLine = near.flatMap((other) => [
    to('centre', middle, middleOf(other, axis), other),
    ...[low, high].flatMap((edge) => [to('edge', edge, other.min[axis], other), to('edge', edge, other.max[axis], other)]),
  ])
  const found: Candidate[] = [
    ...(Number.isFinite(below) ? [to('wall', low, below, null)] : []),
    ...(Number.isFinite(above) ? [to('wall', high, above, null)] : []),
    ...(Number.isFinite(below) && Number.isFinite(above) ? [to('middle', middle, (below + above) / 2, null)] : []),
    ...gapPlaces(question, near, axis).map((at) => to('gap', low, at, null)),
    ...inLine,
  ]
  if (grid > 0 && !found.some(({ shift }) => Math.abs(shift) <= question.reach)) {
    const line = Math.round(middle / grid) * grid
    return [{ ...to('grid', middle, line, null), shift: Math.abs(line - middle) <= question.reach ? line - middle : 0 }]
  }
  return found
}

/** What stands beside the box in one row with it, along an axis, to one side: nearest first; the wall ends the row. */
function rowOf({ box, walls }: GuideQuestion, near: readonly Bounds[], axis: Axis, side: -1 | 1): readonly Bounds[] {
  const middle = middleOf(box, axis)
  const others = near.filter((other) => [0, 1, 2].every((k) => k === axis || overlaps(box, other, k as Axis)) && (middleOf(other, axis) - middle) * side > 0)
  const row = others.toSorted((a, b) => (middleOf(a, axis) - middleOf(b, axis)) * side)
  const wall = walls[axis][side === -1 ? 0 : 1]
  return Number.isFinite(wall) ? [...row, wallBox(box, axis, side, wall)] : row
}

function wallBox({ min, max }: Bounds, axis: Axis, side: -1 | 1, at: number): Bounds {
  const flat = (corner: Vec3, value: number): Vec3 => corner.map((other, k) => (k === axis ? value : other)) as unknown as Vec3
  return { min: flat(min, side === -1 ? -Infinity : at), max: flat(max, side === -1 ? at : Infinity) }
}

/** Where the box's lower edge is when the gaps to its neighbours are equal: between two, or going on with a row's gap. */
function gapPlaces(question: GuideQuestion, near: readonly Bounds[], axis: Axis): readonly number[] {
  const size = question.box.max[axis] - question.box.min[axis]
  const [before, behind] = ([-1, 1] as const).map((side) => rowOf(question, near, axis, side))
  const places: number[] = []
  // Between two walls it is the middle of the wall.
  const isBetween = before.length > 0 && behind.length > 0 && !(Number.isFinite(question.walls[axis][0]) && Number.isFinite(question.walls[axis][1]) && before.length === 1 && behind.length === 1)
  if (isBetween) {
    const room = behind[0].min[axis] - before[0].max[axis] - size
    if (room > 0) places.push(before[0].max[axis] + room / 2)
  }
  if (before.length > 1) {
    const gap = before[0].min[axis] - before[1].max[axis]
    if (gap > SAME) places.push(before[0].max[axis] + gap)
  }
  if (behind.length > 1) {
    const gap = behind[1].min[axis] - behind[0].max[axis]
    if (gap > SAME) places.push(behind[0].min[axis] - gap - size)
  }
  return places
}

/** Those of the gaps around the box, and of the next in its rows, that are equal. */
function gapsOf(question: GuideQuestion, near: readonly Bounds[], axis: Axis): readonly Dimension[] {
  const all = ([-1, 1] as const).flatMap((side) => {
    const row = [question.box, ...rowOf(question, near, axis, side)].slice(0, 3)
    return row.slice(1).map((other, i) => between(question, row[i], other, axis, side))
  })
  const equal = all.filter((one) => one.metres > SAME && all.some((other) => other !== one && Math.abs(other.metres - one.metres) < 10 * SAME))
  return equal
}

function dimensionTo(question: GuideQuestion, near: readonly Bounds[], axis: Axis, side: -1 | 1): Dimension | null {
  const { box } = question
  const clear = rowOf(question, near, axis, side).find((other) => (side === 1 ? other.min[axis] >= box.max[axis] - SAME : other.max[axis] <= box.min[axis] + SAME))
  return clear === undefined ? null : between(question, box, clear, axis, side)
}

/** Measured in the middle of what they share, at the foot of a box that stands, before one that hangs on a wall. */
function between({ box, axes }: GuideQuestion, from: Bounds, to: Bounds, axis: Axis, side: -1 | 1): Dimension {
  const start = side === 1 ? from.max[axis] : from.min[axis]
  const end = side === 1 ? to.min[axis] : to.max[axis]
  const point = (value: number): Vec3 => [0, 1, 2].map((k) => {
    if (k === axis) return value
    if (!axes.includes(k as Axis)) return planeOf(box, axes, k as Axis)
    return (Math.max(from.min[k], to.min[k], box.min[k]) + Math.min(from.max[k], to.max[k], box.max[k])) / 2
  }) as unknown as Vec3
  return { axis, side, from: point(start), to: point(end), metres: Math.max(0, (end - start) * side) }
}

/** Where lines are drawn across the axis that the box does not move along. */
const planeOf = ({ min, max }: Bounds, axes: readonly Axis[], axis: Axis): number => (axis === 1 ? min[1] + 0.01 : axes.includes(1) ? max[axis] : middleOf({ min, max }, axis))

/** Metres beyond the box that the middle of a wall is drawn. */
const BEYOND = 0.3

function linesOf(question: GuideQuestion, near: readonly Bounds[], axis: Axis, { kind, at }: Candidate): Guide['lines'] {
  const { box, axes } = question
  const cross = axes.find((other) => other !== axis)
  if (cross === undefined || kind === 'gap') return []
  const inLine = near.filter((other) => (kind === 'centre' ? [middleOf(other, axis)] : kind === 'edge' ? [other.min[axis], other.max[axis]] : []).some((value) => Math.abs(value - at) < SAME))
  const beyond = inLine.length > 0 ? 0 : BEYOND
  const least = Math.min(box.min[cross], ...inLine.map((other) => other.min[cross])) - beyond
  const most = Math.max(box.max[cross], ...inLine.map((other) => other.max[cross])) + beyond
  const point = (value: number): Vec3 => [0, 1, 2].map((k) => (k === axis ? at : k === cross ? value : planeOf(box, axes, k as Axis))) as unknown as Vec3
  return [[point(least), point(most)]]
}

/** How a box goes so that one of its dimensions reads as told. */
export function shiftTo({ axis, side, metres }: Dimension, wanted: number): Vec3 {
  return [0, 1, 2].map((k) => (k === axis ? side * (metres - wanted) : 0)) as unknown as Vec3
}
