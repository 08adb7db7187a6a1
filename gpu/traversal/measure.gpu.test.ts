import { beforeAll, expect, test } from 'vitest'
import { sharedDevice } from '../headless/headless.ts'
import { measureTraversals, pickTraversal } from './measure.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

test('a short look finds a traversal for this adapter, and says how fast each was', { tags: 'proof' }, async () => {
  const choice = await measureTraversals(device, { budgetMs: 20_000 })
  expect(choice).not.toBeNull()
  const { traversal, mrays } = choice!
  expect(Object.keys(mrays)).toEqual(['standard-8', 'ropes-plus-plus', 'push-down-short-stack', 'bvh'])
  expect(Math.min(...Object.values(mrays))).toBeGreaterThan(0)
  expect(traversal).toBe(pickTraversal(mrays))
})

test('it stops when it is told to, and gives up where there is no time', async () => {
  const stop = new AbortController()
  const measured = measureTraversals(device, { signal: stop.signal })
  stop.abort(new Error('somebody moves the camera'))
  await expect(measured).rejects.toThrow('somebody moves the camera')
  expect(await measureTraversals(device, { budgetMs: 0 })).toBeNull()
})

test('the default stays where nothing is clearly faster', () => {
  expect(pickTraversal({ 'standard-8': 10, 'ropes-plus-plus': 10.4 })).toBe('standard-8')
  expect(pickTraversal({ 'standard-8': 10, 'ropes-plus-plus': 10.6, 'push-down-short-stack': 9 })).toBe('ropes-plus-plus')
})
