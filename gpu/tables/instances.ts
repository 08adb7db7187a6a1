import { createArena } from '../buffers/arena.ts'
import type { Arena } from '../buffers/arena.ts'
import { EngineError } from '../device/error.ts'
import { NONE } from '../kdtree/pack.ts'
import { isPane, type MaterialTable } from './materials.ts'
import type { MeshTable, ResidentMesh } from './meshes.ts'
import type { Instance, InstanceId } from '../scene.ts'
import { instanceBounds } from '../uber/bounds.ts'
import { INSTANCE_WORDS, type TraceableInstance } from '../uber/instance.ts'
import { createRows } from './instance-rows.ts'

/** The instance table: one row per stable slot. */
export interface InstanceTable {
  readonly arena: Arena
  /** Slots ever used: what the modes without an über tree look through. */
  readonly slotCount: number
  readonly visibleCount: number
  /** Triangles of all visible instances. */
  readonly triangleCount: number
  readonly slotOf: (id: InstanceId) => number | null
  readonly instanceAt: (slot: number) => InstanceId | null
  /** What rays can hit in a slot, for the CPU; null: nothing. */
  readonly traceableAt: (slot: number) => TraceableInstance | null
  /** Visible instances whose trees are still being built. */
  readonly unbuilt: readonly TraceableInstance<null>[]
  /**
   * Takes the next instances; only rows that differ are written.
   *
   * @param materialsMoved  texture places changed, so every material row is packed again
   * @returns whether any row differs
   * @throws EngineError `scene-invalid` for a missing mesh or material, or a matrix that flattens space
   */
  update(instances: readonly Instance[], materialsMoved: boolean): boolean
  /** Visible instances that rays can hit: 6 padded bounds and one slot each. */
  traceable(): { bounds: Float32Array; slots: Uint32Array }
  /** Packs every row again, with its materials: meshes and materials lie elsewhere. Between frames only. */
  repack(): void
  /** Uploads the rows that changed. */
  flush(): void
  dispose(): void
}

interface Entry {
  instance: Instance
  mesh: ResidentMesh
  readonly slot: number
  materials: number
  materialCount: number
  /** Padded world bounds; null: nothing to hit. Kept, so that an edit pays for what moved alone. */
  bounds: Float32Array | null
}

export function createInstanceTable(device: GPUDevice, meshes: MeshTable, materials: MaterialTable, defer: (change: () => void) => void): InstanceTable {
  const arena = createArena(device, 'instances', INSTANCE_WORDS * 4, 256)
  const entries = new Map<InstanceId, Entry>()
  const rows = createRows(arena)
  /** Of the last update; null: it failed half-way, or there was none. */
  let taken: readonly Instance[] | null = null
  /** What traceable() gave last, and where in it an entry stands; null: entries have come, gone, or are hit no more. */
  let boxes: { readonly bounds: Float32Array; readonly slots: Uint32Array; readonly indexOf: ReadonlyMap<Entry, number> } | null = null
  let triangleCount = 0
  let visibleCount = 0
  let unbuilt: readonly TraceableInstance<null>[] = []

  function write({ instance, mesh, slot, materials: offset, bounds: worldBounds }: Entry): void {
    if (!instance.visible) return rows.clear(slot)
    try {
      rows.pack(slot, {
        worldFromObject: instance.worldFromObject,
        nodes: mesh.tree === null ? NONE : mesh.nodes.offset,
        references: mesh.references.offset,
        triangles: mesh.triangles.offset,
        triangleCount: mesh.triangleCount,
        attributes: mesh.attributes.offset,
        materials: offset,
        bounds: mesh.tree?.bounds ?? null,
        masked: instance.materials.some((material) => material.alphaMode !== 'opaque' || isPane(material)),
        shape: mesh.data.shape,
        worldBounds,
      })
    } catch (cause) {
      throw new EngineError('scene-invalid', `Instance ${instance.id}: ${String(cause)}`, { instance: instance.id }, cause)
    }
  }

  function remove(id: InstanceId, { slot, materials: offset, materialCount }: Entry): void {
    entries.delete(id)
    boxes = null
    // A frame in flight still shows this slot: it is given to another instance only later.
    const free = rows.vacate(slot)
    defer(() => {
      free()
      materials.free(offset, materialCount)
    })
  }

  function place(instance: Instance, materialsMoved: boolean): boolean {
    const mesh = meshes.find(instance.mesh)
    if (mesh === null) throw new EngineError('scene-invalid', `Instance ${instance.id} wears mesh ${instance.mesh}, which the snapshot lacks`, { instance: instance.id })
    if (instance.materials.length <= mesh.maxMaterialSlot) {
      throw new EngineError('scene-invalid', `Instance ${instance.id} has ${instance.materials.length} materials for ${mesh.maxMaterialSlot + 1} slots`, { instance: instance.id })
    }
    const known = entries.get(instance.id)
    if (known !== undefined && known.instance === instance && known.mesh === mesh) {
      if (materialsMoved) materials.set(known.materials, instance.materials)
      return false
    }
    const count = instance.materials.length
    const entry = known ?? { instance, mesh, slot: rows.take(instance.id), materials: materials.allocate(count), materialCount: count, bounds: null }
    if (entry.materialCount !== count) {
      const { materials: offset, materialCount } = entry
      defer(() => materials.free(offset, materialCount))
      entry.materials = materials.allocate(count)
      entry.materialCount = count
    }
    if (known === undefined || materialsMoved || known.instance.materials !== instance.materials) materials.set(entry.materials, instance.materials)
    const moved = known === undefined || known.mesh !== mesh || known.instance.worldFromObject !== instance.worldFromObject ||
      known.instance.visible !== instance.visible
    entry.instance = instance
    entry.mesh = mesh
    entries.set(instance.id, entry)
    if (moved) setBounds(entry, mesh.tree === null || !instance.visible ? null : instanceBounds(mesh.tree, instance.worldFromObject, mesh.data.shape))
    write(entry)
    return moved
  }

  function setBounds(entry: Entry, bounds: Float32Array | null): void {
    entry.bounds = bounds
    const index = boxes?.indexOf.get(entry)
    if (bounds !== null && index !== undefined) boxes!.bounds.set(bounds, 6 * index)
    else boxes = null
  }

  function count(): void {
    triangleCount = 0
    visibleCount = 0
    const waiting: TraceableInstance<null>[] = []
    for (const { instance: { id, visible, worldFromObject }, mesh: { data, tree } } of entries.values()) {
      if (!visible) continue
      visibleCount++
      triangleCount += data.indices.length / 3
      if (tree === null) waiting.push({ id, mesh: data, tree, worldFromObject })
    }
    unbuilt = waiting
  }

  return {
    arena,
    get slotCount() { return rows.count },
    get visibleCount() { return visibleCount },
    get triangleCount() { return triangleCount },
    get unbuilt() { return unbuilt },
    slotOf: (id) => entries.get(id)?.slot ?? null,
    instanceAt: (slot) => rows.idAt(slot),
    traceableAt(slot) {
      const entry = entries.get(rows.idAt(slot) ?? '')
      if (entry === undefined || !entry.instance.visible || entry.mesh.tree === null) return null
      const { instance: { id, worldFromObject }, mesh: { data, tree } } = entry
      return { id, mesh: data, tree, worldFromObject }
    },
    update(instances, materialsMoved) {
      let changed = false
      // Mostly the same things in the same order.
      const before = taken
      taken = null
      if (before === null || instances.length !== before.length || instances.some(({ id }, i) => id !== before[i].id)) {
        const kept = new Set(instances.map(({ id }) => id))
        if (kept.size !== instances.length) throw new EngineError('scene-invalid', 'Two instances have one id')
        for (const [id, entry] of entries) {
          if (kept.has(id)) continue
          remove(id, entry)
          changed = true
        }
      }
      // Another project: its slots begin anew, so that the table is no larger than it needs. Rows are written between frames.
      if (entries.size === 0) rows.restart()
      for (const instance of instances) changed = place(instance, materialsMoved) || changed
      taken = instances
      count()
      return changed
    },
    traceable() {
      if (boxes === null) {
        const hit = [...entries.values()].filter(({ bounds }) => bounds !== null)
        boxes = { bounds: new Float32Array(6 * hit.length), slots: Uint32Array.from(hit, ({ slot }) => slot), indexOf: new Map(hit.map((entry, i) => [entry, i])) }
        for (const [i, { bounds }] of hit.entries()) boxes.bounds.set(bounds!, 6 * i)
      }
      return boxes
    },
    repack() {
      materials.clear()
      for (const entry of entries.values()) {
        entry.mesh = meshes.find(entry.instance.mesh)!
        entry.materials = materials.allocate(entry.materialCount)
        materials.set(entry.materials, entry.instance.materials)
        write(entry)
      }
    },
    flush: () => rows.flush(),
    dispose: () => arena.dispose(),
  }
}
