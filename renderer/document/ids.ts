/** An identity for a new record: unique, without meaning. */
export const newId = (): string => crypto.randomUUID()
