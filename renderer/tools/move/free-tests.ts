import type { SceneQuery, SceneSnapshot } from '../../../gpu/index.ts'
import type { Piece } from '../../document/types.ts'
import { quatFromAxisAngle, UP } from '../../navigation/vector.ts'
import { carriedBy } from './carried.ts'
import { bodyOf, looseIds, passableBy } from '../body.ts'
import { createFreeTest, type FreeTest } from '../place/keep-out.ts'
import type { Body } from '../place/placement.ts'

/** With more that move along, they are not asked one by one where they may go. */
const MOST_COMPANY = 40

/**
 * Where a piece, and what moves along, stick in nothing: by a test that looks through other pieces, and by one that does not.
 *
 * @param company  pieces that move along
 * @param isThere  it stands in the room already: what it is in now does not stop it
 * @returns a test; `angle`: by which what moves along has turned about the piece, radians
 */
export function freeTests(query: SceneQuery, snapshot: SceneSnapshot, piece: Piece, body: Body, company: readonly Piece[], isThere = true): (through: boolean, angle?: number) => FreeTest {
  const bodies = company.length > MOST_COMPANY ? [] : company.flatMap((other) => (other.mount === 'wall' ? [] : bodyOf(snapshot, other) ?? []))
  const moving = [piece.id, ...company.map(({ id }) => id)]
  const testBy = (skip: ReadonlySet<string>): ((angle: number) => FreeTest) => {
    const own = createFreeTest(query, body, skip)
    const tests = bodies.map((other) => ({ from: other.transform, isFree: createFreeTest(query, other, skip) }))
    return (angle) => {
      const turn = quatFromAxisAngle(UP, angle)
      return (position, rotation) => own(position, rotation) && tests.every(({ from, isFree }) => {
        const to = carriedBy(from, piece.position, position, turn)
        return isFree(to.position, to.rotation)
      })
    }
  }
  const [among, through] = [testBy(passableBy(query, snapshot, isThere ? [body, ...bodies] : [], moving)), testBy(looseIds())]
  return (goesThrough, angle = 0) => (goesThrough ? through : among)(angle)
}
