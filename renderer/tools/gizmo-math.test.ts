import { describe, expect, test } from 'vitest'
import { quatFromAxisAngle, UP } from '../navigation/vector.ts'
import { evenFactor, type GizmoItem, transformedItems } from './gizmo-math.ts'

const still = { position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] } as const
const item = (id: string, x: number): GizmoItem => ({ id, name: id, transform: { ...still, position: [x, 0, 0] } })
const pair = [item('a', -1), item('b', 1)]

describe('the gizmo', () => {
  test('gives one piece exactly what the handles say', () => {
    const now = { position: [3, 1, 2], rotation: quatFromAxisAngle(UP, 1), scale: [2, 1, 1] } as const
    expect(transformedItems([item('a', 0)], still, now).get('a')).toEqual(now)
  })

  test('never flattens a piece', () => {
    expect(transformedItems([item('a', 0)], still, { ...still, scale: [0, -0.001, 1] }).get('a')?.scale).toEqual([0.01, -0.01, 1])
  })

  test('moves several pieces together', () => {
    const moved = transformedItems(pair, still, { ...still, position: [0, 2, 0] })
    expect(moved.get('a')?.position).toEqual([-1, 2, 0])
    expect(moved.get('b')?.position).toEqual([1, 2, 0])
  })

  test('turns and grows several pieces about their middle', () => {
    const each = transformedItems(pair, still, { ...still, rotation: quatFromAxisAngle(UP, Math.PI / 2), scale: [1, 2, 1] }, true)
    expect([...each.values()].map(({ position }) => position)).toEqual(pair.map(({ transform }) => transform.position))
    expect([...each.values()].map(({ rotation }) => rotation)).toEqual(pair.map(() => quatFromAxisAngle(UP, Math.PI / 2)))
    const turned = transformedItems(pair, still, { ...still, rotation: quatFromAxisAngle(UP, Math.PI / 2), scale: [1, 2, 1] })
    expect(turned.get('b')?.position[2]).toBeCloseTo(-2, 6)
    expect(turned.get('b')?.scale).toEqual([2, 2, 2])
  })

  test('grows and shrinks evenly by as much, wherever its middle was taken', () => {
    expect(evenFactor({ x: 3, y: 9 }, { x: 3, y: 9 }, 0)).toBe(1)
    expect(evenFactor({ x: 0, y: 0 }, { x: 60, y: -40 }, 0)).toBe(2)
    expect(evenFactor({ x: 60, y: -40 }, { x: 0, y: 0 }, 0)).toBe(0.5)
    expect(evenFactor({ x: 0, y: 0 }, { x: 49, y: 0 }, 0.1)).toBeCloseTo(1.4, 6)
    expect(evenFactor({ x: 0, y: 0 }, { x: -900, y: 0 }, 0.1)).toBe(0.1)
  })
})
