import { expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { ROOM_CAMERA } from '../../testing/room.ts'
import { WALL_CLOCK } from '../measure.ts'
import { pathRates, type TimedTracer } from './picture-bench.ts'
import type { Shot } from './picture-kit.ts'

const SHOT: Shot = { camera: ROOM_CAMERA, settings: DEFAULT_SETTINGS, width: 100, height: 10 }

/** A tracer whose samples take what they are told to, of a clock that nothing else moves. */
function tracerOf(msOfSample: (nowMs: number) => number): { readonly tracer: TimedTracer } {
  let [nowMs, samples] = [0, 0]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => clock.mockRestore())
  return { tracer: {
    get samples() { return samples },
    begin: () => { samples = 0; return Promise.resolve() },
    // Of single samples a step is half of one; several at once take what they take one by one.
    step(most = 1) {
      nowMs += 0.5 * most * msOfSample(nowMs)
      samples += most / 2
      return Promise.resolve(Number.isInteger(samples))
    },
  } }
}

test('paths of a card are counted once its clocks have risen, in turns of many samples', async () => {
  const rates = await pathRates(tracerOf((nowMs) => (nowMs < 1500 ? 40 : 4)), SHOT, WALL_CLOCK, { warmMs: 2000, turnMs: 250, repetitions: [7, 9] })
  expect(rates).toEqual(Array.from({ length: rates.length }, () => 250_000))
  expect(rates.length).toBeGreaterThanOrEqual(7)
})

test('without a card a turn is a sample, and the first does not count', async () => {
  const rates = await pathRates(tracerOf((nowMs) => (nowMs < 100 ? 100 : 5)), SHOT, WALL_CLOCK)
  expect(rates).toEqual(Array.from({ length: 9 }, () => 200_000))
})
