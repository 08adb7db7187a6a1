import type { SceneQuery, Vec3 } from '../../../gpu/index.ts'
import type { Mount } from '../../document/types.ts'
import { add, scale } from '../../navigation/vector.ts'
import type { Ray } from '../context.ts'
import { accepts, type Surface } from './placement.ts'

/** Pieces lower than this are stood upon (a rug), higher ones are looked past by what belongs on the floor. */
export const RUG_HEIGHT = 0.1
const MOST_LAYERS = 12
const CLEARANCE = 0.02

/** What a search needs to know about a piece it meets. */
export interface SurfaceRules {
  readonly mount: Mount
  /** The dragged piece and what moves with it. */
  readonly skip: ReadonlySet<string>
  /** There is no architecture: what finds nothing lands on the ground, or in the room that one has in mind there. */
  readonly isOpen?: boolean
  /** false: architecture, or low enough to stand on. */
  readonly isFurniture: (instance: string) => boolean
}

/**
 * The surface under the pointer that a piece of this kind seeks. All but table-top pieces look past furniture; a ray that meets the
 * wrong kind of surface goes on from there: from a wall down to the floor, from the floor up to the ceiling.
 */
export function findSurface(query: SceneQuery, ray: Ray, rules: SurfaceRules): Surface | null {
  return findMet(query, ray, rules) ?? (rules.isOpen === true ? findGround(ray, rules.mount) : null)
}

/** Metres: where pictures and lamps hang while there is neither wall nor ceiling, and how far away the ground is still meant. */
const PICTURE_HEIGHT = 1.5
const CEILING_HEIGHT = 2.5
const FARTHEST_GROUND = 200

/** The ground at height 0; over it a wall that faces the viewer, or a ceiling. */
function findGround({ origin, direction }: Ray, mount: Mount): Surface | null {
  const t = -origin[1] / direction[1]
  if (!(t > 0 && t * Math.hypot(...direction) < FARTHEST_GROUND)) return null
  const [x, , z] = add(origin, scale(direction, t))
  if (mount === 'ceiling') return { position: [x, CEILING_HEIGHT, z], normal: [0, -1, 0] }
  if (mount !== 'wall') return { position: [x, 0, z], normal: [0, 1, 0] }
  const level = Math.hypot(direction[0], direction[2])
  return { position: [x, PICTURE_HEIGHT, z], normal: level < 1e-6 ? [0, 0, 1] : [-direction[0] / level, 0, -direction[2] / level] }
}

function findMet(query: SceneQuery, ray: Ray, rules: SurfaceRules): Surface | null {
  const { mount } = rules
  const hit = firstHit(query, ray, rules)
  if (hit === null) return null
  if (accepts(mount, hit)) return hit
  if (mount === 'wall') return null
  const outside = add(hit.position, scale(hit.normal, CLEARANCE))
  const onward = firstHit(query, { origin: outside, direction: mount === 'ceiling' ? [0, 1, 0] : [0, -1, 0] }, rules)
  return onward !== null && accepts(mount, onward) ? onward : null
}

/** A vase takes any top; everything else belongs to the room: furniture is looked past, a curtain by a mirror. */
function firstHit(query: SceneQuery, { origin, direction }: Ray, rules: SurfaceRules): Surface | null {
  const skip = new Set(rules.skip)
  let first: Surface | null = null
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const hit = query.closestHit(origin, direction, { skip })
    if (hit === null) break
    first ??= facing(hit, direction)
    if (rules.mount === 'surface' || !rules.isFurniture(hit.instance)) return facing(hit, direction)
    skip.add(hit.instance)
  }
  // In a model without architecture, whatever is there.
  return first
}

function facing({ position, normal }: Surface, direction: Vec3): Surface {
  const against = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]
  return { position, normal: against > 0 ? scale(normal, -1) : normal }
}

