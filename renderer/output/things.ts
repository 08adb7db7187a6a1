import type { SceneSnapshot } from '../../gpu/index.ts'
import type { Piece } from '../document/types.ts'

/** Letters of a name that are kept, and of all names: more than that, and a file does without. */
export const MOST_LETTERS = 200
const MOST_IN_ALL = 1 << 18

/** What things are called whose numbers an EXR's layer `id` has, that of number 1 first; undefined for more names than a header should hold. What is no piece, as the ground, has its identity. */
export function thingsOf({ instances }: Pick<SceneSnapshot, 'instances'>, pieces: readonly Pick<Piece, 'id' | 'name'>[]): string[] | undefined {
  const names = new Map(pieces.map(({ id, name }) => [id, name]))
  // No half of a character at the end.
  const things = instances.map(({ id }) => (names.get(id) ?? id).slice(0, MOST_LETTERS).replace(/[\ud800-\udbff]$/, ''))
  return things.reduce((sum, { length }) => sum + length, 0) > MOST_IN_ALL ? undefined : things
}
