import { afterEach, expect, test } from 'vitest'
import type { SceneQuery, Vec3 } from '../../../gpu/index.ts'
import { emptyDocument } from '../../document/empty.ts'
import { useDocument } from '../../document/store.ts'
import { pointLight } from '../../document/testing.ts'
import type { PlacedLight } from '../../document/types.ts'
import { useInteraction } from '../../interaction/store.ts'
import type { ToolContext } from '../context.ts'
import { beginLightDrag } from './drag.ts'

/** From the origin along -z, a right angle high, 100 pixels square: at 2 m a pixel is 4 cm. */
const pose = { position: [0, 0, 0], target: [0, 0, -2], orientation: [0, 0, 0, 1], verticalFov: Math.PI / 2 } as const
/** A wall at z = -3, or nothing. */
function contextOf(hasWall: boolean): ToolContext {
  const closestHit = (origin: Vec3, direction: Vec3) => (hasWall ? { t: (-3 - origin[2]) / direction[2] } : null)
  return { canvas: {} as HTMLCanvasElement, query: { closestHit } as unknown as SceneQuery, size: () => ({ width: 100, height: 100 }), snapshot: () => null }
}
const positionOf = (id: string): Vec3 => (useDocument.getState().document.lights.find((light) => light.id === id) as PlacedLight).position
const near = (...values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 6))

function room(...lights: readonly PlacedLight[]): void {
  useInteraction.setState({ pose, selection: [] })
  useDocument.getState().replace({ ...emptyDocument(), lights })
}
afterEach(() => useDocument.getState().replace(emptyDocument()))

test('a light follows the pointer as far away as it was, company comes along, and one drag is one step', () => {
  room(pointLight('a', { position: [0, 0, -2] }), pointLight('b', { position: [1, 1, -1] }))
  useInteraction.setState({ selection: ['a', 'b'] })
  // Taken two pixels beside its middle: it does not jump.
  const drag = beginLightDrag(contextOf(true), 'a', { x: 52, y: 50 })
  drag?.moveTo({ x: 52, y: 50 })
  expect(positionOf('a')).toEqual(near(0, 0, -2))
  drag?.moveTo({ x: 60, y: 50 })
  drag?.moveTo({ x: 77, y: 40 })
  expect(positionOf('a')).toEqual(near(1, 0.4, -2))
  expect(positionOf('b')).toEqual(near(2, 1.4, -1))
  expect(useDocument.getState().undos.length).toBe(1)
  drag?.cancel()
  expect(positionOf('a')).toEqual([0, 0, -2])
})

test('it stays this side of what the pointer is over', () => {
  room(pointLight('a', { position: [0, 0, -8] }))
  beginLightDrag(contextOf(true), 'a', { x: 50, y: 50 })?.moveTo({ x: 55, y: 50 })
  expect(positionOf('a')[2]).toBeGreaterThan(-3)
  expect(positionOf('a')[2]).toBeLessThan(-2.9)
  room(pointLight('a', { position: [0, 0, -8] }))
  beginLightDrag(contextOf(false), 'a', { x: 50, y: 50 })?.moveTo({ x: 55, y: 50 })
  expect(positionOf('a')).toEqual(near(0.8, 0, -8))
})

test('a lamp\'s own light is not taken from it', () => {
  room(pointLight('a', { attachedTo: 'lamp' }))
  expect(beginLightDrag(contextOf(true), 'a', { x: 0, y: 0 })).toBeNull()
})
