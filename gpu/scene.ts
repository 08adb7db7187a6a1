/**
 * SceneSnapshot: the engine's whole input language. Plain records and typed arrays, no classes, no three.js.
 *
 * Right-handed, y up, metres, radians, linear Rec. 709. Records are immutable: what has not changed keeps its identity
 * (`===`), what has the same content has the same key, and the engine redoes only what differs from the last snapshot.
 */

import type { Mat4, Quat, Vec3 } from './math.ts'

export type { Mat4, Quat, Vec3 } from './math.ts'
/** Linear Rec. 709. */
export type Rgb = readonly [r: number, g: number, b: number]

/** Identity of content: equal keys mean equal bytes. */
export type MeshKey = string
export type TextureKey = string
/** Identity of a placed thing, stable over edits. */
export type InstanceId = string
export type LightId = string

/**
 * A surface that rays meet exactly instead of its triangles: the ellipsoid inscribed in the mesh's bounds, those bounds
 * themselves, or the convex polygon whose corners are the mesh's vertices in order, counter-clockwise from its front.
 */
export type Shape = 'sphere' | 'box' | 'polygon'

/** Indexed triangles in object space. Never mutated after it was handed over. */
export interface MeshData {
  readonly key: MeshKey
  /** Left out: rays meet the triangles. A mesh with another shape has another key. */
  readonly shape?: Shape | undefined
  /** 3 floats per vertex, metres. */
  readonly positions: Float32Array
  /** 3 floats per vertex, unit length. */
  readonly normals: Float32Array
  /** 2 floats per vertex, or null; v runs down, as in glTF. */
  readonly uvs: Float32Array | null
  /** 3 per triangle; counter-clockwise is the front. */
  readonly indices: Uint32Array
  /** 1 per triangle: which entry of `Instance.materials` it wears; null means all wear entry 0. */
  readonly materialSlots: Uint16Array | null
  readonly bounds: { readonly min: Vec3; readonly max: Vec3 }
}

/** Decoded image, 8-bit RGBA, rows from top to bottom. */
export interface TextureData {
  readonly key: TextureKey
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
  /** 'srgb' is decoded to linear when sampled; 'linear' holds data (normals, roughness). */
  readonly colorSpace: 'srgb' | 'linear'
}

export type Wrap = 'repeat' | 'clamp' | 'mirror'

export interface TextureUse {
  readonly texture: TextureKey
  readonly wrapS: Wrap
  readonly wrapT: Wrap
  /** KHR_texture_transform: uv' = offset + rotate(rotation) * (scale * uv). */
  readonly offset: readonly [number, number]
  readonly scale: readonly [number, number]
  /** Radians, counter-clockwise. */
  readonly rotation: number
  /** In place of scale and rotation, for a turn in metres of what is not square: uv' = offset + (row u . uv, row v . uv). */
  readonly rows?: readonly [u: readonly [number, number], v: readonly [number, number]]
}

/** glTF 2.0 metallic-roughness. Every number is finite and clamped to its range by whoever parsed it. */
export interface Material {
  readonly name: string
  readonly baseColor: Rgb
  readonly alpha: number
  readonly metallic: number
  readonly roughness: number
  /** Radiance leaving the surface, nits. */
  readonly emissive: Rgb
  readonly normalScale: number
  readonly baseColorTexture: TextureUse | null
  /** g roughness, b metallic. */
  readonly metallicRoughnessTexture: TextureUse | null
  readonly normalTexture: TextureUse | null
  readonly emissiveTexture: TextureUse | null
  /** 'mask': texels with alpha below alphaCutoff do not exist. 'blend': alpha is the share of the surface that is there, as of a veil; glass is `transmission`. */
  readonly alphaMode: 'opaque' | 'mask' | 'blend'
  readonly alphaCutoff: number
  /** a, by the mesh's own uv whatever `mapping` says: what is cut out of a model stays cut out, whatever it shows. Left out: that of the base colour. */
  readonly cutoutTexture?: TextureUse | null
  readonly doubleSided: boolean
  /** Index of refraction, 1 or more (KHR_materials_ior); 1.5 when left out. */
  readonly ior?: number
  /** KHR_materials_specular: share and tint of what a dielectric mirrors; 1 and white when left out. */
  readonly specular?: number
  readonly specularColor?: Rgb
  /** Share of light that passes (KHR_materials_transmission); 0 when left out. */
  readonly transmission?: number
  /** r */
  readonly transmissionTexture?: TextureUse | null
  /** A body behind the surface (KHR_materials_volume); without it, the surface is a thin pane that bends no light. */
  readonly volume?: Volume | null
  /** Of a body: 20 over Abbe's number (KHR_materials_dispersion); 0 when left out. */
  readonly dispersion?: number
  /** Of a body, -9 to 9: where two overlap, the one with the larger is there, at equal ones that with the larger index. 0 when left out. */
  readonly precedence?: number
  readonly clearcoat?: Clearcoat | null
  readonly sheen?: Sheen | null
  readonly anisotropy?: Anisotropy | null
  readonly film?: Film | null
  /**
   * 'box': textures lie straight on the side that a triangle faces, uv in metres along the object's axes as the instance scales them, u to the
   * right and v down, from the object's origin. Left out: by the mesh's own uv.
   */
  readonly mapping?: 'box'
}

export interface Volume {
  /** What white light has become after `attenuationDistance` metres; Infinity: clear. */
  readonly attenuationColor: Rgb
  readonly attenuationDistance: number
}

export interface Clearcoat {
  readonly factor: number
  readonly roughness: number
  /** r */
  readonly factorTexture: TextureUse | null
  /** g */
  readonly roughnessTexture: TextureUse | null
}

/** KHR_materials_anisotropy: its facets are rougher along one direction than across it, as of brushed metal across its grooves. */
export interface Anisotropy {
  readonly strength: number
  /** Of the rougher direction from u, radians, counter-clockwise where v runs down. */
  readonly rotation: number
  /** rg direction, b strength */
  readonly texture: TextureUse | null
}

/** KHR_materials_iridescence: a film as thin as light's waves are long, of which thickness and angle make colours. */
export interface Film {
  readonly factor: number
  readonly ior: number
  /** Nanometres, of the texture's 0 and 1; without a texture the second. */
  readonly thickness: readonly [number, number]
  /** r */
  readonly factorTexture: TextureUse | null
  /** g */
  readonly thicknessTexture: TextureUse | null
}

export interface Sheen {
  readonly color: Rgb
  readonly roughness: number
  readonly colorTexture: TextureUse | null
}

export interface Instance {
  readonly id: InstanceId
  readonly mesh: MeshKey
  /** Any invertible affine matrix: non-uniform and mirroring scales included. */
  readonly worldFromObject: Mat4
  /** One per material slot of the mesh. */
  readonly materials: readonly Material[]
  /** false: neither seen nor traced. */
  readonly visible: boolean
}

interface LightBase {
  readonly id: LightId
  readonly color: Rgb
  readonly on: boolean
}

/** The sun, and its kin. */
export interface DirectionalLight extends LightBase {
  readonly kind: 'directional'
  /** Unit vector from the light into the scene, world space. */
  readonly direction: Vec3
  /** Lux on a surface facing the light. */
  readonly illuminance: number
  /** Half of what it spans in the sky, radians (the sun: 0.00465); 0 or left out: hard shadows. */
  readonly angularRadius?: number
}

/**
 * How a luminaire spreads its light (LM-63, type C): candela in its own frame, where the vertical angle counts from the axis
 * (0, straight down as it usually hangs) and the horizontal angle from C0 counter-clockwise as seen from behind the luminaire.
 */
export interface IesProfile {
  /** Identity of content. */
  readonly key: string
  /** Horizontal angles: column i is at 2 pi i / width; 1: the same all round. */
  readonly width: number
  /** Vertical angles, evenly from the first row to the last, 2 or more; outside them it is dark. */
  readonly height: number
  /** Radians, 0 <= first < last <= pi. */
  readonly verticalFrom: number
  readonly verticalTo: number
  /** height rows of width values, finite and not negative. */
  readonly candela: Float32Array
}

/** A measured luminaire, in place of an even light. `intensity` is then that of the profile's brightest direction. */
interface Luminaire {
  readonly profile?: IesProfile | null
  /** Unit vector towards C0, made perpendicular to the axis; left out: +x, or -z where the axis is along x. Only a profile that is not the same all round shows it. */
  readonly c0?: Vec3
}

export interface PointLight extends LightBase, Luminaire {
  readonly kind: 'point'
  readonly position: Vec3
  /** Candela. */
  readonly intensity: number
  /** Metres; 0 or left out: hard shadows. */
  readonly radius?: number
  /** Unit vector along the profile's axis; left out: straight down. */
  readonly direction?: Vec3
}

/** With a profile, the cone cuts it off. */
export interface SpotLight extends LightBase, Luminaire {
  readonly kind: 'spot'
  readonly position: Vec3
  /** Unit vector along its axis, world space. */
  readonly direction: Vec3
  /** Candela along the axis. */
  readonly intensity: number
  /** Radians from the axis: full strength up to the inner angle, nothing from the outer one; 0 <= inner < outer <= pi / 2. */
  readonly innerAngle: number
  readonly outerAngle: number
  readonly radius?: number
}

/** A shining ball. */
export interface SphereLight extends LightBase {
  readonly kind: 'sphere'
  readonly position: Vec3
  readonly radius: number
  /** Nits. */
  readonly radiance: number
}

/** A flat light that shines to one side, the same in all directions. */
export interface DiscLight extends LightBase {
  readonly kind: 'disc'
  readonly position: Vec3
  readonly direction: Vec3
  readonly radius: number
  /** Nits. */
  readonly radiance: number
}

export interface RectangleLight extends LightBase {
  readonly kind: 'rectangle'
  /** Of its centre. */
  readonly position: Vec3
  /** Half of its edges, perpendicular, metres; it shines along halfU x halfV. */
  readonly halfU: Vec3
  readonly halfV: Vec3
  /** Nits. */
  readonly radiance: number
}

/**
 * A rectangle of light points, one point light each, as a cheap area light (Stephan 2021, "Ray tracing cubes"): shadows have as many
 * steps as there are points. The points are the middles of n x m equal parts.
 */
export interface GridLight extends LightBase {
  readonly kind: 'grid'
  /** Of its centre. */
  readonly position: Vec3
  /** Half of its edges, metres. */
  readonly halfU: Vec3
  readonly halfV: Vec3
  /** Points along each edge, 1..16. */
  readonly countU: number
  readonly countV: number
  /** Candela of all points together, the same in all directions. */
  readonly intensity: number
}

/**
 * Lights in physical units. Rays see those with extent. Whitted treats each as if it shone from its centre; hybrid and the path
 * tracer from its whole surface.
 */
export type Light = DirectionalLight | PointLight | SpotLight | SphereLight | DiscLight | RectangleLight | GridLight

/** Linear radiance around the scene: equirectangular, the middle of the image looks along +x, its upper edge to +y. */
export interface EnvironmentImage {
  readonly key: TextureKey
  readonly width: number
  readonly height: number
  /** 3 floats per pixel, nits, rows from top to bottom. */
  readonly rgb: Float32Array
}

/** What a ray meets that leaves the scene, and the ambient term: a hemisphere from nadir to zenith. */
export interface Environment {
  /** Radiance from straight up and straight down, nits; in between by 0.5 + 0.5 * y. */
  readonly zenith: Rgb
  readonly nadir: Rgb
  /** In place of the gradient; the ambient term, which stands in for rays that are not traced, keeps it. */
  readonly image?: EnvironmentImage | null
  /** Of the image, radians, counter-clockwise as seen from above; left out: 0. */
  readonly turn?: number
  /** What the image's values are multiplied by; left out: 1. */
  readonly strength?: number
  /** false: the image lights and is mirrored; who looks past the scene, through panes too, sees the gradient. Left out: true. */
  readonly isSeen?: boolean
  /**
   * What the ambient term takes instead: in a room, where a sky of thousands of nits is seen through the windows alone, what walls and
   * floor send back. Left out: zenith and nadir.
   */
  readonly ambient?: { readonly zenith: Rgb; readonly nadir: Rgb } | null
}

export interface SceneSnapshot {
  readonly meshes: ReadonlyMap<MeshKey, MeshData>
  readonly textures: ReadonlyMap<TextureKey, TextureData>
  readonly instances: readonly Instance[]
  readonly lights: readonly Light[]
  readonly environment: Environment
}

/** Looks along -z of its own frame, y up: a pinhole, unless it has a lens. */
export interface Camera {
  readonly position: Vec3
  readonly orientation: Quat
  /** Radians, full vertical angle of the picture as if it were not shifted. */
  readonly verticalFov: number
  readonly near: number
  readonly far: number
  /**
   * How far the middle of the picture lies off the axis, to the right and up, in half heights of the picture: a shift lens. A level
   * camera that is shifted instead of tilted keeps vertical lines vertical. Left out: not at all.
   */
  readonly shift?: readonly [x: number, y: number] | undefined
  /** Left out: everything is sharp. */
  readonly lens?: Lens | undefined
  /** Of a pinhole at some point of a lens: the camera whose lens it is, without it. What is drawn over the picture is seen from there. */
  readonly middle?: Camera | undefined
}

/** A thin lens, round, with the camera's position as its centre: sharp is the plane at right angles to the axis at one distance. */
export interface Lens {
  /** Of the aperture, metres. */
  readonly radius: number
  /** Along the axis, metres. */
  readonly focusDistance: number
}
