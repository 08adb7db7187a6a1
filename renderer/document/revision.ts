import type { Vec3 } from '../../gpu/index.ts'
import type { AssetSource } from './types.ts'

/** About the origin: everything is scaled, then turned about x. */
export interface Revision {
  readonly factor: number
  /** A quarter turn either way, or none: exact. */
  readonly quarter: -1 | 0 | 1
}

/** What a model was read for. */
export type Answers = Pick<AssetSource['answers'], 'metresPerUnit' | 'up'>

/** What turns a model that was read with some answers into one that was read with others. */
export const revisionOf = (before: Answers, { metresPerUnit = before.metresPerUnit, up = before.up }: Partial<Answers>): Revision =>
  ({ factor: metresPerUnit / before.metresPerUnit, quarter: up === before.up ? 0 : up === 'z' ? -1 : 1 })

/** A place, metres. */
export function revised([x, y, z]: Vec3, { factor, quarter }: Revision): Vec3 {
  const [ty, tz] = quarter === 0 ? [y, z] : quarter < 0 ? [z, -y] : [-z, y]
  return [factor * x, factor * ty, factor * tz]
}
