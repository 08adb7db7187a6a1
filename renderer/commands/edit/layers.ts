import { addLayer, moveLayer, putOnLayer, removeLayer, setLayer } from '../../document/changes/index.ts'
import { newId } from '../../document/ids.ts'
import { piecesOnLayer } from '../../document/layers.ts'
import { freeNames } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import type { LayerId, LayerRecord, Piece, PieceId } from '../../document/types.ts'
import { rgbFromHex } from '../../format/color.ts'
import { useInteraction } from '../../interaction/store.ts'
import { flash, showPanel, useShell } from '../../shell/shell.ts'
import { phrase, type PlainId, say } from '../../words/say.ts'
import { nameOf } from './edit.ts'
import { addOrTell } from '../edit-or-tell.ts'
import type { Command } from '../types.ts'

/** The colours that layers are offered, and get one after another: sRGB. */
export const LAYER_COLORS = {
  blue: '#3b82f6', orange: '#ee8a2c', green: '#3fa45c', violet: '#8e4ec6', red: '#e5484d', teal: '#12a594', yellow: '#d9b51c', grey: '#8b8d98',
} as const satisfies Readonly<Record<string, string>>
export type LayerColor = keyof typeof LAYER_COLORS

const layers = (): readonly LayerRecord[] => useDocument.getState().document.layers ?? []

function selectedPieces(): readonly Piece[] {
  const selected = new Set(useInteraction.getState().selection)
  return selected.size === 0 ? [] : useDocument.getState().document.pieces.filter(({ id }) => selected.has(id))
}

/** Makes a layer with these pieces on it, whose name is typed in the outline then. */
export function makeLayer(ids: readonly PieceId[]): void {
  const name = freeNames({ pieces: layers(), lights: [] })(say('layers.new'))
  const id = newId()
  const colors = Object.values(LAYER_COLORS)
  const layer: LayerRecord = { id, name, hidden: false, locked: false, color: rgbFromHex(colors[layers().length % colors.length])! }
  if (!addOrTell(phrase('undo.layer.add', { name }), (document) => putOnLayer(ids, id)(addLayer(layer)(document)))) return
  showPanel('outline')
  useShell.setState({ renaming: id })
}

/** @param layer  null: off all layers */
export function putPiecesOn(ids: Iterable<PieceId>, layer: LayerRecord | null): void {
  const wanted = new Set(ids)
  const name = nameOf(useDocument.getState().document.pieces.filter(({ id }) => wanted.has(id)))
  useDocument.getState().edit(layer === null ? phrase('undo.layer.none', { name }) : phrase('undo.layer.put', { name, layer: layer.name }), putOnLayer(wanted, layer?.id ?? null))
}

export const renameLayer = ({ id, name }: LayerRecord, next: string): void => useDocument.getState().edit(phrase('undo.rename', { name }), setLayer(id, { name: next }))
export const colorLayer = ({ id, name }: LayerRecord, color: LayerColor): void =>
  useDocument.getState().edit(phrase('undo.layer.color', { name }), setLayer(id, { color: rgbFromHex(LAYER_COLORS[color])! }))
export const setLayerHidden = ({ id, name }: LayerRecord, hidden: boolean): void => useDocument.getState().edit(phrase(hidden ? 'undo.hide' : 'undo.show', { name }), setLayer(id, { hidden }))
export const setLayerLocked = ({ id, name }: LayerRecord, locked: boolean): void => useDocument.getState().edit(phrase(locked ? 'undo.lock' : 'undo.unlock', { name }), setLayer(id, { locked }))
export const deleteLayer = ({ id, name }: LayerRecord): void => useDocument.getState().edit(phrase('undo.delete', { name }), removeLayer(id))
export const reorderLayer = ({ id, name }: LayerRecord, to: number): void => useDocument.getState().edit(phrase('undo.move', { name }), moveLayer(id, to))

/** Selects all pieces on these layers. */
export function selectLayers(ids: ReadonlySet<LayerId>): void {
  const { document } = useDocument.getState()
  const selection = [...ids].flatMap((id) => piecesOnLayer(document, id))
  useInteraction.setState({ selection })
  flash(say('hud.selected', { count: selection.length }))
}

/** The layers of what is selected. */
const chosenLayers = (): ReadonlySet<LayerId> => new Set(selectedPieces().flatMap(({ layer }) => layer ?? []))

const hasPieces = (): boolean => selectedPieces().length > 0

function putOnNth(number: number): Command {
  const layer = (): LayerRecord | undefined => layers().at(number - 1)
  return {
    id: `edit.layer.put.${number}`,
    title: () => say('command.edit.layer.put', { layer: layer()?.name ?? String(number) }),
    isAbsent: () => layer() === undefined,
    isEnabled: hasPieces,
    isChecked: () => hasPieces() && selectedPieces().every((piece) => piece.layer === layer()?.id),
    run: () => putPiecesOn(selectedPieces().map(({ id }) => id), layer() ?? null),
  }
}

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]
export const PUT_ON_LAYER: readonly string[] = NINE.map((number) => `edit.layer.put.${number}`)

export const layerCommands: readonly Command[] = [
  {
    id: 'edit.layer.new',
    title: () => say((hasPieces() ? 'command.edit.layer.newFor' : 'command.edit.layer.new') satisfies PlainId),
    run: () => makeLayer(selectedPieces().map(({ id }) => id)),
  },
  { id: 'edit.layer.none', isEnabled: () => chosenLayers().size > 0, run: () => putPiecesOn(selectedPieces().map(({ id }) => id), null) },
  { id: 'edit.layer.select', isEnabled: () => chosenLayers().size > 0, run: () => selectLayers(chosenLayers()) },
  ...NINE.map(putOnNth),
]
