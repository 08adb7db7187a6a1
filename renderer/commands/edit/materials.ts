import type { FileHandle } from '../../../electron/contract.ts'
import { isHidden, isLocked } from '../../document/flags.ts'
import { findPiece } from '../../document/selectors.ts'
import { useDocument } from '../../document/store.ts'
import { reportError } from '../../errors/notices.ts'
import { useInteraction } from '../../interaction/store.ts'
import { adopt, request } from '../../platform.ts'
import { loadTexture, type MapKind } from '../../project/materials/textures.ts'
import { flash, showPanel, useShell } from '../../shell/shell.ts'
import { piecesAlike } from '../../tools/material/showing.ts'
import { chosenSlots, chosenTarget, piecesOf } from '../../tools/material/chosen.ts'
import { slotTitle } from '../../tools/material/slot-title.ts'
import { editMaterial, isChanged, resetMaterial, shownOn } from '../../tools/material/surfaces.ts'
import { surfaceUnderMenu } from '../../tools/material/under-menu.ts'
import { say } from '../../words/say.ts'
import type { Command } from '../types.ts'

/** Asks for a picture and puts it on the chosen surface. */
export async function chooseTexture(kind: MapKind): Promise<void> {
  const handle = await request('file:choose-open', { kind: 'picture' })
  if (handle !== null) await takeTexture(handle, kind)
}

/** The first of files that were dropped on a material. */
export async function dropTexture([file]: Iterable<File>, kind: MapKind): Promise<void> {
  try {
    await takeTexture(await adopt(file), kind)
  } catch (error) {
    reportError(error, file.name)
  }
}

async function takeTexture(handle: FileHandle, kind: MapKind): Promise<void> {
  try {
    const asset = await loadTexture(handle, kind)
    const target = chosenTarget()
    if (target === null) return
    const { record } = shownOn(useDocument.getState().document, target)
    // Without a size, a picture would be as large as the model's own coordinates say: nobody knows how large.
    const mapping = record?.mapping ?? { kind: 'box' as const, width: 1, height: 1, turn: 0, offset: [0, 0] as const }
    editMaterial(target, useInteraction.getState().materialScope, { maps: { [kind]: asset.key }, mapping }, { assets: [asset] })
  } catch (error) {
    reportError(error, handle.name)
  }
}

/** All pieces that show the chosen surface's material; hidden and locked ones are left out. */
export function selectByMaterial(): void {
  const target = chosenTarget()
  if (target === null) return
  const { document } = useDocument.getState()
  const chosen = new Set(piecesOf(target).map(({ id }) => id))
  const found = piecesAlike(document, target).filter((piece) => chosen.has(piece.id) || !(isLocked(document, piece) || isHidden(document, piece)))
  useInteraction.setState({ selection: found.map(({ id }) => id) })
  flash(say('hud.selected', { count: found.length }))
}

/** The next material slot of the selected pieces is inspected; after the last comes the first. */
function goToSlot(by: 1 | -1): void {
  const target = chosenTarget()
  if (target === null) return
  const names = chosenSlots()
  const at = names.indexOf(target.slot) + by
  useInteraction.setState({ slot: names.at(at % names.length) ?? null, everySlot: false })
  showPanel('inspector')
}

const hasSlots = (): boolean => chosenSlots().length > 1
/** What the inspected slot shows, by name. */
const slotSaid = (): string => {
  const target = chosenTarget()
  const { document } = useDocument.getState()
  return target === null ? '' : (shownOn(document, target).record?.name ?? slotTitle(document, target.piece, target.slot))
}

export const materialCommands: readonly Command[] = [
  {
    id: 'edit.pickMaterial',
    keys: ['Alt+M'],
    isEnabled: () => useInteraction.getState().navigation !== 'walk',
    isChecked: () => useInteraction.getState().surfaceClick?.kind === 'pick',
    run: () => useInteraction.setState(({ surfaceClick }) => ({ surfaceClick: surfaceClick?.kind === 'pick' ? null : { kind: 'pick' }, placing: null, focusing: false, facing: false })),
  },
  {
    id: 'edit.materialHere',
    // Of the menu that is open where the pointer was.
    isAbsent: () => useShell.getState().contextMenu === null || surfaceUnderMenu() === null,
    run: () => {
      const surface = surfaceUnderMenu()
      if (surface === null || findPiece(useDocument.getState().document, surface.piece) === null) return
      useInteraction.setState({ selection: [surface.piece], slot: surface.slot, everySlot: false, materialScope: 'piece', surfaceClick: null })
      showPanel('inspector')
    },
  },
  {
    id: 'edit.takeMaterial',
    keys: ['Alt+Shift+M'],
    isEnabled: () => chosenTarget() !== null,
    isChecked: () => useInteraction.getState().surfaceClick?.kind === 'pipette',
    run: () => useInteraction.setState(({ surfaceClick }) => ({ surfaceClick: surfaceClick?.kind === 'pipette' ? null : { kind: 'pipette' }, placing: null, focusing: false, facing: false })),
  },
  { id: 'edit.nextSlot', keys: ['Alt+S'], isEnabled: hasSlots, run: () => goToSlot(1), says: slotSaid },
  { id: 'edit.previousSlot', keys: ['Alt+Shift+S'], isEnabled: hasSlots, run: () => goToSlot(-1), says: slotSaid },
  {
    id: 'edit.selectByMaterial',
    isEnabled: () => chosenTarget() !== null,
    run: selectByMaterial,
  },
  {
    id: 'edit.resetMaterial',
    isEnabled: () => {
      const target = chosenTarget()
      return target !== null && isChanged(useDocument.getState().document, target)
    },
    run: () => {
      const target = chosenTarget()
      if (target !== null) resetMaterial(target, useInteraction.getState().materialScope)
    },
  },
]
