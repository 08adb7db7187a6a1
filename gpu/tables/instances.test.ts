import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildKdTree } from '../kdtree/build/build.ts'
import type { Instance } from '../scene.ts'
import { seeded } from '../testing/random.ts'
import { boxMesh, instance, material, squareMesh } from '../testing/shapes.ts'
import { createInstanceTable, type InstanceTable } from './instances.ts'
import type { MaterialTable } from './materials.ts'
import type { MeshTable, ResidentMesh } from './meshes.ts'

beforeEach(() => void vi.stubGlobal('GPUBufferUsage', { STORAGE: 1, COPY_SRC: 2, COPY_DST: 4 }))
afterEach(() => void vi.unstubAllGlobals())

const BOX = boxMesh()
const SQUARE = squareMesh()
const span = { offset: 0, count: 1 }

function resident(data: typeof BOX, hasTree: boolean): ResidentMesh {
  return { data, tree: hasTree ? buildKdTree(data) : null, nodes: span, references: span, triangles: span, triangleCount: data.indices.length / 3, depth: 1, attributes: span, maxMaterialSlot: 0 }
}

/** A table over two meshes; the second's tree comes when `build` is called. */
function tableOf() {
  const device = { limits: { maxStorageBufferBindingSize: 2 ** 30, maxBufferSize: 2 ** 30 }, createBuffer: () => ({ destroy() {} }), queue: { writeBuffer() {} }, createCommandEncoder: () => ({ copyBufferToBuffer() {}, finish() {} }) } as unknown as GPUDevice
  Object.assign(device.queue, { submit() {} })
  const found = new Map([[BOX.key, resident(BOX, true)], [SQUARE.key, resident(SQUARE, false)]])
  const materials = { allocate: () => 0, free() {}, set() {}, clear() {} } as unknown as MaterialTable
  const table = createInstanceTable(device, { find: (key: string) => found.get(key) ?? null } as unknown as MeshTable, materials, (change) => change())
  return { table, build: () => void found.set(SQUARE.key, resident(SQUARE, true)) }
}

/** All that it tells, by id. */
function toldBy(table: InstanceTable) {
  const { bounds, slots } = table.traceable()
  const boxes = Object.fromEntries([...slots].map((slot, i) => [table.instanceAt(slot), [...bounds.subarray(6 * i, 6 * i + 6)]]))
  return { boxes, visible: table.visibleCount, triangles: table.triangleCount, unbuilt: table.unbuilt.map(({ id }) => id).toSorted() }
}

test.each([1, 2, 3])('after every edit it tells what a new table tells of the same instances, after those that failed, too, seed %i', (seed) => {
  const random = seeded(seed)
  const { table, build } = tableOf()
  const below = (n: number) => Math.floor(random() * n)
  let next = 0
  const made = (): Instance => instance(`piece-${next++}`, below(2) === 0 ? BOX : SQUARE, material(), { move: [random() * 9, 0, random() * 9] }, below(4) > 0)
  let instances: readonly Instance[] = Array.from({ length: 6 }, made)
  const edits: Record<string, (list: readonly Instance[]) => readonly Instance[]> = {
    move: (list) => list.map((each, i) => (i === below(list.length) ? { ...each, worldFromObject: instance('', BOX, material(), { move: [random(), random(), random()] }).worldFromObject } : each)),
    show: (list) => list.map((each) => (below(3) === 0 ? { ...each, visible: !each.visible } : each)),
    add: (list) => [...list, made()],
    remove: (list) => list.toSpliced(below(list.length), 1),
    exchange: (list) => list.toSpliced(below(list.length), 1, made()),
    order: (list) => list.toReversed(),
    wear: (list) => list.map((each, i) => (i === 0 ? { ...each, materials: [material({ roughness: random() })] } : each)),
    same: (list) => list,
  }
  let isBuilt = false
  for (let turn = 0; turn < 120; turn++) {
    if (turn === 60) {
      build()
      isBuilt = true
    }
    const names = Object.keys(edits)
    const wanted = edits[names[below(names.length)]](instances)
    if (below(5) === 0) {
      // Something new, something that is gone, and then one that cannot be.
      expect(() => table.update([made(), ...wanted.slice(1), instance('none', { ...BOX, key: 'none' }, material())], false)).toThrow('lacks')
    } else {
      instances = wanted
    }
    table.update(instances, false)
    const { table: fresh, build: buildFresh } = tableOf()
    if (isBuilt) buildFresh()
    fresh.update(instances, false)
    expect(toldBy(table)).toEqual(toldBy(fresh))
    for (const { id } of instances) expect(table.instanceAt(table.slotOf(id)!)).toBe(id)
  }
})
