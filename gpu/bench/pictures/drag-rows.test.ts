import { expect, test } from 'vitest'
import { GROUND_ID } from '../../../renderer/scene/ground.ts'
import { GROUND } from './drag-rows.ts'

test('what an opened model stands on is known by the name that the app gives it', () => {
  expect(GROUND).toBe(GROUND_ID)
})
