import { expect, test } from 'vitest'
import type { Light, SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { boxMesh, glowing, instance, material, sceneOf } from '../../testing/shapes.ts'
import { createCacheClock } from './irradiance-cache.ts'
import { createCachePlanner, HARDWARE_PLAN, PROCESSOR_PLAN } from './irradiance-frame.ts'
import { changeBetween, type LitScene } from './irradiance-watch.ts'
import { buildPathLight } from '../paths/lights/path-light.ts'

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

/** Paths of one update after the other on a card that takes so long for them. */
function onCard(msOf: (paths: number) => number, updates: number, room?: number): readonly number[] {
  const planner = createCachePlanner(HARDWARE_PLAN)
  return Array.from({ length: updates }, () => {
    const { paths } = planner.next([0, 0, 0], lit(), null, room)
    planner.took(msOf(paths), null)
    return paths
  })
}

/** Of the last two, which differ so that costs can be told apart. */
const larger = (paths: readonly number[]): number => Math.max(paths.at(-1)!, paths.at(-2)!)

test('a card gets more paths step by step as far as it is quick enough, and fewer where it is not', () => {
  const { targetMs, first, least, most } = HARDWARE_PLAN
  // One that traces 20,000 paths in a millisecond comes to rest at the target.
  const even = onCard((paths) => paths / 20_000, 60)
  expect(even[0]).toBe(first)
  for (let i = 1; i < even.length; i++) expect(even[i]).toBeLessThan(2 * even[i - 1])
  expect(larger(even) / (20_000 * targetMs)).toBeCloseTo(1, 2)
  expect(larger(onCard((paths) => paths / 8000, 60)) / (8000 * targetMs)).toBeCloseTo(1, 2)
  // One that is as slow as a processor has as many as tell something of a room.
  expect(onCard((paths) => paths / 100, 60).at(-1)).toBe(least)
  expect(onCard(() => 0, 30).at(-1)).toBe(most)
  // Nor more than are followed at once: on an H200 the quick pictures of small_house waited 6.8 ms for the second lot, in place of 3.5.
  expect(Math.max(...onCard((paths) => 3.3 * Math.ceil(paths / 131_072) + paths / 400_000, 60, 131_072))).toBe(131_072)
})

test('the larger of two updates takes the time that is planned, and none takes more', () => {
  const { targetMs } = HARDWARE_PLAN
  for (const fixedMs of [0, 0.7, 1.4]) {
    const msOf = (paths: number): number => fixedMs + paths / 60_000
    const settled = onCard(msOf, 80).slice(-20).map(msOf)
    expect(Math.max(...settled) / targetMs).toBeCloseTo(1, 2)
    expect(new Set(settled.map((ms) => ms.toFixed(1))).size).toBe(2)
  }
})

test('a piece whose tree becomes ready has come where it stands, not everywhere', () => {
  const planner = createCachePlanner(PROCESSOR_PLAN)
  const scene = lit({ instances: [instance('a', box, material()), instance('b', box, material(), { move: [4, 0, 0] })] })
  const [a, b] = scene.snapshot.instances.map(({ id, worldFromObject }) => ({ id, mesh: box, worldFromObject }))
  const moved = (version: number, unbuilt?: readonly (typeof a)[]) => planner.next([0, 0, 0], { ...scene, version, unbuilt }, null)
  expect(moved(1, [a, b])).toMatchObject({ change: 'light', moved: null })
  expect(moved(2, [b])).toMatchObject({ change: 'things', moved: { min: [-1, -1, -1], max: [1, 1, 1] } })
  expect(moved(2, [b])).toMatchObject({ change: 'none', moved: null })
  expect(moved(3, [])).toMatchObject({ change: 'things', moved: { min: [3, -1, -1], max: [5, 1, 1] } })
  // Of which nobody says what it was.
  expect(moved(4)).toMatchObject({ change: 'things', moved: null })
})

test('only where the cache is not asked at rest a step of light lets means go on, and a switch never', () => {
  const steps = (takesSteps: boolean, change: Partial<Light>) => {
    const planner = createCachePlanner(PROCESSOR_PLAN, takesSteps)
    planner.next([0, 0, 0], lit(), null)
    return planner.next([0, 0, 0], lit({ lights: [{ ...lamp, ...change } as Light] }), null)
  }
  expect(steps(true, { intensity: 120 })).toMatchObject({ change: 'light', isStep: true })
  expect(steps(false, { intensity: 120 })).toMatchObject({ change: 'light', isStep: false })
  expect(steps(true, { intensity: 150 })).toMatchObject({ change: 'light', isStep: false })
  expect(steps(true, { on: false })).toMatchObject({ change: 'light', isStep: false })
  expect(steps(true, {})).toMatchObject({ change: 'things', isStep: false })
  expect(createCachePlanner(PROCESSOR_PLAN, true).next([0, 0, 0], lit(), null)).toMatchObject({ change: 'light', isStep: false })
})

test('what every update of a card costs, however few its paths are, is not taken for the paths’ own', () => {
  const { targetMs } = HARDWARE_PLAN
  // As measured on an H100: 1.5 ms and 100,000 paths a millisecond beside that; then more than the whole target, and 30,000 a millisecond: half of it is the paths' all the same.
  expect(larger(onCard((paths) => 1.5 + paths / 100_000, 60)) / (Math.max(targetMs / 2, targetMs - 1.5) * 100_000)).toBeCloseTo(1, 2)
  expect(larger(onCard((paths) => 4.7 + paths / 30_000, 60)) / ((targetMs / 2) * 30_000)).toBeCloseTo(1, 2)
  // With times that scatter by a fifth, and a card that becomes thrice as quick on the way.
  let update = 0
  const scattered = onCard((paths) => (4.5 + paths / 33_000) * (update++ < 100 ? 1 : 1 / 3) * (1 + 0.2 * Math.sin(update * 12.9898)), 300)
  for (const paths of scattered.slice(60, 100)) expect(Math.abs(Math.log2(paths / (33_000 * targetMs / 2)))).toBeLessThan(1)
  for (const paths of scattered.slice(200)) expect(Math.abs(Math.log2(paths / (99_000 * (targetMs - 1.5))))).toBeLessThan(1)
})

test('first updates that take long leave later ones their paths, and so do single ones on the way', () => {
  // As measured on an H200 where a room opens.
  const first = [0, 25, 16]
  let update = 0
  const opened = onCard((paths) => (first[update++] ?? 0) + 2.5 + paths / 150_000, 40)
  expect(Math.min(...opened)).toBeGreaterThan(10_000)
  for (const paths of opened.slice(24)) expect(paths).toBeGreaterThan(100_000)
  // And where its clock rises by and by.
  update = 0
  const woken = onCard((paths) => (first[update] ?? 0) + (2.5 + paths / 150_000) * (1 + 3 * Math.exp(-update++ / 10)), 40)
  for (const paths of woken.slice(12)) expect(paths).toBeGreaterThan(50_000)
  update = 0
  for (const paths of onCard((paths) => (1.5 + paths / 100_000) * (update++ % 17 === 5 ? 3 : 1), 150).slice(30)) expect(Math.abs(Math.log2(paths / 150_000))).toBeLessThan(1)
})

test('means are short after a change and while one follows the other, and grow long at rest', () => {
  const clock = createCacheClock()
  const span = (change: 'none' | 'things' | 'light') => clock.next({ position: [0, 0, 0], change, paths: 400 }).most_count as number
  const once = span('light')
  expect(once).toBeLessThan(1)
  const rest = Array.from({ length: 200 }, () => span('none'))
  rest.forEach((value, i) => { if (i > 0) expect(value).toBeGreaterThanOrEqual(rest[i - 1]) })
  expect(rest[199]).toBeGreaterThan(20)
  // Since all began anew nothing that is known was on its way; since things moved half of it was.
  expect(rest[150] - rest[50]).toBe(100)
  span('things')
  const moved = Array.from({ length: 200 }, () => span('none'))
  expect(moved[150] - moved[50]).toBe(50)
  expect(span('things')).toBeLessThan(span('things'))
  const dragged = [span('light'), span('light'), span('light')]
  expect(dragged[2]).toBeGreaterThan(once)
})

test('after a step of light means span one update and grow as while a slider is dragged, and for eight updates few paths ask other cells', () => {
  const changesOf = (...changes: readonly ('none' | 'light' | 'step')[]) => {
    const clock = createCacheClock()
    const next = (change: 'none' | 'light' | 'step') => clock.next({ position: [0, 0, 0], change: change === 'step' ? 'light' : change, isStep: change === 'step', paths: 400 })
    next('light')
    for (let k = 0; k < 100; k++) next('none')
    return changes.map((change) => next(change)).map(({ most_count: span, asks }) => ({ span: span as number, asks: asks as number }))
  }
  const quiet = Array.from({ length: 40 }, () => 'none' as const)
  const [step, leap] = [changesOf('step', ...quiet), changesOf('light', ...quiet)]
  expect(step.slice(0, 2).map(({ span }) => span)).toEqual([1, 6])
  expect(step[40].span - step[30].span).toBe(5)
  expect(leap[0].span).toBeLessThan(1)
  expect(leap[40].span - leap[30].span).toBe(10)
  expect(step.slice(0, 9).map(({ asks }) => asks)).toEqual([...Array.from({ length: 8 }, () => 0.1), 1])
  for (const { asks } of leap) expect(asks).toBe(1)
  // One that follows soon is a slider's.
  expect(changesOf('step', 'none', 'step', 'none')).toMatchObject([{ span: 1, asks: 0.1 }, { asks: 0.1 }, { span: 3, asks: 1 }, { asks: 1 }])
})

test('what moves shortens means around it alone: far off they stay as long as they were, and while it is dragged as short as after any change', () => {
  const clock = createCacheClock()
  const moved = (x: number) => ({ min: [x, 0, 0], max: [x + 1, 2, 2] }) as const
  const spans = (change: 'none' | 'things' | 'light', box: ReturnType<typeof moved> | null = null) => {
    const { most_count: far, reach_count: beside, near_count: near, reach, near_min, near_max } = clock.next({ position: [0, 0, 0], change, moved: box, paths: 400 })
    return { far: far as number, beside: beside as number, near: near as number, reach: reach as number, min: near_min, max: near_max }
  }
  spans('light')
  for (let i = 0; i < 40; i++) spans('none')
  const before = spans('none')
  expect(before.reach).toBe(0)
  const once = spans('things', moved(0))
  // Half of the time since all light was another.
  expect(once).toEqual({ far: (before.far + 1) / 2, beside: 3, near: 1, reach: 3, ...moved(0) })
  // Around it they grow again with the time since, elsewhere they go on.
  const after = spans('none')
  expect(after).toEqual({ far: once.far + 0.5, beside: 6, near: 6, reach: 3, ...moved(0) })
  spans('things', moved(0))
  for (const x of [1, 2]) expect(spans('things', moved(x))).toEqual({ far: 10, beside: 10, near: 1, reach: 3, ...moved(x) })
  expect(spans('none')).toEqual({ far: 10.5, beside: 6, near: 6, reach: Math.hypot(3, 2, 2), min: [0, 0, 0], max: [3, 2, 2] })
  // What nobody can say the place of is everywhere.
  expect(spans('things')).toMatchObject({ far: 10, reach: 0 })
  expect(spans('none')).toMatchObject({ far: 6, reach: 0 })
})
