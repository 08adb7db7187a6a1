import { Scene } from 'three/webgpu'
import type { Instance, InstanceId, Mat4, Material, MeshData, SceneSnapshot } from '../../gpu/index.ts'
import type { Bounds } from '../navigation/orbit.ts'
import { isOutOfSight } from '../navigation/projection.ts'
import { createIdMaterials } from './id-materials.ts'
import { type Batch, createBatch, growBatch, removeBatch } from './raster-batch.ts'
import { alphaKey, alphaOf } from './raster-geometry.ts'
import type { RasterUniforms } from './tsl.ts'

/** The snapshot as three draws it: one instanced draw per mesh and alpha test. */
export interface RasterScene {
  readonly scene: Scene
  /** Redoes only what differs: a moved chair rewrites the rows of its batch. */
  setScene(snapshot: SceneSnapshot, slotOf: (id: InstanceId) => number | null): void
  /** Leaves out what this camera cannot see. */
  cull(clipFromWorld: Mat4): void
  dispose(): void
}

export function createRasterScene(uniforms: RasterUniforms): RasterScene {
  const scene = new Scene()
  scene.name = 'ids'
  scene.matrixWorldAutoUpdate = false
  const materials = createIdMaterials(uniforms)
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
        removeBatch(scene, batch)
        batches.delete(key)
      }
      for (const [key, { instances, slots }] of wanted) {
        const mesh = snapshot.meshes.get(instances[0].mesh)
        if (mesh === undefined) continue
        let batch = batches.get(key)
        if (batch === undefined) batches.set(key, batch = createBatch(scene, mesh, instances[0], instances.length, (alpha, shape) => materials.find(alpha, snapshot.textures, shape)))
        if (batch.rows.capacity < instances.length) growBatch(batch, instances.length)
        else if (sameItems(batch.instances, instances) && sameItems(batch.slots, slots)) continue
        batch.rows.write(instances, slots, batch.drawn)
        batch.instances = instances
        batch.slots = slots
        batch.bounds = boundsOf(mesh, instances)
      }
      for (const [key, batch] of batches) {
        batch.count = wanted.get(key)?.instances.length ?? 0
        for (const object of batch.parts) object.geometry.instanceCount = batch.count
      }
      materials.keepTextures(snapshot.textures)
    },
    cull(clipFromWorld) {
      for (const { parts, count, bounds } of batches.values()) {
        const isSeen = count > 0 && !isOutOfSight(clipFromWorld, bounds.min, bounds.max)
        for (const object of parts) object.visible = isSeen
      }
    },
    dispose() {
      for (const batch of batches.values()) removeBatch(scene, batch)
      batches.clear()
      materials.dispose()
    },
  }
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

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
