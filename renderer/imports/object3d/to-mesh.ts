import type { Accessor, Buffer as GltfBuffer, Document, Material as GltfMaterial, Mesh as GltfMesh } from '@gltf-transform/core'
import type * as THREE from 'three'
import { BufferAttribute } from 'three'
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import { creasedNormals } from './creased-normals.ts'
import { laySidesApart } from './sides-apart.ts'

/** Attributes that differ by less are the same, in their own unit. */
const SAME_CORNER = 1e-6

/**
 * Makes glTF meshes of those of three.js, each geometry with its materials once. Null: it has no triangle.
 *
 * @param buffer     takes their values
 * @param materials  of all that will be asked for
 */
export function createMeshes(document: Document, buffer: GltfBuffer, materials: ReadonlyMap<THREE.Material, GltfMaterial>): (object: THREE.Mesh) => GltfMesh | null {
  const meshes = new Map<string, GltfMesh>()
  const accessor = (type: 'VEC2' | 'VEC3' | 'VEC4', array: Float32Array<ArrayBuffer>): Accessor => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)

  return function meshOf(object) {
    const worn = [object.material].flat()
    const key = [object.geometry.uuid, ...worn.map(({ uuid }) => uuid)].join(' ')
    const known = meshes.get(key)
    if (known !== undefined) return known
    const { position: corners } = object.geometry.attributes
    if (corners === undefined || corners.count < 3) return null
    const shaded = withNormals(withoutStrays(object.geometry))
    // Loaders give each triangle corners of its own.
    const geometry = shaded.index === null ? mergeVertices(shaded, SAME_CORNER) : shaded
    const { position, uv, color } = geometry.attributes
    const mesh = document.createMesh(geometry.name || object.name)
    const count = geometry.index?.count ?? position.count
    const groups = geometry.groups.length > 0 && Array.isArray(object.material) ? geometry.groups : [{ start: 0, count, materialIndex: 0 }]
    const surfaces = groups.flatMap(({ start, count: length, materialIndex = 0 }) => {
      const indices = new Uint32Array(Math.max(0, Math.floor(Math.min(length, count - start) / 3) * 3))
      for (let i = 0; i < indices.length; i++) indices[i] = geometry.index === null ? start + i : geometry.index.getX(start + i)
      return indices.length === 0 ? [] : [{ indices, material: worn[materialIndex] ?? worn[0] }]
    })
    const [positions, normals] = [valuesOf(position, 3), unitVectors(valuesOf(geometry.attributes.normal, 3))]
    if (surfaces.some(({ material }) => material !== surfaces[0].material)) laySidesApart(positions, normals, joined(surfaces.map(({ indices }) => indices)))
    const shared = {
      POSITION: accessor('VEC3', positions), NORMAL: accessor('VEC3', normals),
      ...(uv === undefined ? {} : { TEXCOORD_0: accessor('VEC2', upsideDown(valuesOf(uv, 2))) }),
      ...(color === undefined ? {} : { COLOR_0: accessor(color.itemSize === 4 ? 'VEC4' : 'VEC3', valuesOf(color, color.itemSize)) }),
    }
    for (const { indices, material } of surfaces) {
      const primitive = document.createPrimitive().setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer))
      primitive.setMaterial(materials.get(material) ?? null)
      for (const [name, values] of Object.entries(shared)) primitive.setAttribute(name, values)
      mesh.addPrimitive(primitive)
    }
    const made = mesh.listPrimitives().length === 0 ? null : mesh
    if (made !== null) meshes.set(key, made)
    return made
  }
}

function joined(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const list of lists) {
    all.set(list, end)
    end += list.length
  }
  return all
}

function valuesOf(attribute: THREE.BufferAttribute | THREE.InterleavedBufferAttribute, size: number): Float32Array<ArrayBuffer> {
  const values = new Float32Array(attribute.count * size)
  for (let i = 0; i < attribute.count; i++) for (let k = 0; k < size; k++) values[i * size + k] = attribute.getComponent(i, k)
  return values
}

/** What a damaged file has for some corners only is left out. In place. */
function withoutStrays(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  const { position, ...others } = geometry.attributes
  for (const [name, attribute] of Object.entries(others)) if (attribute.count !== position.count) geometry.deleteAttribute(name)
  return geometry
}

/** With the file's normals; where it brings none, smooth ones with hard edges. */
function withNormals(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  const { normal } = geometry.attributes
  if (normal !== undefined) {
    const unset = unsetNormals(normal)
    if (unset.size < normal.count) {
      if (unset.size > 0) fillNormals(geometry, unset)
      return geometry
    }
  }
  const apart = geometry.index === null ? geometry : geometry.toNonIndexed()
  const corners = Math.floor(apart.attributes.position.count / 3) * 3
  const normals = new Float32Array(3 * apart.attributes.position.count)
  normals.set(creasedNormals(valuesOf(apart.attributes.position, 3).subarray(0, 3 * corners)))
  return apart.setAttribute('normal', new BufferAttribute(normals, 3))
}

function unsetNormals(normal: THREE.BufferAttribute | THREE.InterleavedBufferAttribute): Set<number> {
  const unset = new Set<number>()
  for (let i = 0; i < normal.count; i++) if (!(Math.hypot(normal.getX(i), normal.getY(i), normal.getZ(i)) > 0)) unset.add(i)
  return unset
}

/** Where a file leaves a normal at zero, it is that of the surface. In place. */
function fillNormals({ attributes: { position, normal }, index }: THREE.BufferGeometry, unset: ReadonlySet<number>): void {
  for (const i of unset) normal.setXYZ(i, 0, 0, 0)
  const count = index?.count ?? position.count
  for (let t = 0; t + 2 < count; t += 3) {
    const corners = [t, t + 1, t + 2].map((i) => index?.getX(i) ?? i)
    if (!corners.some((i) => unset.has(i))) continue
    const [a, b, c] = corners.map((i) => [position.getX(i), position.getY(i), position.getZ(i)])
    const [u, v] = [b, c].map((corner) => corner.map((value, axis) => value - a[axis]))
    const area = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    for (const i of corners) if (unset.has(i)) normal.setXYZ(i, normal.getX(i) + area[0], normal.getY(i) + area[1], normal.getZ(i) + area[2])
  }
}

/** In place; what is no direction looks up. */
function unitVectors(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  for (let i = 0; i < values.length; i += 3) {
    const length = Math.hypot(values[i], values[i + 1], values[i + 2])
    values.set(length > 0 && length < Infinity ? [values[i] / length, values[i + 1] / length, values[i + 2] / length] : [0, 1, 0], i)
  }
  return values
}

/** three.js counts the rows of a picture from below, glTF from above. In place. */
function upsideDown(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  for (let i = 1; i < values.length; i += 2) values[i] = 1 - values[i]
  return values
}
