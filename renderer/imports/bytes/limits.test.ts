import { expect, test } from 'vitest'
import { sentencesOf } from '../../errors/sentences.ts'
import { timeLimits, tookTooLong } from './limits.ts'

test('a small file may be silent for half a minute, larger ones for longer, and none works for ever', () => {
  const silences = [1, 2 ** 10, 2 ** 20, 2 ** 24, 2 ** 28, 2 ** 31].map((bytes) => timeLimits(bytes).silenceMs / 1000)
  expect(silences[0]).toBeCloseTo(30, 2)
  expect(silences).toEqual(silences.toSorted((a, b) => a - b))
  expect(silences[4]).toBeGreaterThan(600)
  for (const bytes of [1, 2 ** 31]) expect(timeLimits(bytes).limitMs).toBeGreaterThan(timeLimits(bytes).silenceMs)
  expect(timeLimits(2 ** 31).limitMs).toBeLessThan(24 * 3_600_000)
})

test('a reader that was ended is told from a file that is wrong', () => {
  const { code, format } = tookTooLong('IFC')
  expect({ code, format }).toEqual({ code: 'model-too-slow', format: 'IFC' })
  expect(sentencesOf(code, format).sentence).not.toBe(sentencesOf('model-invalid', format).sentence)
})
