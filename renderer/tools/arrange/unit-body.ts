import type { SceneSnapshot } from '../../../gpu/index.ts'
import type { Transform } from '../../document/transform.ts'
import { add, quatFromAxisAngle, quatMultiply, rotate, sub, UP } from '../../navigation/vector.ts'
import { bodyOf, unionOf } from '../body.ts'
import { type Body, worldBounds } from '../place/placement.ts'
import { yawOf } from './stand.ts'
import type { Unit } from './units.ts'

type Place = Pick<Transform, 'position' | 'rotation'>

/** A unit as one body, and where its pieces are when the body goes somewhere. */
export interface UnitBody {
  readonly body: Body
  readonly placesAt: (place: Place) => ReadonlyMap<string, Place>
}

/**
 * A group is an upright box around all of it, with the front (+z) and the mount of the piece that covers most of the floor plan: a bed between two
 * nightstands puts its own back to the wall.
 *
 * @param isBoxed  a piece by itself, too
 * @returns null while no mesh of it is there
 */
export function bodyOfUnit(snapshot: SceneSnapshot, { pieces }: Unit, isBoxed = pieces.length > 1): UnitBody | null {
  const bodies = pieces.flatMap((piece) => bodyOf(snapshot, piece) ?? [])
  if (bodies.length === 0) return null
  if (!isBoxed) return { body: bodies[0], placesAt: (place) => new Map([[pieces[0].id, place]]) }
  const leader = bodies.reduce((most, body) => (areaOf(body) > areaOf(most) ? body : most))
  const angle = yawOf(rotate(leader.transform.rotation, [0, 0, 1]))
  const [back, origin] = [quatFromAxisAngle(UP, -angle), leader.transform.position]
  const inFrame = ({ position, rotation }: Place): Place => ({ position: rotate(back, sub(position, origin)), rotation: quatMultiply(back, rotation) })
  const bounds = unionOf(bodies.map(({ bounds: box, transform }) => worldBounds({ bounds: box, transform: { ...transform, ...inFrame(transform) } })))!
  return {
    body: { bounds, mount: leader.mount, transform: { position: origin, rotation: quatFromAxisAngle(UP, angle), scale: [1, 1, 1] } },
    placesAt: (place) => new Map(pieces.map((piece) => {
      const { position, rotation } = inFrame(piece)
      return [piece.id, { position: add(place.position, rotate(place.rotation, position)), rotation: quatMultiply(place.rotation, rotation) }]
    })),
  }
}

/** Of its box on the floor plan, square metres. */
function areaOf(body: Body): number {
  const { min, max } = worldBounds(body)
  return (max[0] - min[0]) * (max[2] - min[2])
}
