import type { AtriumDocument } from './types.ts'

/** How many of each a project may hold: no building has so many, a hostile file may. What can be made can be saved and opened again. */
export const CAPACITY = { assets: 10_000, pieces: 100_000, groups: 10_000, layers: 1000, materials: 10_000, lights: 20_000, views: 1000 } as const
/** Groups in groups. */
export const DEEPEST_GROUP = 32
export type Listed = keyof typeof CAPACITY

/** @param more  what is about to be added */
export const hasRoomFor = (document: Pick<AtriumDocument, Listed>, more: Partial<Readonly<Record<Listed, number>>>): boolean =>
  Object.entries(more).every(([list, count]) => (document[list as Listed] ?? []).length + count <= CAPACITY[list as Listed])

/** The first list that holds too many, of a document that nobody has looked at yet. */
export function overfull(scene: unknown): { readonly list: Listed; readonly count: number; readonly most: number } | null {
  for (const list of Object.keys(CAPACITY) as Listed[]) {
    const records = (scene as Readonly<Record<string, unknown>> | null)?.[list]
    if (Array.isArray(records) && records.length > CAPACITY[list]) return { list, count: records.length, most: CAPACITY[list] }
  }
  return null
}
