import type { Quat, Rgb, Vec3 } from '../../gpu/index.ts'
import type { AssetKey, LightId, PieceId } from './id-types.ts'

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
