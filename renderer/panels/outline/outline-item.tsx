import {
  IconArmchair, IconBulb, IconBulbOff, IconChevronRight, IconCircle, IconEye, IconEyeOff, IconGridDots, IconLamp2, IconLock, IconLockOpen, IconRectangle, IconSphere,
  IconSun, IconWall,
} from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactElement } from 'react'
import { setPiecesHidden, setPiecesLocked } from '../../commands/edit/edit.ts'
import { toggleLight } from '../../commands/lights/lights.ts'
import { rename } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import { piecesOfGroup } from '../../document/groups.ts'
import type { DocumentLight, Piece } from '../../document/types.ts'
import { hexFromRgb } from '../../format/color.ts'
import type { IconComponent } from '../../ui/icon-button.tsx'
import type { GroupRow, OutlineRow } from './outline-rows.ts'
import { useShell } from '../../shell/shell.ts'
import { phrase, say } from '../../words/say.ts'
import { useLanguage } from '../../words/use-say.ts'
import { RenameField } from '../rename-field.tsx'

/** Pixels: of the outermost rows, and for each level. What stands deeper is not moved farther in. */
const [FIRST_INDENT, INDENT, DEEPEST_INDENT] = [4, 18, 8]

function renameRow(row: OutlineRow, name: string): void {
  if (name.trim() !== '' && name !== row.name) useDocument.getState().edit(phrase('undo.rename', { name: row.name }), rename(row.id, name))
}

const findRow = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

/** A small switch at the end of a row; it does not select the row. Plain, because there may be a thousand of them. */
function RowButton({ icon: Icon, label, onPress }: { icon: IconComponent; label: string; onPress: () => void }): ReactElement {
  function onClick(event: MouseEvent): void {
    event.stopPropagation()
    onPress()
  }
  return <button type="button" className="row-button" tabIndex={-1} aria-label={label} title={label} onClick={onClick}><Icon size={14} stroke={1.6} /></button>
}

function Buttons({ row }: { row: OutlineRow }): ReactElement | null {
  if (row.kind === 'section') return <span className="tree-count"> {row.count}</span>
  if (row.kind === 'group') return <GroupButtons row={row} />
  if (row.kind === 'light') {
    const { light } = row
    return <RowButton icon={light.on ? IconBulb : IconBulbOff} label={say(light.on ? 'outline.off' : 'outline.on', { name: light.name })} onPress={() => toggleLight(light)} />
  }
  const { piece } = row
  const { name, hidden, locked } = piece
  return <Flags name={name} isHidden={hidden} isLocked={locked} onHide={() => setPiecesHidden([piece], !hidden)} onLock={() => setPiecesLocked([piece], !locked)} />
}

interface FlagsProps {
  readonly name: string
  readonly isHidden: boolean
  readonly isLocked: boolean
  readonly onHide: () => void
  readonly onLock: () => void
}

const Flags = ({ name, isHidden, isLocked, onHide, onLock }: FlagsProps): ReactElement => (
  <>
    <RowButton icon={isLocked ? IconLock : IconLockOpen} label={say(isLocked ? 'outline.unlock' : 'outline.lock', { name })} onPress={onLock} />
    <RowButton icon={isHidden ? IconEyeOff : IconEye} label={say(isHidden ? 'outline.show' : 'outline.hide', { name })} onPress={onHide} />
  </>
)

/** Of all pieces that are in the group when they are pressed. */
function GroupButtons({ row: { id, name, ids, isHidden, isLocked } }: { row: GroupRow }): ReactElement {
  const pieces = (): readonly Piece[] => {
    const { document } = useDocument.getState()
    const inside = new Set(piecesOfGroup(document, id))
    return document.pieces.filter((piece) => inside.has(piece.id))
  }
  return (
    <>
      <Flags name={name} isHidden={isHidden} isLocked={isLocked} onHide={() => setPiecesHidden(pieces(), !isHidden, name)} onLock={() => setPiecesLocked(pieces(), !isLocked, name)} />
      <span className="tree-count"> {ids.length}</span>
    </>
  )
}

const LIGHT_ICONS: Readonly<Record<DocumentLight['kind'], IconComponent>> = {
  directional: IconSun, point: IconBulb, spot: IconLamp2, sphere: IconSphere, disc: IconCircle, rectangle: IconRectangle, grid: IconGridDots,
}

function iconOf(row: OutlineRow): ReactElement {
  if (isHead(row)) return <IconChevronRight className="tree-chevron" size={14} stroke={1.8} data-open={row.isOpen} />
  const Icon = row.kind === 'light' ? LIGHT_ICONS[row.light.kind] : row.isLocked ? IconWall : IconArmchair
  return <Icon size={15} stroke={1.5} />
}

/** Folds and unfolds. */
const isHead = (row: OutlineRow): row is OutlineRow & { readonly isOpen: boolean } => row.kind === 'group' || row.kind === 'section'

/** What a screen reader says after the name. */
function stateOf(row: OutlineRow): string {
  const flags = (hidden: boolean, locked: boolean): string => [hidden && say('outline.state.hidden'), locked && say('outline.state.locked')].filter(Boolean).join(', ')
  if (row.kind === 'piece') return [flags(row.isHidden, row.isLocked), row.layer !== null && say('outline.state.layer', { name: row.layer.name })].filter(Boolean).join(', ')
  if (row.kind === 'group') return [say('outline.pieces', { count: row.ids.length }), flags(row.isHidden, row.isLocked)].filter(Boolean).join(', ')
  return row.kind === 'light' && !row.light.on ? say('outline.state.off') : ''
}

export interface OutlineItemProps {
  readonly row: OutlineRow
  /** Pixels below the first. */
  readonly top: number
  readonly isSelected: boolean
  readonly isFocusable: boolean
  readonly isRenaming: boolean
  /** What is dragged would fall into it. */
  readonly takesDrop: boolean
}

function Item({ row, top, isSelected, isFocusable, isRenaming, takesDrop }: OutlineItemProps): ReactElement {
  const isOff = ((row.kind === 'piece' || row.kind === 'group') && row.isHidden) || (row.kind === 'light' && !row.light.on)
  useLanguage()
  const state = stateOf(row)
  return (
    <div
      className="tree-row"
      role="treeitem"
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: FIRST_INDENT + INDENT * (Math.min(row.level, DEEPEST_INDENT) - 1) }}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isHead(row) ? row.isOpen : undefined}
      aria-selected={row.kind === 'section' ? undefined : isSelected}
      aria-label={row.kind === 'section' ? undefined : state === '' ? row.name : `${row.name}, ${state}`}
      data-row={row.id}
      data-kind={row.kind}
      data-off={isOff}
      data-drop={takesDrop || undefined}
      draggable={!isRenaming && (row.kind === 'piece' || row.kind === 'group')}
      tabIndex={isFocusable ? 0 : -1}
      onDoubleClick={({ target }) => row.kind !== 'section' && (target as Element).closest('.tree-chevron') === null && useShell.setState({ renaming: row.id })}
    >
      {iconOf(row)}
      {isRenaming ? <RenameField id={row.id} name={row.name} label={say('outline.rename', { name: row.name })} onRename={(name) => renameRow(row, name)} findRow={() => findRow(row.id)} /> : <span className="tree-name" title={row.name}>{row.name}</span>}
      {row.kind === 'piece' && row.layer !== null && <span className="layer-dot" title={row.layer.name} style={{ background: hexFromRgb(row.layer.color) }} />}
      {!isRenaming && <span className="tree-buttons"><Buttons row={row} /></span>}
    </div>
  )
}

function isSameRow(a: OutlineRow, b: OutlineRow): boolean {
  if (a.position !== b.position || a.siblings !== b.siblings || a.level !== b.level) return false
  if (a.kind === 'piece' && b.kind === 'piece') return a.piece === b.piece && a.layer === b.layer && a.isHidden === b.isHidden && a.isLocked === b.isLocked
  if (a.kind === 'light' && b.kind === 'light') return a.light === b.light
  if (a.kind === 'section' && b.kind === 'section') return a.count === b.count && a.isOpen === b.isOpen
  return a.kind === 'group' && b.kind === 'group' && a.group === b.group && a.ids.length === b.ids.length && a.isOpen === b.isOpen && a.isHidden === b.isHidden && a.isLocked === b.isLocked
}

/** One line of the outline; clicks are heard by the tree. Drawn again only when its own record changed: a drag edits every frame. */
export const OutlineItem = memo(Item, (before, after) =>
  before.top === after.top && before.isSelected === after.isSelected && before.isFocusable === after.isFocusable && before.isRenaming === after.isRenaming && before.takesDrop === after.takesDrop &&
  isSameRow(before.row, after.row))
