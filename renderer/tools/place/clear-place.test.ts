import { beforeEach, expect, test } from 'vitest'
import type { Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { IDENTITY, quatLookingAt } from '../../document/transform.ts'
import { piece } from '../../document/testing.ts'
import { useInteraction } from '../../interaction/store.ts'
import { type Block, queryOfBlocks } from '../../interaction/testing.ts'
import { clearPlace } from './clear-place.ts'
import type { Body } from './placement.ts'

const FLOOR: Block = { id: 'floor', min: [-6, -0.1, -6], max: [6, 0, 6] }
const DESK: Block = { id: 'desk', min: [-0.7, 0, -0.35], max: [0.7, 0.75, 0.35] }
const chair: Body = { bounds: { min: [-0.3, 0, -0.3], max: [0.3, 0.9, 0.3] }, transform: IDENTITY, mount: 'floor' }
const snapshot = { meshes: new Map(), textures: new Map(), instances: [], lights: [], environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } } as const
const placed = (...blocks: readonly Block[]): Vec3 => clearPlace({ query: queryOfBlocks([FLOOR, ...blocks]), snapshot }, chair)

beforeEach(() => {
  useDocument.getState().replace({ ...emptyDocument(), pieces: [piece('floor', { locked: true }), piece('desk'), piece('shelf')] })
  const [position, target]: readonly Vec3[] = [[0, 1.6, 4], [0, 1, 0]]
  useInteraction.setState(({ pose }) => ({ pose: { ...pose, position, target, orientation: quatLookingAt(position, target) } }))
})

test('a new piece stands where it is meant to, or beside what stands there', () => {
  expect(placed()).toEqual([0, 0, 0])
  // 0.65 m are enough: the next step of the search, towards the viewer.
  expect(placed(DESK)).toEqual([0, 0, expect.closeTo(0.7, 6)])
  const shelf: Block = { id: 'shelf', min: [-3, 0, 0.4], max: [3, 2, 3] }
  expect(placed(DESK, shelf)).toEqual([0, 0, expect.closeTo(-0.7, 6)])
})

test('where all is full it stands where it is meant to', () => {
  expect(placed({ id: 'desk', min: [-6, 0, -6], max: [6, 2, 6] })).toEqual([0, 0, 0])
})
