import { IconCamera, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react'
import { fNumberName, focalLengthName } from '../../commands/view/camera.ts'
import { applyView, deleteView, reorderView, renameView, updateView } from '../../commands/view/viewpoints.ts'
import { useDocument } from '../../document/store.ts'
import type { ViewRecord } from '../../document/types.ts'
import { focalLengthOf } from '../../navigation/lens.ts'
import type { IconComponent } from '../../ui/icon-button.tsx'
import { keysOf } from '../../commands/keys/bindings.ts'
import { openMenuOf } from '../../commands/edit/open-menu.ts'
import { findCommand } from '../../commands/registry.ts'
import { displayShortcut } from '../../commands/keys/shortcuts.ts'
import { isMac, useShell } from '../../shell/shell.ts'
import { say } from '../../words/say.ts'
import { RenameField } from '../rename-field.tsx'

/** What is dragged: the place of a view in the list. */
const DRAGGED = 'application/x-atrium-view'

/** 24 mm, straight, f/2.8 */
function opticsOf({ verticalFov, straighten = 0, lens }: ViewRecord): string {
  return [focalLengthName(focalLengthOf(verticalFov)), straighten > 0 && say('views.straight'), lens?.on === true && fNumberName(lens.fNumber)].filter(Boolean).join(' · ')
}

const findRow = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-view="${CSS.escape(id)}"]`)

function RowButton({ icon: Icon, label, onPress }: { icon: IconComponent; label: string; onPress: () => void }): ReactElement {
  function onClick(event: MouseEvent): void {
    event.stopPropagation()
    onPress()
  }
  return <button type="button" className="row-button" tabIndex={-1} aria-label={label} title={label} onClick={onClick}><Icon size={15} stroke={1.6} /></button>
}

interface RowProps {
  readonly view: ViewRecord
  readonly number: number
  readonly isCurrent: boolean
  readonly isFocusable: boolean
  readonly isRenaming: boolean
}

function keyOf(number: number): string | undefined {
  const command = findCommand(`view.recall.${number}`)
  const [key] = command === null ? [] : keysOf(command)
  return key === undefined ? undefined : displayShortcut(key, isMac())
}

function ViewRow({ view, number, isCurrent, isFocusable, isRenaming }: RowProps): ReactElement {
  const { id, name, thumbnail } = view
  return (
    <div
      className="view-row"
      role="row"
      aria-selected={isCurrent}
      data-view={id}
      tabIndex={isFocusable ? 0 : -1}
      draggable={!isRenaming}
      onClick={() => applyView(view)}
      onContextMenu={(event) => {
        event.preventDefault()
        useShell.setState({ view: id })
        openMenuOf('view', event)
      }}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, id)}
    >
      <span className="view-cell" role="gridcell">
        <span className="view-picture">
          {thumbnail === undefined ? <IconCamera size={20} stroke={1.2} /> : <img src={thumbnail} alt="" draggable={false} />}
          {number <= 9 && <span className="view-number" title={keyOf(number)}>{number}</span>}
        </span>
        <span className="view-text">
          {isRenaming ? <RenameField id={id} name={name} label={say('views.rename', { name })} onRename={(next) => renameView(view, next)} findRow={() => findRow(id)} /> : (
            <span className="view-name" title={name} onDoubleClick={() => useShell.setState({ renaming: id })}>{name}</span>
          )}
          <span className="view-optics">{opticsOf(view)}</span>
        </span>
      </span>
      <span className="tree-buttons" role="gridcell">
        <RowButton icon={IconRefresh} label={say('views.update', { name })} onPress={() => void updateView(view)} />
        <RowButton icon={IconTrash} label={say('views.remove', { name })} onPress={() => deleteView(view)} />
      </span>
    </div>
  )
}

/** Where in the list what is dragged would come to lie: its place without itself; null: nothing is dragged over it. */
function useReordering(views: readonly ViewRecord[]) {
  const [place, setPlace] = useState<number | null>(null)
  const carriesView = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED)
  /** Before which row the pointer is. */
  function gapAt(event: DragEvent<HTMLElement>): number {
    const rows = [...event.currentTarget.querySelectorAll('[data-view]')]
    const before = rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect()
      return event.clientY < top + height / 2
    })
    return before < 0 ? rows.length : before
  }
  return {
    place,
    handlers: {
      onDragOver(event: DragEvent<HTMLElement>) {
        if (!carriesView(event)) return
        event.preventDefault()
        setPlace(gapAt(event))
      },
      onDragLeave(event: DragEvent<HTMLElement>) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setPlace(null)
      },
      onDrop(event: DragEvent<HTMLElement>) {
        setPlace(null)
        const view = views.find(({ id }) => id === event.dataTransfer.getData(DRAGGED))
        if (view === undefined) return
        event.preventDefault()
        const gap = gapAt(event)
        // Its own row is not counted once it has left.
        reorderView(view, gap > views.indexOf(view) ? gap - 1 : gap)
      },
    },
  }
}

/** Saved views with their pictures: a click goes there; arrows, Enter, F2, Delete and Alt with arrows do without a pointer. */
export function ViewList(): ReactElement {
  const views = useDocument((state) => state.document.views)
  const current = useShell((state) => state.view)
  const renaming = useShell((state) => state.renaming)
  const { place, handlers } = useReordering(views)
  const list = useRef<HTMLDivElement>(null)
  const focusable = views.some(({ id }) => id === current) ? current : views[0]?.id

  // The focus follows the current view, unless the user is elsewhere.
  useEffect(() => {
    const row = current === null ? null : list.current?.querySelector<HTMLElement>(`[data-view="${CSS.escape(current)}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    if (row && list.current?.contains(document.activeElement) === true) row.focus()
  }, [current, views])

  function onKeyDown(event: KeyboardEvent): void {
    const index = views.findIndex(({ id }) => id === focusable)
    const view = views[index]
    if (view === undefined || (event.target as Element).closest('input') !== null) return
    const goTo = (to: number): void => useShell.setState({ view: views[Math.min(views.length - 1, Math.max(0, to))].id })
    const goOrMove = (to: number): void => (event.altKey ? reorderView(view, to) : goTo(to))
    if (event.key === 'ArrowUp') goOrMove(index - 1)
    else if (event.key === 'ArrowDown') goOrMove(index + 1)
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(views.length - 1)
    else if (event.key === 'Enter' || event.key === ' ') applyView(view)
    else if (event.key === 'F2') useShell.setState({ view: view.id, renaming: view.id })
    else if (event.key === 'Delete' || event.key === 'Backspace') deleteView(view)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  if (views.length === 0) return <p className="panel-hint">{say('views.none')}</p>
  return (
    <div ref={list} className="view-list" role="grid" aria-label={say('views.name')} data-testid="views" onKeyDown={onKeyDown} {...handlers}>
      {views.map((view, i) => (
        <div key={view.id} className="view-place" role="presentation" data-gap={place === i ? 'before' : place === views.length && i === views.length - 1 ? 'after' : undefined}>
          <ViewRow view={view} number={i + 1} isCurrent={view.id === current} isFocusable={view.id === focusable} isRenaming={view.id === renaming} />
        </div>
      ))}
    </div>
  )
}
