import { expect, test } from 'vitest'
import type { TracePasses } from '../../passes/whitted/whitted.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { deepestWalk, fittingWalk, keyOfWalk, type WalkNeeds } from '../../traversal/walk.ts'
import type { CpuExecutor } from '../../twin/executor/cpu-executor.ts'
import type { CpuTracing } from './cpu-tracing.ts'
import type { FrameInput } from '../frame.ts'
import { wayOf } from './gpu-tracing.ts'
import { createTracing } from './tracing.ts'

const ROOM: WalkNeeds = { objectDepth: 14, uberDepth: 6, instances: 40 }
const HOUSE: WalkNeeds = { objectDepth: 21, uberDepth: 11, instances: 900 }
const CHAIR: WalkNeeds = { objectDepth: 14, uberDepth: 0, instances: 1 }
const input = { settings: DEFAULT_SETTINGS } as FrameInput

/** Tracing whose kernels are compiled when the test says so, for a scene that the test changes. */
function tracingOf(first: WalkNeeds, fitsWalks = true) {
  const scene = { needs: first }
  const compiled: string[] = []
  let held: (() => void)[] | null = null
  const gpu = {
    passes: async (_: unknown, walk: Parameters<typeof keyOfWalk>[0]) => {
      if (held !== null) await new Promise<void>((resolve) => { held!.push(resolve) })
      compiled.push(keyOfWalk(walk))
      return {} as TracePasses
    },
    dispose() {},
  }
  const cpu = {
    passes: (_: unknown, __: unknown, layout: string) => {
      compiled.push(`threads ${layout}`)
      return Promise.resolve({})
    },
  } as unknown as CpuTracing
  const tracing = createTracing(gpu, cpu, { first: 'standard-8', needs: () => scene.needs, fitsWalks })
  return {
    scene, tracing, compiled,
    hold: () => { held = [] },
    release: async () => {
      const waiting = held ?? []
      held = null
      for (const go of waiting) go()
      await flushed()
    },
  }
}

/** All that waits for nothing but its turn is done. */
async function flushed(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

test('a picture at rest compiles kernels that fit its scene, and the next one is drawn by them', async () => {
  const { tracing, compiled } = tracingOf(ROOM)
  await tracing.tracer(input)
  tracing.settle()
  expect(tracing.walk).toEqual(deepestWalk('standard-8'))
  tracing.fit()
  await flushed()
  expect(tracing.walk).toEqual(deepestWalk('standard-8'))
  tracing.settle()
  expect(tracing.walk).toEqual(fittingWalk('standard-8', ROOM))
  expect(compiled).toContain(keyOfWalk(deepestWalk('standard-8')))
  const before = compiled.length
  tracing.fit()
  await flushed()
  expect(compiled).toHaveLength(before)
})

test.each([['deeper trees', ROOM, HOUSE], ['a second instance', CHAIR, ROOM]])('%s take the kernels with room for everything at once', async (_, first, then) => {
  const { scene, tracing } = tracingOf(first)
  tracing.fit()
  await flushed()
  tracing.settle()
  const { walk } = tracing
  expect(walk).toEqual(fittingWalk('standard-8', first))
  scene.needs = then
  expect(tracing.holds(walk)).toBe(false)
  tracing.settle()
  expect(tracing.walk).toEqual(deepestWalk('standard-8'))
  tracing.fit()
  await flushed()
  tracing.settle()
  expect(tracing.walk).toEqual(fittingWalk('standard-8', then))
})

test('kernels that came too late for an edit are not used, nor those of another traversal', async () => {
  const { scene, tracing, hold, release } = tracingOf(ROOM)
  hold()
  tracing.fit()
  scene.needs = HOUSE
  await release()
  tracing.settle()
  expect(tracing.walk).toEqual(deepestWalk('standard-8'))
  hold()
  tracing.fit()
  tracing.use('havran')
  await release()
  tracing.settle()
  expect(tracing.walk).toEqual(deepestWalk('havran'))
})

test('where compiling costs more than it brings, the kernels with room for everything stay', async () => {
  const { tracing, compiled } = tracingOf(ROOM, false)
  tracing.fit()
  await flushed()
  tracing.settle()
  expect(tracing.walk).toEqual(deepestWalk('standard-8'))
  expect(compiled).toEqual([])
})

test('whoever traced the last picture is made ready for another traversal, and nobody else', async () => {
  const { tracing, compiled } = tracingOf(ROOM)
  const madeBy = async (asked: FrameInput | null) => {
    if (asked !== null) await tracing.tracer(asked)
    compiled.length = 0
    await tracing.compile('ropes')
    return [...compiled]
  }
  const byGpu = [keyOfWalk(deepestWalk('ropes'))]
  expect(await madeBy(null)).toEqual(byGpu)
  expect(await madeBy({ ...input, cpu: {} as CpuExecutor })).toEqual(['threads ropes'])
  // Counts stay with the GPU.
  expect(await madeBy({ ...input, settings: { ...DEFAULT_SETTINGS, view: 'nodes' }, cpu: {} as CpuExecutor })).toEqual(byGpu)
  expect(await madeBy(input)).toEqual(byGpu)
})

test('quick pictures follow mirrored rays in stages on a card that binds enough, but not through glass', () => {
  const card = { isSoftware: false, hasGlass: false, isCached: false, mostBuffers: 9 }
  const cases: readonly [Parameters<typeof wayOf>, ReturnType<typeof wayOf>][] = [
    [['auto', card], 'stages'], [['auto', { ...card, isSoftware: true }], 'compacted'], [['stages', { ...card, isSoftware: true }], 'stages'],
    [['auto', { ...card, hasGlass: true }], 'loop'], [['stages', { ...card, hasGlass: true }], 'loop'], [['work-queue', { ...card, hasGlass: true }], 'work-queue'],
    [['auto', { ...card, mostBuffers: 8 }], 'loop'], [['auto', { ...card, isCached: true }], 'loop'], [['auto', { ...card, isCached: true, mostBuffers: 10 }], 'stages'],
  ]
  expect(cases.map(([asked]) => wayOf(...asked))).toEqual(cases.map(([, way]) => way))
})
