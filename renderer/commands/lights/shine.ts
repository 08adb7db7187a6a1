import { setEmission } from '../../document/changes/index.ts'
import { useDocument } from '../../document/store.ts'
import type { Piece } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import { phrase } from '../../words/say.ts'
import { nameOf } from '../edit/edit.ts'
import type { Command } from '../types.ts'

/** Nits: a lamp's shade. */
const FIRST_RADIANCE = 1000

/** Pieces shine by themselves, or as their materials came. */
export function shine(pieces: readonly Piece[], on: boolean): void {
  useDocument.getState().edit(phrase(on ? 'undo.emission.on' : 'undo.emission.off', { name: nameOf(pieces) }), setEmission(pieces.map(({ id }) => id), on ? { radiance: FIRST_RADIANCE } : null))
}

const selected = (): readonly Piece[] => {
  const ids = new Set(useInteraction.getState().selection)
  return useDocument.getState().document.pieces.filter(({ id }) => ids.has(id))
}
const areShining = (): boolean => selected().length > 0 && selected().every(({ emission }) => emission !== undefined)

export const shineCommands: readonly Command[] = [
  { id: 'light.shine', isEnabled: () => selected().length > 0, isChecked: areShining, run: () => shine(selected(), !areShining()) },
]
