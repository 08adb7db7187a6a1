import { expect, test } from 'vitest'
import type { SceneSnapshot } from '../../gpu/index.ts'
import { emptyDocument } from '../document/empty.ts'
import { transformPoint, worldFromObject } from '../document/transform.ts'
import type { AtriumDocument, Piece } from '../document/types.ts'
import { animated, isMoving } from './animation.ts'

const piece = (id: string, fields: Partial<Piece> = {}): Piece => ({
  id, name: id, asset: 'a', part: 'all', position: [1, 2, 3], rotation: [0, 0, 0, 1], scale: [1, 1, 1], mount: 'ceiling', hidden: false, locked: false, ...fields,
})
const documentOf = (...pieces: Piece[]): AtriumDocument => ({ ...emptyDocument(), pieces })
const snapshotOf = ({ pieces }: AtriumDocument): SceneSnapshot => ({
  meshes: new Map(), textures: new Map(), lights: [], environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] },
  instances: pieces.map((each) => ({ id: each.id, mesh: 'm', materials: [], visible: !each.hidden, worldFromObject: worldFromObject(each) })),
})

test('a quarter of a turn about y takes x to minus z and leaves the place', () => {
  const document = documentOf(piece('fan', { motion: { axis: [0, 2, 0], speed: Math.PI / 2 } }))
  const m = animated(snapshotOf(document), document, 1).instances[0].worldFromObject
  expect([m[0], m[1], m[2]].map((value) => Math.round(value * 1e5) / 1e5 + 0)).toEqual([0, 0, -1])
  expect([m[12], m[13], m[14]]).toEqual([1, 2, 3])
})

test('what has no motion keeps its identity, and a still room its snapshot', () => {
  const moving = documentOf(piece('chair'), piece('fan', { motion: { axis: [0, 1, 0], speed: 1 } }))
  const snapshot = snapshotOf(moving)
  const later = animated(snapshot, moving, 0.5)
  expect(later.instances[0]).toBe(snapshot.instances[0])
  expect(later.instances[1]).not.toBe(snapshot.instances[1])
  const still = documentOf(piece('chair'))
  const resting = snapshotOf(still)
  expect(animated(resting, still, 9)).toBe(resting)
})

test('a hidden fan moves nothing', () => {
  expect(isMoving(documentOf(piece('fan', { motion: { axis: [0, 1, 0], speed: 1 }, hidden: true })))).toBe(false)
  expect(isMoving(documentOf(piece('fan', { motion: { axis: [0, 1, 0], speed: 1 } })))).toBe(true)
})

test('a door swings about its hinge, to and fro, and stands closed at the start', () => {
  const hinge = [-0.4, 0, 0.1] as const
  const leaf = piece('leaf', { position: [1, 0, 2], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], scale: [2, 1, 1], motion: { axis: [0, 1, 0], speed: 0.5, pivot: hinge, swing: 1.5 } })
  const document = documentOf(leaf)
  const at = (seconds: number) => animated(snapshotOf(document), document, seconds).instances[0].worldFromObject
  const closed = worldFromObject(leaf)
  const hingeAt = (m: Float32Array) => transformPoint(m, hinge)
  at(0).forEach((x, i) => expect(x).toBeCloseTo(closed[i], 6))
  // Three seconds to open, three to close.
  at(6).forEach((x, i) => expect(x).toBeCloseTo(closed[i], 5))
  for (const seconds of [0.7, 2, 3, 4.4]) hingeAt(at(seconds)).forEach((x, k) => expect(x).toBeCloseTo(hingeAt(closed)[k], 5))
  const cosine = (m: Float32Array) => [0, 1, 2].reduce((sum, k) => sum + m[8 + k] * closed[8 + k], 0)
  expect(cosine(at(3))).toBeCloseTo(Math.cos(1.5), 5)
  expect(cosine(at(1.5))).toBeCloseTo(Math.cos(0.75), 5)
})
