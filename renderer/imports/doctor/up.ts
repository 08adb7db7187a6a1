import type { Declared, UpAxis } from './declared.ts'
import { thingOf } from './known-things.ts'
import { sizeOf } from '../pieces/box.ts'
import type { Survey, Surveyed } from './survey.ts'

export interface UpGuess {
  /** Of the file's own axes. */
  readonly up: UpAxis
  /** 0..1 */
  readonly sure: number
}

/** How much a score differs when one axis is as good as certain. */
const STEEPNESS = 6
/** An object's foot counts as on a level with others' within this share of the model. */
const SAME_LEVEL = 0.01
const FEWEST_FOR_LEVELS = 5
/** Of its size, how far the middle of a single thing may lie beside the origin that it stands on. */
const OVER_ORIGIN = 0.2

const other = (up: UpAxis): UpAxis => (up === 'y' ? 'z' : 'y')

/**
 * Which way is up: by what buildings and furniture have in common. Much of their surface is level, their lowest surface is flat, things stand on
 * common levels from a height of 0, doors are tall, floors lie. Only y and z compete: nobody writes x.
 *
 * @param survey    with y up as the reader took it
 * @param fileName  names the whole, where its parts bear no names that are known
 * O(objects).
 */
export function guessUp(survey: Survey, { up, takenUp, trust }: Pick<Declared, 'up' | 'takenUp' | 'trust'>, fileName: string): UpGuess {
  const seen = { ...survey, named: namedOf(survey, fileName) }
  const believed = up ?? takenUp
  const evidence = STEEPNESS * certainty(seen) * (scoreOf(seen, 1) - scoreOf(seen, 2))
  const prior = Math.log(trust.up / (1 - trust.up))
  // Log odds that what the reader took for up is up. Shapes alone do not contradict a file that says so: a relief stands on a wall as a plate lies on a floor.
  const least = up === null || liesByName(seen) ? -Infinity : 0
  const odds = Math.max(least, evidence + prior)
  return { up: odds >= 0 ? believed : other(believed), sure: 1 / (1 + Math.exp(-Math.abs(odds))) }
}

/** With what has a stance by its name. */
type Seen = Survey & { readonly named: readonly Pick<Surveyed, 'name' | 'box'>[] }

function namedOf({ objects, box }: Survey, fileName: string): Seen['named'] {
  const named = objects.filter(({ name }) => thingOf(name)?.stance !== undefined)
  return named.length > 0 || thingOf(fileName)?.stance === undefined ? named : [{ name: fileName, box }]
}

function scoreOf(seen: Seen, axis: 1 | 2): number {
  const { areas, objects, named, box } = seen
  const total = areas.total || 1
  const size = sizeOf(box)
  const foot = standsOnZero(seen, axis) ? 0.5 : 0
  const level = isSheetByName(seen) ? 0 : 0.6 * (areas.facing[axis] / total) + (0.8 * (areas.lowest[axis] - 0.5 * areas.highest[axis])) / total
  return level + 0.7 * shareOnOneLevel(objects, box.min[axis], size[axis], axis) + 0.8 * stancesKept(named, axis) + foot
}

/** A door, a window: flat, and upright by its name. Its surface faces its front, which says nothing of what is level. */
const isSheetByName = ({ objects, named, box }: Seen): boolean =>
  objects.length < FEWEST_FOR_LEVELS && named.length > 0 && isFlat(box) && named.every(({ name }) => ['tall', 'upright'].includes(thingOf(name)?.stance ?? ''))

/** Far shorter along y than along z, or the other way round, whichever of them is up. */
function isFlat(box: Survey['box']): boolean {
  const [, y, z] = sizeOf(box)
  return Math.min(y, z) < 0.25 * Math.max(y, z)
}

/** A single thing that stands has its middle above the origin; what hangs on a wall touches 0 with its back, and hangs down from there. */
function standsOnZero({ objects, box: { min, max } }: Seen, axis: 1 | 2): boolean {
  if (Math.abs(min[axis]) >= 0.02 * (max[axis] - min[axis])) return false
  return objects.length >= FEWEST_FOR_LEVELS || [0, 1, 2].every((other) => other === axis || Math.abs(min[other] + max[other]) / 2 <= OVER_ORIGIN * (max[other] - min[other]))
}

function shareOnOneLevel(objects: readonly Surveyed[], bottom: number, height: number, axis: number): number {
  if (objects.length < FEWEST_FOR_LEVELS) return 0
  const counts = new Map<number, number>()
  for (const { box } of objects) {
    const level = Math.round((box.min[axis] - bottom) / (height || 1) / SAME_LEVEL)
    counts.set(level, (counts.get(level) ?? 0) + 1)
  }
  return [...counts.values()].reduce((most, count) => Math.max(most, count), 0) / objects.length
}

/** Share of the things with a known stance that have it with this axis up. */
function stancesKept(named: Seen['named'], axis: number): number {
  let kept = 0
  for (const { name, box } of named) {
    const stance = thingOf(name)?.stance
    const size = sizeOf(box)
    if (stance === 'tall' && size[axis] >= 0.999 * Math.max(...size)) kept++
    if (stance === 'flat' && size[axis] <= 1.001 * Math.min(...size)) kept++
    if (stance === 'upright' && size[axis] > 1.001 * Math.min(...size)) kept++
  }
  return named.length === 0 ? 0 : kept / named.length
}

/** Things that lie on their sides, by their names: doors, walls, floors. */
const liesByName = ({ named }: Seen): boolean => stancesKept(named, 2) > stancesKept(named, 1)

/** A single flat thing hangs on a wall or lies on the floor: nobody can tell, unless its name does. One that stands nowhere is hard to tell, too. */
function certainty(seen: Seen): number {
  const { objects, named, box } = seen
  if (objects.length >= FEWEST_FOR_LEVELS || named.length > 0) return 1
  if (isFlat(box)) return 0.25
  return standsOnZero(seen, 1) || standsOnZero(seen, 2) ? 1 : 0.5
}
