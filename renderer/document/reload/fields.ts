/** Metres, quaternions, shares: what differs by less came from rounding. */
const ROUNDING = 1e-5

/** Equal, but for the last digits of numbers. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a === b || Math.abs(a - b) <= ROUNDING * Math.max(1, Math.abs(a), Math.abs(b))
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => isSame(value, b[i]))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSame(left[key], right[key]))
}

/** A quaternion and its negative are one rotation. */
const isSameField = (key: string, a: unknown, b: unknown): boolean =>
  isSame(a, b) || (key === 'rotation' && Array.isArray(a) && isSame(a.map((value: number) => -value), b))

export interface Merged<R> {
  readonly record: R
  /** Fields that both sides changed, each in its own way. */
  readonly conflicts: readonly string[]
}

/**
 * Three states of one record become one, field by field, whatever fields there are: what the user changed stays, what only the file changed is
 * taken over.
 *
 * @param mine    the user's, whose identity it keeps; returned as it is when the file changed nothing
 * @param before  as it came
 * @param after   as it would come now
 * @param left    fields that are merged elsewhere
 */
export function merged<R extends object>(mine: R, before: R, after: R, left: readonly string[] = []): Merged<R> {
  const [ours, old, fresh] = [mine, before, after] as readonly Readonly<Record<string, unknown>>[]
  const next: Record<string, unknown> = { ...ours }
  const conflicts: string[] = []
  let changed = false
  for (const key of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    if (left.includes(key) || isSameField(key, old[key], fresh[key]) || isSameField(key, ours[key], fresh[key])) continue
    if (!isSameField(key, ours[key], old[key])) {
      conflicts.push(key)
      continue
    }
    changed = true
    if (fresh[key] === undefined) delete next[key]
    else next[key] = fresh[key]
  }
  return { record: changed ? (next as R) : mine, conflicts }
}

/** Whether the user changed it since it came. */
export function isEdited(mine: object, before: object, left: readonly string[] = []): boolean {
  const [ours, old] = [mine, before] as readonly Readonly<Record<string, unknown>>[]
  return [...new Set([...Object.keys(ours), ...Object.keys(old)])].some((key) => !left.includes(key) && !isSameField(key, ours[key], old[key]))
}
