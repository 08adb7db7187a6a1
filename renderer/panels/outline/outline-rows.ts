import type { AtriumDocument, DocumentLight, Piece } from '../../document/types.ts'
import { table } from '../../words/say.ts'

export type OutlineGroup = 'room' | 'furniture' | 'lights'

export const GROUP_NAMES: Readonly<Record<OutlineGroup, string>> = table({ room: 'outline.room', furniture: 'outline.furniture', lights: 'outline.lights' })

/** Where a row stands among its siblings, from 1 on: what a screen reader says of a list that is not there as a whole. */
interface Position {
  readonly position: number
  readonly siblings: number
}

/** One line of the outline, from top to bottom. */
export type OutlineRow = Position & PlainRow
type PlainRow =
  | { readonly kind: 'group'; readonly id: OutlineGroup; readonly name: string; readonly count: number; readonly isOpen: boolean }
  | { readonly kind: 'piece'; readonly id: string; readonly name: string; readonly piece: Piece; readonly group: OutlineGroup }
  | { readonly kind: 'light'; readonly id: string; readonly name: string; readonly light: DocumentLight; readonly group: OutlineGroup }

/** Locked pieces are the room itself. While searching, every group is open and shows what matches. */
export function outlineRows(document: AtriumDocument, query: string, closed: ReadonlySet<OutlineGroup>): readonly OutlineRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = ({ name }: { readonly name: string }): boolean => words.every((word) => name.toLowerCase().includes(word))
  const pieceRow = (group: OutlineGroup) => (piece: Piece): PlainRow => ({ kind: 'piece', id: piece.id, name: piece.name, piece, group })
  const groups: readonly (readonly [OutlineGroup, readonly PlainRow[]])[] = [
    ['furniture', document.pieces.filter((piece) => !piece.locked && isFound(piece)).map(pieceRow('furniture'))],
    ['room', document.pieces.filter((piece) => piece.locked && isFound(piece)).map(pieceRow('room'))],
    ['lights', document.lights.filter(isFound).map((light): PlainRow => ({ kind: 'light', id: light.id, name: light.name, light, group: 'lights' }))],
  ]
  const shown = groups.filter(([, rows]) => rows.length > 0)
  return shown.flatMap(([group, rows], g): readonly OutlineRow[] => {
    const isOpen = words.length > 0 || !closed.has(group)
    const head: OutlineRow = { kind: 'group', id: group, name: GROUP_NAMES[group], count: rows.length, isOpen, position: g + 1, siblings: shown.length }
    return isOpen ? [head, ...rows.map((row, i) => ({ ...row, position: i + 1, siblings: rows.length }))] : [head]
  })
}

/** Everything between two rows, both included; groups are no selection. */
export function idsBetween(rows: readonly OutlineRow[], from: string, to: string): readonly string[] {
  const [a, b] = [from, to].map((id) => rows.findIndex((row) => row.id === id)).toSorted((x, y) => x - y)
  return rows.slice(Math.max(0, a), b + 1).filter((row) => row.kind !== 'group').map(({ id }) => id)
}
