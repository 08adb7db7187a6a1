import { expect, test } from 'vitest'
import { compilersAtRest, watchCompilers } from './compilers.ts'

test('a process that is about to end waits for pipelines that nobody awaits, those that fail and those begun meanwhile among them', async () => {
  const ends: (() => void)[] = []
  const compile = (fails: boolean) => () => new Promise<never>((resolve, reject) => ends.push(() => (fails ? reject(new Error('lost')) : resolve(undefined as never))))
  const device: Parameters<typeof watchCompilers>[0] = { createComputePipelineAsync: compile(false), createRenderPipelineAsync: compile(true) }
  watchCompilers(device)
  const told: string[] = []
  const compute = device.createComputePipelineAsync({} as never).then(() => told.push('compute'))
  const render = device.createRenderPipelineAsync({} as never).catch(() => told.push('render'))
  const rest = compilersAtRest().then(() => told.push('at rest'))
  ends[0]()
  await compute
  const later = device.createComputePipelineAsync({} as never).then(() => told.push('later'))
  ends[1]()
  await render
  await Promise.resolve()
  expect(told).toEqual(['compute', 'render'])
  ends[2]()
  await Promise.all([later, rest])
  expect(told).toEqual(['compute', 'render', 'later', 'at rest'])
  await compilersAtRest()
})
