import type { Camera, Instance, Mat4, Material, MeshData, MeshKey, SceneSnapshot, Shape, TextureData, Vec3 } from '../scene.ts'
import { type RenderSettings, DEFAULT_SETTINGS } from '../settings.ts'

/** Small meshes and scenes for tests whose pictures can be worked out by hand. */

/** A square from -1 to 1 in x and z, its front to +y; uv 0..1, v along z. */
export function squareMesh(key: MeshKey = 'square'): MeshData {
  return {
    key,
    positions: Float32Array.of(-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1),
    normals: Float32Array.of(0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0),
    uvs: Float32Array.of(0, 0, 0, 1, 1, 1, 1, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    materialSlots: null,
    bounds: { min: [-1, 0, -1], max: [1, 0, 1] },
  }
}

/** A cube from -1 to 1, flat normals outwards. */
export function boxMesh(key: MeshKey = 'box'): MeshData {
  const positions: number[] = []
  const normals: number[] = []
  const indices: number[] = []
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
      const first = positions.length / 3
      for (const [a, b] of sign > 0 ? [[-1, -1], [1, -1], [1, 1], [-1, 1]] : [[-1, -1], [-1, 1], [1, 1], [1, -1]]) {
        const corner = [0, 0, 0]
        corner[axis] = sign
        corner[u] = a
        corner[v] = b
        positions.push(...corner)
        normals.push(...[0, 1, 2].map((i) => (i === axis ? sign : 0)))
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
    }
  }
  return {
    key, positions: Float32Array.from(positions), normals: Float32Array.from(normals), uvs: null, indices: Uint32Array.from(indices),
    materialSlots: null, bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
  }
}

/** A unit sphere of 2 * rings * rings quads with true normals. */
export function sphereMesh(rings = 32, key: MeshKey = `sphere-${rings}`): MeshData {
  const columns = 2 * rings
  const positions: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j <= columns; j++) {
      const [theta, phi] = [(Math.PI * i) / rings, (2 * Math.PI * j) / columns]
      positions.push(Math.sin(theta) * Math.cos(phi), Math.cos(theta), -Math.sin(theta) * Math.sin(phi))
      uvs.push(j / columns, i / rings)
      if (i === rings || j === columns) continue
      const a = i * (columns + 1) + j
      const b = a + columns + 1
      if (i > 0) indices.push(a, b, a + 1)
      if (i < rings - 1) indices.push(a + 1, b, b + 1)
    }
  }
  return {
    key, positions: Float32Array.from(positions), normals: Float32Array.from(positions), uvs: Float32Array.from(uvs),
    indices: Uint32Array.from(indices), materialSlots: null, bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
  }
}

/** A regular polygon of `corners` corners in the unit circle of the plane y = 0, its front to +y. */
export function polygonMesh(corners: number, key: MeshKey = `polygon-${corners}`): MeshData {
  const angles = Array.from({ length: corners }, (_, i) => (2 * Math.PI * i) / corners)
  const positions = Float32Array.from(angles.flatMap((angle) => [Math.cos(angle), 0, -Math.sin(angle)]))
  const along = (k: number) => Array.from({ length: corners }, (_, i) => positions[3 * i + k])
  return {
    key, positions, normals: Float32Array.from(angles.flatMap(() => [0, 1, 0])), uvs: null,
    indices: Uint32Array.from({ length: 3 * (corners - 2) }, (_, i) => (i % 3 === 0 ? 0 : Math.floor(i / 3) + (i % 3))), materialSlots: null,
    bounds: { min: [Math.min(...along(0)), 0, Math.min(...along(2))], max: [Math.max(...along(0)), 0, Math.max(...along(2))] },
  }
}

/** The same mesh, but rays meet the shape that its triangles stand for. */
export const exactShape = (mesh: MeshData, shape: Shape): MeshData => ({ ...mesh, key: `${shape} ${mesh.key}`, shape })

/** Matte mid grey unless told otherwise. */
export function material(change: Partial<Material> = {}): Material {
  return {
    name: 'test', baseColor: [0.5, 0.5, 0.5], alpha: 1, metallic: 0, roughness: 1, emissive: [0, 0, 0], normalScale: 1,
    baseColorTexture: null, metallicRoughnessTexture: null, normalTexture: null, emissiveTexture: null,
    alphaMode: 'opaque', alphaCutoff: 0.5, doubleSided: true, ...change,
  }
}

/** Reflects everything, at every angle. */
export const MIRROR: Material = material({ name: 'mirror', baseColor: [1, 1, 1], metallic: 1, roughness: 0 })

/** Looks the same everywhere: black but for what it sends out itself. It still mirrors 4 % and more at grazing angles. */
export const glowing = (color: Vec3): Material => material({ name: 'glowing', baseColor: [0, 0, 0], emissive: color })

/** Column-major: scale, then turn by Euler angles x, y, z (radians), then move. */
export function transform({ move = [0, 0, 0], scale = [1, 1, 1], turn = [0, 0, 0] }: { move?: Vec3; scale?: Vec3; turn?: Vec3 } = {}): Mat4 {
  const [cx, cy, cz] = turn.map(Math.cos)
  const [sx, sy, sz] = turn.map(Math.sin)
  // Rz * Ry * Rx, by columns.
  const columns = [
    [cz * cy, sz * cy, -sy],
    [cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx],
    [cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx],
  ]
  return Float32Array.from([
    ...columns[0].map((v) => v * scale[0]), 0, ...columns[1].map((v) => v * scale[1]), 0, ...columns[2].map((v) => v * scale[2]), 0, ...move, 1,
  ])
}

export function instance(id: string, mesh: MeshData, wears: Material, placed: Parameters<typeof transform>[0] = {}, visible = true): Instance {
  return { id, mesh: mesh.key, worldFromObject: transform(placed), materials: [wears], visible }
}

/** Of boxMesh(), along the axes from one corner to the other, metres. */
export function boxBetween(id: string, box: MeshData, wears: Material, min: Vec3, max: Vec3): Instance {
  const along = (of: (low: number, high: number) => number) => min.map((low, k) => of(low, max[k])) as unknown as Vec3
  return instance(id, box, wears, { move: along((low, high) => (low + high) / 2), scale: along((low, high) => (high - low) / 2) })
}

/** A scene of these instances; black surroundings and no light unless given. */
export function sceneOf(meshes: readonly MeshData[], instances: readonly Instance[], more: Partial<SceneSnapshot> & { images?: readonly TextureData[] } = {}): SceneSnapshot {
  return {
    meshes: new Map(meshes.map((mesh) => [mesh.key, mesh])),
    textures: new Map((more.images ?? []).map((image) => [image.key, image])),
    instances,
    lights: more.lights ?? [],
    environment: more.environment ?? { zenith: [0, 0, 0], nadir: [0, 0, 0] },
  }
}

/** At `position` looking along -z, unless turned. */
export function cameraAt(position: Vec3, change: Partial<Camera> = {}): Camera {
  return { position, orientation: [0, 0, 0, 1], verticalFov: Math.PI / 2, near: 0.01, far: 100, ...change }
}

/** Radiance 1 shows as 1, without a tone curve. */
export const PLAIN: RenderSettings = { ...DEFAULT_SETTINGS, exposureEv: Math.log2(1 / 1.2), toneMap: 'none' }

/** What `output` holds for a radiance under PLAIN, 0..255. */
export function encoded(radiance: number): number {
  const v = Math.min(1, Math.max(0, radiance))
  return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
}

/** A texture painted pixel by pixel. */
export function paint(key: string, width: number, height: number, color: (x: number, y: number) => readonly [number, number, number, number], colorSpace: 'srgb' | 'linear' = 'srgb'): TextureData {
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgba.set(color(x, y), 4 * (y * width + x))
  return { key, width, height, rgba, colorSpace }
}
