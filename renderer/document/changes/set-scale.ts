import type { Vec3 } from '../../../gpu/index.ts'
import type { Change } from '../types.ts'
import { setTransforms } from './set-transform.ts'

/** Factors along the piece's own axes; zero would flatten it and is refused by leaving the piece as it is. */
export const setScale = (ids: Iterable<string>, scale: Vec3): Change => setTransforms(new Map([...ids].map((id) => [id, { scale }])))
