import { beforeEach, describe, expect, test } from 'vitest'
import type { SceneSnapshot } from '../../../gpu/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { piece } from '../../document/testing.ts'
import { useInteraction } from '../../interaction/store.ts'
import { queryOfBlocks } from '../../interaction/testing.ts'
import { quatLookingAt } from '../../document/transform.ts'
import { dot, length, normalize, rotate, sub } from '../../navigation/vector.ts'
import { type Load, putDown } from './put-down.ts'

const around = {
  query: queryOfBlocks([
    { id: 'floor', min: [-4, -0.1, -4], max: [4, 0, 4] },
    { id: 'ceiling', min: [-4, 2.5, -4], max: [4, 2.6, 4] },
    { id: 'wall', min: [-4, 0, -4.1], max: [4, 2.5, -4] },
  ]),
  snapshot: { meshes: new Map(), textures: new Map(), instances: [], lights: [], environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } } satisfies SceneSnapshot,
}
const CHAIR: Load = { mount: 'floor', bounds: { min: [-0.3, 0, -0.3], max: [0.3, 0.9, 0.3] } }
const MIRROR: Load = { mount: 'wall', bounds: { min: [-0.4, -0.6, 0], max: [0.4, 0.6, 0.05] } }
const LAMP: Load = { mount: 'ceiling', bounds: { min: [-0.2, -0.5, -0.2], max: [0.2, 0, 0.2] } }

function look(position: readonly [number, number, number], target: readonly [number, number, number]): void {
  useInteraction.setState(({ pose }) => ({ pose: { ...pose, position, target, orientation: quatLookingAt(position, target) } }))
}

beforeEach(() => {
  const locked = ['floor', 'ceiling', 'wall'].map((id) => piece(id, { locked: true }))
  useDocument.getState().replace({ ...emptyDocument('Room'), pieces: [...locked] })
  look([0, 1.6, 3], [0, 1.6, 0])
})

describe('what comes without a hand to lead it', () => {
  test('stands on the floor, hangs under the ceiling and on the wall ahead', () => {
    const [[chair], [lamp], [mirror]] = [CHAIR, LAMP, MIRROR].map((load) => putDown(around, [load], null))
    expect(chair.position[1]).toBeCloseTo(0, 6)
    expect(chair.position[2]).toBeLessThan(3 - 0.8)
    expect(lamp.position[1]).toBeCloseTo(2.5, 6)
    expect(mirror.position[2]).toBeCloseTo(-4, 6)
    expect(rotate(mirror.rotation, [0, 0, 1])[2]).toBeCloseTo(1, 6)
  })

  test('lands where it was dropped', () => {
    const [chair] = putDown(around, [CHAIR], { origin: [1, 1.6, 3], direction: [0, -1, 0] })
    expect(chair.position).toEqual([1, expect.closeTo(0, 6), 3])
  })

  test('never lands behind the wall that is looked at from near by', () => {
    look([0, 1.6, -3], [0, 1.6, -5])
    const [{ position }] = putDown(around, [CHAIR], null)
    expect(position[2]).toBeGreaterThanOrEqual(-3.7)
  })

  test('keeps clear of what stands there already, unless it was dropped into it', () => {
    const { snapshot } = around
    const { document } = useDocument.getState()
    useDocument.getState().replace({ ...document, pieces: [...document.pieces, piece('sofa')] })
    const furnished = { snapshot, query: queryOfBlocks([{ id: 'floor', min: [-4, -0.1, -4], max: [4, 0, 4] }, { id: 'sofa', min: [0.2, 0, -0.5], max: [1, 0.8, 0.5] }]) }
    expect(putDown(furnished, [CHAIR], null)[0].position[2]).toBeGreaterThanOrEqual(0.5 + 0.25)
    expect(putDown(furnished, [CHAIR], { origin: [0, 1.6, 0], direction: [0, -1, 0] })[0].position[2]).toBeCloseTo(0, 6)
  })

  test('stands beside what came with it, without touching it, around the middle', () => {
    const places = putDown(around, [CHAIR, CHAIR, CHAIR], { origin: [0, 1.6, 2], direction: [0, -1, 0] })
    const [a, b, c] = places.map(({ position }) => position[0])
    expect([b - a, c - b, b]).toEqual([expect.closeTo(0.7, 6), expect.closeTo(0.7, 6), expect.closeTo(0, 6)])
    expect(places.every(({ position }) => Math.abs(position[1]) < 1e-6)).toBe(true)
  })

  test.each([
    ['looked at from upstairs', [0, 6, 3], [0, 5, 0]], ['looked at on the floor below', [0, 1, 3], [0, 0, 2.5]], ['looked at in the sky', [0, 1.6, 3], [0, 3, 0]],
  ] as const)('hangs in the air, within view, where there is no wall: %s', (_, position, target) => {
    look(position, target)
    const floor = { ...around, query: queryOfBlocks([{ id: 'floor', min: [-4, -0.1, -4], max: [4, 0, 4] }]) }
    const [mirror] = putDown(floor, [MIRROR], null)
    const [way, wanted] = [sub(mirror.position, position), sub(target, position)].map(normalize)
    expect(dot(way, wanted)).toBeCloseTo(1, 6)
    expect(floor.query.closestHit(position, way, { tMax: length(sub(mirror.position, position)) })).toBeNull()
    expect(rotate(mirror.rotation, [0, 0, 1])).toEqual([0, 0, 1].map((value) => expect.closeTo(value, 6) as number))
    expect(mirror.isInAir).toBe(true)
    expect(putDown(floor, [CHAIR], null)[0].isInAir).toBe(false)
    look([0, 1.6, 3], [0, 1.6, 0])
    expect(putDown(around, [MIRROR], null)[0].isInAir).toBe(false)
  })

  test('lands before the camera where there is no scene yet', () => {
    const [{ position }] = putDown(null, [CHAIR], null)
    expect(position).toEqual([expect.closeTo(0, 6), 0, expect.closeTo(1, 6)])
  })
})
