import { readFileSync } from 'node:fs'
import type { MeshData } from '../scene.ts'
import { meshOf } from './meshes.ts'

interface Gltf {
  readonly scenes: readonly { nodes: number[] }[]
  readonly scene?: number
  readonly nodes: readonly { mesh?: number; children?: number[]; matrix?: number[]; translation?: number[]; rotation?: number[]; scale?: number[] }[]
  readonly meshes: readonly { name?: string; primitives: readonly { attributes: Record<string, number>; indices?: number; mode?: number }[] }[]
  readonly accessors: readonly { bufferView: number; byteOffset?: number; componentType: number; count: number; type: string }[]
  readonly bufferViews: readonly { byteOffset?: number; byteLength: number; byteStride?: number }[]
}

export interface GlbPart {
  readonly mesh: MeshData
  /** Column-major. */
  readonly worldFromObject: Float32Array
}

/**
 * The triangles of a plain, uncompressed GLB, one part per node and primitive: enough for measuring trees on real scenes.
 * Not an importer: materials, skins and everything else are left out.
 */
export function readGlb(path: string): GlbPart[] {
  const bytes = readFileSync(path)
  const jsonLength = bytes.readUInt32LE(12)
  const gltf = JSON.parse(bytes.toString('utf8', 20, 20 + jsonLength)) as Gltf
  const binary = bytes.subarray(28 + jsonLength)
  const meshes = gltf.meshes.map((mesh, m) =>
    mesh.primitives
      .filter((primitive) => (primitive.mode ?? 4) === 4)
      .map((primitive, p) => {
        const positions = Float32Array.from(read(gltf, binary, primitive.attributes.POSITION))
        const indices = primitive.indices === undefined ? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i) : Uint32Array.from(read(gltf, binary, primitive.indices))
        return meshOf(`${mesh.name ?? 'mesh'}-${m}-${p}`, positions, indices)
      }),
  )
  const parts: GlbPart[] = []
  const walk = (index: number, parent: Float32Array): void => {
    const node = gltf.nodes[index]
    const world = multiply(parent, node.matrix ? Float32Array.from(node.matrix) : compose(node.translation, node.rotation, node.scale))
    if (node.mesh !== undefined) for (const mesh of meshes[node.mesh]) parts.push({ mesh, worldFromObject: world })
    for (const child of node.children ?? []) walk(child, world)
  }
  for (const root of gltf.scenes[gltf.scene ?? 0].nodes) walk(root, compose())
  return parts
}

/** All parts in one mesh, in world space. */
export function mergeParts(parts: readonly GlbPart[], name: string): MeshData {
  const positions = new Float32Array(parts.reduce((sum, { mesh }) => sum + mesh.positions.length, 0))
  const indices = new Uint32Array(parts.reduce((sum, { mesh }) => sum + mesh.indices.length, 0))
  let vertex = 0
  let index = 0
  for (const { mesh, worldFromObject: m } of parts) {
    for (const i of mesh.indices) indices[index++] = i + vertex
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const [x, y, z] = [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]]
      for (let row = 0; row < 3; row++) positions[3 * vertex + row] = m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]
      vertex++
    }
  }
  return meshOf(name, positions, indices)
}

const COMPONENTS: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }

function read(gltf: Gltf, binary: Buffer, accessor: number): number[] {
  const { bufferView, byteOffset = 0, componentType, count, type } = gltf.accessors[accessor]
  const view = gltf.bufferViews[bufferView]
  const components = COMPONENTS[type]
  const size = componentType === 5126 || componentType === 5125 ? 4 : componentType === 5123 ? 2 : 1
  const stride = view.byteStride ?? components * size
  const values: number[] = []
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < components; c++) {
      const at = (view.byteOffset ?? 0) + byteOffset + i * stride + c * size
      values.push(componentType === 5126 ? binary.readFloatLE(at) : size === 4 ? binary.readUInt32LE(at) : size === 2 ? binary.readUInt16LE(at) : binary.readUInt8(at))
    }
  }
  return values
}

function compose(t = [0, 0, 0], q = [0, 0, 0, 1], s = [1, 1, 1]): Float32Array {
  const [x, y, z, w] = q
  return Float32Array.of(
    s[0] * (1 - 2 * (y * y + z * z)), s[0] * 2 * (x * y + z * w), s[0] * 2 * (x * z - y * w), 0,
    s[1] * 2 * (x * y - z * w), s[1] * (1 - 2 * (x * x + z * z)), s[1] * 2 * (y * z + x * w), 0,
    s[2] * 2 * (x * z + y * w), s[2] * 2 * (y * z - x * w), s[2] * (1 - 2 * (x * x + y * y)), 0,
    t[0], t[1], t[2], 1,
  )
}

function multiply(a: Float32Array, b: Float32Array): Float32Array {
  const product = new Float32Array(16)
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) product[4 * column + row] += a[4 * k + row] * b[4 * column + k]
    }
  }
  return product
}
