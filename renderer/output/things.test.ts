import { expect, test } from 'vitest'
import type { Instance } from '../../gpu/index.ts'
import { thingsOf } from './things.ts'

const scene = (...ids: readonly string[]) => ({ instances: ids.map((id) => ({ id }) as Instance) })

test('things are named in the order of the scene, as their pieces are called, and the ground by what it is', () => {
  const pieces = [{ id: 'b', name: 'Vase' }, { id: 'a', name: 'Sofa' }, { id: 'gone', name: 'Lamp' }]
  expect(thingsOf(scene('a', 'b', 'ground'), pieces)).toEqual(['Sofa', 'Vase', 'ground'])
})

test('names of letters without end are cut, and of a house of too many there are none', () => {
  expect(thingsOf(scene('a'), [{ id: 'a', name: 'x'.repeat(999) }])).toEqual(['x'.repeat(200)])
  // A character is kept or not: half of one is no text, and readers of the header's JSON refuse it.
  expect(thingsOf(scene('a'), [{ id: 'a', name: `${'x'.repeat(199)}🪑🪑` }])).toEqual(['x'.repeat(199)])
  expect(thingsOf(scene(...Array.from({ length: 10_000 }, (_, i) => `piece of a large house number ${i}`)), [])).toBeUndefined()
})
