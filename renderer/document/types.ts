import type { Quat, RenderSettings, Rgb, Vec3 } from '../../gpu/index.ts'
import type { AssetKey, GroupId, LayerId, LightId, PieceId, ViewId } from './id-types.ts'
import type { DocumentLight, Emission } from './light-types.ts'
import type { MaterialRecord, Worn } from './material-types.ts'

// One door: whoever reads the document finds all its types here.
export type * from './id-types.ts'
export type * from './light-types.ts'
export * from './material-types.ts'

/** How a piece hangs in the room: which surfaces it seeks when dragged, and which way its back turns. */
export type Mount = 'floor' | 'surface' | 'wall' | 'ceiling'

export type LengthUnit = 'm' | 'cm' | 'mm' | 'ft-in'

/** A file that travels inside the project file; its bytes live in the asset store under its key. */
export interface AssetRecord {
  readonly key: AssetKey
  /** Absent: a GLB. */
  readonly kind?: 'ies' | 'hdr' | 'exr' | undefined
  /** Shown to the user: the file's name, or the catalogue item's. */
  readonly name: string
  readonly sizeBytes: number
  /** Catalogue item it came from, or null for a file of the user's own. */
  readonly catalogueId: string | null
  /** Of a model of the user's own: what it was made from, and how it was read. */
  readonly source?: AssetSource | undefined
  /** Absent: as it ships, or of another origin. */
  readonly form?: FormRecord | undefined
  /** What all pieces of this model show instead of what came with it; absent: nothing. */
  readonly wears?: readonly Worn[] | undefined
}

/** A piece of the catalogue that was made anew: which one, and with what; its fields stand in catalogue/forms.ts. */
export interface FormRecord {
  readonly item: string
  /** Metres, numbers of things, or names of choices, by the field. */
  readonly values: Readonly<Record<string, number | string>>
}

/** A file that became an asset. It is not kept, nor where it lay. */
export interface AssetSource {
  readonly name: string
  /** As in imports/formats.json. */
  readonly format: string
  /** Of the file's bytes, lower-case hex. */
  readonly sha256: string
  /** What it stood for: with the same answers it is read the same. */
  readonly answers: {
    readonly metresPerUnit: number
    /** Of the file's own axes. */
    readonly up: 'y' | 'z'
    /** Metres that were taken off every position, y up. */
    readonly origin: Vec3
    /** The folder that was chosen for its textures, by the name that the computer gave it on which that was. */
    readonly textures?: string | undefined
  }
  /** How the asset was made of the file, where the answers were changed afterwards; absent: by the answers. */
  readonly read?: Pick<AssetSource['answers'], 'metresPerUnit' | 'up' | 'origin'> | undefined
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

/** `Piece.part` of a model that is one piece as a whole. */
export const WHOLE_MODEL = 'all'

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
  /** Absent: its materials shine as they came. */
  readonly emission?: Emission | undefined
  /** The variant of its model that it shows, by its name; absent: as the model was saved. */
  readonly variant?: string | undefined
  /** Absent: it stands in no group. */
  readonly group?: GroupId | undefined
  /** Absent: it lies on no layer. */
  readonly layer?: LayerId | undefined
  /** What this piece shows instead of what its model shows; absent: nothing. */
  readonly wears?: readonly Worn[] | undefined
}

/** What a group stands for: a storey of the building, all things of one class on it, one thing in several pieces, a model that came in as a whole, what
 * the user put together (`own`: a click takes all of it). */
export const GROUP_KINDS = ['storey', 'class', 'element', 'model', 'own'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]

/** Pieces that belong together, under a name; groups stand in groups. It owns no place and no look: its pieces do. */
export interface GroupRecord {
  readonly id: GroupId
  readonly name: string
  /** The group that it stands in; null: in none. */
  readonly parent: GroupId | null
  /** Absent: a group of the file's. */
  readonly kind?: GroupKind | undefined
}

/** A tag that pieces bear, wherever they stand: what is hidden or locked on a layer is so with all that lies on it. */
export interface LayerRecord {
  readonly id: LayerId
  readonly name: string
  readonly hidden: boolean
  readonly locked: boolean
  /** By which lists show what lies on it. */
  readonly color: Rgb
}

/** A clear sky that matches the first sun of the project. */
export interface SkyRecord {
  /** 2 (very clear) .. 10 (hazy). */
  readonly turbidity: number
  /** 1: as bright as outdoors; less: as if seen through grey glass, the natural sun with it. */
  readonly strength: number
  /** Share of it that fills rooms as ambient light, 0..1, beside the gradient: what windows let in; absent: all of it, as in the open. */
  readonly openness?: number | undefined
}

/** A level ground below a model, as wide as the eye sees. */
export interface GroundRecord {
  /** World space, on the ground. */
  readonly center: Vec3
  /** Metres. */
  readonly radius: number
}

/** An image of what is around the model, all of the sphere, in place of sky and gradient. Where it is seen, it brings its own ground. */
export interface SurroundingsRecord {
  /** A Radiance or OpenEXR file. */
  readonly asset: AssetKey
  /** Radians, counter-clockwise as seen from above; unturned, its middle lies along +x. */
  readonly turn: number
  /** Nits of the image's 1. */
  readonly strength: number
  /** false: it lights and is mirrored, and the background stays what it is without it. */
  readonly seen: boolean
}

export interface EnvironmentRecord {
  /** Radiance, nits; under a sky, what lamps, walls and floor send back. */
  readonly zenith: Rgb
  readonly nadir: Rgb
  /** Absent: the gradient between zenith and nadir. */
  readonly sky?: SkyRecord | undefined
  /** Absent: none. */
  readonly surroundings?: SurroundingsRecord | undefined
  /** Absent: a model of its own stands on nothing. */
  readonly ground?: GroundRecord | undefined
}

/** Where on Earth the project stands, and how its plan lies. */
export interface PlaceRecord {
  /** Shown to the user: `Berlin`, or empty. */
  readonly name: string
  /** Degrees, north and east positive. */
  readonly latitudeDegrees: number
  readonly longitudeDegrees: number
  /** `Europe/Berlin` (IANA, with its summer times), or a fixed `UTC+5:30`. */
  readonly timeZone: string
  /** Radians clockwise from the plan's top (-z) to north. */
  readonly north: number
}

/** A lens of the full frame, 36 x 24 mm; how wide it opens follows from its focal length. */
export interface LensRecord {
  /** false: everything is sharp. */
  readonly on: boolean
  readonly fNumber: number
  /** Of what is sharp, along the camera's axis, metres. */
  readonly focusDistance: number
}

/** The settings that a view brings along: how bright and how warm its picture is, and whether there are light and shadow. */
export const VIEW_SETTINGS = ['exposureEv', 'exposure', 'whiteBalance', 'shadows', 'lights'] as const satisfies readonly (keyof RenderSettings)[]
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
  /** Absent: none. */
  readonly groups?: readonly GroupRecord[] | undefined
  /** Absent: none. */
  readonly layers?: readonly LayerRecord[] | undefined
  /** Absent: every model looks as it came. */
  readonly materials?: readonly MaterialRecord[] | undefined
  readonly lights: readonly DocumentLight[]
  readonly environment: EnvironmentRecord
  /** Absent: nowhere in particular. */
  readonly place?: PlaceRecord | undefined
  readonly views: readonly ViewRecord[]
  /** Fields of a newer or foreign writer, kept as read and written back. */
  readonly unknown: Readonly<Record<string, unknown>>
}

/** A change is a named pure function; the name is what the Edit menu shows. Returning the same document means: nothing happened. */
export type Change = (document: AtriumDocument) => AtriumDocument
