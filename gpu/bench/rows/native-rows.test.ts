import { expect, onTestFinished, test, vi } from 'vitest'
import type { Bench } from '../bench.ts'
import { makeReport } from '../report.ts'
import type { BenchRow } from '../row.ts'
import { columnRows, nativeRays } from './native-rows.ts'

const what = { scene: 'bunny', triangles: 12, instances: 1, adapter: 'a card' }
const walks = [{ name: 'ropes-plus-plus', stacks: 'no stack' }, { name: 'bvh', stacks: 'stacks of 20' }]
const kernel = (name: string, share: number) => ({ name: `CUDA, ${name}`, share, same: 'some alike' })
const series = { 'ropes-plus-plus': [4, 4, 4], bvh: [2, 2, 4], 'CUDA, tree': [2, 1, 1], 'CUDA, ropes': [2, 2, 2] }

test('our walks stand against the fastest of the kernels that agree with them', () => {
  const rows = columnRows(what, 'diffuse', 1000, '1000 rays', walks, [kernel('tree', 1), kernel('ropes', 0.99999), kernel('wrong', 0.9999)], series)
  expect(rows.filter((row) => row.what === 'card/gate-native-diffuse').map(({ peer, median }) => [peer, median])).toEqual([['CUDA, tree', 1], ['CUDA, ropes', 0.99999], ['CUDA, wrong', 0.9999]])
  const rates = rows.filter((row) => row.what === 'card/native-diffuse')
  expect(rates.map(({ variant, peer, median, ratio }) => [variant, peer, median, ratio])).toEqual([
    ['CUDA, tree', null, 1, null], ['CUDA, ropes', null, 0.5, null], ['ropes-plus-plus', 'CUDA, tree', 0.25, 0.25], ['bvh', 'CUDA, tree', 0.5, 0.5],
  ])
})

test('no speed is told where no kernel agrees', () => {
  expect(columnRows(what, 'shadow', 1000, '1000 rays', walks, [kernel('wrong', 0.9)], {}).map((row) => row.what)).toEqual(['card/gate-native-shadow'])
})

test('without a program of native kernels nothing is measured', async () => {
  vi.stubEnv('ATRIUM_NATIVE', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(nativeRays('bunny', () => Promise.reject(new Error('no scene is read'))).run({} as Bench, 1)).rejects.toThrow('ATRIUM_NATIVE names no program')
})

test('the report shows our walks and the kernels that they are held to, and says so where there are none', () => {
  const found = columnRows(what, 'primary', 1000, '1000 rays', walks, [kernel('tree', 1), kernel('ropes', 1)], series)
  const rows = found.map((row): BenchRow => ({ ...row, experiment: 'card/native/bunny', date: '2026-01-02T00:00:00.000Z' }))
  const told = (some: readonly BenchRow[]) => makeReport([{ slug: 'test', rows: some }], 'plots').markdown
  const others = rows.map((row) => ({ ...row, what: row.what.replace('native-', '') }))
  expect(told(others)).toContain('native kernel')
  expect(told(others)).toContain('ran on an H100 alone')
  expect(told(rows)).not.toContain('ran on an H100 alone')
  const shown = told(rows).split('### Rays per second against native kernels')[1].split('\n').filter((line) => line.startsWith('| bunny')).map((line) => line.split(' | ')[3])
  expect(shown).toEqual(['CUDA, tree', 'ropes-plus-plus', 'bvh'])
})
