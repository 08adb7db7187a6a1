import type { Vec3 } from '../../../gpu/index.ts'
import type { AssetKey, AssetRecord, DocumentLight, GroupRecord, Piece } from '../types.ts'

/** What a thing is known by beside its part (`Piece.part`, which is its path or its key in the file). */
export interface Traits {
  /** Its identity in the file, such as a GlobalId. */
  readonly key?: string | undefined
  /** Such as `IfcWall`. */
  readonly class?: string | undefined
  /** Of its triangles: equal ones are equal to the bit. */
  readonly shape: string
  /** Metres along its own axes. */
  readonly size: Vec3
  /** Middle of the box around it, where the file places it. */
  readonly centre: Vec3
}

/** One piece as opening a file makes it. */
export interface CamePiece {
  readonly piece: Piece
  readonly traits: Traits
}

/** One group as opening a file makes it; `path` names it in the file. */
export interface CameGroup {
  readonly group: GroupRecord
  readonly path: string
}

/** A model as opening its file makes it, before anybody touched it. Groups stand before those that stand in them. */
export interface CameModel {
  readonly pieces: readonly CamePiece[]
  readonly groups: readonly CameGroup[]
  /** Those that the file brought itself. */
  readonly lights: readonly DocumentLight[]
}

/** That a thing of the older model is one of the newer, by their places in `CameModel.pieces`. */
export interface Match {
  readonly from: number
  readonly to: number
  readonly why: Evidence
  /** false: it may as well be another one; where the user's work hangs on it, somebody looks first. */
  readonly sure: boolean
}
export type Evidence = 'id' | 'path' | 'shape' | 'name' | 'box' | 'alike' | 'nearestName' | 'nearestShape'

/** All that is needed to put a newer state of a model in the place of an older one. */
export interface ModelRevision {
  /** The asset that the document shows now. */
  readonly key: AssetKey
  /** What it shows from then on. */
  readonly record: AssetRecord
  readonly before: CameModel
  readonly after: CameModel
  readonly matches: readonly Match[]
  /** Where what the model no longer has is kept, if the user's work is on it; one of the same name is used instead. */
  readonly leftover: GroupRecord
}
