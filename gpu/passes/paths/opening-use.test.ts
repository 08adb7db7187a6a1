import { expect, test } from 'vitest'
import type { Vec3 } from '../../math.ts'
import type { Opening } from '../../query/openings.ts'
import type { Environment, Light } from '../../scene.ts'
import { sceneOf } from '../../testing/shapes.ts'
import { gainsByOpenings, shareOfSky } from './opening-use.ts'
import { buildPathLight } from './path-light.ts'

const NITS = 3000
const GRADIENT: Environment = { zenith: [NITS, NITS, NITS], nadir: [NITS, NITS, NITS] }
const EVEN: Environment = { zenith: [0, 0, 0], nadir: [0, 0, 0], turn: 0.3, strength: 2, image: { key: 'even', width: 20, height: 10, rgb: new Float32Array(600).fill(NITS / 2) } }
/** 1.6 by 1.2 metres. */
const WINDOW: Opening = { center: [0, 1.5, 0], halfU: [-0.8, 0, 0], halfV: [0, 0.6, 0], normal: [0, 0, -1], min: [-2, 0, -4], max: [2, 2.6, 0.5] }
const lamp = (watts: number): Light => ({ id: 'lamp', kind: 'point', position: [0, 2, -2], color: [1, 1, 1], intensity: watts, on: true })

test.each([['a gradient', GRADIENT], ['an image', EVEN]] as const)('the sky, %s, gives a room pi times its nits on each square metre of a window', (_, environment) => {
  const sky = Math.PI * NITS * 1.6 * 1.2
  // A lamp of as many lumens takes half.
  expect(Math.abs(shareOfSky([WINDOW], [lamp(sky / (4 * Math.PI))], environment, 0) - 0.5)).toBeLessThan(0.01)
  expect(Math.abs(shareOfSky([WINDOW], [], environment, sky / (2 * Math.PI)) - 0.5)).toBeLessThan(0.01)
  const sun: Light = { id: 'sun', kind: 'directional', direction: [0, -0.6, -0.8], color: [1, 1, 1], illuminance: (Math.PI * NITS) / 0.8, on: true }
  expect(Math.abs(shareOfSky([WINDOW], [sun], environment, 0) - 0.5)).toBeLessThan(0.01)
  expect(shareOfSky([WINDOW], [{ ...sun, on: false }, { ...sun, direction: [0, -0.6, 0.8] }], environment, 0)).toBe(1)
  expect(shareOfSky([], [sun], environment, 0)).toBe(0)
})

test('openings are used by day from inside; from outside, and where lamps outshine the sky, they are not', () => {
  const used = (environment: Environment, lights: readonly Light[], eye: Vec3): boolean => {
    const scene = sceneOf([], [], { environment, lights })
    return gainsByOpenings(buildPathLight(scene, () => null, [WINDOW]), [WINDOW], scene, eye)
  }
  expect(used(GRADIENT, [], [0, 1.6, -3])).toBe(true)
  expect(used(GRADIENT, [], [0, 1.6, 6])).toBe(false)
  expect(used(GRADIENT, [lamp(200)], [0, 1.6, -3])).toBe(true)
  expect(used({ zenith: [2, 2, 2], nadir: [2, 2, 2] }, [lamp(200)], [0, 1.6, -3])).toBe(false)
})
