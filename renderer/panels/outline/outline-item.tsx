import { TextInput } from '@mantine/core'
import {
  IconArmchair, IconBulb, IconBulbOff, IconChevronRight, IconCircle, IconEye, IconEyeOff, IconGridDots, IconLamp2, IconLock, IconLockOpen, IconRectangle, IconSphere,
  IconSun, IconWall,
} from '@tabler/icons-react'
import { memo, useState, type MouseEvent, type ReactElement } from 'react'
import { setPiecesHidden, setPiecesLocked } from '../../commands/edit.ts'
import { toggleLight } from '../../commands/lights.ts'
import { rename } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import type { DocumentLight } from '../../document/types.ts'
import type { IconComponent } from '../../ui/icon-button.tsx'
import type { OutlineRow } from './outline-rows.ts'
import { useShell } from '../../shell/shell.ts'
import { phrase, say } from '../../words/say.ts'
import { useLanguage } from '../../words/use-say.ts'

function endRename(row: OutlineRow, name: string | null): void {
  useShell.setState({ renaming: null })
  if (name !== null && name.trim() !== '' && name !== row.name) useDocument.getState().edit(phrase('undo.rename', { name: row.name }), rename(row.id, name))
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus())
}

function NameInput({ row }: { row: OutlineRow }): ReactElement {
  const [name, setName] = useState(row.name)
  return (
    <TextInput
      className="tree-rename"
      aria-label={say('outline.rename', { name: row.name })}
      data-autofocus
      autoFocus
      value={name}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => endRename(row, name)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') endRename(row, name)
        if (event.key === 'Escape') endRename(row, null)
      }}
    />
  )
}

/** A small switch at the end of a row; it does not select the row. Plain, because there may be a thousand of them. */
function RowButton({ icon: Icon, label, onPress }: { icon: IconComponent; label: string; onPress: () => void }): ReactElement {
  function onClick(event: MouseEvent): void {
    event.stopPropagation()
    onPress()
  }
  return <button type="button" className="row-button" tabIndex={-1} aria-label={label} title={label} onClick={onClick}><Icon size={14} stroke={1.6} /></button>
}

function Buttons({ row }: { row: OutlineRow }): ReactElement | null {
  if (row.kind === 'group') return <span className="tree-count"> {row.count}</span>
  if (row.kind === 'light') {
    const { light } = row
    return <RowButton icon={light.on ? IconBulb : IconBulbOff} label={say(light.on ? 'outline.off' : 'outline.on', { name: light.name })} onPress={() => toggleLight(light)} />
  }
  const { piece } = row
  const { name, hidden, locked } = piece
  return (
    <>
      <RowButton icon={locked ? IconLock : IconLockOpen} label={say(locked ? 'outline.unlock' : 'outline.lock', { name })} onPress={() => setPiecesLocked([piece], !locked)} />
      <RowButton icon={hidden ? IconEyeOff : IconEye} label={say(hidden ? 'outline.show' : 'outline.hide', { name })} onPress={() => setPiecesHidden([piece], !hidden)} />
    </>
  )
}

const LIGHT_ICONS: Readonly<Record<DocumentLight['kind'], IconComponent>> = {
  directional: IconSun, point: IconBulb, spot: IconLamp2, sphere: IconSphere, disc: IconCircle, rectangle: IconRectangle, grid: IconGridDots,
}

function iconOf(row: OutlineRow): ReactElement {
  if (row.kind === 'group') return <IconChevronRight className="tree-chevron" size={14} stroke={1.8} data-open={row.isOpen} />
  const Icon = row.kind === 'light' ? LIGHT_ICONS[row.light.kind] : row.piece.locked ? IconWall : IconArmchair
  return <Icon size={15} stroke={1.5} />
}

/** What a screen reader says after the name. */
function stateOf(row: OutlineRow): string {
  if (row.kind === 'piece') return [row.piece.hidden && say('outline.state.hidden'), row.piece.locked && say('outline.state.locked')].filter(Boolean).join(', ')
  return row.kind === 'light' && !row.light.on ? say('outline.state.off') : ''
}

export interface OutlineItemProps {
  readonly row: OutlineRow
  /** Pixels below the first. */
  readonly top: number
  readonly isSelected: boolean
  readonly isFocusable: boolean
  readonly isRenaming: boolean
}

function Item({ row, top, isSelected, isFocusable, isRenaming }: OutlineItemProps): ReactElement {
  const isOff = (row.kind === 'piece' && row.piece.hidden) || (row.kind === 'light' && !row.light.on)
  useLanguage()
  const state = stateOf(row)
  return (
    <div
      className="tree-row"
      role="treeitem"
      style={{ transform: `translateY(${top}px)` }}
      aria-level={row.kind === 'group' ? 1 : 2}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.kind === 'group' ? row.isOpen : undefined}
      aria-selected={row.kind === 'group' ? undefined : isSelected}
      aria-label={row.kind === 'group' ? undefined : state === '' ? row.name : `${row.name}, ${state}`}
      data-row={row.id}
      data-kind={row.kind}
      data-off={isOff}
      tabIndex={isFocusable ? 0 : -1}
      onDoubleClick={() => row.kind !== 'group' && useShell.setState({ renaming: row.id })}
    >
      {iconOf(row)}
      {isRenaming ? <NameInput row={row} /> : <span className="tree-name" title={row.name}>{row.name}</span>}
      {!isRenaming && <span className="tree-buttons"><Buttons row={row} /></span>}
    </div>
  )
}

function isSameRow(a: OutlineRow, b: OutlineRow): boolean {
  if (a.position !== b.position || a.siblings !== b.siblings) return false
  if (a.kind === 'piece' && b.kind === 'piece') return a.piece === b.piece
  if (a.kind === 'light' && b.kind === 'light') return a.light === b.light
  return a.kind === 'group' && b.kind === 'group' && a.count === b.count && a.isOpen === b.isOpen
}

/** One line of the outline; clicks are heard by the tree. Drawn again only when its own record changed: a drag edits every frame. */
export const OutlineItem = memo(Item, (before, after) =>
  before.top === after.top && before.isSelected === after.isSelected && before.isFocusable === after.isFocusable && before.isRenaming === after.isRenaming &&
  isSameRow(before.row, after.row))
