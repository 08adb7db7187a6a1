import { cross, dot, normalize, subtract, type Vec3 } from '../math.ts'
import type { MeshData } from '../scene.ts'
import type { KdTree } from './node.ts'
import { ATTRIBUTES_WORDS, packNormal, TRIANGLE_WORDS } from './records.ts'

/** A polygon's corners are tested one by one. */
export const MAX_POLYGON_CORNERS = 64

const LEAF = 3
/** As object trees pad their triangles: a ray through the edge of a polygon must not miss its root cell. */
const PAD = 1e-6


/**
 * Whether the triangles of a mesh are the shape that it claims to be: a rasterizer, and everyone who counts triangles, sees
 * those, so they must tell no other story than the exact surface.
 *
 * @returns what is wrong, or null
 */
export function findShapeFault(mesh: Pick<MeshData, 'shape' | 'positions' | 'indices' | 'bounds' | 'materialSlots'>): string | null {
  const { shape, positions, indices, bounds, materialSlots } = mesh
  if (shape === undefined) return null
  if (indices.length === 0) return 'it has no triangles'
  const extents = [0, 1, 2].map((k) => bounds.max[k] - bounds.min[k])
  if (shape === 'polygon') return materialSlots === null ? findPolygonFault(cornersOf(positions)) : 'a polygon wears one material'
  if (!extents.every((extent) => extent > 0 && Number.isFinite(extent))) return `a ${shape} has a volume`
  const unit = cornersOf(positions).map((p) => [0, 1, 2].map((k) => (2 * p[k] - bounds.min[k] - bounds.max[k]) / extents[k]))
  if (shape === 'sphere') {
    if (materialSlots !== null) return 'a sphere wears one material'
    return unit.every((q) => Math.abs(Math.hypot(...q) - 1) < 0.01) ? null : 'a corner does not lie on the sphere in its bounds'
  }
  if (!unit.every((q) => q.every((x) => Math.abs(Math.abs(x) - 1) < 1e-4))) return 'a corner is none of its bounds'
  const faces = new Set(Array.from({ length: indices.length / 3 }, (_, triangle) => faceOf(mesh, triangle)))
  if (faces.has(null)) return 'a triangle lies in no face of the box'
  return faces.size === 6 ? null : 'a face is missing'
}

function findPolygonFault(corners: readonly Vec3[]): string | null {
  if (corners.length < 3 || corners.length > MAX_POLYGON_CORNERS) return `a polygon has 3 to ${MAX_POLYGON_CORNERS} corners, not ${corners.length}`
  const normal = polygonNormal(corners)
  const size = Math.max(...corners.map((p) => Math.hypot(...subtract(p, corners[0]))))
  if (!(size > 0) || !(Math.hypot(...normal) > 1e-9 * size * size)) return 'it has no area'
  const n = normalize(normal)
  for (const [i, a] of corners.entries()) {
    const edge = subtract(corners[(i + 1) % corners.length], a)
    for (const p of corners) {
      if (Math.abs(dot(n, subtract(p, a))) > 1e-5 * size) return `corner ${i} does not lie in its plane`
      if (dot(cross(edge, subtract(p, a)), n) < -1e-6 * size * size) return `it is not convex at corner ${i}`
    }
  }
  return null
}

/** What stands for the object tree of a shape: one leaf, never walked. Its root cell is what the exact tests start from. */
export function shapeTree(mesh: MeshData): KdTree {
  const bounds = Float32Array.of(...mesh.bounds.min, ...mesh.bounds.max)
  if (mesh.shape === 'polygon') {
    const largest = Math.max(...bounds.map(Math.abs), ...[0, 1, 2].map((k) => bounds[3 + k] - bounds[k]))
    for (let i = 0; i < 6; i++) bounds[i] += (i < 3 ? -PAD : PAD) * largest
  }
  const count = mesh.shape === 'box' ? 6 : mesh.shape === 'polygon' ? mesh.positions.length / 3 : 1
  const triangleOfRecord = Uint32Array.from({ length: count }, (_, face) => (mesh.shape === 'box' ? trianglesOfFace(mesh, face)[0] : 0))
  return { nodes: Uint32Array.of(0, (1 << 2) | LEAF), references: new Uint32Array(1), triangleOfRecord, bounds, depth: 0 }
}

/** Records and attributes as kernels/shape.wgsl and load_surface() read them. */
export function packShape(mesh: MeshData, { triangleOfRecord }: KdTree): { triangles: Uint32Array; attributes: Uint32Array } {
  const triangles = new Uint32Array(triangleOfRecord.length * TRIANGLE_WORDS)
  const attributes = new Uint32Array((mesh.indices.length / 3) * ATTRIBUTES_WORDS)
  const writer = { mesh, triangleOfRecord, triangles, floats: new Float32Array(triangles.buffer), attributes, attributeFloats: new Float32Array(attributes.buffer) }
  for (let record = 0; record < triangleOfRecord.length; record++) {
    const triangle = triangleOfRecord[record]
    triangles[record * TRIANGLE_WORDS + 3] = triangle
    triangles[record * TRIANGLE_WORDS + 7] = mesh.materialSlots?.[triangle] ?? 0
  }
  for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) attributes[triangle * ATTRIBUTES_WORDS + 3] = mesh.materialSlots?.[triangle] ?? 0
  if (mesh.shape === 'box') packBox(writer)
  else if (mesh.shape === 'polygon') packPolygon(writer)
  return { triangles, attributes }
}

interface Writer {
  readonly mesh: MeshData
  readonly triangleOfRecord: Uint32Array
  readonly triangles: Uint32Array
  readonly floats: Float32Array
  readonly attributes: Uint32Array
  readonly attributeFloats: Float32Array
}

function packBox({ mesh, floats, attributes, attributeFloats }: Writer): void {
  const { min, max } = mesh.bounds
  for (let face = 0; face < 6; face++) {
    const axis = face >> 1
    const corner = (u: number, v: number): Vec3 => {
      const p = [0, 0, 0]
      p[axis] = face & 1 ? max[axis] : min[axis]
      p[(axis + 1) % 3] = u ? max[(axis + 1) % 3] : min[(axis + 1) % 3]
      p[(axis + 2) % 3] = v ? max[(axis + 2) % 3] : min[(axis + 2) % 3]
      return p as unknown as Vec3
    }
    const normal = [0, 0, 0]
    normal[axis] = face & 1 ? 1 : -1
    for (const [k, [u, v]] of ([[0, 0], [1, 0], [0, 1]] as const).entries()) {
      const p = corner(u, v)
      floats.set(p, face * TRIANGLE_WORDS + 4 * k)
      for (const triangle of trianglesOfFace(mesh, face)) {
        const at = triangle * ATTRIBUTES_WORDS
        attributes[at + k] = packNormal(normal[0], normal[1], normal[2])
        attributes[at + 10] = face
        attributeFloats.set(uvAt(mesh, face, p), at + 4 + 2 * k)
      }
    }
  }
}

/** Texture coordinates of the face's vertex nearest to a corner. */
function uvAt(mesh: MeshData, face: number, p: Vec3): readonly [number, number] {
  if (mesh.uvs === null) return [0, 0]
  let best = 0
  let nearest = Infinity
  for (const triangle of trianglesOfFace(mesh, face)) {
    for (const vertex of mesh.indices.subarray(3 * triangle, 3 * triangle + 3)) {
      const distance = Math.hypot(...subtract(cornerAt(mesh.positions, vertex), p))
      if (distance >= nearest) continue
      nearest = distance
      best = vertex
    }
  }
  return [mesh.uvs[2 * best], mesh.uvs[2 * best + 1]]
}

function packPolygon({ mesh, floats, attributes, attributeFloats }: Writer): void {
  const corners = cornersOf(mesh.positions)
  for (const [i, corner] of corners.entries()) floats.set(corner, i * TRIANGLE_WORDS)
  // The plane's own frame: the largest triangle at the first corner.
  let [second, third, largest] = [1, 2, -1]
  for (let i = 1; i < corners.length; i++) {
    for (let j = i + 1; j < corners.length; j++) {
      const area = Math.hypot(...cross(subtract(corners[i], corners[0]), subtract(corners[j], corners[0])))
      if (area > largest) [second, third, largest] = [i, j, area]
    }
  }
  floats.set(corners[second], 4)
  floats.set(corners[third], 8)
  const normal = packNormal(...polygonNormal(corners))
  for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) {
    const at = triangle * ATTRIBUTES_WORDS
    attributes.fill(normal, at, at + 3)
    attributes[at + 10] = 0
    if (mesh.uvs !== null) for (const [k, vertex] of [0, second, third].entries()) attributeFloats.set(mesh.uvs.subarray(2 * vertex, 2 * vertex + 2), at + 4 + 2 * k)
  }
}

const trianglesOfFaces = new WeakMap<Uint32Array, readonly (readonly number[])[]>()

function trianglesOfFace(mesh: Pick<MeshData, 'positions' | 'indices' | 'bounds'>, face: number): readonly number[] {
  let known = trianglesOfFaces.get(mesh.indices)
  if (known === undefined) {
    const lists: number[][] = [[], [], [], [], [], []]
    for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) lists[faceOf(mesh, triangle) ?? 0].push(triangle)
    trianglesOfFaces.set(mesh.indices, known = lists)
  }
  return known[face]
}

/** 2 x axis, and 1 for the upper one; null: not in a face. */
function faceOf({ positions, indices, bounds: { min, max } }: Pick<MeshData, 'positions' | 'indices' | 'bounds'>, triangle: number): number | null {
  const corners = [0, 1, 2].map((k) => cornerAt(positions, indices[3 * triangle + k]))
  for (let axis = 0; axis < 3; axis++) {
    const middle = (min[axis] + max[axis]) / 2
    if (corners.every((p) => p[axis] < middle)) return 2 * axis
    if (corners.every((p) => p[axis] > middle)) return 2 * axis + 1
  }
  return null
}

const cornerAt = (positions: Float32Array, vertex: number): Vec3 => [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]]
/** All vertices, in order. */
export const cornersOf = (positions: Float32Array): Vec3[] => Array.from({ length: positions.length / 3 }, (_, vertex) => cornerAt(positions, vertex))

/** Newell's: twice the area long, on the side from which the corners run counter-clockwise. */
export function polygonNormal(corners: readonly Vec3[]): Vec3 {
  let sum: Vec3 = [0, 0, 0]
  for (let i = 2; i < corners.length; i++) {
    const n = cross(subtract(corners[i - 1], corners[0]), subtract(corners[i], corners[0]))
    sum = [sum[0] + n[0], sum[1] + n[1], sum[2] + n[2]]
  }
  return sum
}
