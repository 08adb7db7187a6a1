import type * as WebIfc from 'web-ifc'

/**
 * How many values a line of a type has at least, by the schemas that the kernel knows: a file that names a newer schema than it was written in has as
 * many as the oldest asks for. 0 for what no schema knows.
 */
export function valueCounts(ifc: typeof WebIfc): (type: string) => number {
  const counts = new Map<string, number>()
  return (type) => {
    const known = counts.get(type) ?? leastOf(ifc, type)
    counts.set(type, known)
    return known
  }
}

function leastOf(ifc: typeof WebIfc, type: string): number {
  const code = (ifc as unknown as Readonly<Record<string, unknown>>)[type.toUpperCase()]
  if (typeof code !== 'number') return 0
  const found = Object.values(ifc.Constructors as Readonly<Record<number, Readonly<Record<number, (values: readonly unknown[]) => unknown>>>>).flatMap((schema) => {
    const create = schema[code] as ((values: readonly unknown[]) => unknown) | undefined
    return create === undefined ? [] : [valuesTaken(create)]
  })
  return found.length === 0 ? 0 : Math.min(...found)
}

/** Up to the last one that a constructor asks for. */
function valuesTaken(create: (values: readonly unknown[]) => unknown): number {
  let last = -1
  create(new Proxy([], { get: (_, place) => { if (typeof place === 'string') last = Math.max(last, Number(place)) } }))
  return last + 1
}
