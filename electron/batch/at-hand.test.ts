import { afterAll, expect, test } from 'vitest'
import { say, setLanguage } from '../../renderer/words/say.ts'
import { atHandOf } from '../batch-wire.ts'

afterAll(() => setLanguage('en'))

test('tiles and pictures that are put together are told apart: no more tiles are said to be in progress than there are', () => {
  const [tile, merge] = [{ tile: 3 }, { tile: null }]
  expect(atHandOf([tile, merge, tile])).toEqual({ tiles: 2, merges: 1 })
  const told = (...tasks: Parameters<typeof atHandOf>[0]): string => say('queue.machine', { ...atHandOf(tasks), adapter: 'threads' })
  expect([told(), told(merge), told(tile, merge), told(tile, tile)]).toEqual(['Idle · threads', 'Assembling 1 picture · threads', '1 tile in progress · threads', '2 tiles in progress · threads'])
  setLanguage('de')
  expect([told(), told(merge, merge), told(tile, merge)]).toEqual(['Untätig · threads', 'Setzt 2 Bilder zusammen · threads', '1 Kachel in Arbeit · threads'])
})
