import { describe, expect, test } from 'vitest'
import { OBJECT_TRAVERSALS, type TraversalName } from './traversals.ts'
import { deepestWalk, fittingWalk, holds, keyOfWalk } from './walk.ts'

const traversals = Object.keys(OBJECT_TRAVERSALS) as TraversalName[]

describe.each(traversals)('walks by %s', (traversal) => {
  test('that fit a scene have room for it, and the deepest for any', () => {
    // Tens of thousands of cases: an expectation for each takes seconds.
    const wrong: object[] = []
    for (let objectDepth = 0; objectDepth <= deepestWalk(traversal).objectStack; objectDepth++) {
      for (let uberDepth = 0; uberDepth <= deepestWalk(traversal).uberStack; uberDepth++) {
        for (const instances of [0, 1, 2]) {
          const needs = { objectDepth, uberDepth, instances }
          const walk = fittingWalk(traversal, needs)
          const hasRoom = walk.objectStack >= objectDepth && (walk.isLone || walk.uberStack >= Math.max(1, uberDepth))
          if (!hasRoom || walk.isLone !== (instances === 1) || !holds(walk, needs) || !holds(deepestWalk(traversal), needs)) wrong.push({ needs, walk })
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

test('a walk does not hold a scene that outgrew it', () => {
  const walk = fittingWalk('standard-8', { objectDepth: 11, uberDepth: 3, instances: 5 })
  expect(holds(walk, { objectDepth: walk.objectStack + 1, uberDepth: 3, instances: 5 })).toBe(false)
  expect(holds(walk, { objectDepth: 11, uberDepth: walk.uberStack + 1, instances: 5 })).toBe(false)
  expect(holds(fittingWalk('standard-8', { objectDepth: 11, uberDepth: 0, instances: 1 }), { objectDepth: 11, uberDepth: 0, instances: 2 })).toBe(false)
})

test('small edits ask for no other kernels, and a traversal without stacks for none by depth', () => {
  const key = (traversal: TraversalName, objectDepth: number) => keyOfWalk(fittingWalk(traversal, { objectDepth, uberDepth: 6, instances: 9 }))
  expect(key('standard-8', 17)).toBe(key('standard-8', 20))
  expect(key('standard-8', 20)).not.toBe(key('standard-8', 21))
  expect(key('ropes-plus-plus', 8)).toBe(key('ropes-plus-plus', 31))
})
