import { beforeEach, expect, test } from 'vitest'
import { addLayer, putOnLayer, setLayer } from '../../document/changes/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { undoLabel } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import type { LayerRecord } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useShell } from '../../shell/shell.ts'
import { contextMenu } from '../menus/context-menu.ts'
import { colorLayer, deleteLayer, LAYER_COLORS, renameLayer, reorderLayer, setLayerHidden, setLayerLocked } from './layers.ts'
import { findCommand, isAbsent, isEnabled, runCommand } from '../registry.ts'
import { titleOf } from '../types.ts'

const state = () => useDocument.getState()
const layers = (): readonly LayerRecord[] => state().document.layers ?? []
const onLayers = () => state().document.pieces.map(({ layer }) => layers().find(({ id }) => id === layer)?.name)
const select = (...ids: readonly string[]): void => useInteraction.setState({ selection: ids })
const label = () => undoLabel(state())

beforeEach(() => {
  useShell.setState({ screen: 'room', panels: [{ id: 'outline', dock: 'left', key: 'O' }], dialog: null, renaming: null, hud: null })
  useInteraction.setState({ selection: [], entered: null, navigation: 'orbit', placing: null })
  state().replace({ ...emptyDocument(), pieces: ['a', 'b', 'c'].map((id) => piece(id)) })
})

test('a layer is made with what is selected on it, in one step, and its name is typed next', async () => {
  select('a', 'b')
  expect(titleOf(findCommand('edit.layer.new')!)).toBe('Put on New Layer')
  await runCommand('edit.layer.new')
  expect([label(), onLayers(), useShell.getState().renaming]).toEqual(['Add Layer Layer', ['Layer', 'Layer', undefined], layers()[0].id])
  expect(useShell.getState().docks.left).toEqual({ open: true, panel: 'outline' })
  select()
  await runCommand('edit.layer.new')
  expect([layers().map(({ name }) => name), new Set(layers().map(({ color }) => color.join())).size]).toEqual([['Layer', 'Layer 2'], 2])
  await runCommand('edit.undo')
  await runCommand('edit.undo')
  expect([layers(), onLayers()]).toEqual([[], [undefined, undefined, undefined]])
})

test('pieces are put on a layer and taken off by the menu, which names the layers that there are', async () => {
  select()
  await runCommand('edit.layer.new')
  await runCommand('edit.layer.new')
  renameLayer(layers()[1], 'Textiles')
  select('b', 'c')
  expect([2, 3].map((n) => isAbsent(findCommand(`edit.layer.put.${n}`)!))).toEqual([false, true])
  expect(JSON.stringify(contextMenu())).toContain('Put on Textiles')
  await runCommand('edit.layer.put.2')
  expect([label(), onLayers(), findCommand('edit.layer.put.2')!.isChecked!()]).toEqual(['Put 2 Items on Textiles', [undefined, 'Textiles', 'Textiles'], true])
  select('c')
  await runCommand('edit.layer.select')
  expect(useInteraction.getState().selection).toEqual(['b', 'c'])
  select('c')
  await runCommand('edit.layer.none')
  expect([label(), onLayers()]).toEqual(['Take Piece c off Its Layer', [undefined, 'Textiles', undefined]])
  expect(isEnabled(findCommand('edit.layer.none')!)).toBe(false)
})

test('everything about a layer is one step with a name', () => {
  const layer = (id: string): LayerRecord => ({ id, name: id, hidden: false, locked: false, color: [1, 0, 0] })
  state().replace({ ...emptyDocument(), pieces: [piece('a', { layer: 'L' })], layers: [layer('L'), layer('M')] })
  const steps: [() => void, string][] = [
    [() => renameLayer(layer('L'), 'Wood'), 'Rename L'],
    [() => colorLayer(layer('L'), 'teal'), 'Colour of L'],
    [() => setLayerHidden(layer('L'), true), 'Hide L'],
    [() => setLayerLocked(layer('L'), true), 'Lock L'],
    [() => reorderLayer(layer('L'), 1), 'Move L'],
    [() => deleteLayer(layer('L')), 'Delete L'],
  ]
  for (const [run, name] of steps) {
    const { document, undos } = state()
    run()
    expect([label(), state().undos.length]).toEqual([name, undos.length + 1])
    state().undo()
    expect(state().document).toBe(document)
    state().redo()
  }
  expect(state().document.pieces[0]).not.toHaveProperty('layer')
  expect(Object.values(LAYER_COLORS).every((hex) => /^#[\da-f]{6}$/.test(hex))).toBe(true)
})

test('what lies on a locked layer is not deleted, moved or selected with all, and the user is told why', async () => {
  for (const change of [addLayer({ id: 'L', name: 'L', hidden: false, locked: false, color: [1, 0, 0] }), putOnLayer(['a'], 'L'), setLayer('L', { locked: true })]) state().edit('Layer', change)
  const { document } = state()
  select('a')
  await runCommand('edit.nudge.right')
  await runCommand('edit.delete')
  expect(state().document).toBe(document)
  expect(useShell.getState().hud?.text).toBe('Piece a lies on a locked layer. Unlock the layer to delete it.')
  await runCommand('edit.selectAll')
  expect(useInteraction.getState().selection).toEqual(['b', 'c'])
})
