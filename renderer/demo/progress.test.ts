import { expect, test } from 'vitest'
import type { FrameReport } from '../../gpu/index.ts'
import { useInteraction } from '../interaction/store.ts'
import { RESULTS, tellProgress } from './progress.ts'

const drawn = (samples: number): void => useInteraction.setState({ report: { samples, samplesWanted: 64 } as FrameReport })

test('an unattended run tells each picture when it begins, and then how far it is, three times a minute at most', async () => {
  const told: Promise<string>[] = []
  let ms = 0
  const progress = tellProgress(async (_, bytes) => void told.push((bytes as Blob).text()), () => ms)
  drawn(0)
  progress.begin('03-reflections.png')
  for (const [at, samples] of [[5000, 4], [21_000, 16], [30_000, 24]]) {
    ms = at
    drawn(samples)
  }
  progress.begin('07-walk-drag-dusk.webm', () => 0.5)
  progress.stop()
  drawn(64)
  useInteraction.setState({ report: null })
  const states = (await Promise.all(told)).map((text) => JSON.parse(text) as Record<string, unknown>)
  expect(states.map(({ number, share }) => [number, share])).toEqual([[3, 0], [3, 0.25], [7, 0.5]])
  expect(states[0]).toMatchObject({ result: '03-reflections.png', count: RESULTS.length })
})
