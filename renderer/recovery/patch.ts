import { z } from 'zod'
import type { AtriumDocument } from '../document/types.ts'

/* How one document becomes the next, as JSON: records are found by identity, and of a changed record only what changed is said. */

const Rest = z.record(z.string(), z.unknown())
const ListPatch = z.object({
  remove: z.array(z.string()).optional(),
  change: z.array(z.object({ id: z.string(), set: Rest.optional(), unset: z.array(z.string()).optional() })).optional(),
  add: z.array(Rest).optional(),
  /** All identities in their new order; missing when what stays keeps its order and what is new stands behind. */
  order: z.array(z.string()).optional(),
})
type ListPatch = z.infer<typeof ListPatch>

export const DocumentPatch = z.object({
  /** Fields of the document that are replaced as a whole; null: taken away. */
  set: Rest.optional(),
  lists: z.record(z.string(), ListPatch).optional(),
})
export type DocumentPatch = z.infer<typeof DocumentPatch>

type Item = Readonly<Record<string, unknown>>
const LISTS = ['assets', 'pieces', 'groups', 'layers', 'materials', 'lights', 'views'] as const
/** That a document has only with something in them. */
const NEVER_EMPTY = ['groups', 'layers', 'materials'] as const
/** Of a list that a document may lack. */
const NONE: readonly Item[] = []
const identityOf = (list: string, item: Item): string => item[list === 'assets' ? 'key' : 'id'] as string

/** The patch from one document to another; null when they say the same. O(records), less where identity (===) is kept. */
export function diffDocuments(before: AtriumDocument, after: AtriumDocument): DocumentPatch | null {
  if (before === after) return null
  const set: Record<string, unknown> = {}
  const lists: Record<string, ListPatch> = {}
  // Whatever is no list: fields that came later are in it too. One that is gone is null.
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof AtriumDocument>
  for (const field of fields) {
    if (!(LISTS as readonly string[]).includes(field) && !isSame(before[field], after[field])) set[field] = after[field] ?? null
  }
  for (const list of LISTS) {
    const [old, now] = [before[list] ?? NONE, after[list] ?? NONE] as unknown as readonly [readonly Item[], readonly Item[]]
    if (old === now) continue
    const patch = diffLists(list, old, now)
    // No document should hold one identity twice; one that does is still told as it is.
    if (patch === 'ambiguous') set[list] = now
    else if (patch !== null) lists[list] = patch
  }
  const patch = { ...(isEmpty(set) ? {} : { set }), ...(isEmpty(lists) ? {} : { lists }) }
  return isEmpty(patch) ? null : patch
}

function diffLists(list: string, before: readonly Item[], after: readonly Item[]): ListPatch | 'ambiguous' | null {
  const old = new Map(before.map((item) => [identityOf(list, item), item]))
  const now = new Map(after.map((item) => [identityOf(list, item), item]))
  if (old.size !== before.length || now.size !== after.length) return 'ambiguous'
  const remove = [...old.keys()].filter((id) => !now.has(id))
  const add = after.filter((item) => !old.has(identityOf(list, item)))
  const change = [...now].flatMap(([id, item]) => (old.has(id) ? (changeOf(id, old.get(id) as Item, item) ?? []) : []))
  const expected = [...[...old.keys()].filter((id) => now.has(id)), ...add.map((item) => identityOf(list, item))]
  const order = [...now.keys()]
  const patch: ListPatch = {
    ...(remove.length > 0 && { remove }),
    ...(change.length > 0 && { change }),
    ...(add.length > 0 && { add: add as Record<string, unknown>[] }),
    ...(order.some((id, i) => id !== expected[i]) && { order }),
  }
  return isEmpty(patch) ? null : patch
}

function changeOf(id: string, before: Item, after: Item): NonNullable<ListPatch['change']>[number] | null {
  if (before === after) return null
  const set = Object.fromEntries(Object.entries(after).filter(([field, value]) => !(field in before) || !isSame(before[field], value)))
  const unset = Object.keys(before).filter((field) => !(field in after))
  if (isEmpty(set) && unset.length === 0) return null
  return { id, ...(isEmpty(set) ? {} : { set }), ...(unset.length > 0 && { unset }) }
}

/**
 * The document that a patch leads to.
 *
 * @throws Error when the patch speaks of a record that is not there: it belongs to another document
 */
export function applyPatch(document: AtriumDocument, { set = {}, lists = {} }: DocumentPatch): AtriumDocument {
  const next: Record<string, unknown> = { ...document, ...set }
  for (const [list, patch] of Object.entries(lists)) {
    if (!LISTS.some((known) => known === list)) throw new Error(`a patch of an unknown list “${list}”`)
    next[list] = applyToList(list, (next[list] ?? NONE) as readonly Item[], patch)
  }
  for (const list of NEVER_EMPTY) if (lists[list] !== undefined && (next[list] as readonly Item[]).length === 0) next[list] = null
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null)) as unknown as AtriumDocument
}

function applyToList(list: string, before: readonly Item[], { remove = [], change = [], add = [], order }: ListPatch): readonly Item[] {
  const items = new Map(before.map((item) => [identityOf(list, item), item]))
  for (const id of remove) if (!items.delete(id)) throw new Error(`a patch removes “${id}”, which is not there`)
  for (const { id, set = {}, unset = [] } of change) {
    const item = items.get(id)
    if (item === undefined) throw new Error(`a patch changes “${id}”, which is not there`)
    const kept = Object.entries(item).filter(([field]) => !unset.includes(field))
    items.set(id, { ...Object.fromEntries(kept), ...set })
  }
  for (const item of add) items.set(identityOf(list, item), item)
  if (order === undefined) return [...items.values()]
  if (order.length !== items.size || order.some((id) => !items.has(id))) throw new Error(`a patch orders ${list} that are not there`)
  return order.map((id) => items.get(id) as Item)
}

/** Equal as JSON would have it. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const [ofA, ofB] = [Object.entries(a), Object.entries(b)]
  return ofA.length === ofB.length && ofA.every(([key, value]) => key in b && isSame(value, (b as Item)[key]))
}

const isEmpty = (object: object): boolean => Object.keys(object).length === 0
