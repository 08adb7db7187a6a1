import { groupsAbove } from '../groups.ts'
import type { GroupId, GroupRecord } from '../types.ts'
import { merged } from './fields.ts'
import type { CameGroup } from './model.ts'

/** Two pieces that are one and the same in two states: the groups they stand in there. */
export type Held = readonly [in_one: GroupId | undefined, in_other: GroupId | undefined]

/** Which groups of one state are which of another, by what stands in them, those of one name first. One for one. */
export function matchGroups(one: readonly GroupRecord[], other: readonly GroupRecord[], held: Iterable<Held>, certain: Iterable<readonly [GroupId, GroupId]> = []): ReadonlyMap<GroupId, GroupId> {
  const [aboveOne, aboveOther] = [groupsAbove(one), groupsAbove(other)]
  const names = [one, other].map((groups) => new Map(groups.map(({ id, name }) => [id, name])))
  const votes = new Map<string, { readonly pair: readonly [GroupId, GroupId]; count: number }>()
  for (const [a, b] of held) {
    if (a === undefined || b === undefined) continue
    const [up, across] = [aboveOne(a), aboveOther(b)]
    for (let i = 0; i < Math.min(up.length, across.length); i++) {
      const key = `${up[i]} ${across[i]}`
      const vote = votes.get(key)
      if (vote === undefined) votes.set(key, { pair: [up[i], across[i]], count: 1 })
      else vote.count++
    }
  }
  const isNamesake = ([a, b]: readonly [GroupId, GroupId]): number => Number(names[0].get(a) === names[1].get(b))
  const found = new Map<GroupId, GroupId>()
  const taken = new Set<GroupId>()
  const ranked = [...votes.values()].toSorted((a, b) => isNamesake(b.pair) - isNamesake(a.pair) || b.count - a.count).map(({ pair }) => pair)
  for (const [a, b] of [...certain, ...ranked]) {
    if (found.has(a) || taken.has(b)) continue
    found.set(a, b)
    taken.add(b)
  }
  return found
}

export interface MergedGroups {
  readonly groups: readonly GroupRecord[]
  /** Of groups as they came. */
  readonly mineOfBefore: ReadonlyMap<GroupId, GroupId>
  /** Of groups as they come now; all of them have one. */
  readonly mineOfAfter: ReadonlyMap<GroupId, GroupId>
}

/**
 * The user's groups with what the file changed of them. New ones keep the id that they come with.
 *
 * @param inMine   pieces as they came, and as the user has them
 * @param inAfter  pieces as they came, and as they come now
 */
export function mergeGroups(mine: readonly GroupRecord[], before: readonly CameGroup[], after: readonly CameGroup[], inMine: Iterable<Held>, inAfter: Iterable<Held>): MergedGroups {
  const records = (came: readonly CameGroup[]): readonly GroupRecord[] => came.map(({ group }) => group)
  const mineOfBefore = matchGroups(records(before), mine, inMine)
  const byPath = new Map(before.map(({ path, group }) => [path, group.id]))
  const sure = after.flatMap(({ path, group }) => (byPath.has(path) ? [[group.id, byPath.get(path) as GroupId] as const] : []))
  const beforeOfAfter = matchGroups(records(after), records(before), [...inAfter].map(([a, b]): Held => [b, a]), sure)
  const mineOfAfter = new Map(after.map(({ group: { id } }) => [id, mineOfBefore.get(beforeOfAfter.get(id) ?? '') ?? id]))
  const byId = new Map(before.map(({ group }) => [group.id, group]))
  const held = new Set(mine.map(({ id }) => id))
  const changed = new Map<GroupId, GroupRecord>()
  const fresh: GroupRecord[] = []
  const parentOf = (of: ReadonlyMap<GroupId, GroupId>, { parent }: GroupRecord): GroupId | null => (parent === null ? null : of.get(parent) ?? null)
  for (const { group } of after) {
    const [id, old] = [mineOfAfter.get(group.id) as GroupId, byId.get(beforeOfAfter.get(group.id) ?? '')]
    const now = { ...group, id, parent: parentOf(mineOfAfter, group) }
    if (!held.has(id)) fresh.push(now)
    else if (old !== undefined) changed.set(id, merged(mine.find((record) => record.id === id) as GroupRecord, { ...old, id, parent: parentOf(mineOfBefore, old) }, now).record)
  }
  return { groups: withoutRings([...mine.map((group) => changed.get(group.id) ?? group), ...fresh]), mineOfBefore, mineOfAfter }
}

/** A group that came to stand in itself, by what both sides changed, stands at the top. */
function withoutRings(groups: readonly GroupRecord[]): readonly GroupRecord[] {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  return groups.map((group) => {
    const seen = new Set<GroupId>()
    for (let at: GroupId | null | undefined = group.id; at !== null && at !== undefined; at = parents.get(at)) {
      if (seen.has(at)) {
        if (at !== group.id) break
        parents.set(group.id, null)
        return { ...group, parent: null }
      }
      seen.add(at)
    }
    return group
  })
}
