import { expect, test } from 'vitest'
import type { SceneSnapshot } from '../../scene.ts'
import { boxMesh, instance, material, sceneOf } from '../../testing/shapes.ts'
import { movedBox } from './moved-box.ts'

const box = boxMesh()
const worn = material()
const wall = instance('wall', box, worn, { scale: [9, 9, 9] })
const sofaAt = (x: number, visible = true) => instance('sofa', box, worn, { move: [x, 1, 0], scale: [2, 1, 0.5] }, visible)
const room = (...instances: SceneSnapshot['instances'][number][]): SceneSnapshot => sceneOf([box], instances)

test('what moved is boxed where it was and where it is, and what stands is not', () => {
  expect(movedBox(room(wall, sofaAt(0)), room(wall, sofaAt(3)))).toEqual({ min: [-2, 0, -0.5], max: [5, 2, 0.5] })
  // In another order, and in records of equal numbers.
  expect(movedBox(room(sofaAt(0), wall), room({ ...wall }, sofaAt(3)))).toEqual({ min: [-2, 0, -0.5], max: [5, 2, 0.5] })
  expect(movedBox(room(wall, sofaAt(0)), room(wall, sofaAt(0)))).toBeNull()
  expect(movedBox(null, room(wall))).toBeNull()
  const same = room(wall)
  expect(movedBox(same, same)).toBeNull()
})

test('what comes, goes, is hidden or wears another material is boxed where it stands', () => {
  const stands = { min: [-2, 0, -0.5], max: [2, 2, 0.5] }
  expect(movedBox(room(wall), room(wall, sofaAt(0)))).toEqual(stands)
  expect(movedBox(room(sofaAt(0), wall), room(wall))).toEqual(stands)
  expect(movedBox(room(wall, sofaAt(0)), room(wall, sofaAt(0, false)))).toEqual(stands)
  expect(movedBox(room(wall, sofaAt(0)), room(wall, { ...sofaAt(0), materials: [material({ baseColor: [1, 0, 0] })] }))).toEqual(stands)
  expect(movedBox(room(wall, sofaAt(0, false)), room(wall, sofaAt(1, false)))).toBeNull()
})

test('a turned thing is in its box, whichever way its axes point', () => {
  const turned = instance('sofa', box, worn, { turn: [0, Math.PI / 4, 0], scale: [1, 1, 1] })
  const { min, max } = movedBox(room(wall), room(wall, turned))!
  for (const axis of [0, 2]) {
    expect(min[axis]).toBeCloseTo(-Math.SQRT2, 5)
    expect(max[axis]).toBeCloseTo(Math.SQRT2, 5)
  }
})

test('what rays had not seen before, for its tree was being built, is boxed where it stands, with what moved meanwhile', () => {
  const stands = room(wall, sofaAt(0))
  const [, { id, worldFromObject }] = stands.instances
  const sofa = { id, mesh: box, worldFromObject }
  expect(movedBox(stands, stands, [sofa])).toEqual({ min: [-2, 0, -0.5], max: [2, 2, 0.5] })
  expect(movedBox(room(wall, sofaAt(3)), room(wall, sofaAt(4)), [sofa])).toEqual({ min: [-2, 0, -0.5], max: [6, 2, 0.5] })
  expect(movedBox(null, stands, [sofa])).toBeNull()
})
