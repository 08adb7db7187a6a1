import { expect, test } from 'vitest'
import type { BatchStatus } from '../../../electron/batch-wire.ts'
import { picturesToShow } from './queue-pictures.ts'

type Status = Pick<BatchStatus, 'jobs' | 'machines'>
const picture = (name: string, done: number, isThere = false, clip: string | null = null): Status['jobs'][number]['pictures'][number] => ({ name, clip, tiles: 4, done, isThere, failed: [], note: '' })
const job = (id: string, pictures: Status['jobs'][number]['pictures']): Status['jobs'][number] => ({ id, name: id, version: '1', priority: 0, state: 'running', tiles: 4, done: 0, running: 0, again: 0, secondsLeft: null, pictures, adapters: [] })
const at = (id: string, index: number): Status['machines'][number] => ({ machine: 'attic', adapter: '', everySeconds: 2, silentSeconds: 0, trouble: null, tasks: [{ job: id, picture: index, tile: 0, share: 0.5 }] })
const names = (status: Status, id: string): readonly string[] => picturesToShow(status).get(id)!.map(({ name }) => name)

test('of a job, the pictures that somebody works on are shown first, then what is begun, then what was finished last; of a night of jobs, some', () => {
  const found = job('a', [picture('Door', 4, true), picture('Window', 4, true), picture('Kitchen', 2), picture('Bath', 0), picture('Hall', 0), picture('00001', 1, false, 'Clip')])
  expect(names({ jobs: [found], machines: [at('a', 4), at('b', 3)] }, 'a')).toEqual(['Hall', 'Kitchen', 'Clip/00001', 'Window', 'Door'])
  // A merge is at hand when all tiles are there.
  expect(names({ jobs: [found], machines: [at('a', 0)] }, 'a')).toEqual(['Kitchen', 'Clip/00001', 'Window', 'Door'])
  const night = ['a', 'b', 'c'].map((id) => job(id, Array.from({ length: 20_000 }, (_, i) => picture(String(i), 4, true))))
  expect(['a', 'b', 'c'].map((id) => names({ jobs: night, machines: [] }, id).length)).toEqual([6, 6, 0])
  expect(names({ jobs: night, machines: [] }, 'a')[0]).toBe('19999')
})
