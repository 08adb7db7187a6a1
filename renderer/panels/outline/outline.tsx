import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ScrollArea } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react'
import { openContextMenu } from '../../commands/edit/open-menu.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { Layers } from './layers.tsx'
import { OutlineItem } from './outline-item.tsx'
import { holdersOf, idsBetween, idsOfRow, outlineRows, type OutlineRow, rowOrHolder } from './outline-rows.ts'
import { rowUnder, useRowDrag } from './use-row-drag.ts'
import { useShell } from '../../shell/shell.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { say } from '../../words/say.ts'
import { useLanguage } from '../../words/use-say.ts'

/** Pixels, as in panels.css. */
const ROW_HEIGHT = 28
/** A list that fits on a few screens is there as a whole; of a longer one, what is seen and a little around it. */
const [SHORT, AROUND] = [300, 20]

function select(ids: readonly string[]): void {
  useInteraction.setState({ selection: ids })
}

/** All of them are added, or taken away when all were there. */
function toggleSelected(ids: readonly string[]): void {
  useInteraction.setState(({ selection }) => {
    const [before, wanted] = [new Set(selection), new Set(ids)]
    return { selection: ids.every((id) => before.has(id)) ? selection.filter((id) => !wanted.has(id)) : [...selection, ...ids.filter((id) => !before.has(id))] }
  })
}

const flipped = (set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> => new Set([...[...set].filter((id) => !ids.includes(id)), ...ids.filter((id) => !set.has(id))])

const isHead = (row: OutlineRow): row is OutlineRow & { readonly isOpen: boolean } => row.kind === 'group' || row.kind === 'section'

/** The tree's keyboard and clicks: which row has the focus, what is selected, what is folded. */
function useOutline(query: string) {
  const document = useDocument((state) => state.document)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState<string | null>(null)
  const anchor = useRef<string | null>(null)
  const spoken = useLanguage()
  // oxlint-disable-next-line react/exhaustive-deps -- the groups' names are said
  const rows = useMemo(() => outlineRows(document, query, toggled), [document, query, toggled, spoken])

  function setOpen(row: OutlineRow & { readonly isOpen: boolean }, isOpen: boolean): void {
    if (row.isOpen !== isOpen && query === '') setToggled(flipped(toggled, [row.id]))
  }
  /** Unfolds all that a thing stands in, from the outside in. */
  function reveal(id: string): void {
    let next = toggled
    for (const holder of holdersOf(document, id).toReversed()) {
      if (outlineRows(document, '', next).some((row) => row.id === holder && isHead(row) && !row.isOpen)) next = flipped(next, [holder])
    }
    if (next !== toggled) setToggled(next)
  }
  /** Selects as every file list does: plain one, Ctrl adds or takes away, Shift reaches to here. */
  function choose(row: OutlineRow, { extend, toggle }: { extend: boolean; toggle: boolean }): void {
    setFocused(row.id)
    if (row.kind === 'section') return
    if (extend && anchor.current !== null) return select(idsBetween(rows, anchor.current, row.id))
    anchor.current = row.id
    if (toggle) toggleSelected(idsOfRow(row))
    else select(idsOfRow(row))
  }
  function goTo(row: OutlineRow | undefined, event: KeyboardEvent): void {
    if (row === undefined) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) setFocused(row.id)
    else choose(row, { extend: event.shiftKey, toggle: false })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if ((event.target as Element).closest('input') !== null) return
    const index = Math.max(0, rows.findIndex((row) => row.id === focused))
    const row = rows[index]
    if (row === undefined) return
    if (event.key === 'ArrowDown') goTo(rows[index + 1], event)
    else if (event.key === 'ArrowUp') goTo(rows[index - 1], event)
    else if (event.key === 'Home') goTo(rows[0], event)
    else if (event.key === 'End') goTo(rows.at(-1), event)
    else if (event.key === 'ArrowLeft' && isHead(row) && row.isOpen) setOpen(row, false)
    else if (event.key === 'ArrowLeft') goTo(rows.find((other) => other.id === row.parent), event)
    else if (event.key === 'ArrowRight' && isHead(row) && !row.isOpen) setOpen(row, true)
    else if (event.key === 'ArrowRight' && isHead(row)) goTo(rows[index + 1], event)
    else if (event.key === '*') unfoldSiblings(row)
    else if ((event.key === 'Enter' || event.key === ' ') && row.kind === 'section') setOpen(row, !row.isOpen)
    else if (event.key === 'F2' && row.kind === 'group') useShell.setState({ renaming: row.id })
    else if (event.key === ' ') choose(row, { extend: false, toggle: event.ctrlKey || event.metaKey })
    else if (event.key === 'Enter') findViewport()?.fitSelection()
    else return
    event.preventDefault()
  }
  /** Every row beside this one that is folded. */
  function unfoldSiblings({ parent }: OutlineRow): void {
    const folded = rows.filter((row) => row.parent === parent && isHead(row) && !row.isOpen).map(({ id }) => id)
    if (folded.length > 0) setToggled(flipped(toggled, folded))
  }
  function onClick(event: MouseEvent): void {
    const row = rowUnder(event, rows)
    if (row === undefined) return
    const isChevron = (event.target as Element).closest('.tree-chevron') !== null
    if (isHead(row) && (row.kind === 'section' || isChevron)) setOpen(row, !row.isOpen)
    if (isChevron) setFocused(row.id)
    else choose(row, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey })
  }
  /** What is selected stays so; any other row is chosen first. */
  function onContextMenu(event: MouseEvent): void {
    event.preventDefault()
    const row = rowUnder(event, rows)
    if (row === undefined || row.kind === 'section') return
    const selected = new Set(useInteraction.getState().selection)
    if (!idsOfRow(row).every((other) => selected.has(other))) choose(row, { extend: false, toggle: false })
    openContextMenu({ x: event.clientX, y: event.clientY })
  }
  return { rows, focused, onKeyDown, onClick, onContextMenu, reveal }
}

/** A group is selected when all of its pieces are. */
const isSelected = (row: OutlineRow, selected: ReadonlySet<string>): boolean =>
  row.kind === 'group' ? row.ids.length > 0 && row.ids.length <= selected.size && row.ids.every((id) => selected.has(id)) : selected.has(row.id)

/** Pieces and lights as a tree: everything in the room can be reached, named, hidden and deleted without a pointer. */
export function Outline(): ReactElement {
  const [query, setQuery] = useState('')
  const selection = useInteraction((state) => state.selection)
  const renaming = useShell((state) => state.renaming)
  const { rows, focused, reveal, onKeyDown, ...hears } = useOutline(query)
  const { dropOn, ...drags } = useRowDrag(rows)
  const tree = useRef<HTMLDivElement>(null)
  const viewport = useRef<HTMLDivElement>(null)
  const selected = useMemo(() => new Set(selection), [selection])
  const focusable = rows.some((row) => row.id === focused) ? focused : (rows.find((row) => selected.has(row.id)) ?? rows[0])?.id

  // Wherever the list is scrolled to, the row with the focus and the one that is renamed stay.
  const kept = useMemo(() => [focusable, renaming].map((id) => rows.findIndex((row) => row.id === id)).filter((index) => index >= 0), [rows, focusable, renaming])
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: rows.length <= SHORT ? rows.length : AROUND,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
  })
  const scrollTo = (id: string | null | undefined): void => {
    const index = rows.findIndex((row) => row.id === id)
    if (index >= 0) list.scrollToIndex(index)
  }

  // The focus follows the arrow keys, unless the user is elsewhere. A key may take the row that had it out of the list: then it is on nothing.
  const wasHere = useRef(false)
  useEffect(() => {
    const row = focused === null ? null : tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(focused)}"]`)
    if (!row || !wasHere.current && tree.current?.contains(document.activeElement) !== true) return
    wasHere.current = false
    scrollTo(focused)
    row.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- only another row scrolls
  }, [focused])
  // What is selected in the room is brought into sight here.
  const newest = selection.at(-1)
  useEffect(() => {
    if (newest === undefined) return
    if (renaming === newest) reveal(newest)
    // A group that is chosen here stays in sight, and not the last of its pieces.
    const here = rows.find((row) => row.id === focused)
    if (here?.kind !== 'group' || !here.ids.includes(newest)) scrollTo(rowOrHolder(rows, useDocument.getState().document, newest))
    // oxlint-disable-next-line react/exhaustive-deps -- only a new selection scrolls
  }, [newest, renaming])

  return (
    <>
      <div className="panel-tools">
        <SearchField label={say('outline.search')} placeholder={say('outline.search.placeholder')} value={query} onChange={setQuery} />
      </div>
      <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto" viewportRef={viewport}>
        <div ref={tree} className="tree" style={{ height: list.getTotalSize() }} role="tree" aria-label={say('outline.name')} aria-multiselectable data-testid="outline" onKeyDown={(event) => { wasHere.current = true; onKeyDown(event) }} onBlur={({ relatedTarget }) => { if (relatedTarget !== null) wasHere.current = false }} {...hears} {...drags}>
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            return row && (
              <OutlineItem
                key={row.id}
                row={row}
                top={start}
                isSelected={isSelected(row, selected)}
                isFocusable={row.id === focusable}
                isRenaming={row.id === renaming}
                takesDrop={row.id === dropOn}
              />
            )
          })}
        </div>
        {rows.length === 0 && (
          <p className="panel-hint">{query === '' ? say('outline.empty') : say('outline.none', { query })}</p>
        )}
      </ScrollArea>
      <Layers />
    </>
  )
}
