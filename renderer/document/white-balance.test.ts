import { expect, test } from 'vitest'
import { whiteBalanceMatrix } from '../../gpu/index.ts'
import { colorOfTemperature } from './temperature.ts'

const apply = (m: readonly number[], [r, g, b]: readonly number[]) => [0, 1, 2].map((i) => m[i] * r + m[3 + i] * g + m[6 + i] * b)

test('6500 K and what is no temperature leave colours as they are', () => {
  for (const kelvin of [6500, NaN]) expect(whiteBalanceMatrix(kelvin)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
  for (const kelvin of [6499, 6501]) whiteBalanceMatrix(kelvin).forEach((v, i) => expect(v).toBeCloseTo(i % 4 === 0 ? 1 : 0, 2))
})

test.each([2700, 3200, 4000, 4500, 5600, 8000, 15_000])('a lamp of %i K lights a white wall white when that is the balance', (kelvin) => {
  // Within what 6500 K and the white of Rec. 709 (D65, 6504 K) differ by.
  const [r, g, b] = apply(whiteBalanceMatrix(kelvin), colorOfTemperature(kelvin))
  expect(r / g).toBeCloseTo(1, 2)
  expect(b / g).toBeCloseTo(1, 2)
  expect(g).toBeCloseTo(1, 2)
})

test('daylight turns blue under the balance of a light bulb, candles orange under that of daylight', () => {
  const [r, , b] = apply(whiteBalanceMatrix(2900), [1, 1, 1])
  expect(b / r).toBeGreaterThan(2)
  const candle = apply(whiteBalanceMatrix(5500), colorOfTemperature(1900))
  expect(candle[0] / candle[2]).toBeGreaterThan(3)
})
