import type { Mount } from '../../../renderer/document/types.ts'
import { boundsOf, join } from './geometry.ts'
import { placed } from './part.ts'
import type { Part } from './part.ts'

/** Puts the origin where the mount holds a piece: centre of its foot, of its top, or of its back. Slanting legs dip a little. */
export function settled(parts: readonly Part[], mount: Mount): Part[] {
  const { min, max } = boundsOf(join(...parts.map(({ geometry }) => geometry)))
  const middle = (k: number): number => -(min[k] + max[k]) / 2
  const y = mount === 'ceiling' ? -max[1] : mount === 'wall' ? middle(1) : -min[1]
  return placed(parts, { at: [middle(0), y, mount === 'wall' ? -min[2] : middle(2)] })
}
