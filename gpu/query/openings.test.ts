import { expect, test } from 'vitest'
import type { Instance, Material } from '../scene.ts'
import { boxMesh, instance, material } from '../testing/shapes.ts'
import { buildKdTree } from '../kdtree/build/build.ts'
import { instanceBounds } from '../uber/bounds.ts'
import { buildUber } from '../uber/build.ts'
import type { TraceableInstance } from '../uber/instance.ts'
import { bulky } from './interior.ts'
import { findOpenings, type Opening } from './openings.ts'
import { createSceneQuery } from './query.ts'

const box = boxMesh()
const tree = buildKdTree(box)
const meshes = new Map([[box.key, box]])
const plaster = material()
/** From corner to corner, metres. */
const slab = (id: string, [x0, y0, z0]: readonly number[], [x1, y1, z1]: readonly number[], wears: Material = plaster): Instance =>
  instance(id, box, wears, { move: [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2], scale: [(x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2] })

/** A room of 5 x 4 x 2.6 m with a window of 1.6 x 1.2 m to +z, 0.9 m above the floor. */
const ROOM: readonly Instance[] = [
  slab('floor', [-0.2, -0.2, -0.2], [5.2, 0, 4.2]), slab('ceiling', [-0.2, 2.6, -0.2], [5.2, 2.8, 4.2]),
  slab('west', [-0.2, 0, -0.2], [0, 2.6, 4.2]), slab('east', [5, 0, -0.2], [5.2, 2.6, 4.2]), slab('north', [0, 0, -0.2], [5, 2.6, 0]),
  slab('under', [0, 0, 4], [5, 0.9, 4.2]), slab('over', [0, 2.1, 4], [5, 2.6, 4.2]), slab('left', [0, 0.9, 4], [1.5, 2.1, 4.2]), slab('right', [3.1, 0.9, 4], [5, 2.1, 4.2]),
]
const GROUND = slab('ground', [-40, -1, -40], [40, -0.3, 40])

function openingsOf(instances: readonly Instance[]): readonly Opening[] {
  const placed = instances.map(({ id, worldFromObject }): TraceableInstance => ({ id, mesh: box, tree, worldFromObject }))
  const bounds = placed.flatMap(({ worldFromObject }) => [...instanceBounds(tree, worldFromObject, undefined)!])
  const uber = buildUber(Float32Array.from(bounds), Uint32Array.from(placed, (_, slot) => slot))
  const query = createSceneQuery(() => ({ uber, instanceAt: (slot) => placed[slot], unbuilt: [] }))
  return findOpenings(bulky(instances, meshes), instances, meshes, query)
}

test('a window is found where it is, by rays that leave a room, and serves all of it', () => {
  const found = openingsOf([...ROOM, GROUND])
  expect(found).toHaveLength(1)
  const [{ center, halfU, halfV, normal, min, max }] = found
  for (const [axis, value] of [2.3, 1.5].entries()) expect(Math.abs(center[axis] - value)).toBeLessThan(0.08)
  expect(center[2]).toBeGreaterThan(3.9)
  expect(center[2]).toBeLessThan(4.3)
  expect(Math.abs(Math.hypot(...halfU) - 0.8)).toBeLessThan(0.08)
  expect(Math.abs(Math.hypot(...halfV) - 0.6)).toBeLessThan(0.08)
  expect(normal[2]).toBeCloseTo(-1, 5)
  // It reaches the walls, but for what sees the window from a sharp angle.
  for (const axis of [0, 2]) expect(max[axis] - min[axis]).toBeGreaterThan(4)
})

test('equal walls have equal openings, whatever small things stand about; a pane does not close one, a board does', { tags: 'proof' }, () => {
  const plain = openingsOf([...ROOM, GROUND])
  const vase = slab('vase', [1, 0, 2], [1.4, 1, 2.4])
  expect(openingsOf([vase, ...ROOM, GROUND])).toEqual(plain)
  const closed = (wears: Material) => openingsOf([...ROOM, GROUND, slab('pane', [1.5, 0.9, 4.1], [3.1, 2.1, 4.11], wears)])
  const glazed = closed(material({ transmission: 1, roughness: 0 }))
  expect(glazed).toHaveLength(1)
  expect(Math.abs(glazed[0].center[0] - 2.3)).toBeLessThan(0.08)
  expect(closed(plaster)).toEqual([])
})

test('without rooms there are no openings: a garden, a wall, a house without a roof', { tags: 'proof' }, () => {
  expect(openingsOf([GROUND])).toEqual([])
  expect(openingsOf([GROUND, ROOM[2]])).toEqual([])
  expect(openingsOf([GROUND, ...ROOM.filter(({ id }) => id !== 'ceiling')])).toEqual([])
  expect(openingsOf([])).toEqual([])
})
