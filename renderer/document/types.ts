import type { Quat, RenderSettings, Rgb, Vec3 } from '../../gpu/index.ts'

/** Content hash (SHA-256, lower-case hex) of an asset's bytes. */
export type AssetKey = string
export type PieceId = string
export type LightId = string
export type ViewId = string

/** How a piece hangs in the room: which surfaces it seeks when dragged, and which way its back turns. */
export type Mount = 'floor' | 'surface' | 'wall' | 'ceiling'

export type LengthUnit = 'm' | 'cm' | 'mm' | 'ft-in'

/** A GLB that travels inside the project file; its bytes live in the asset store under its key. */
export interface AssetRecord {
  readonly key: AssetKey
  /** Shown to the user: the file's name, or the catalogue item's. */
  readonly name: string
  readonly sizeBytes: number
  /** Catalogue item it came from, or null for a file of the user's own. */
  readonly catalogueId: string | null
}

/** Rigid motion while animation is on: the piece turns about an axis of its own space, round and round or to and fro like a door. */
export interface Motion {
  readonly axis: Vec3
  /** Radians per second; of a door on average. */
  readonly speed: number
  /** A point of the axis, in the piece's space; absent: its origin. */
  readonly pivot?: Vec3 | undefined
  /** Radians from closed to open, counter-clockwise about the axis when positive; absent: it turns round. */
  readonly swing?: number | undefined
}

/** One thing in the room: a chair, or the shell of the room itself. Origin: centre of its foot (or of its back, for wall mounts). */
export interface Piece {
  readonly id: PieceId
  readonly name: string
  readonly asset: AssetKey
  /** Which part of the asset (ParsedPart.id): a house is one asset with many pieces. */
  readonly part: string
  readonly position: Vec3
  readonly rotation: Quat
  readonly scale: Vec3
  readonly mount: Mount
  readonly hidden: boolean
  /** Architecture: seen, traced and walked on, but neither dragged nor rubber-banded until unlocked. */
  readonly locked: boolean
  /** Absent: it stands still. */
  readonly motion?: Motion | undefined
}

interface LightBase {
  readonly id: LightId
  readonly name: string
  readonly on: boolean
  readonly color: Rgb
}
/** The sun. */
export interface DirectionalLight extends LightBase {
  readonly kind: 'directional'
  /** Unit vector from the light into the scene. */
  readonly direction: Vec3
  /** Lux. */
  readonly illuminance: number
}
export interface PointLight extends LightBase {
  readonly kind: 'point'
  /** In world space, or in the piece's space when attached to one: a lamp's light moves with the lamp and goes with it. */
  readonly position: Vec3
  readonly attachedTo: PieceId | null
  /** Candela. */
  readonly intensity: number
}
export type DocumentLight = DirectionalLight | PointLight

export interface EnvironmentRecord {
  /** Radiance, nits. */
  readonly zenith: Rgb
  readonly nadir: Rgb
}

/** A lens of the full frame, 36 x 24 mm; how wide it opens follows from its focal length. */
export interface LensRecord {
  /** false: everything is sharp. */
  readonly on: boolean
  readonly fNumber: number
  /** Of what is sharp, along the camera's axis, metres. */
  readonly focusDistance: number
}

/** The settings that a view brings along: how bright its picture is, and whether there are light and shadow. */
export const VIEW_SETTINGS = ['exposureEv', 'shadows', 'lights'] as const satisfies readonly (keyof RenderSettings)[]
export type ViewSettings = Partial<Pick<RenderSettings, (typeof VIEW_SETTINGS)[number]>>

/** A camera the user saved under a name, and the light in which it was. Older writers left out what may be undefined. */
export interface ViewRecord {
  readonly id: ViewId
  readonly name: string
  readonly position: Vec3
  readonly target: Vec3
  /** Radians, vertical. */
  readonly verticalFov: number
  /** 1: vertical lines are kept vertical. */
  readonly straighten?: number | undefined
  readonly lens?: LensRecord | undefined
  /** Which lights were on; what came later is left as it is. */
  readonly lights?: Readonly<Record<LightId, boolean>> | undefined
  readonly settings?: ViewSettings | undefined
  /** The picture as it was, small: a data URL of a JPEG or PNG. */
  readonly thumbnail?: string | undefined
}

/** What the user owns, saves and undoes. Immutable; metres, y up, radians, linear Rec. 709. */
export interface AtriumDocument {
  readonly name: string
  readonly unit: LengthUnit
  readonly assets: readonly AssetRecord[]
  readonly pieces: readonly Piece[]
  readonly lights: readonly DocumentLight[]
  readonly environment: EnvironmentRecord
  readonly views: readonly ViewRecord[]
  /** Fields of a newer or foreign writer, kept as read and written back. */
  readonly unknown: Readonly<Record<string, unknown>>
}

/** A change is a named pure function; the name is what the Edit menu shows. Returning the same document means: nothing happened. */
export type Change = (document: AtriumDocument) => AtriumDocument
