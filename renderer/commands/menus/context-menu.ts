import type { MenuEntry } from '../../../electron/contract.ts'
import { useDocument } from '../../document/store.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useShell } from '../../shell/shell.ts'
import { ARRANGE_MANY, entriesOf, LAYER_MENU, type MenuItem, SEPARATOR, TURN_AND_MIRROR } from './menu.ts'

/** What stands in the menu of pieces, of lights, and of empty ground: commands of the menus above, and no others. */
const ofPieces = (count: number): readonly MenuItem[] => [
  'edit.cut', 'edit.copy', 'edit.paste', 'edit.duplicate', 'edit.delete', SEPARATOR,
  'edit.materialHere', { label: 'menu.material', items: ['edit.takeMaterial', 'edit.resetMaterial', 'edit.keepMaterial'] }, 'edit.rename', 'edit.replace', 'edit.addToCatalogue',
  'edit.selectSimilar', 'edit.selectByMaterial', 'edit.layer.select', SEPARATOR,
  'arrange.drop', 'arrange.againstWall', 'arrange.swap', ...(count > 1 ? ARRANGE_MANY : []), 'arrange.array', ...TURN_AND_MIRROR, SEPARATOR,
  'edit.group', 'edit.ungroup', 'edit.enterGroup', LAYER_MENU, SEPARATOR,
  'edit.hide', 'edit.lock', SEPARATOR,
  'view.fitSelection', 'camera.focusSelection',
]
const OF_LIGHTS: readonly MenuItem[] = [
  'light.switch', 'light.brighter', 'light.dimmer', SEPARATOR,
  'edit.cut', 'edit.copy', 'edit.paste', 'edit.duplicate', 'edit.delete', SEPARATOR,
  'edit.rename', 'edit.selectSimilar', 'view.fitSelection',
]
const OF_GROUND: readonly MenuItem[] = [
  'edit.paste', 'edit.pasteInPlace', SEPARATOR,
  'edit.materialHere', 'edit.pickMaterial', SEPARATOR,
  'edit.selectAll', 'edit.unhideAll', SEPARATOR,
  'view.fitAll', 'view.walk', 'view.save', SEPARATOR,
  'file.bringIn',
]

const OF_VIEWS: readonly MenuItem[] = ['view.goTo', SEPARATOR, 'view.update', 'view.rename', SEPARATOR, 'view.moveUp', 'view.moveDown', SEPARATOR, 'view.remove']
const OF_CATALOGUE: readonly MenuItem[] = ['edit.placeItem', 'edit.replaceWithItem', SEPARATOR, 'edit.editItem', 'edit.removeItem']

/** What can be done now with what is selected, or with what the menu was opened for. */
export function contextMenu(): readonly MenuEntry[] {
  const of = useShell.getState().contextMenu?.of
  if (of !== undefined) return entriesOf(of === 'view' ? OF_VIEWS : OF_CATALOGUE, (entry) => entry.enabled !== false)
  const selected = new Set(useInteraction.getState().selection)
  const { pieces, lights } = useDocument.getState().document
  const count = selected.size === 0 ? 0 : pieces.filter(({ id }) => selected.has(id)).length
  const items = count > 0 ? ofPieces(count) : lights.some(({ id }) => selected.has(id)) ? OF_LIGHTS : OF_GROUND
  return entriesOf(items, (entry) => entry.enabled !== false)
}
