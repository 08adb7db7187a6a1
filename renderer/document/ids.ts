let source: () => string = () => crypto.randomUUID()

/** An identity for a new record: unique, without meaning. */
export const newId = (): string => source()

/** Tests count instead of rolling dice; returns the function that restores the former source. */
export function setIdSource(next: () => string): () => void {
  const former = source
  source = next
  return () => {
    source = former
  }
}

/** `a1`, `a2`, … for tests. */
export function countingIds(prefix = 'id-'): () => string {
  let count = 0
  return () => `${prefix}${++count}`
}
