import { TextInput } from '@mantine/core'
import {
  IconArmchair, IconBulb, IconBulbOff, IconChevronRight, IconEye, IconEyeOff, IconLock, IconLockOpen, IconSun, IconWall,
} from '@tabler/icons-react'
import { useState, type MouseEvent, type ReactElement } from 'react'
import { setPiecesHidden, setPiecesLocked } from '../commands/edit.ts'
import { toggleLight } from '../commands/lights.ts'
import { rename } from '../document/changes/index.ts'
import { useDocument } from '../document/store.ts'
import type { Piece } from '../document/types.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { OutlineRow } from './outline-rows.ts'
import { useShell } from './shell.ts'

function endRename(row: OutlineRow, name: string | null): void {
  useShell.setState({ renaming: null })
  if (name !== null && name.trim() !== '' && name !== row.name) useDocument.getState().edit(`Rename ${row.name}`, rename(row.id, name))
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus())
}

function NameInput({ row }: { row: OutlineRow }): ReactElement {
  const [name, setName] = useState(row.name)
  return (
    <TextInput
      className="tree-rename"
      aria-label={`New name of ${row.name}`}
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

function PieceButtons({ piece }: { piece: Piece }): ReactElement {
  return (
    <>
      <IconButton
        className="row-button"
        icon={piece.locked ? IconLock : IconLockOpen}
        label={`${piece.locked ? 'Unlock' : 'Lock'} ${piece.name}`}
        size={20}
        tabIndex={-1}
        onClick={stopping(() => setPiecesLocked([piece], !piece.locked))}
      />
      <IconButton
        className="row-button"
        icon={piece.hidden ? IconEyeOff : IconEye}
        label={`${piece.hidden ? 'Show' : 'Hide'} ${piece.name}`}
        size={20}
        tabIndex={-1}
        onClick={stopping(() => setPiecesHidden([piece], !piece.hidden))}
      />
    </>
  )
}

/** A button inside a row does not select the row. */
const stopping = (act: () => void) => (event: MouseEvent): void => {
  event.stopPropagation()
  act()
}

function Buttons({ row }: { row: OutlineRow }): ReactElement | null {
  if (row.kind === 'piece') return <PieceButtons piece={row.piece} />
  if (row.kind === 'group') return <span className="tree-count">{row.count}</span>
  const { light } = row
  return (
    <IconButton
      className="row-button"
      icon={light.on ? IconBulb : IconBulbOff}
      label={`Switch ${light.name} ${light.on ? 'off' : 'on'}`}
      size={20}
      tabIndex={-1}
      onClick={stopping(() => toggleLight(light))}
    />
  )
}

function iconOf(row: OutlineRow): ReactElement {
  if (row.kind === 'group') return <IconChevronRight className="tree-chevron" size={14} stroke={1.8} data-open={row.isOpen} />
  const Icon = row.kind === 'light' ? (row.light.kind === 'directional' ? IconSun : IconBulb) : row.piece.locked ? IconWall : IconArmchair
  return <Icon size={15} stroke={1.5} />
}

/** What a screen reader says after the name. */
function stateOf(row: OutlineRow): string {
  if (row.kind === 'piece') return [row.piece.hidden && 'hidden', row.piece.locked && 'locked'].filter(Boolean).join(', ')
  return row.kind === 'light' && !row.light.on ? 'off' : ''
}

export interface OutlineItemProps {
  readonly row: OutlineRow
  readonly isSelected: boolean
  readonly isFocusable: boolean
  readonly isRenaming: boolean
  readonly onClick: (row: OutlineRow, event: MouseEvent) => void
}

export function OutlineItem({ row, isSelected, isFocusable, isRenaming, onClick }: OutlineItemProps): ReactElement {
  const isOff = (row.kind === 'piece' && row.piece.hidden) || (row.kind === 'light' && !row.light.on)
  const state = stateOf(row)
  return (
    <div
      className="tree-row"
      role="treeitem"
      aria-level={row.kind === 'group' ? 1 : 2}
      aria-expanded={row.kind === 'group' ? row.isOpen : undefined}
      aria-selected={row.kind === 'group' ? undefined : isSelected}
      aria-label={state === '' ? row.name : `${row.name}, ${state}`}
      data-row={row.id}
      data-kind={row.kind}
      data-off={isOff}
      tabIndex={isFocusable ? 0 : -1}
      onClick={(event) => onClick(row, event)}
      onDoubleClick={() => row.kind !== 'group' && useShell.setState({ renaming: row.id })}
    >
      {iconOf(row)}
      {isRenaming ? <NameInput row={row} /> : <span className="tree-name">{row.name}</span>}
      {!isRenaming && <span className="tree-buttons"><Buttons row={row} /></span>}
    </div>
  )
}
