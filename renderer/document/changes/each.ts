/** Maps the records with these ids; returns the very same list when nothing changed, so that identity means sameness. */
export function mapIds<R extends { readonly id: string }>(records: readonly R[], ids: Iterable<string>, map: (record: R) => R): readonly R[] {
  const wanted = new Set(ids)
  if (wanted.size === 0) return records
  const [only] = wanted
  // A drag moves one of ten thousand at every step: comparing is cheaper than looking up.
  const isWanted = wanted.size === 1 ? (id: string): boolean => id === only : (id: string): boolean => wanted.has(id)
  let next: R[] | null = null
  for (let i = 0; i < records.length; i++) {
    if (!isWanted(records[i].id)) continue
    const mapped = map(records[i])
    if (mapped !== records[i]) (next ??= records.slice())[i] = mapped
  }
  return next ?? records
}

/** The record with these fields set; the very same record when it had them already. */
export function withFields<R extends object>(record: R, fields: Partial<NoInfer<R>>): R {
  const changed = (Object.keys(fields) as (keyof R)[]).some((key) => fields[key] !== undefined && !sameValue(record[key], fields[key]))
  if (!changed) return record
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...record, ...known }
}

/** Equal primitives, or equal short arrays and records of them (vectors, colours, a moment). */
function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => Object.is(value, b[i]))
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b)
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => sameValue(a[key], b[key]))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same document when none of the fields is new. */
export const withLists = <D extends object>(document: D, fields: Partial<D>): D =>
  (Object.keys(fields) as (keyof D)[]).some((key) => fields[key] !== document[key]) ? { ...document, ...fields } : document
