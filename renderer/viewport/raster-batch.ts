import { BufferAttribute, InstancedBufferGeometry, Mesh, type NodeMaterial, type Scene } from 'three/webgpu'
import type { Instance, MeshData, MeshKey } from '../../gpu/index.ts'
import type { Bounds } from '../navigation/orbit.ts'
import type { RasterShape } from './id-materials.ts'
import { capacityFor, createInstanceRows, type InstanceRows, type UnitBox, unitBoxOf } from './instance-rows.ts'
import { alphaOf, buildRasterGeometry, type MaterialAlpha } from './raster-geometry.ts'

/** All instances of one mesh whose materials ask for the same alpha tests: an instanced draw for each material. */
export interface Batch {
  readonly mesh: MeshKey
  /** Of exact spheres: a cube is drawn, here in object space. */
  readonly drawn: UnitBox | undefined
  readonly parts: readonly Mesh<InstancedBufferGeometry, NodeMaterial>[]
  rows: InstanceRows
  instances: readonly Instance[]
  slots: readonly number[]
  count: number
  /** Around all its instances, world space. */
  bounds: Bounds
}

interface Attributes {
  readonly index: BufferAttribute
  readonly position: BufferAttribute
  readonly triangle: BufferAttribute | null
  readonly uv: BufferAttribute | null
}

type FindMaterial = (alpha: MaterialAlpha | null, shape: RasterShape) => NodeMaterial

/**
 * An empty batch in the scene.
 *
 * @param like   one of its instances
 * @param count  of instances that it will hold
 */
export function createBatch(scene: Scene, mesh: MeshData, like: Instance, count: number, find: FindMaterial): Batch {
  const rows = createInstanceRows(capacityFor(count))
  const draws = mesh.shape === 'sphere' ? [drawnAsCube(find(alphaOf(like.materials[0]), 'sphere'))] : drawsOf(mesh, like, find)
  const parts = draws.map(({ attributes, material }) => {
    const object = new Mesh(instancedGeometry(attributes, rows), material)
    object.name = mesh.key
    object.frustumCulled = false
    object.matrixAutoUpdate = false
    scene.add(object)
    return object
  })
  return { mesh: mesh.key, drawn: mesh.shape === 'sphere' ? unitBoxOf(mesh) : undefined, parts, rows, instances: [], slots: [], count: 0, bounds: mesh.bounds }
}

/** Room for more instances; its geometry lies in new buffers. */
export function growBatch(batch: Batch, count: number): void {
  batch.rows = createInstanceRows(capacityFor(count))
  for (const object of batch.parts) {
    const old = object.geometry
    const { position, triangle, uv } = old.attributes
    object.geometry = instancedGeometry({
      index: cloneAttribute(old.index as BufferAttribute),
      position: cloneAttribute(position as BufferAttribute),
      triangle: triangle === undefined ? null : cloneAttribute(triangle as BufferAttribute),
      uv: uv === undefined ? null : cloneAttribute(uv as BufferAttribute),
    }, batch.rows)
    old.dispose()
  }
}

export function removeBatch(scene: Scene, batch: Batch): void {
  for (const object of batch.parts) {
    scene.remove(object)
    object.geometry.dispose()
  }
}

interface Draw { readonly attributes: Attributes; readonly material: NodeMaterial }

/** What is opaque in one draw, and one more for each slot that is tested for alpha. */
function drawsOf(mesh: MeshData, { materials }: Instance, find: FindMaterial): readonly Draw[] {
  const tests = materials.map(alphaOf)
  const shape = mesh.shape === 'polygon' && mesh.positions.every((value, i) => i % 3 !== 1 || value === 0) ? 'plane' : 'triangles'
  const draw = (slots: ReadonlySet<number> | null, material: NodeMaterial, withUvs: boolean): readonly Draw[] => {
    const { indices, positions, triangles, uvs } = buildRasterGeometry(mesh, slots, withUvs)
    if (indices.length === 0) return []
    const attributes = {
      index: new BufferAttribute(indices, 1), position: new BufferAttribute(positions, 3), triangle: new BufferAttribute(triangles, 1),
      uv: uvs === null ? null : new BufferAttribute(uvs, 2),
    }
    return [{ attributes, material }]
  }
  const opaque = new Set(tests.flatMap((test, slot) => test === null ? [slot] : []))
  if (opaque.size === tests.length) return draw(null, find(null, shape), false)
  return [
    ...draw(opaque, find(null, shape), false),
    ...tests.flatMap((test, slot) => test === null ? [] : draw(new Set([slot]), find(test, shape), test.use !== null)),
  ]
}

const CUBE_CORNERS = Float32Array.from({ length: 24 }, (_, i) => ((i / 3) >> (i % 3)) & 1 ? 1 : -1)
const CUBE_INDICES = Uint32Array.of(0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5)

/** The triangles of an exact sphere are inside it; a cube round it covers every pixel that may see it. */
const drawnAsCube = (material: NodeMaterial): Draw =>
  ({ attributes: { index: new BufferAttribute(CUBE_INDICES, 1), position: new BufferAttribute(CUBE_CORNERS, 3), triangle: null, uv: null }, material })

function instancedGeometry({ index, position, triangle, uv }: Attributes, rows: InstanceRows): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry()
  geometry.setIndex(index)
  geometry.setAttribute('position', position)
  if (triangle !== null) geometry.setAttribute('triangle', triangle)
  if (uv !== null) geometry.setAttribute('uv', uv)
  for (const [name, attribute] of Object.entries(rows.attributes)) geometry.setAttribute(name, attribute)
  return geometry
}

/** Same array, new GPU buffer: disposing the old geometry frees the buffers of its attributes. */
function cloneAttribute(attribute: BufferAttribute): BufferAttribute {
  return new BufferAttribute(attribute.array, attribute.itemSize)
}
