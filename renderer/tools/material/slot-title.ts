import type { AtriumDocument, Piece } from '../../document/types.ts'
import { isId, textOf } from '../../words/say.ts'

/** What a slot of a piece is called on screen: those of our catalogue in the language at hand, those of a model as its file has them. */
export function slotTitle({ assets }: Pick<AtriumDocument, 'assets'>, { asset }: Pick<Piece, 'asset'>, slot: string): string {
  const model = assets.find(({ key }) => key === asset)
  if (model === undefined || (model.catalogueId === null && model.form === undefined)) return slot
  const id = `furniture.material.${slot.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
  return isId(id) ? textOf({ id }) : slot
}
