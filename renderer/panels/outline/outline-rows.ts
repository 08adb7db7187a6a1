import { isArchitecture, isHidden, isLocked } from '../../document/flags.ts'
import { layerOf } from '../../document/layers.ts'
import type { AtriumDocument, DocumentLight, GroupId, GroupRecord, LayerRecord, Piece, PieceId } from '../../document/types.ts'
import { table } from '../../words/say.ts'

/** Where things stand that are in no group: locked pieces are the room itself. */
export type OutlineSection = 'room' | 'furniture' | 'lights'

const SECTION_NAMES: Readonly<Record<OutlineSection, string>> = table({ room: 'outline.room', furniture: 'outline.furniture', lights: 'outline.lights' })

/** Where a row stands in the tree, and among its siblings, from 1 on: what a screen reader says of a list that is not there as a whole. */
interface Place {
  readonly level: number
  readonly position: number
  readonly siblings: number
  /** The row that it stands in. */
  readonly parent: string | null
}

/** A group of the document, with all pieces in it and below it. */
export interface GroupRow extends Place {
  readonly kind: 'group'
  readonly id: GroupId
  readonly name: string
  readonly group: GroupRecord
  readonly ids: readonly PieceId[]
  readonly isOpen: boolean
  /** All of its pieces are. */
  readonly isHidden: boolean
  readonly isLocked: boolean
}

/** One line of the outline, from top to bottom. */
export type OutlineRow =
  | GroupRow
  | Place & { readonly kind: 'section'; readonly id: OutlineSection; readonly name: string; readonly count: number; readonly isOpen: boolean }
  | Place & { readonly kind: 'piece'; readonly id: PieceId; readonly name: string; readonly piece: Piece; readonly layer: LayerRecord | null; readonly isHidden: boolean; readonly isLocked: boolean }
  | Place & { readonly kind: 'light'; readonly id: string; readonly name: string; readonly light: DocumentLight }

/** What a group or a section holds, before it is known what of it is shown. */
interface Branch {
  readonly group: GroupRecord
  readonly branches: Branch[]
  readonly pieces: Piece[]
}

/** Storeys show their classes; the room is folded, and so is what stands deeper. */
const isOpenAtFirst = (id: string, level: number): boolean => id !== 'room' && level === 1

/**
 * Groups first, then what is in none of them. While searching, everything is open and shows what matches, or all of a group that does.
 *
 * @param toggled  rows that are not as they are at first: open or folded
 */
export function outlineRows(document: AtriumDocument, query: string, toggled: ReadonlySet<string>): readonly OutlineRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = ({ name }: { readonly name: string }): boolean => words.every((word) => name.toLowerCase().includes(word))
  const isOpen = (id: string, level: number): boolean => words.length > 0 || isOpenAtFirst(id, level) !== toggled.has(id)
  const { roots, loose } = branchesOf(document)
  const found = words.length === 0 ? roots : roots.flatMap((branch) => matching(branch, isFound) ?? [])
  const sections = ([
    ['furniture', loose.filter((piece) => !isArchitecture(piece) && isFound(piece))], ['room', loose.filter((piece) => isArchitecture(piece) && isFound(piece))], ['lights', document.lights.filter(isFound)],
  ] as const).filter(([, things]) => things.length > 0)
  const rows: OutlineRow[] = []
  const siblings = found.length + sections.length
  const tree: Growing = { document, layout: layOut(document, found), isOpen, rows }
  found.forEach((branch, i) => addBranch(tree, branch, { level: 1, position: i + 1, siblings, parent: null }))
  sections.forEach(([id, things], i) => {
    const open = isOpen(id, 1)
    rows.push({ kind: 'section', id, name: SECTION_NAMES[id], count: things.length, isOpen: open, level: 1, position: found.length + i + 1, siblings, parent: null })
    if (open) things.forEach((thing, k) => rows.push(leafOf(document, thing, { level: 2, siblings: things.length, parent: id }, k + 1)))
  })
  return rows
}

/** Written out field by field: there may be ten thousand, at every frame of a drag. */
function leafOf(document: AtriumDocument, thing: Piece | DocumentLight, { level, siblings, parent }: Omit<Place, 'position'>, position: number): OutlineRow {
  const { id, name } = thing
  if (!('asset' in thing)) return { kind: 'light', id, name, light: thing, level, position, siblings, parent }
  return { kind: 'piece', id, name, piece: thing, layer: layerOf(document, thing), isHidden: isHidden(document, thing), isLocked: isLocked(document, thing), level, position, siblings, parent }
}

function branchesOf({ pieces, groups = [] }: AtriumDocument): { readonly roots: readonly Branch[]; readonly loose: readonly Piece[] } {
  const branches = new Map(groups.map((group): [GroupId, Branch] => [group.id, { group, branches: [], pieces: [] }]))
  for (const branch of branches.values()) branches.get(branch.group.parent ?? '')?.branches.push(branch)
  const loose: Piece[] = []
  for (const piece of pieces) (branches.get(piece.group ?? '')?.pieces ?? loose).push(piece)
  return { roots: [...branches.values()].filter(({ group }) => group.parent === null), loose }
}

function matching(branch: Branch, isFound: (record: { readonly name: string }) => boolean): Branch | null {
  if (isFound(branch.group)) return branch
  const branches = branch.branches.flatMap((inner) => matching(inner, isFound) ?? [])
  const pieces = branch.pieces.filter(isFound)
  return branches.length + pieces.length === 0 ? null : { group: branch.group, branches, pieces }
}

/** The pieces of all branches in the tree's order: those in a branch and below it are one stretch of it. */
interface Layout {
  readonly ids: readonly PieceId[]
  /** How many of the first n are. */
  readonly hidden: readonly number[]
  readonly locked: readonly number[]
  readonly stretches: ReadonlyMap<Branch, readonly [from: number, to: number]>
}

/** Every piece is looked at once, however deep its groups are nested. */
function layOut(document: AtriumDocument, roots: readonly Branch[]): Layout {
  const ids: PieceId[] = []
  const [hidden, locked] = [[0], [0]]
  const stretches = new Map<Branch, readonly [number, number]>()
  function add(branch: Branch): void {
    const from = ids.length
    branch.branches.forEach(add)
    for (const piece of branch.pieces) {
      ids.push(piece.id)
      hidden.push(hidden.at(-1)! + Number(isHidden(document, piece)))
      locked.push(locked.at(-1)! + Number(isLocked(document, piece)))
    }
    stretches.set(branch, [from, ids.length])
  }
  roots.forEach(add)
  return { ids, hidden, locked, stretches }
}

interface Growing {
  readonly document: AtriumDocument
  readonly layout: Layout
  readonly isOpen: (id: string, level: number) => boolean
  readonly rows: OutlineRow[]
}

function addBranch(tree: Growing, branch: Branch, place: Place): void {
  const { document, layout, rows } = tree
  const { group, branches, pieces } = branch
  const [from, to] = layout.stretches.get(branch)!
  const areAll = (counts: readonly number[]): boolean => to > from && counts[to] - counts[from] === to - from
  const open = tree.isOpen(group.id, place.level)
  rows.push({
    kind: 'group', id: group.id, name: group.name, group, ids: layout.ids.slice(from, to), isOpen: open, isHidden: areAll(layout.hidden), isLocked: areAll(layout.locked), ...place,
  })
  if (!open) return
  const inner = { level: place.level + 1, siblings: branches.length + pieces.length, parent: group.id }
  branches.forEach((other, i) => addBranch(tree, other, { ...inner, position: i + 1 }))
  pieces.forEach((piece, i) => rows.push(leafOf(document, piece, inner, branches.length + i + 1)))
}

/** What selecting a row selects: itself, or all pieces of a group; a section is no selection. */
export const idsOfRow = (row: OutlineRow): readonly string[] => (row.kind === 'group' ? row.ids : row.kind === 'section' ? [] : [row.id])

/** Everything between two rows, both included; of an open group, what is shown of it. */
export function idsBetween(rows: readonly OutlineRow[], from: string, to: string): readonly string[] {
  const [a, b] = [from, to].map((id) => rows.findIndex((row) => row.id === id)).toSorted((x, y) => x - y)
  return rows.slice(Math.max(0, a), b + 1).flatMap((row) => (row.kind === 'group' && row.isOpen ? [] : idsOfRow(row)))
}

/** The row of a thing, or the innermost folded one that it stands in; null: it is not among what is shown. */
export function rowOrHolder(rows: readonly OutlineRow[], document: AtriumDocument, id: string): string | null {
  const shown = new Set(rows.map((row) => row.id))
  if (shown.has(id)) return id
  const piece = document.pieces.find((other) => other.id === id)
  const parents = new Map((document.groups ?? []).map((group) => [group.id, group.parent]))
  for (let group = piece?.group ?? null; group !== null; group = parents.get(group) ?? null) if (shown.has(group)) return group
  return null
}

/** What has to be open for a thing to be seen. */
export function holdersOf(document: AtriumDocument, id: string): readonly string[] {
  const piece = document.pieces.find((other) => other.id === id)
  if (piece === undefined) return document.lights.some((light) => light.id === id) ? ['lights'] : []
  const parents = new Map((document.groups ?? []).map((group) => [group.id, group.parent]))
  if (piece.group === undefined) return [isArchitecture(piece) ? 'room' : 'furniture']
  const holders: string[] = []
  for (let group: string | null = piece.group; group !== null; group = parents.get(group) ?? null) holders.push(group)
  return holders
}
