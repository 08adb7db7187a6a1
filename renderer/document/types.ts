import type { Quat, RenderSettings, Rgb, Vec3 } from '../../gpu/index.ts'

/** Content hash (SHA-256, lower-case hex) of an asset's bytes. */
export type AssetKey = string
export type PieceId = string
export type LightId = string
export type ViewId = string
export type GroupId = string
export type LayerId = string
export type MaterialId = string

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

/** A material of the project in a material slot of a model. A slot is named as the model names its material (`slotNames`), so it outlives a reload. */
export interface Worn {
  readonly slot: string
  /** null: as it came with the model, whatever all pieces of the model show. */
  readonly material: MaterialId | null
}

/** Where a model shows a material of its own. */
export interface ModelSlot {
  readonly asset: AssetKey
  /** ParsedPart.id */
  readonly part: string
  readonly slot: string
  /** As Piece.variant. */
  readonly variant?: string | undefined
}

/** How a texture lies on a surface. */
export interface MappingRecord {
  /** 'box': straight onto each side, whatever coordinates the model has; 'uv': along the model's own. */
  readonly kind: 'box' | 'uv'
  /** Metres that one repeat covers. */
  readonly width: number
  readonly height: number
  /** Radians, counter-clockwise. */
  readonly turn: number
  /** Metres to the right and down. */
  readonly offset: readonly [number, number]
}

/** How bricks, tiles and boards are laid. */
export const BONDS = ['stack', 'half', 'third', 'random', 'herringbone', 'basket'] as const
export type Bond = (typeof BONDS)[number]

/** The units of a material whose pattern is ours: what its textures were made from, so that they can be made anew. */
export interface LaidRecord {
  /** Of the library: what the units are made of. */
  readonly pattern: string
  readonly bond: Bond
  /** Metres along a unit and across it; of herringbone and basket, it is twice as long as wide. */
  readonly length: number
  readonly width: number
  /** Metres between units. */
  readonly joint: number
}

/** Light that passes. */
export interface GlassRecord {
  /** 0..1 */
  readonly share: number
  /** What is left of white light: behind a pane, or after `thickness` of a body. */
  readonly tint: Rgb
  /** Metres; 0: a pane that bends no light. */
  readonly thickness: number
}

/** Models whose material brings a texture (part `all`, its first slot); null: none, whatever the material starts from has. */
export interface MapsRecord {
  readonly color?: AssetKey | null | undefined
  /** Green: roughness, blue: metal. */
  readonly roughness?: AssetKey | null | undefined
  readonly normal?: AssetKey | null | undefined
}

/** What a material says of itself. Absent: as what it starts from. Colours are reflectances, 0..1. */
export interface MaterialValues {
  readonly baseColor?: Rgb | undefined
  readonly metallic?: number | undefined
  readonly roughness?: number | undefined
  /** Index of refraction. */
  readonly ior?: number | undefined
  readonly clearcoat?: { readonly factor: number; readonly roughness: number } | undefined
  readonly sheen?: { readonly color: Rgb; readonly roughness: number } | undefined
  /** Of brushed surfaces: how much, and the turn of their rougher direction from the texture's u, radians. */
  readonly anisotropy?: { readonly strength: number; readonly rotation: number } | undefined
  /** A thin film: its share, and its thickness in nanometres. */
  readonly film?: { readonly factor: number; readonly thickness: number } | undefined
  readonly glass?: GlassRecord | undefined
  /** Of a body of glass: 20 over Abbe's number. */
  readonly dispersion?: number | undefined
  /** Of a body of glass, a whole number from -9 to 9: where two overlap, the one with the larger is there. */
  readonly precedence?: number | undefined
  /** Nits, and a colour of luminance 1. */
  readonly emission?: { readonly radiance: number; readonly color: Rgb } | undefined
  readonly normalScale?: number | undefined
  readonly maps?: MapsRecord | undefined
  readonly mapping?: MappingRecord | undefined
  /** Absent: as the library has it, or textures of another origin. */
  readonly laid?: LaidRecord | undefined
}

/** A material of the project: one thing with one name, however many surfaces show it. */
export interface MaterialRecord extends MaterialValues {
  readonly id: MaterialId
  readonly name: string
  /** What it changes; absent: light plaster. */
  readonly from?: ModelSlot | undefined
  /** Of the library, what it was taken from. */
  readonly library?: string | undefined
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

/** How a piece shines by itself. */
export interface Emission {
  /** Nits of what shines brightest: of the materials that came shining, each in its share; of all of them, when none did. */
  readonly radiance: number
  /** Of luminance 1; absent: the materials' own. */
  readonly color?: Rgb | undefined
  /** Kelvin, where the colour is the one of a temperature. */
  readonly temperature?: number | undefined
}

/** What a light's strength is shown and typed in: lumens, candela, lux or nits (candela per square metre). */
export type PhotometricUnit = 'lm' | 'cd' | 'lx' | 'nt'

interface LightBase {
  readonly id: LightId
  readonly name: string
  readonly on: boolean
  /** Multiplies the strength; the strength's photometric value is that of the product, so a colour of luminance 1 leaves it as it is. */
  readonly color: Rgb
  /** Kelvin, where the colour is the one of a temperature; absent: a free colour. */
  readonly temperature?: number | undefined
  /** Absent: the unit in which the strength is kept. What is shown in a unit keeps its number when the light's size changes. */
  readonly unit?: PhotometricUnit | undefined
}

/** Local date and clock time at the project's place: the sun stands where it stood then. */
export interface SunMoment {
  /** `2026-03-20` */
  readonly date: string
  /** Since midnight, by the clocks of the place. */
  readonly minutes: number
}

/** The sun. */
export interface DirectionalLight extends LightBase {
  readonly kind: 'directional'
  /** Unit vector from the light into the scene. */
  readonly direction: Vec3
  /** Lux on a surface that faces it. */
  readonly illuminance: number
  /** Half of what it spans in the sky, radians; absent: hard shadows. */
  readonly angularRadius?: number | undefined
  /** Absent: the direction was set freely. */
  readonly moment?: SunMoment | undefined
  /** Colour and illuminance are those of the clear sky's sun at this height, and of none below the horizon. */
  readonly natural?: boolean | undefined
}

/** What stands or hangs somewhere. */
interface PlacedBase extends LightBase {
  /** In world space, or in the piece's space when attached to one: a lamp's light moves with the lamp and goes with it. */
  readonly position: Vec3
  readonly attachedTo: PieceId | null
  /** How the shade that carries it glows: nits of the piece's brightest shining material per candela; absent: the piece shines by itself. */
  readonly glow?: number | undefined
}
interface TurnedBase extends PlacedBase {
  /** Unturned it shines straight down (-y), with its width along x and its length along z. */
  readonly rotation: Quat
}
export interface PointLight extends PlacedBase {
  readonly kind: 'point'
  /** Candela; of a measured luminaire, in its brightest direction. */
  readonly intensity: number
  /** Metres; absent: hard shadows. */
  readonly radius?: number | undefined
  /** A measured luminaire: the asset that holds its IES file. */
  readonly profile?: AssetKey | undefined
  /** Of the luminaire; absent: unturned, its axis straight down and C0 along x. */
  readonly rotation?: Quat | undefined
}
export interface SpotLight extends TurnedBase {
  readonly kind: 'spot'
  /** Candela along the axis. */
  readonly intensity: number
  /** Radians from the axis: full strength up to the inner angle, nothing from the outer one. */
  readonly innerAngle: number
  readonly outerAngle: number
  readonly radius?: number | undefined
  /** A measured luminaire, cut off by the cone: the asset that holds its IES file. Candela are then those of its brightest direction. */
  readonly profile?: AssetKey | undefined
}
export interface SphereLight extends PlacedBase {
  readonly kind: 'sphere'
  readonly radius: number
  /** Nits. */
  readonly radiance: number
}
export interface DiscLight extends TurnedBase {
  readonly kind: 'disc'
  readonly radius: number
  /** Nits. */
  readonly radiance: number
}
export interface RectangleLight extends TurnedBase {
  readonly kind: 'rectangle'
  /** Metres, along its own x and z. */
  readonly width: number
  readonly length: number
  /** Nits. */
  readonly radiance: number
}
/** Light points in rows, shining to all sides. */
export interface GridLight extends TurnedBase {
  readonly kind: 'grid'
  readonly width: number
  readonly length: number
  /** Points along width and length, 1..16. */
  readonly columns: number
  readonly rows: number
  /** Candela of all points together. */
  readonly intensity: number
}
export type PlacedLight = PointLight | SpotLight | SphereLight | DiscLight | RectangleLight | GridLight
export type DocumentLight = DirectionalLight | PlacedLight

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
