import { BufferAttribute, InstancedBufferGeometry, Mesh, type NodeMaterial, Scene } from 'three/webgpu'
import type { Instance, InstanceId, Mat4, Material, MeshData, MeshKey, SceneSnapshot, TextureKey } from '../../gpu/index.ts'
import type { Bounds } from '../navigation/orbit.ts'
import { isOutOfSight } from '../navigation/projection.ts'
import { createAlphaTextures } from './alpha-textures.ts'
import { capacityFor, createInstanceRows, type InstanceRows, type UnitBox, unitBoxOf } from './instance-rows.ts'
import { alphaKey, alphaOf, buildRasterGeometry, type MaterialAlpha } from './raster-geometry.ts'
import { createIdMaterial, createSphereIdMaterial, type RasterUniforms } from './tsl.ts'

/** The snapshot as three draws it: one instanced draw per mesh and alpha test. */
export interface RasterScene {
  readonly scene: Scene
  /** Redoes only what differs: a moved chair rewrites the rows of its batch. */
  setScene(snapshot: SceneSnapshot, slotOf: (id: InstanceId) => number | null): void
  /** Leaves out what this camera cannot see. */
  cull(clipFromWorld: Mat4): void
  dispose(): void
}

/** All instances of one mesh whose materials ask for the same alpha tests. */
interface Batch {
  readonly mesh: MeshKey
  /** Of exact spheres: a cube is drawn, here in object space. */
  readonly drawn: UnitBox | undefined
  readonly parts: readonly { readonly object: Mesh<InstancedBufferGeometry, NodeMaterial> }[]
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

export function createRasterScene(uniforms: RasterUniforms): RasterScene {
  const scene = new Scene()
  scene.name = 'ids'
  scene.matrixWorldAutoUpdate = false
  const alphaTextures = createAlphaTextures()
  const opaque = createIdMaterial(uniforms, null)
  const materials = new Map<string, { readonly material: NodeMaterial; readonly texture: TextureKey | null }>([['', { material: opaque, texture: null }]])
  const batches = new Map<string, Batch>()
  const keyOfMaterials = new WeakMap<readonly Material[], string>()

  function batchKey(instance: Instance): string {
    let tests = keyOfMaterials.get(instance.materials)
    if (tests === undefined) {
      const keys = instance.materials.map((material) => alphaKey(alphaOf(material)))
      keyOfMaterials.set(instance.materials, tests = keys.every((key) => key === '') ? '' : keys.join('#'))
    }
    return `${instance.mesh}#${tests}`
  }

  function materialFor(alpha: MaterialAlpha | null, snapshot: SceneSnapshot, isSphere: boolean): NodeMaterial {
    const key = `${isSphere ? 'sphere ' : ''}${alphaKey(alpha)}`
    const known = materials.get(key)
    if (known !== undefined) return known.material
    const test = alpha === null ? null : alphaTextures.testFor(alpha, snapshot.textures)
    const material = isSphere ? createSphereIdMaterial(uniforms, test) : createIdMaterial(uniforms, test)
    materials.set(key, { material, texture: alpha?.use?.texture ?? null })
    return material
  }

  /** A material that outlived its texture would bring it back to the GPU, where nobody would free it. */
  function keepTextures(textures: SceneSnapshot['textures']): void {
    for (const [key, { material, texture }] of materials) {
      if (texture === null || textures.has(texture)) continue
      material.dispose()
      materials.delete(key)
    }
    alphaTextures.keepOnly(textures)
  }

  function addBatch(mesh: MeshData, instance: Instance, count: number, snapshot: SceneSnapshot): Batch {
    const tests = instance.materials.map(alphaOf)
    const rows = createInstanceRows(capacityFor(count))
    const parts: { object: Mesh<InstancedBufferGeometry, NodeMaterial> }[] = []
    const addPart = (slots: ReadonlySet<number> | null, material: NodeMaterial, withUvs: boolean): void => {
      const geometry = buildRasterGeometry(mesh, slots, withUvs)
      if (geometry.indices.length === 0) return
      const object = new Mesh(instancedGeometry({
        index: new BufferAttribute(geometry.indices, 1),
        position: new BufferAttribute(geometry.positions, 3),
        triangle: new BufferAttribute(geometry.triangles, 1),
        uv: geometry.uvs === null ? null : new BufferAttribute(geometry.uvs, 2),
      }, rows), material)
      object.name = mesh.key
      object.frustumCulled = false
      object.matrixAutoUpdate = false
      scene.add(object)
      parts.push({ object })
    }
    if (mesh.shape === 'sphere') {
      // Its triangles are inside it; a cube round it covers every pixel that may see it.
      const object = new Mesh(instancedGeometry({ index: new BufferAttribute(CUBE_INDICES, 1), position: new BufferAttribute(CUBE_CORNERS, 3), triangle: null, uv: null }, rows),
        materialFor(tests[0], snapshot, true))
      object.name = mesh.key
      object.frustumCulled = false
      object.matrixAutoUpdate = false
      scene.add(object)
      return { mesh: mesh.key, drawn: unitBoxOf(mesh), parts: [{ object }], rows, instances: [], slots: [], count: 0, bounds: mesh.bounds }
    }
    const opaqueSlots = new Set(tests.flatMap((test, slot) => test === null ? [slot] : []))
    if (opaqueSlots.size === tests.length) addPart(null, opaque, false)
    else {
      addPart(opaqueSlots, opaque, false)
      for (const [slot, test] of tests.entries()) if (test !== null) addPart(new Set([slot]), materialFor(test, snapshot, false), test.use !== null)
    }
    return { mesh: mesh.key, drawn: undefined, parts, rows, instances: [], slots: [], count: 0, bounds: mesh.bounds }
  }

  function growBatch(batch: Batch, count: number): void {
    batch.rows = createInstanceRows(capacityFor(count))
    for (const { object } of batch.parts) {
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

  function removeBatch(batch: Batch): void {
    for (const { object } of batch.parts) {
      scene.remove(object)
      object.geometry.dispose()
    }
  }

  return {
    scene,
    setScene(snapshot, slotOf) {
      const wanted = new Map<string, { instances: Instance[]; slots: number[] }>()
      for (const instance of snapshot.instances) {
        const slot = instance.visible ? slotOf(instance.id) : null
        if (slot === null) continue
        const key = batchKey(instance)
        let members = wanted.get(key)
        if (members === undefined) wanted.set(key, members = { instances: [], slots: [] })
        members.instances.push(instance)
        members.slots.push(slot)
      }
      for (const [key, batch] of batches) {
        // A batch without instances stays while its mesh does: hiding and undoing are cheap.
        if (wanted.has(key) || snapshot.meshes.has(batch.mesh)) continue
        removeBatch(batch)
        batches.delete(key)
      }
      for (const [key, { instances, slots }] of wanted) {
        const mesh = snapshot.meshes.get(instances[0].mesh)
        if (mesh === undefined) continue
        let batch = batches.get(key)
        if (batch === undefined) batches.set(key, batch = addBatch(mesh, instances[0], instances.length, snapshot))
        if (batch.rows.capacity < instances.length) growBatch(batch, instances.length)
        else if (sameItems(batch.instances, instances) && sameItems(batch.slots, slots)) continue
        batch.rows.write(instances, slots, batch.drawn)
        batch.instances = instances
        batch.slots = slots
        batch.bounds = boundsOf(mesh, instances)
      }
      for (const [key, batch] of batches) {
        batch.count = wanted.get(key)?.instances.length ?? 0
        for (const { object } of batch.parts) object.geometry.instanceCount = batch.count
      }
      keepTextures(snapshot.textures)
    },
    cull(clipFromWorld) {
      for (const { parts, count, bounds } of batches.values()) {
        const isSeen = count > 0 && !isOutOfSight(clipFromWorld, bounds.min, bounds.max)
        for (const { object } of parts) object.visible = isSeen
      }
    },
    dispose() {
      for (const batch of batches.values()) removeBatch(batch)
      batches.clear()
      for (const { material } of materials.values()) material.dispose()
      materials.clear()
      alphaTextures.dispose()
    },
  }
}

const CUBE_CORNERS = Float32Array.from({ length: 24 }, (_, i) => ((i / 3) >> (i % 3)) & 1 ? 1 : -1)
const CUBE_INDICES = Uint32Array.of(0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5)

function instancedGeometry({ index, position, triangle, uv }: Attributes, rows: InstanceRows): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry()
  geometry.setIndex(index)
  geometry.setAttribute('position', position)
  if (triangle !== null) geometry.setAttribute('triangle', triangle)
  if (uv !== null) geometry.setAttribute('uv', uv)
  for (const [name, attribute] of Object.entries(rows.attributes)) geometry.setAttribute(name, attribute)
  return geometry
}

function boundsOf({ bounds }: MeshData, instances: readonly Instance[]): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const { worldFromObject: m } of instances) {
    for (let row = 0; row < 3; row++) {
      let [low, high] = [m[12 + row], m[12 + row]]
      for (let column = 0; column < 3; column++) {
        const [a, b] = [m[column * 4 + row] * bounds.min[column], m[column * 4 + row] * bounds.max[column]]
        low += Math.min(a, b)
        high += Math.max(a, b)
      }
      min[row] = Math.min(min[row], low)
      max[row] = Math.max(max[row], high)
    }
  }
  return { min, max }
}

/** Same array, new GPU buffer: disposing the old geometry frees the buffers of its attributes. */
function cloneAttribute(attribute: BufferAttribute): BufferAttribute {
  return new BufferAttribute(attribute.array, attribute.itemSize)
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
