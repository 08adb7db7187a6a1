import { useState, type DragEvent } from 'react'
import { moveRows } from '../../commands/edit/groups.ts'
import { useInteraction } from '../../interaction/store.ts'
import { carriesRows, dragRows, rowsDropped } from './drag.ts'
import { idsOfRow, type OutlineRow } from './outline-rows.ts'

/** The row that something happens on. */
export function rowUnder({ target }: { readonly target: EventTarget }, rows: readonly OutlineRow[]): OutlineRow | undefined {
  const id = (target as Element).closest<HTMLElement>('[data-row]')?.dataset['row']
  return rows.find((row) => row.id === id)
}

/** Rows that are dragged onto groups, or out of them. `dropOn`: what would take them; '': out of all groups; null: nothing. */
export function useRowDrag(rows: readonly OutlineRow[]) {
  const [dropOn, setDropOn] = useState<string | null>(null)

  /** What is dragged: the row with all that is selected, if it is; groups as a whole where a row of one is. */
  function idsDragged(row: OutlineRow): readonly string[] {
    const selected = new Set(useInteraction.getState().selection)
    const isChosen = (other: OutlineRow): boolean => idsOfRow(other).length > 0 && idsOfRow(other).every((id) => selected.has(id))
    return isChosen(row) ? [...new Set([row.id, ...rows.filter((other) => other.kind === 'group' && isChosen(other)).map(({ id }) => id), ...selected])] : [row.id]
  }
  function onDragStart(event: DragEvent): void {
    const row = rowUnder(event, rows)
    if (row === undefined || (row.kind !== 'piece' && row.kind !== 'group')) return
    dragRows(event, idsDragged(row))
  }
  /** The group that would take what is dropped on a row; null: out of all groups; undefined: nothing. */
  function groupAt(event: DragEvent): string | null | undefined {
    const row = rowUnder(event, rows)
    if (!carriesRows(event)) return undefined
    if (row === undefined || (row.kind === 'section' && row.id !== 'lights')) return null
    return row.kind === 'group' ? row.id : row.kind === 'piece' ? row.piece.group ?? null : undefined
  }
  function onDragOver(event: DragEvent): void {
    const into = groupAt(event)
    setDropOn(into === undefined ? null : into ?? '')
    if (into !== undefined) event.preventDefault()
  }
  function onDrop(event: DragEvent): void {
    const into = groupAt(event)
    setDropOn(null)
    if (into === undefined) return
    event.preventDefault()
    moveRows(rowsDropped(event), into)
  }
  return { dropOn, onDragStart, onDragOver, onDrop, onDragEnd: () => setDropOn(null) }
}
