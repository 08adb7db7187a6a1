import { expect, test } from 'vitest'
import type { TraversalName } from '../../traversal/traversals.ts'
import { createTraversalSwitch } from './traversal-switch.ts'

const ROOM = { maxStorageBufferBindingSize: 2 ** 27, maxBufferSize: 2 ** 27 } as GPUSupportedLimits

/** A switch whose preparations end when they are told to, between frames that are told, too. */
function createStage(limits = ROOM) {
  const stage = { inUse: 'standard-8' as TraversalName, prepared: [] as TraversalName[], changes: 0, endings: [] as { end(): void; fail(): void }[], deferred: [] as (() => void)[] }
  const traversal = createTraversalSwitch({
    first: 'standard-8', limits, inUse: () => stage.inUse,
    prepare: (next) => new Promise((resolve, reject) => {
      stage.prepared.push(next)
      stage.endings.push({ end: () => resolve(() => { stage.inUse = next }), fail: () => reject(new Error('it does not compile')) })
    }),
    defer: (change) => void stage.deferred.push(change),
    onChange: () => { stage.changes++ },
  })
  return { stage, traversal, frame: () => { for (const change of stage.deferred.splice(0)) change() } }
}

test('another traversal is in use from the next frame on, and what was asked for in between never is', async () => {
  const { stage, traversal, frame } = createStage()
  const [first, last] = [traversal.ask('ropes'), traversal.ask('bvh')]
  for (const ending of stage.endings) ending.end()
  await Promise.all([first, last])
  expect([traversal.wanted, stage.inUse, stage.changes]).toEqual(['bvh', 'standard-8', 1])
  frame()
  expect([stage.prepared, stage.inUse]).toEqual([['ropes', 'bvh'], 'bvh'])
})

test('one that does not compile is told, and the one in use goes on; it may be asked for again', async () => {
  const { stage, traversal, frame } = createStage()
  const asked = traversal.ask('ropes')
  stage.endings[0].fail()
  await expect(asked).rejects.toThrow('it does not compile')
  expect([traversal.wanted, stage.changes]).toEqual(['standard-8', 0])
  const again = traversal.ask('ropes')
  stage.endings[1].end()
  await again
  frame()
  expect(stage.inUse).toBe('ropes')
})

test('where a scene leaves no room for its trees the standard one serves, until there is room again', async () => {
  const { stage, traversal, frame } = createStage()
  const turn = async (): Promise<void> => {
    stage.endings.at(-1)!.end()
    // Nobody waits for what the scene asked for.
    await new Promise((resolve) => setImmediate(resolve))
    frame()
  }
  const asked = traversal.ask('ropes')
  stage.endings[0].end()
  await asked
  frame()
  traversal.sceneHas(10_000_000)
  await turn()
  expect([traversal.wanted, stage.inUse]).toEqual(['standard-8', 'standard-8'])
  traversal.sceneHas(100)
  await turn()
  expect([traversal.wanted, stage.inUse]).toEqual(['ropes', 'ropes'])
})

test('an engine that is gone hears of nothing that was still being made ready', async () => {
  const { stage, traversal } = createStage()
  const asked = traversal.ask('ropes')
  traversal.dispose()
  stage.endings[0].fail()
  await asked
  expect([stage.deferred.length, stage.changes]).toEqual([0, 0])
})
