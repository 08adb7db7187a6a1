import type { SceneQuery, SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import type { Piece } from '../../document/types.ts'
import { add, sub } from '../../navigation/vector.ts'
import { bodyOf } from '../body.ts'
import { freeTests } from './free-tests.ts'
import { slide } from './slide.ts'

/**
 * How far the pieces go when the handles ask for a way, metres from where the drag began: up to walls and other pieces, and along them.
 *
 * @param handle  of three's controls: the axes that it moves along, 'X' or 'XZ'
 * @param through  other pieces are looked through
 */
export type HandleMove = (way: Vec3, handle: string, through: boolean) => Vec3

const AXES: Readonly<Record<string, Vec3>> = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] }

/** @param pieces  all that the handles move, as the drag begins */
export function beginHandleMove({ query, snapshot }: { readonly query: SceneQuery; readonly snapshot: SceneSnapshot }, pieces: readonly Piece[]): HandleMove {
  const [first, ...company] = pieces
  const body = pieces.length === 0 ? null : bodyOf(snapshot, first)
  if (body === null) return (way) => way
  const testBy = freeTests(query, snapshot, first, body, company)
  let last: Vec3 = [0, 0, 0]
  return (way, handle, through) => {
    const axes = Object.keys(AXES).flatMap((name) => (handle.includes(name) ? [AXES[name]] : []))
    last = sub(slide(add(first.position, last), add(first.position, way), axes, testBy(through)), first.position)
    return last
  }
}
