import type { Vec3 } from '../../../gpu/index.ts'
import { add, dot, length, mix, scale, sub } from '../../navigation/vector.ts'

/** Each halving costs one overlap test; five bring a metre down to 3 cm, and the next pointer event goes on from there. */
const HALVINGS = 5
/** Metres: less is no way. */
const LEAST = 1e-4
/** Cosine from which two directions are one. */
const SAME = 0.9999

/**
 * The way from a free place towards a wanted one: as far as it goes, then along whatever stands in the way.
 *
 * @param from  a free place; when it is not free (an imported sofa that stands in a wall), the wanted one is taken as it is
 * @param axes  unit directions to slide along: the room's and the piece's own
 */
export function slide(from: Vec3, to: Vec3, axes: readonly Vec3[], isFree: (position: Vec3) => boolean): Vec3 {
  if (isFree(to) || !isFree(from)) return to
  const stopped = lastFree(from, to, isFree)
  const rest = sub(to, stopped)
  let best = stopped
  let most = LEAST
  // The longest first: what leads no further than the best so far is not tried.
  const ways = axes.map((axis) => ({ axis, along: dot(rest, axis) })).sort((a, b) => Math.abs(b.along) - Math.abs(a.along))
  const tried: Vec3[] = []
  for (const { axis, along } of ways) {
    if (Math.abs(along) <= most) break
    // The room's axes and the piece's own are the same ones as a rule.
    if (tried.some((other) => Math.abs(dot(other, axis)) > SAME)) continue
    tried.push(axis)
    const wanted = add(stopped, scale(axis, along))
    const reached = isFree(wanted) ? wanted : lastFree(stopped, wanted, isFree)
    const travelled = length(sub(reached, stopped))
    if (travelled > most) [best, most] = [reached, travelled]
  }
  return best
}

/** The last free place on a straight line from a free one to one that is not. */
function lastFree(from: Vec3, to: Vec3, isFree: (position: Vec3) => boolean): Vec3 {
  let [free, blocked] = [0, 1]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (free + blocked) / 2
    if (isFree(mix(from, to, middle))) free = middle
    else blocked = middle
  }
  return mix(from, to, free)
}

/** For a new piece, which has no free place to come from: the first free one on the way back to the viewer. */
export function backOff(wanted: Vec3, towards: Vec3, isFree: (position: Vec3) => boolean, mostMetres = 3): Vec3 {
  const flat: Vec3 = [towards[0] - wanted[0], 0, towards[2] - wanted[2]]
  const reach = Math.min(mostMetres, length(flat))
  if (reach === 0) return wanted
  const unit = scale(flat, 1 / length(flat))
  for (let metres = 0; metres <= reach; metres += 0.05) {
    const position = add(wanted, scale(unit, metres))
    if (isFree(position)) return position
  }
  return wanted
}
