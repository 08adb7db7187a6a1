import { lightOfLamp } from '../../catalogue/lamp.ts'
import { replacePieces, type Successor } from '../../document/changes/index.ts'
import { unlockedPieces } from '../../document/flags.ts'
import { newId } from '../../document/ids.ts'
import { freeNames } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { IDENTITY } from '../../document/transform.ts'
import type { Piece } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { findViewport } from '../../interaction/viewport.ts'
import { add, sub } from '../../navigation/vector.ts'
import { loadCatalogueItem } from '../../project/open/open-project.ts'
import { flash, showPanel } from '../../shell/shell.ts'
import { bodyOf } from '../../tools/body.ts'
import { anchorOf } from '../../tools/place/placement.ts'
import { phrase, say } from '../../words/say.ts'
import { nameOf } from '../edit/edit.ts'
import { addOrTell } from '../edit-or-tell.ts'
import type { Command } from '../types.ts'

const chosenPieces = (): readonly Piece[] => unlockedPieces(useDocument.getState().document, useInteraction.getState().selection)

/**
 * A piece of the catalogue takes the place of all that is selected, one each: its foot (top, back) where the other's was, turned as that was.
 *
 * @throws AtriumError as `loadCatalogueItem`
 */
export async function replaceSelected(itemId: string): Promise<void> {
  useInteraction.setState({ replacing: false })
  const { item, record, asset, part } = await loadCatalogueItem(itemId)
  const pieces = chosenPieces()
  const around = findViewport()?.surroundings() ?? null
  const bounds = asset.parsed.meshes.get(part.mesh)?.bounds
  if (pieces.length === 0 || bounds === undefined) return
  const nameFor = freeNames(useDocument.getState().document)
  const successors = new Map(pieces.map((piece): readonly [string, Successor] => {
    const body = around === null ? null : bodyOf(around.snapshot, piece)
    const { mount, motion } = item
    const transform = { ...IDENTITY, position: piece.position, rotation: piece.rotation }
    const position = body === null ? piece.position : add(piece.position, sub(anchorOf({ ...body, mount }), anchorOf({ bounds, mount, transform })))
    return [piece.id, { name: nameFor(item.name), asset: record.key, part: part.id, position, rotation: piece.rotation, scale: IDENTITY.scale, mount, ...(motion !== undefined && { motion }) }]
  }))
  const { light } = item
  const lights = light === null ? [] : [...successors].map(([id, { name }]) => lightOfLamp(light, { id: newId(), name: nameFor(say('light.ofLamp', { name })), attachedTo: id }))
  if (addOrTell(phrase('undo.replace', { name: nameOf(pieces), other: item.name }), replacePieces(successors, record, lights))) flash(say('hud.replaced', { count: pieces.length, name: item.name }))
}

export const replaceCommands: readonly Command[] = [
  {
    id: 'edit.replace',
    isEnabled: () => chosenPieces().length > 0,
    run: () => {
      showPanel('catalogue')
      useInteraction.setState({ replacing: true, placing: null })
    },
  },
]
