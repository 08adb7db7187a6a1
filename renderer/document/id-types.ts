/** Content hash (SHA-256, lower-case hex) of an asset's bytes. */
export type AssetKey = string
export type PieceId = string
export type LightId = string
export type ViewId = string
export type GroupId = string
export type LayerId = string
export type MaterialId = string
