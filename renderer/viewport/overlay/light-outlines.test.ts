import { expect, test } from 'vitest'
import { LIGHTS, pointLight } from '../../document/testing.ts'
import { quatFromAxisAngle } from '../../document/transform.ts'
import { stretched } from '../../document/light-size.ts'
import { lightOutline } from './light-outlines.ts'

const boundsOf = (positions: readonly number[]): readonly (readonly [number, number])[] =>
  [0, 1, 2].map((axis) => {
    const values = positions.filter((_, i) => i % 3 === axis)
    return [Math.min(...values), Math.max(...values)]
  })

test('outlines end where the lights do', () => {
  const [x, y, z] = boundsOf(lightOutline(LIGHTS.rectangle, null))
  expect(x).toEqual([-0.6, 0.6].map((value) => expect.closeTo(value, 9)))
  expect(z).toEqual([-0.15, 0.15].map((value) => expect.closeTo(value, 9)))
  // Hanging at two metres, the arrow points down.
  expect(y[0]).toBeLessThan(1.9)
  expect(y[1]).toBeCloseTo(2, 9)
  expect(boundsOf(lightOutline(LIGHTS.sphere, null)).map(([from, to]) => to - from)).toEqual([0.2, 0.2, 0.2].map((value) => expect.closeTo(value, 3)))
  expect(boundsOf(lightOutline({ ...LIGHTS.disc, rotation: quatFromAxisAngle([0, 0, 1], Math.PI / 2) }, null))[0][1]).toBeGreaterThan(0.1)
})

test('a spot shows its cone: the rim is as far from the axis as the outer angle says', () => {
  const [x, y] = boundsOf(lightOutline(LIGHTS.spot, null))
  expect(2 - y[0]).toBeCloseTo(0.6 * Math.cos(0.3), 9)
  expect(x[1]).toBeCloseTo(0.6 * Math.sin(0.6), 9)
})

test('a grid shows each of its points; a point without size nothing', () => {
  expect(lightOutline(LIGHTS.grid, null).length / 6).toBe(4 + 2 * 4 * 3)
  expect(lightOutline(pointLight('a'), null)).toEqual([])
})

test('stretched, a rectangle follows its axes and a disc keeps round', () => {
  expect(stretched(LIGHTS.rectangle, [2, 5, 0.5])).toEqual({ width: 2.4, length: 0.15 })
  expect(stretched(LIGHTS.disc, [1, 1, 0.5])).toEqual({ radius: 0.1 })
})
