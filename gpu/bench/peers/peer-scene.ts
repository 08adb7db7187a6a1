import { cross, subtract } from '../../math.ts'
import type { MeshData, Rgb, Vec3 } from '../../scene.ts'
import { transform } from '../../testing/shapes.ts'

/** What a surface is, in words that every renderer knows. */
export type PeerMaterial =
  /** Reflects the same to everywhere. */
  | { readonly kind: 'lambert'; readonly color: Rgb }
  /** Black, and shines, nits; a closed body. */
  | { readonly kind: 'emitter'; readonly radiance: Rgb }
  /** Metal by Schlick's Fresnel; roughness 0 is a mirror, otherwise GGX of alpha = roughness^2. */
  | { readonly kind: 'metal'; readonly color: Rgb; readonly roughness: number }
  /** A smooth body; `attenuation` is what white light has become after a metre of it; `within`: the index of what it lies in, air's where left out. */
  | { readonly kind: 'glass'; readonly ior: number; readonly attenuation: Rgb; readonly within?: number }
  /** Metal that mirrors all there is at every angle, rougher along u by KHR_materials_anisotropy's strength. */
  | { readonly kind: 'brushed'; readonly roughness: number; readonly strength: number }
  /** Reflects the same to everywhere, where it is: by so large a share. */
  | { readonly kind: 'veil'; readonly color: Rgb; readonly alpha: number }
  /** Black, and shines by a picture of 8-bit sRGB, its white so many nits. */
  | { readonly kind: 'screen'; readonly nits: number; readonly picture: { readonly width: number; readonly height: number; readonly rgba: Uint8Array } }

export interface PeerThing {
  readonly mesh: MeshData
  readonly wears: PeerMaterial
  readonly placed: Parameters<typeof transform>[0]
}

/** Lights without extent, as KHR_lights_punctual has them: candela, lux. */
export type PeerLight =
  | { readonly kind: 'point'; readonly position: Vec3; readonly color: Rgb; readonly intensity: number }
  | { readonly kind: 'directional'; readonly direction: Vec3; readonly color: Rgb; readonly intensity: number }
  | { readonly kind: 'spot'; readonly position: Vec3; readonly direction: Vec3; readonly color: Rgb; readonly intensity: number; readonly innerAngle: number; readonly outerAngle: number }

/** A picture that other programs are asked for too. Metres, y up, linear Rec. 709. */
export interface PeerScene {
  readonly name: string
  readonly eye: Vec3
  readonly target: Vec3
  /** Radians. */
  readonly verticalFov: number
  readonly things: readonly PeerThing[]
  readonly lights: readonly PeerLight[]
  /** Of rays that meet nothing, nits. */
  readonly environment: Rgb
  /** Rays that follow the camera ray; 1: direct light. */
  readonly bounces: number
}

/** Columns of the camera's frame: it looks along -z. */
export function cameraFrame({ eye, target }: Pick<PeerScene, 'eye' | 'target'>): { readonly x: Vec3; readonly y: Vec3; readonly z: Vec3 } {
  const z = unit(subtract(eye, target))
  const x = unit(cross([0, 1, 0], z))
  return { x, y: cross(z, x), z }
}

export function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** World positions and normals, 3 floats each, of a thing's vertices. */
export function worldVertices({ mesh, placed }: PeerThing): { readonly positions: number[]; readonly normals: number[] } {
  const m = transform(placed)
  const columns: Vec3[] = [[m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]]]
  // Rows of the inverse transpose, up to a factor: cross products of the columns.
  const cofactors = [cross(columns[1], columns[2]), cross(columns[2], columns[0]), cross(columns[0], columns[1])]
  const positions: number[] = []
  const normals: number[] = []
  for (let v = 0; v < mesh.positions.length; v += 3) {
    const p = mesh.positions.subarray(v, v + 3)
    const n = mesh.normals.subarray(v, v + 3)
    positions.push(...[0, 1, 2].map((k) => columns[0][k] * p[0] + columns[1][k] * p[1] + columns[2][k] * p[2] + m[12 + k]))
    normals.push(...unit([0, 1, 2].map((k) => cofactors[0][k] * n[0] + cofactors[1][k] * n[1] + cofactors[2][k] * n[2]) as unknown as Vec3))
  }
  return { positions, normals }
}
