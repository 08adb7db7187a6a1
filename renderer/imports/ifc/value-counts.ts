import type * as WebIfc from 'web-ifc'

/** How many values a line of a type has: at least, at most. */
export type ValueCount = readonly [least: number, most: number]

/** Of what no schema knows. */
export const ANY_COUNT: ValueCount = [0, Infinity]

/**
 * How many values a line of a type has, by the schemas that the kernel knows: a file that names another schema than it was written in has as few as the
 * oldest asks for, and as many as the newest.
 */
export function valueCounts(ifc: typeof WebIfc): (type: string) => ValueCount {
  const counts = new Map<string, ValueCount>()
  return (type) => {
    const known = counts.get(type) ?? countOf(ifc, type)
    counts.set(type, known)
    return known
  }
}

function countOf(ifc: typeof WebIfc, type: string): ValueCount {
  const code = (ifc as unknown as Readonly<Record<string, unknown>>)[type.toUpperCase()]
  if (typeof code !== 'number') return ANY_COUNT
  const found = Object.values(ifc.Constructors as Readonly<Record<number, Readonly<Record<number, (values: readonly unknown[]) => unknown>>>>).flatMap((schema) => {
    const create = schema[code] as ((values: readonly unknown[]) => unknown) | undefined
    return create === undefined ? [] : [valuesTaken(create)]
  })
  return found.length === 0 ? ANY_COUNT : [Math.min(...found), Math.max(...found)]
}

/** Up to the last one that a constructor asks for. */
function valuesTaken(create: (values: readonly unknown[]) => unknown): number {
  let last = -1
  create(new Proxy([], { get: (_, place) => { if (typeof place === 'string') last = Math.max(last, Number(place)) } }))
  return last + 1
}
