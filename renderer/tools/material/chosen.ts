import { useDocument } from '../../document/store.ts'
import type { Piece } from '../../document/types.ts'
import { materialsIn } from '../../imports/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { useAssets } from '../../project/assets.ts'
import { type Models, partsOf } from './showing.ts'
import { type Target, targetOf } from './surfaces.ts'

/** The names of the material slots that pieces have, each once, in their order. Pieces whose model is not loaded have none. */
export function slotNamesOf(pieces: readonly Piece[], parsed?: Models): readonly string[] {
  const partOf = partsOf(parsed)
  // Eight chairs are one model.
  return [...new Set([...new Set(pieces.map(partOf))].flatMap((part) => part?.names ?? []))]
}

/**
 * The surfaces of pieces that are chosen: of several pieces, those of one name on each of them, or all.
 *
 * @param wanted  name of a slot; null, or one that they lack: the first of the first
 * @param every   of several pieces, all of their slots
 * @returns the first surface, with the others along; null: no model of theirs is loaded
 */
export function targetOfPieces(pieces: readonly Piece[], wanted: string | null, every: boolean, parsed?: Models): Target | null {
  if (pieces.length === 1) return targetOf(pieces[0], wanted)
  const names = slotNamesOf(pieces, parsed)
  const slot = wanted !== null && names.includes(wanted) ? wanted : names[0]
  const partOf = partsOf(parsed)
  const [first, ...along] = pieces.flatMap((piece): readonly Target[] => {
    const part = partOf(piece)
    if (part === undefined) return []
    const came = materialsIn(part, piece.variant)
    return part.names.flatMap((name, at) => (every || name === slot ? [{ piece, part, slot: name, came: came[at] }] : []))
  })
  return first === undefined ? null : { ...first, along }
}

interface Chosen {
  readonly of: readonly unknown[]
  readonly target: Target | null
}
let last: Chosen = { of: [], target: null }

function selectedPieces(): readonly Piece[] {
  const wanted = new Set(useInteraction.getState().selection)
  return wanted.size === 0 ? [] : useDocument.getState().document.pieces.filter(({ id }) => wanted.has(id))
}

/** The surfaces that are inspected: a slot of the piece that is selected, or slots of several. Commands ask for it often: it is found once. */
export function chosenTarget(): Target | null {
  const { selection, slot, everySlot } = useInteraction.getState()
  const { pieces } = useDocument.getState().document
  const of = [selection, slot, everySlot, pieces, useAssets.getState().parsed]
  if (of.every((each, i) => each === last.of[i])) return last.target
  last = { of, target: targetOfPieces(selectedPieces(), slot, everySlot) }
  return last.target
}

/** The names of the slots that can be inspected. */
export const chosenSlots = (): readonly string[] => slotNamesOf(selectedPieces())

/** The pieces of surfaces that are chosen. */
export const piecesOf = ({ piece, along = [] }: Target): readonly Piece[] => [...new Set([piece, ...along.map((other) => other.piece)])]
