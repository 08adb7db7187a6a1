import { expect, test } from 'vitest'
import { AtriumError } from '../../errors/atrium-error.ts'
import type { ManyPicture } from './many-plan.ts'
import { createManyRun, type MakeOne } from './many-run.ts'

const pictures: ManyPicture[] = ['a', 'b', 'c', 'd'].map((name) => ({ name, view: name, width: 4, height: 3, minutes: null, variant: null }))

const runOf = (make: MakeOne) => createManyRun(pictures, make, () => undefined)
const statesOf = ({ entries }: ReturnType<typeof runOf>) => Object.fromEntries(entries.map(({ name, state }) => [name, state.kind]))

test('a picture that always fails is tried twice and told, and the others are made', async () => {
  const made: string[] = []
  const run = runOf(({ name }) => {
    made.push(name)
    return name === 'b' ? Promise.reject(new AtriumError('export-gpu-lost', 'test')) : Promise.resolve()
  })
  await run.run()
  expect(made).toEqual(['a', 'b', 'b', 'c', 'd'])
  expect(statesOf(run)).toEqual({ a: 'done', b: 'failed', c: 'done', d: 'done' })
  expect(run.entries[1].state).toMatchObject({ message: expect.stringMatching(/\w+.*\./) as unknown })
  expect(run.share).toBe(1)
  run.retry('b')
  expect(statesOf(run)).toMatchObject({ b: 'waiting' })
  await run.run()
  expect(made.slice(5)).toEqual(['b', 'b'])
})

test('what is wanted first comes next, what is cancelled is not made, and the one at hand is stopped', async () => {
  const made: string[] = []
  let isAborted = false
  const run = runOf(({ name }, signal, tell) => {
    made.push(name)
    if (name !== 'a') return Promise.resolve()
    tell(0.5)
    expect(run.share).toBe(0.125)
    run.first('d')
    run.cancel('b')
    expect(run.share).toBeCloseTo(0.5 / 3, 9)
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        isAborted = true
        reject(new AtriumError('cancelled', 'test'))
      })
      run.cancel('a')
    })
  })
  await run.run()
  expect(isAborted).toBe(true)
  expect(made).toEqual(['a', 'd', 'c'])
  expect(statesOf(run)).toEqual({ a: 'cancelled', b: 'cancelled', c: 'done', d: 'done' })
})

test('a full disk is told of every picture that is left, and they can be tried again', async () => {
  let isFull = true
  const made: string[] = []
  const run = runOf(({ name }) => {
    made.push(name)
    return name === 'b' && isFull ? Promise.reject(new AtriumError('export-disk-full', 'test')) : Promise.resolve()
  })
  await run.run()
  expect(statesOf(run)).toEqual({ a: 'done', b: 'failed', c: 'failed', d: 'failed' })
  isFull = false
  for (const name of ['b', 'c', 'd']) run.retry(name)
  await run.run()
  expect(made).toEqual(['a', 'b', 'b', 'c', 'd'])
  expect(run.entries.every(({ state }) => state.kind === 'done')).toBe(true)
})

test('stopping cancels all that is not done', async () => {
  const run = runOf(({ name }) => {
    if (name === 'b') run.stop()
    return Promise.resolve()
  })
  await run.run()
  expect(statesOf(run)).toMatchObject({ a: 'done', c: 'cancelled', d: 'cancelled' })
})
