import { beforeEach, expect, test } from 'vitest'
import type { PixelAnswer } from '../../gpu/index.ts'
import { askPixel, chooseRay, chooseStep, closeDebug, markStale, takeAnswer, useDebug, walkSteps } from './debug.ts'
import { useInteraction } from './store.ts'

/** An answer whose rays have so many steps. */
const answerOf = (steps: readonly number[], divergence: PixelAnswer['divergence'] = null) =>
  ({ rays: steps.map((count) => ({ steps: count })), divergence }) as unknown as PixelAnswer
const place = () => [useDebug.getState().ray, useDebug.getState().step]
const question = (x: number, y: number) => ({ x, y, width: 8, height: 4, pose: useInteraction.getState().pose })

beforeEach(closeDebug)

test('asks about pixels of the picture alone', () => {
  expect([askPixel(question(-1, 0)), askPixel(question(8, 0)), askPixel(question(0, 4)), askPixel(question(0.5, 0))]).toEqual([false, false, false, false])
  expect(useDebug.getState().question).toBeNull()
  expect(askPixel(question(7, 3))).toBe(true)
  expect(useDebug.getState()).toMatchObject({ open: true, state: 'tracing', question: { x: 7, y: 3 } })
})

test('walks through all steps of all rays and back, past rays without any', () => {
  takeAnswer(answerOf([2, 0, 1]))
  const seen = Array.from({ length: 4 }, () => {
    walkSteps(1)
    return place()
  })
  expect(seen).toEqual([[0, 0], [0, 1], [2, 0], [2, 0]])
  walkSteps(-1)
  expect(place()).toEqual([0, 1])
  chooseStep(Infinity)
  expect(place()).toEqual([0, 1])
  chooseRay(3)
  chooseRay(1)
  chooseStep(0)
  expect(place()).toEqual([1, null])
})

test('a new answer keeps the place where there still is one, and goes to the first difference', () => {
  takeAnswer(answerOf([5, 9]))
  chooseRay(1)
  chooseStep(7)
  markStale()
  expect(useDebug.getState().state).toBe('stale')
  takeAnswer(answerOf([5, 4]))
  expect([...place(), useDebug.getState().state]).toEqual([1, 3, 'idle'])
  takeAnswer(answerOf([5]))
  expect(place()).toEqual([0, null])
  takeAnswer(answerOf([5, 6], { ray: 1, step: 2 }))
  expect(place()).toEqual([1, 2])
})
