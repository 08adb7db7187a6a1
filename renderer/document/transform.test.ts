import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeMatrix, decomposeMatrix, invertAffine, multiplyMatrices, normalizeQuat, quatFromAxisAngle, quatLookingAt, transformPoint } from './transform.ts'

const number = fc.double({ min: -10, max: 10, noNaN: true })
const factor = fc.double({ min: 0.1, max: 10, noNaN: true })
const arbitraryTransform = fc.record({
  position: fc.tuple(number, number, number),
  rotation: fc.tuple(number, number, number, fc.double({ min: 0.1, max: 10, noNaN: true })).map(normalizeQuat),
  scale: fc.tuple(fc.tuple(factor, fc.boolean()).map(([f, mirrored]) => (mirrored ? -f : f)), factor, factor),
})

describe('transforms', () => {
  test('a matrix falls apart into what it was made of', () => {
    fc.assert(
      fc.property(arbitraryTransform, (transform) => {
        const matrix = composeMatrix(transform)
        const parts = decomposeMatrix(matrix)
        composeMatrix(parts!).forEach((value, i) => expect(value).toBeCloseTo(matrix[i], 6))
      }),
    )
  })

  test('a matrix times its inverse leaves points alone', () => {
    fc.assert(
      fc.property(arbitraryTransform, fc.tuple(number, number, number), (transform, point) => {
        const matrix = composeMatrix(transform)
        const back = multiplyMatrices(invertAffine(matrix)!, matrix)
        transformPoint(back, point).forEach((value, i) => expect(value).toBeCloseTo(point[i], 6))
      }),
    )
  })

  test('a sheared or flat matrix has no transform', () => {
    expect(decomposeMatrix([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])).toBeNull()
    expect(decomposeMatrix([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])).toBeNull()
    expect(invertAffine([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])).toBeNull()
  })

  test('a quarter turn about y carries x to -z, and looking finds its target', () => {
    const turned = transformPoint(composeMatrix({ position: [0, 0, 0], rotation: quatFromAxisAngle([0, 1, 0], Math.PI / 2), scale: [1, 1, 1] }), [1, 0, 0])
    turned.forEach((value, i) => expect(value).toBeCloseTo([0, 0, -1][i]))
    const forward = transformPoint(composeMatrix({ position: [0, 0, 0], rotation: quatLookingAt([0, 0, 0], [3, 4, 0]), scale: [1, 1, 1] }), [0, 0, -1])
    forward.forEach((value, i) => expect(value).toBeCloseTo([0.6, 0.8, 0][i]))
  })
})
