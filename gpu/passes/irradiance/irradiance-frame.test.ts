import { expect, test } from 'vitest'
import type { Light, SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { boxMesh, glowing, instance, material, sceneOf } from '../../testing/shapes.ts'
import { createCacheClock } from './irradiance-cache.ts'
import { createCachePlanner, HARDWARE_PLAN, PROCESSOR_PLAN } from './irradiance-frame.ts'
import { changeBetween, type LitScene } from './irradiance-watch.ts'
import { buildPathLight } from '../paths/path-light.ts'

const box = boxMesh()
const lamp: Light = { id: 'lamp', kind: 'point', position: [0, 2, 0], color: [1, 1, 1], intensity: 100, on: true }
const lit = (change: Partial<SceneSnapshot> = {}, settings = DEFAULT_SETTINGS, version = 1): LitScene => {
  const snapshot = { ...sceneOf([box], [instance('a', box, material())], { lights: [lamp] }), ...change }
  return { snapshot, version, settings, light: buildPathLight(snapshot, () => 0) }
}

test('what lights everything is told from what only stands in the light', () => {
  const before = lit()
  expect(changeBetween(null, before)).toBe('light')
  expect(changeBetween(before, before)).toBe('none')
  expect(changeBetween(before, { ...before, version: 2 })).toBe('things')
  expect(changeBetween(before, { ...before, settings: { ...DEFAULT_SETTINGS, exposureEv: 3, bounces: 5 } })).toBe('none')
  expect(changeBetween(before, { ...before, settings: { ...DEFAULT_SETTINGS, lights: false } })).toBe('light')
  expect(changeBetween(before, lit({ instances: [instance('a', box, material(), { move: [1, 0, 0] })] }))).toBe('things')
  // The same lamp in another list, and in another record of the same numbers.
  expect(changeBetween(before, lit({ lights: [{ ...lamp, position: [0, 2, 0] }] }))).toBe('things')
  expect(changeBetween(before, lit({ lights: [{ ...lamp, position: [0, 2.1, 0] }] }))).toBe('light')
  expect(changeBetween(before, lit({ lights: [{ ...lamp, on: false }] }))).toBe('light')
  expect(changeBetween(before, lit({ environment: { zenith: [1, 0, 0], nadir: [0, 0, 0] } }))).toBe('light')
  expect(changeBetween(before, lit({ instances: [instance('a', box, glowing([1, 1, 1]))] }))).toBe('light')
})

test('as many paths are traced as fit the time, whatever was measured', () => {
  const planner = createCachePlanner(PROCESSOR_PLAN)
  const paths = () => planner.next([0, 0, 0], lit(), null).paths
  expect(paths()).toBe(PROCESSOR_PLAN.first)
  for (let i = 0; i < 30; i++) planner.took(0.0625 * 800, 800)
  expect(paths()).toBeCloseTo(PROCESSOR_PLAN.targetMs / 0.0625, 0)
  // Where nothing moves there is more time.
  expect(planner.next([0, 0, 0], lit(), 0).paths).toBeCloseTo(PROCESSOR_PLAN.restMs / 0.0625, 0)
  // And half of what a slow picture takes, within reason.
  expect(planner.next([0, 0, 0], lit(), PROCESSOR_PLAN.restMs).paths).toBeCloseTo(PROCESSOR_PLAN.restMs / 0.0625, 0)
  expect(planner.next([0, 0, 0], lit(), 1600).paths).toBeCloseTo(800 / 0.0625, 0)
  expect(planner.next([0, 0, 0], lit(), 1e5).paths).toBeCloseTo(PROCESSOR_PLAN.mostRestMs / 0.0625, 0)
  // What does not grow with them leaves them the rest of the time, and half of it at least.
  for (const [fixedMs, left] of [[20, 30], [80, 25]] as const) {
    planner.took(fixedMs + 0.0625 * 800, 800, fixedMs)
    expect(paths()).toBeCloseTo(left / 0.0625, 0)
  }
  planner.took(0.0625 * 800, 800)
  // Few paths say nothing.
  planner.took(1000, 1)
  expect(paths()).toBeCloseTo(PROCESSOR_PLAN.targetMs / 0.0625, 0)
  for (const [ms, traced] of [[1e9, 400], [0, 400], [0, 0]] as const) {
    planner.took(ms, traced)
    expect(paths()).toBeGreaterThan(0)
    expect(paths()).toBeLessThanOrEqual(PROCESSOR_PLAN.most)
  }
})

test('a card gets more paths step by step as far as it is quick enough, and at once fewer where it is not', () => {
  const planner = createCachePlanner(HARDWARE_PLAN)
  const paths = () => planner.next([0, 0, 0], lit(), null).paths
  const { targetMs } = HARDWARE_PLAN
  planner.took(10 * targetMs, null)
  expect(paths()).toBe(Math.round(HARDWARE_PLAN.first / 10))
  planner.took(0, null)
  expect(paths() / HARDWARE_PLAN.first).toBeCloseTo(0.15, 2)
  // A card that traces 10,000 paths in a millisecond comes to rest below the target.
  for (let i = 0; i < 30; i++) planner.took(paths() / 10_000, null)
  expect(paths()).toBeLessThanOrEqual(10_000 * targetMs)
  expect(paths()).toBeGreaterThan(8_000 * targetMs)
  for (let i = 0; i < 30; i++) planner.took(0, null)
  expect(paths()).toBe(HARDWARE_PLAN.most)
})

test('means are short after a change and while one follows the other, and grow long at rest', () => {
  const clock = createCacheClock()
  const span = (change: 'none' | 'things' | 'light') => clock.next({ position: [0, 0, 0], change, paths: 400 }).most_count as number
  const once = span('light')
  expect(once).toBeLessThan(1)
  const rest = Array.from({ length: 200 }, () => span('none'))
  rest.forEach((value, i) => { if (i > 0) expect(value).toBeGreaterThanOrEqual(rest[i - 1]) })
  expect(rest[199]).toBeGreaterThan(20)
  expect(span('things')).toBeLessThan(span('things'))
  const dragged = [span('light'), span('light'), span('light')]
  expect(dragged[2]).toBeGreaterThan(once)
})
