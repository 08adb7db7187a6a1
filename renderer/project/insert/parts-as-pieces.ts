import type { Vec3 } from '../../../gpu/index.ts'
import { newId } from '../../document/ids.ts'
import type { DocumentLight, GroupRecord, Mount, Piece } from '../../document/types.ts'
import { guessMount } from '../../imports/pieces/mount.ts'
import type { ParsedAsset, ParsedPart } from '../../imports/types.ts'
import { broughtLights } from '../../scene/opening/light.ts'

/** A part of a model as a piece, where its file has it. */
export const pieceOf = ({ key }: ParsedAsset, { id, position, rotation, scale }: ParsedPart, name: string, mount: Mount): Piece =>
  ({ id: newId(), name, asset: key, part: id, position, rotation, scale, mount, hidden: false, locked: false })

export interface PartsAsPieces {
  /** In the order of the parts. */
  readonly pieces: readonly Piece[]
  /** The model's, and below it those of its file. */
  readonly groups: readonly { readonly group: GroupRecord; /** ParsedGroup.id; empty: the model's. */ readonly path: string }[]
  readonly lights: readonly DocumentLight[]
}

/**
 * The parts of a model as pieces of one group of its name.
 *
 * @param strays  parts that are hidden
 * @param foot    what stands at the origin then; left out: everything stays where the file has it
 */
export function partsAsPieces(parsed: ParsedAsset, name: string, strays: readonly string[], [x, y, z]: Vec3 = [0, 0, 0]): PartsAsPieces {
  const root: GroupRecord = { id: newId(), name, parent: null, kind: 'model' }
  const own = parsed.groups ?? []
  const ids = new Map(own.map(({ id }) => [id, newId()]))
  const groupOf = (id: string | null | undefined): string => ids.get(id ?? '') ?? root.id
  const moved = <T extends { readonly position: Vec3 }>(thing: T): T => ({ ...thing, position: [thing.position[0] - x, thing.position[1] - y, thing.position[2] - z] })
  const pieces = parsed.parts.map((part) => ({ ...pieceOf(parsed, moved(part), part.name, guessMount(part.name)), group: groupOf(part.group), hidden: strays.includes(part.id) }))
  return {
    pieces, lights: broughtLights({ lights: parsed.lights?.map(moved) }, pieces),
    groups: [{ group: root, path: '' }, ...own.map((group) => ({ group: { ...group, id: groupOf(group.id), parent: groupOf(group.parent) }, path: group.id }))],
  }
}
