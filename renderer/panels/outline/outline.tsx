import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { CloseButton, ScrollArea, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react'
import { findViewport } from '../../interaction/viewport.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { OutlineItem } from './outline-item.tsx'
import { idsBetween, outlineRows, type OutlineGroup, type OutlineRow } from './outline-rows.ts'
import { useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'
import { useLanguage } from '../../words/use-say.ts'

/** Pixels, as in panels.css. */
const ROW_HEIGHT = 28
/** A list that fits on a few screens is there as a whole; of a longer one, what is seen and a little around it. */
const [SHORT, AROUND] = [300, 20]

function select(ids: readonly string[]): void {
  useInteraction.setState({ selection: ids })
}

function toggleSelected(id: string): void {
  useInteraction.setState(({ selection }) => ({
    selection: selection.includes(id) ? selection.filter((other) => other !== id) : [...selection, id],
  }))
}

/** The tree's keyboard and pointer: which row has the focus, what is selected, which groups are folded. */
function useOutline(query: string) {
  const document = useDocument((state) => state.document)
  const [closed, setClosed] = useState<ReadonlySet<OutlineGroup>>(new Set(['room']))
  const [focused, setFocused] = useState<string | null>(null)
  const anchor = useRef<string | null>(null)
  const spoken = useLanguage()
  // oxlint-disable-next-line react/exhaustive-deps -- the groups' names are said
  const rows = useMemo(() => outlineRows(document, query, closed), [document, query, closed, spoken])

  function setOpen(group: OutlineGroup, isOpen: boolean): void {
    const next = new Set(closed)
    if (isOpen) next.delete(group)
    else next.add(group)
    setClosed(next)
  }
  /** Selects as every file list does: plain one, Ctrl adds or takes away, Shift reaches to here. */
  function choose(row: OutlineRow, { extend, toggle }: { extend: boolean; toggle: boolean }): void {
    setFocused(row.id)
    if (row.kind === 'group') return
    if (extend && anchor.current !== null) return select(idsBetween(rows, anchor.current, row.id))
    anchor.current = row.id
    if (toggle) toggleSelected(row.id)
    else select([row.id])
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
    else if (event.key === 'ArrowLeft' && row.kind === 'group') setOpen(row.id, false)
    else if (event.key === 'ArrowLeft' && row.kind !== 'group') goTo(rows.find((other) => other.id === row.group), event)
    else if (event.key === 'ArrowRight' && row.kind === 'group') setOpen(row.id, true)
    else if ((event.key === 'Enter' || event.key === ' ') && row.kind === 'group') setOpen(row.id, !row.isOpen)
    else if (event.key === ' ') choose(row, { extend: false, toggle: event.ctrlKey || event.metaKey })
    else if (event.key === 'Enter') findViewport()?.fitSelection()
    else return
    event.preventDefault()
  }
  function onClick(event: MouseEvent): void {
    const id = (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset['row']
    const row = rows.find((other) => other.id === id)
    if (row === undefined) return
    if (row.kind === 'group') setOpen(row.id, !row.isOpen)
    choose(row, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey })
  }
  return { rows, focused, onKeyDown, onClick, openGroup: (group: OutlineGroup) => setOpen(group, true) }
}

/** Pieces and lights as a tree: everything in the room can be reached, named, hidden and deleted without a pointer. */
export function Outline(): ReactElement {
  const [query, setQuery] = useState('')
  const selection = useInteraction((state) => state.selection)
  const renaming = useShell((state) => state.renaming)
  const { rows, focused, onKeyDown, onClick, openGroup } = useOutline(query)
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
  const { pieces } = useDocument((state) => state.document)
  useEffect(() => {
    if (newest === undefined) return
    const piece = pieces.find(({ id }) => id === newest)
    if (piece?.locked === true && renaming === newest) openGroup('room')
    scrollTo(newest)
    // oxlint-disable-next-line react/exhaustive-deps -- only a new selection scrolls
  }, [newest, renaming])

  return (
    <>
      <div className="panel-tools">
        <TextInput
          type="search"
          aria-label={say('outline.search')}
          placeholder={say('outline.search.placeholder')}
          leftSection={<IconSearch size={14} stroke={1.6} />}
          rightSection={query === '' ? null : <CloseButton size="xs" aria-label={say('catalogue.clear')} onClick={() => setQuery('')} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <ScrollArea className="panel-scroll" scrollbarSize={8} type="auto" viewportRef={viewport}>
        <div ref={tree} className="tree" style={{ height: list.getTotalSize() }} role="tree" aria-label={say('outline.name')} aria-multiselectable data-testid="outline" onKeyDown={(event) => { wasHere.current = true; onKeyDown(event) }} onBlur={({ relatedTarget }) => { if (relatedTarget !== null) wasHere.current = false }} onClick={onClick}>
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            return row && (
              <OutlineItem
                key={row.id}
                row={row}
                top={start}
                isSelected={selected.has(row.id)}
                isFocusable={row.id === focusable}
                isRenaming={row.id === renaming}
              />
            )
          })}
        </div>
        {rows.length === 0 && (
          <p className="panel-hint">{query === '' ? say('outline.empty') : say('outline.none', { query })}</p>
        )}
      </ScrollArea>
    </>
  )
}
