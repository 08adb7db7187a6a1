import { describe, expect, test } from 'vitest'
import { addMaterial, groupPieces, movePieces, putOnLayer, removeItems, rename, setEnvironment, setHidden, setLayer, setLight, setLocked, setMaterial, setTransform, ungroup, wearMaterial } from '../document/changes/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { slotNames } from '../document/materials.ts'
import { piece, pointLight } from '../document/testing.ts'
import type { AtriumDocument } from '../document/types.ts'
import { findShapeFault, polygonNormal } from '../../gpu/kdtree/shape.ts'
import { createSceneQuery } from '../../gpu/query/query.ts'
import { buildUber } from '../../gpu/uber/build.ts'
import type { Vec3 } from '../../gpu/scene.ts'
import { GROUND, GROUND_ID, GROUND_MESH } from './ground.ts'
import { createSnapshots } from './snapshot.ts'
import { boxesAsset } from './testing.ts'

const asset = boxesAsset([{ name: 'Box', min: [0, 0, 0], max: [1, 1, 1] }])
const { key } = asset.parsed
const parsed = new Map([[key, asset.parsed]])

const room = (count = 3): AtriumDocument => ({
  ...emptyDocument(),
  assets: [{ key, name: 'boxes', sizeBytes: 0, catalogueId: null }],
  pieces: Array.from({ length: count }, (_, i) => piece(`p${i}`, { asset: key, position: [i, 0, 0] })),
  lights: [pointLight('l0', { position: [0, 3, 0] }), pointLight('l1', { attachedTo: 'p1', position: [0, 1, 0] })],
})

describe('scene snapshots', () => {
  test('one moved piece is one new instance; everything else is the very same', () => {
    const snapshot = createSnapshots()
    const before = snapshot(room(), parsed)
    const document = room()
    const first = snapshot(document, parsed)
    const second = snapshot(movePieces(['p2'], [0, 0, 5])(document), parsed)
    expect(before).not.toBe(first)
    expect(second.instances[0]).toBe(first.instances[0])
    expect(second.instances[2]).not.toBe(first.instances[2])
    expect(Array.from(second.instances[2].worldFromObject.subarray(12, 15))).toEqual([2, 0, 5])
    expect(second.lights).toBe(first.lights)
    expect(second.meshes).toBe(first.meshes)
    expect(second.textures).toBe(first.textures)
  })

  test('what goes into a group, gets a lock or a name is the same picture; where it is moved as well, it is another instance', () => {
    const snapshot = createSnapshots()
    const document = room()
    const first = snapshot(document, parsed)
    const grouped = groupPieces(['p0', 'p2'], { id: 'g', name: 'Set' })(document)
    expect(grouped.pieces[0]).not.toBe(document.pieces[0])
    expect(snapshot(grouped, parsed)).toBe(first)
    const locked = setLocked(['p0'], true)(rename('p1', 'Other')(grouped))
    expect(snapshot(locked, parsed)).toBe(first)
    const moved = setTransform('p0', { position: [0, 1, 0] })(ungroup(['g'])(locked))
    expect(snapshot(moved, parsed).instances.map((instance, i) => instance === first.instances[i])).toEqual([false, true, true])
    expect(snapshot(setHidden(['p2'], true)(moved), parsed).instances[2].visible).toBe(false)
  })

  test('a piece that wears a material keeps its instance, too, and gets another with another material', () => {
    const snapshot = createSnapshots()
    const [slot] = slotNames(asset.parsed.parts[0].materials)
    const document = wearMaterial('paint', [{ piece: 'p0', slot }])(addMaterial({ id: 'paint', name: 'Paint', baseColor: [1, 0, 0] })(room()))
    const first = snapshot(document, parsed)
    const grouped = groupPieces(['p0'], { id: 'g', name: 'Set' })(document)
    expect(snapshot(grouped, parsed)).toBe(first)
    expect(snapshot(setMaterial('paint', { baseColor: [0, 1, 0] })(grouped), parsed).instances[0].materials[0].baseColor).toEqual([0, 1, 0])
  })

  test('the same document gives the very same snapshot', () => {
    const snapshot = createSnapshots()
    const document = room()
    expect(snapshot(document, parsed)).toBe(snapshot({ ...document, name: 'Other' }, parsed))
  })

  test("a lamp's light moves with the lamp and goes out with it", () => {
    const snapshot = createSnapshots()
    const document = setTransform('p1', { position: [1, 0, 0], rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2], scale: [2, 2, 2] })(room())
    const lamp = snapshot(document, parsed).lights[1]
    if (lamp.kind !== 'point') throw new Error('a point light was expected')
    lamp.position.forEach((value, axis) => expect(value).toBeCloseTo([3, 0, 0][axis]))
    expect(lamp.on).toBe(true)
    expect(snapshot(setHidden(['p1'], true)(document), parsed).lights[1].on).toBe(false)
  })

  test('what lies on a hidden layer is not visible, and its lamp is out; nothing else is made anew', () => {
    const snapshot = createSnapshots()
    const document = { ...room(), layers: [{ id: 'a', name: 'Layer', hidden: false, locked: false, color: [1, 0, 0] as const }] }
    const shown = putOnLayer(['p1'], 'a')(document)
    const before = snapshot(shown, parsed)
    const after = snapshot(setLayer('a', { hidden: true })(shown), parsed)
    expect(after.instances.map(({ visible }) => visible)).toEqual([true, false, true])
    expect(after.lights.map(({ on }) => on)).toEqual([true, false])
    expect([after.instances[0], after.instances[2], after.meshes]).toEqual([before.instances[0], before.instances[2], before.meshes])
    expect(after.instances[0]).toBe(before.instances[0])
    expect(snapshot(setLayer('a', { hidden: false, name: 'Other' })(shown), parsed).instances.map(({ visible }) => visible)).toEqual([true, true, true])
  })

  test('a hidden piece stays an instance that is not visible', () => {
    const { instances } = createSnapshots()(setHidden(['p0'], true)(room()), parsed)
    expect(instances.map(({ visible }) => visible)).toEqual([false, true, true])
  })

  test('a light or the sky alone changes no instance', () => {
    const snapshot = createSnapshots()
    const document = room()
    const first = snapshot(document, parsed)
    const lit = snapshot(setLight('l0', { intensity: 7 })(document), parsed)
    expect(lit.instances).toBe(first.instances)
    expect(lit.lights[1]).toBe(first.lights[1])
    expect(snapshot(setEnvironment({ zenith: [1, 2, 3] })(document), parsed).instances).toBe(first.instances)
  })

  test('what is not a model of its own stands on a ground, which goes as soon as there is one, even hidden', () => {
    const snapshot = createSnapshots()
    const document = room(1)
    const furniture = { ...document, assets: [{ ...document.assets[0], catalogueId: 'box' }] }
    const bare = snapshot({ ...document, pieces: [] }, parsed)
    expect(bare.instances.map(({ id, visible }) => [id, visible])).toEqual([['ground', true]])
    const placed = snapshot(furniture, parsed)
    expect(placed.instances.map(({ id }) => id)).toEqual(['p0', 'ground'])
    expect(placed.instances[1]).toBe(bare.instances[0])
    expect([...placed.meshes.keys()]).toEqual(['mesh-0', 'ground'])
    expect(snapshot(movePieces(['p0'], [0, 0, 1])(furniture), parsed).meshes).toBe(placed.meshes)
    for (const own of [document, setHidden(['p0'], true)(document)]) {
      const { instances, meshes } = snapshot(own, parsed)
      expect([instances.map(({ id }) => id), [...meshes.keys()]]).toEqual([['p0'], ['mesh-0']])
    }
  })

  test('the ground is level at height 0, faces up, and rays meet it exactly as far as one can see', () => {
    expect(findShapeFault(GROUND_MESH)).toBeNull()
    expect(polygonNormal(Array.from({ length: 64 }, (_, i) => [...GROUND_MESH.positions.subarray(3 * i, 3 * i + 3)] as unknown as Vec3))[1]).toBeGreaterThan(0)
    const query = createSceneQuery(() => ({ uber: buildUber(new Float32Array(0), new Uint32Array(0)), instanceAt: () => null, unbuilt: [{ ...GROUND, mesh: GROUND_MESH, tree: null }] }))
    expect(query.closestHit([90, 1.6, -120], [0, -1, 0])).toMatchObject({ instance: GROUND_ID, position: [90, expect.closeTo(0, 9), -120], normal: [0, 1, 0] })
    expect(query.closestHit([0, 1.6, 0], [0, 0.01, 1])).toBeNull()
  })

  test('pieces whose asset is not loaded are left out until it is', () => {
    const snapshot = createSnapshots()
    expect(snapshot(room(), new Map()).instances).toEqual([])
    expect(snapshot(removeItems(['p0'])(room()), parsed).instances).toHaveLength(2)
  })
})
