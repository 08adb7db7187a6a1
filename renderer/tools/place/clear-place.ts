import type { SceneQuery, SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { levelAxes } from '../../navigation/orbit.ts'
import { useInteraction } from '../../interaction/store.ts'
import { add, scale } from '../../navigation/vector.ts'
import { looseIn } from '../body.ts'
import { createFreeTest } from './keep-out.ts'
import type { Body } from './placement.ts'
import { RUG_HEIGHT } from './surface.ts'

/** Metres between the places that are looked at, and to the farthest. */
const STEP = 0.1
const FARTHEST = 4

/**
 * Where a new piece stands clear of what is there: where it is meant to, or at the nearest place right, left, towards the viewer or away from it;
 * where all is full, where it is meant to. Rugs lie under everything.
 */
export function clearPlace({ query, snapshot }: { readonly query: SceneQuery; readonly snapshot: SceneSnapshot }, body: Body): Vec3 {
  const { ids, low } = looseIn(snapshot)
  const isRug = body.mount === 'floor' && body.bounds.max[1] - body.bounds.min[1] <= RUG_HEIGHT
  const isFree = createFreeTest(query, body, isRug ? ids : low)
  const { position } = body.transform
  const { right, ahead } = levelAxes(useInteraction.getState().pose)
  const ways = [right, scale(right, -1), scale(ahead, -1), ahead]
  for (let i = 0; i <= Math.round(FARTHEST / STEP); i++) {
    const free = ways.map((way) => add(position, scale(way, i * STEP))).find((place) => isFree(place))
    if (free !== undefined) return free
  }
  return position
}
