import { Menu, Popover, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconEye, IconEyeOff, IconLock, IconLockOpen, IconPencil, IconPlus, IconStackPush, IconTrash } from '@tabler/icons-react'
import { useMemo, useState, type DragEvent, type KeyboardEvent, type ReactElement } from 'react'
import {
  colorLayer, deleteLayer, LAYER_COLORS, type LayerColor, makeLayer, putPiecesOn, renameLayer, reorderLayer, selectLayers, setLayerHidden, setLayerLocked,
} from '../../commands/edit/layers.ts'
import { piecesOfGroup } from '../../document/groups.ts'
import { useDocument } from '../../document/store.ts'
import type { LayerRecord, PieceId } from '../../document/types.ts'
import { hexFromRgb } from '../../format/color.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useShell } from '../../shell/shell.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { say } from '../../words/say.ts'
import { RenameField } from '../rename-field.tsx'
import { carriesRows, rowsDropped } from './drag.ts'

const colorNames = (): readonly (readonly [LayerColor, string])[] => (Object.keys(LAYER_COLORS) as readonly LayerColor[]).map((color) => [color, say(`layers.color.${color}`)])

function Swatch({ layer }: { layer: LayerRecord }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const hex = hexFromRgb(layer.color)
  const label = say('layers.color', { name: layer.name })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md" transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <button type="button" className="layer-swatch" aria-label={label} title={label} onClick={() => setOpen(!isOpen)}><span style={{ background: hex }} /></button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className="layer-colors">
        {colorNames().map(([color, name]) => (
          <button
            key={color} type="button" className="layer-swatch" aria-label={name} title={name} aria-pressed={LAYER_COLORS[color] === hex}
            onClick={() => { colorLayer(layer, color); setOpen(false) }}
          >
            <span style={{ background: LAYER_COLORS[color] }} />
          </button>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

const findName = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-layer="${CSS.escape(id)}"] .layer-name`)

function More({ layer, place, count }: { layer: LayerRecord; place: number; count: number }): ReactElement {
  const selection = useInteraction((state) => state.selection)
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target><button type="button" className="row-button" aria-label={say('layers.more', { name: layer.name })} title={say('layers.more', { name: layer.name })}><IconDots size={14} stroke={1.6} /></button></Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconStackPush size={14} stroke={1.6} />} disabled={selection.length === 0} onClick={() => putPiecesOn(selection, layer)}>{say('layers.put')}</Menu.Item>
        <Menu.Item leftSection={<IconPencil size={14} stroke={1.6} />} onClick={() => useShell.setState({ renaming: layer.id })}>{say('layers.rename')}</Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={14} stroke={1.6} />} disabled={place === 0} onClick={() => reorderLayer(layer, place - 1)}>{say('layers.up')}</Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={14} stroke={1.6} />} disabled={place === count - 1} onClick={() => reorderLayer(layer, place + 1)}>{say('layers.down')}</Menu.Item>
        <Menu.Item leftSection={<IconTrash size={14} stroke={1.6} />} onClick={() => deleteLayer(layer)}>{say('layers.delete')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface RowProps {
  readonly layer: LayerRecord
  readonly place: number
  readonly count: number
  /** How many pieces lie on it. */
  readonly pieces: number
}

function LayerRow({ layer, place, count, pieces }: RowProps): ReactElement {
  const { id, name, hidden, locked } = layer
  const isRenaming = useShell((state) => state.renaming === id)
  const [takesDrop, setTakesDrop] = useState(false)
  const [lock, show] = [say(locked ? 'layers.unlock' : 'layers.lock', { name }), say(hidden ? 'layers.show' : 'layers.hide', { name })]
  function onDragOver(event: DragEvent): void {
    if (!carriesRows(event)) return
    event.preventDefault()
    setTakesDrop(true)
  }
  function onDrop(event: DragEvent): void {
    setTakesDrop(false)
    if (!carriesRows(event)) return
    event.preventDefault()
    putPiecesOn(piecesAmong(rowsDropped(event)), layer)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'F2') useShell.setState({ renaming: id })
    else if (event.altKey && event.key === 'ArrowUp') reorderLayer(layer, place - 1)
    else if (event.altKey && event.key === 'ArrowDown') reorderLayer(layer, place + 1)
    else if (event.key === 'Delete') deleteLayer(layer)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <li className="layer-row" data-layer={id} data-off={hidden} data-drop={takesDrop || undefined} onDragOver={onDragOver} onDragLeave={() => setTakesDrop(false)} onDrop={onDrop}>
      <Swatch layer={layer} />
      {isRenaming ? <RenameField id={id} name={name} label={say('layers.name', { name })} onRename={(next) => renameLayer(layer, next)} findRow={() => findName(id)} /> : (
        <UnstyledButton className="layer-name" aria-label={say('layers.select', { name })} title={say('layers.select', { name })} onClick={() => selectLayers(new Set([id]))} onDoubleClick={() => useShell.setState({ renaming: id })} onKeyDown={onKeyDown}>{name}</UnstyledButton>
      )}
      <span className="tree-count">{pieces}</span>
      <button type="button" className="row-button" aria-label={lock} title={lock} aria-pressed={locked} onClick={() => setLayerLocked(layer, !locked)}>{locked ? <IconLock size={14} stroke={1.6} /> : <IconLockOpen size={14} stroke={1.6} />}</button>
      <button type="button" className="row-button" aria-label={show} title={show} aria-pressed={hidden} onClick={() => setLayerHidden(layer, !hidden)}>{hidden ? <IconEyeOff size={14} stroke={1.6} /> : <IconEye size={14} stroke={1.6} />}</button>
      <More layer={layer} place={place} count={count} />
    </li>
  )
}

/** The pieces that rows of the outline stand for: of a group, all that stand in it. */
function piecesAmong(rows: readonly string[]): readonly PieceId[] {
  const { document } = useDocument.getState()
  const groups = new Set(document.groups?.map(({ id }) => id))
  return rows.flatMap((id) => (groups.has(id) ? piecesOfGroup(document, id) : [id]))
}

/** The layers of the project: what is hidden, locked or coloured here is so with all that lies on it. */
export function Layers(): ReactElement {
  const layers = useDocument(({ document }) => document.layers) ?? []
  const pieces = useDocument(({ document }) => document.pieces)
  const counts = useMemo(() => {
    const found = new Map<string, number>()
    for (const { layer } of pieces) if (layer !== undefined) found.set(layer, (found.get(layer) ?? 0) + 1)
    return found
  }, [pieces])
  return (
    <section className="layers" aria-label={say('layers.title')}>
      <header className="layers-head">
        <h2>{say('layers.title')}</h2>
        <IconButton icon={IconPlus} size={24} label={say('command.edit.layer.new')} onClick={() => makeLayer([])} />
      </header>
      {layers.length === 0 ? <p className="panel-hint">{say('layers.none')}</p> : (
        <ul className="layer-list">
          {layers.map((layer, place) => <LayerRow key={layer.id} layer={layer} place={place} count={layers.length} pieces={counts.get(layer.id) ?? 0} />)}
        </ul>
      )}
    </section>
  )
}
