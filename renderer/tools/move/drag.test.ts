import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SceneSnapshot, Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import type { DocumentLight, PlacedLight } from '../../document/types.ts'
import { useGuides } from '../../interaction/guides.ts'
import { useInteraction } from '../../interaction/store.ts'
import { type Block, queryOfBlocks } from '../../interaction/testing.ts'
import { add } from '../../navigation/vector.ts'
import type { Point } from '../context.ts'
import { beginPieceDrag } from './drag.ts'
import { beginHandleMove } from './handle-move.ts'

/** From above: a hundred pixels a metre on the floor, the origin in the middle. */
const POSE = { position: [0, 10, 0], target: [0, 0, 0], orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 2 * Math.atan(0.5) } as const
const at = (x: number, z: number): Point => ({ x: 500 + 100 * x, y: 500 + 100 * z })
const WALLS: readonly Block[] = [
  { id: 'room', min: [-4, -0.1, -3], max: [4, 0, 3] },
  { id: 'room', min: [-4.1, 0, -3], max: [-4, 2.5, 3] },
  { id: 'room', min: [4, 0, -3], max: [4.1, 2.5, 3] },
  { id: 'room', min: [-4, 0, -3.1], max: [4, 2.5, -3] },
]
const SIZES: Readonly<Record<string, Vec3>> = { chair: [0.5, 0.9, 0.5], table: [1.6, 0.75, 0.9], rug: [2, 0.02, 1.4] }
const held = (keys: { readonly ctrlKey?: boolean; readonly altKey?: boolean }) => ({ ctrlKey: false, metaKey: false, altKey: false, ...keys })
const boundsOf = ([w, h, d]: Vec3) => ({ min: [-w / 2, 0, -d / 2] as Vec3, max: [w / 2, h, d / 2] as Vec3 })

function furnish(places: Readonly<Record<string, Vec3>>) {
  const pieces = Object.entries(places).map(([id, position]) => piece(id, { position, asset: id, mount: 'floor' }))
  useDocument.getState().replace({ ...emptyDocument(), pieces: [piece('room', { locked: true }), ...pieces] })
  const blocks = pieces.map(({ id, position }): Block => ({ id, min: add(boundsOf(SIZES[id]).min, position), max: add(boundsOf(SIZES[id]).max, position) }))
  const snapshot = {
    instances: pieces.map(({ id }) => ({ id, mesh: id })), meshes: new Map(pieces.map(({ id }) => [id, { bounds: boundsOf(SIZES[id]), positions: new Float32Array(), indices: new Uint32Array() }])),
  } as unknown as SceneSnapshot
  const canvas = {} as HTMLCanvasElement
  return { canvas, query: queryOfBlocks([...WALLS, ...blocks]), size: () => ({ width: 1000, height: 1000 }), snapshot: () => snapshot }
}
const placeOf = (id: string): Vec3 => useDocument.getState().document.pieces.find((one) => one.id === id)!.position
const near = (value: number): unknown => expect.closeTo(value, 6)

beforeEach(() => useInteraction.setState({ pose: POSE, selection: [] }))
afterEach(() => useDocument.getState().replace(emptyDocument()))

test('a dragged chair falls into line with the table, unless Ctrl is held', () => {
  const drag = beginPieceDrag(furnish({ chair: [0, 0, 2], table: [1, 0, -1] }), 'chair', at(0, 2))!
  drag.moveTo(at(1.04, 1.5))
  expect(placeOf('chair')).toEqual([near(1), near(0), near(1.5)])
  expect(useGuides.getState().shown?.lines).toHaveLength(1)
  drag.moveTo(at(1.04, 1.5), held({ ctrlKey: true }))
  expect([placeOf('chair')[0], useGuides.getState().shown]).toEqual([near(1.04), null])
})

test('a distance that is typed comes true at Enter and ends the drag as one step; Tab takes the next one', () => {
  const drag = beginPieceDrag(furnish({ chair: [0, 0, 1] }), 'chair', at(0, 1))!
  drag.moveTo(at(-2.6, 0.5))
  expect(useGuides.getState().shown?.dimensions.find(({ isActive }) => isActive)?.metres).toBeCloseTo(1.15, 6)
  expect([drag.key!('4'), drag.key!('5'), useGuides.getState().shown?.draft]).toEqual([true, true, '45'])
  // The hand on the mouse trembles.
  drag.moveTo(at(-2.5, 0.5))
  expect(drag.key!('Enter')).toBe(true)
  drag.moveTo(at(2, 2))
  expect([placeOf('chair'), useGuides.getState().shown]).toEqual([[near(-4 + 0.45 + 0.25), near(0), near(0.5)], null])
  expect(useDocument.getState().undos).toHaveLength(1)

  const second = beginPieceDrag(furnish({ chair: [0, 0, 1] }), 'chair', at(0, 1))!
  second.moveTo(at(-2.6, 0.5))
  for (const key of ['Tab', '1', 'm', 'Enter']) expect(second.key!(key), key).toBe(true)
  expect(placeOf('chair')).toEqual([near(-2.6), near(0), near(-3 + 1 + 0.25)])
})

test('what is no distance is said, and Escape puts everything back', () => {
  const drag = beginPieceDrag(furnish({ chair: [0, 0, 1] }), 'chair', at(0, 1))!
  drag.moveTo(at(-2.6, 0.5))
  for (const key of ['4', '.', '.', 'Enter']) drag.key!(key)
  expect(placeOf('chair')[0]).toBeCloseTo(-2.6, 6)
  drag.cancel()
  expect([placeOf('chair'), useGuides.getState().shown, useDocument.getState().undos]).toEqual([[0, 0, 1], null, []])
})

test('a dragged chair does not go into the table but along it, unless Alt is held', () => {
  const drag = beginPieceDrag(furnish({ chair: [-0.6, 0, 1], table: [0, 0, -0.2] }), 'chair', at(-0.6, 1))!
  drag.moveTo(at(0.3, 0), held({ ctrlKey: true }))
  const [x, , z] = placeOf('chair')
  // Its front edge stays at the table's, and it slid to the side.
  expect(z - 0.25).toBeGreaterThan(0.25 - 0.02)
  expect(x).toBeGreaterThan(-0.3)
  drag.moveTo(at(0.3, 0), held({ ctrlKey: true, altKey: true }))
  expect(placeOf('chair')).toEqual([near(0.3), near(0), near(0)])
})

test('a rug goes under the table and a chair onto the rug', () => {
  const places = { chair: [-2, 0, 1], table: [2, 0, 1], rug: [0, 0, -2] } as const
  beginPieceDrag(furnish(places), 'rug', at(0, -2))!.moveTo(at(2, 1), held({ ctrlKey: true }))
  expect(placeOf('rug')).toEqual([near(2), near(0), near(1)])
  beginPieceDrag(furnish(places), 'chair', at(-2, 1))!.moveTo(at(0, -2), held({ ctrlKey: true }))
  placeOf('chair').forEach((value, k) => expect(value).toBeCloseTo([0, 0.02, -2][k], 2))
})

test('a chair that stands in the table as it came can be pulled out', () => {
  const drag = beginPieceDrag(furnish({ chair: [0, 0, 0.4], table: [0, 0, 0] }), 'chair', at(0, 0.4))!
  drag.moveTo(at(0.05, 0.5), held({ ctrlKey: true }))
  expect(placeOf('chair')).toEqual([near(0.05), near(0), near(0.5)])
})

test('those that move along keep out, too', () => {
  const context = furnish({ chair: [-2, 0, 1], table: [0, 0, 1] })
  useInteraction.setState({ selection: ['chair', 'table'] })
  beginPieceDrag(context, 'chair', at(-2, 1))!.moveTo(at(1.9, 1), held({ ctrlKey: true }))
  // The wall is at 4 m, and the table reaches 0.8 m beyond its middle.
  expect(placeOf('table')[0]).toBeGreaterThan(3)
  expect(placeOf('table')[0]).toBeLessThan(3.25)
})

test('the handles take a chair up to the table and no further, along it where they may, and through it with Alt', () => {
  const { query, snapshot } = furnish({ chair: [0, 0, 1.5], table: [0, 0, 0] })
  const chair = useDocument.getState().document.pieces.filter(({ id }) => id === 'chair')
  const around = { query, snapshot: snapshot() }
  const onAxis = beginHandleMove(around, chair)([0, 0, -1.4], 'Z', false)
  // The table's edge is at 0.45 m, the chair's front 0.25 m before its middle.
  expect(onAxis).toEqual([0, 0, expect.closeTo(-0.8, 1)])
  expect(1.5 + onAxis[2] - 0.25).toBeGreaterThan(0.44)
  const along = beginHandleMove(around, chair)([0.3, 0, -1.4], 'XZ', false)
  expect(along[0]).toBeCloseTo(0.3, 1)
  expect(beginHandleMove(around, chair)([0, 0, -1.4], 'Z', true)).toEqual([0, 0, near(-1.4)])
})

test('a step asks the room no more than a few dozen questions, however it is stopped', () => {
  const context = furnish({ chair: [-0.6, 0, 1], table: [0, 0, -0.2] })
  const asked = vi.spyOn(context.query, 'overlapBox')
  const drag = beginPieceDrag(context, 'chair', at(-0.6, 1))!
  for (const [x, z] of [[0.3, 0], [-0.5, 0.1], [0.6, -0.4], [0, 0.2]] as const) {
    asked.mockClear()
    drag.moveTo(at(x, z), held({ ctrlKey: true }))
    // There and here, five halvings, three axes of one and five, and where it lines up.
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2 + 5 + 3 * 6 + 1)
  }
})

/** Blocks are asked upright: a turned box counts as its round. */
function asRound<C extends ReturnType<typeof furnish>>(context: C): C {
  const round: typeof context.query.overlapBox = (center, [x, y, z], orientation, options) =>
    context.query.overlapBox(center, Math.abs(orientation[3]) > 1 - 1e-6 ? [x, y, z] : [Math.hypot(x, z), y, Math.hypot(x, z)], [0, 0, 0, 1], options)
  return { ...context, query: { ...context.query, overlapBox: round } }
}

test('the wheel turns what is dragged about its foot, where it goes on from', () => {
  const drag = beginPieceDrag(asRound(furnish({ chair: [0, 0, 1] })), 'chair', at(0, 1))!
  drag.moveTo(at(1, 1), held({ ctrlKey: true }))
  for (let i = 0; i < 6; i++) drag.turn!(Math.PI / 12)
  const turned = useDocument.getState().document.pieces.find(({ id }) => id === 'chair')!
  expect([turned.position, turned.rotation]).toEqual([[near(1), near(0), near(1)], [near(0), near(Math.SQRT1_2), near(0), near(Math.SQRT1_2)]])
  drag.moveTo(at(1.5, 0.5), held({ ctrlKey: true }))
  const after = useDocument.getState().document.pieces.find(({ id }) => id === 'chair')!
  expect([after.position, after.rotation]).toEqual([[near(1.5), near(0), near(0.5)], turned.rotation.map(near)])
  expect(useDocument.getState().undos).toHaveLength(1)
  // Its side stands 0.01 m before the table, and its corner would reach 0.1 m farther.
  const tight = beginPieceDrag(asRound(furnish({ chair: [-2, 0, 1], table: [0, 0, 0] })), 'chair', at(-2, 1))!
  tight.moveTo(at(0, 0.71), held({ ctrlKey: true }))
  tight.turn!(Math.PI / 12)
  expect(useDocument.getState().document.pieces.find(({ id }) => id === 'chair')).toMatchObject({ position: [near(0), near(0), near(0.71)], rotation: [0, 0, 0, 1] })
})

test('the wheel turns all that moves along as one, unless that finds no room or hangs on a wall', () => {
  const context = asRound(furnish({ chair: [0, 0, 1], table: [1.5, 0, 1] }))
  const { document } = useDocument.getState()
  const spot = { id: 'spot', name: 'Spot', kind: 'spot', on: true, color: [1, 1, 1], position: [0, 2, 0], rotation: [0, 0, 0, 1], attachedTo: null, intensity: 100, innerAngle: 0.3, outerAngle: 0.5 } as unknown as DocumentLight
  useDocument.getState().edit('Light', (before) => ({ ...before, lights: [spot] }))
  const loaded = useDocument.getState().document
  expect(loaded.pieces).toBe(document.pieces)
  useInteraction.setState({ selection: ['chair', 'table', 'spot'] })
  const turnOf = (rotation: readonly number[]): number => 2 * Math.atan2(rotation[1], rotation[3])
  const drag = beginPieceDrag(context, 'chair', at(0, 1))!
  drag.moveTo(at(0, 0.5), held({ ctrlKey: true }))
  for (let i = 0; i < 6; i++) drag.turn!(Math.PI / 12)
  // A quarter counter-clockwise from above: what stood to the right of the chair stands behind it, what stood behind it to its left.
  const [, chair, table] = useDocument.getState().document.pieces
  const [light] = useDocument.getState().document.lights as readonly PlacedLight[]
  expect([chair.position, table.position, light.position]).toEqual([[near(0), near(0), near(0.5)], [near(0), near(0), near(-1)], [near(-1), near(2), near(0.5)]])
  expect([chair, table, light as { rotation: readonly number[] }].map(({ rotation }) => turnOf(rotation))).toEqual(Array(3).fill(near(Math.PI / 2)))
  for (let i = 0; i < 6; i++) drag.turn!(-Math.PI / 12)
  expect(useDocument.getState().document.pieces[2]).toMatchObject({ position: [near(1.5), near(0), near(0.5)], rotation: [near(0), near(0), near(0), near(1)] })
  drag.cancel()
  expect(useDocument.getState().document).toBe(loaded)

  // The table's round would reach into the wall at 3 m.
  const tight = beginPieceDrag(asRound(furnish({ chair: [0, 0, -2.2], table: [1.5, 0, -2.2] })), 'chair', at(0, -2.2))!
  tight.moveTo(at(0, -2.1), held({ ctrlKey: true }))
  tight.turn!(Math.PI / 12)
  expect(useDocument.getState().document.pieces.map(({ rotation }) => rotation[3])).toEqual([1, 1, 1])
  const hanging = furnish({ chair: [0, 0, 1], table: [2, 0, 1] })
  useDocument.getState().edit('Hang', (before) => ({ ...before, pieces: before.pieces.map((one) => (one.id === 'table' ? { ...one, mount: 'wall' as const } : one)) }))
  const hung = beginPieceDrag(hanging, 'chair', at(0, 1))!
  hung.moveTo(at(0, 1.2), held({ ctrlKey: true }))
  hung.turn!(1)
  expect(useDocument.getState().document.pieces.map(({ rotation }) => rotation[3])).toEqual([1, 1, 1])
})
