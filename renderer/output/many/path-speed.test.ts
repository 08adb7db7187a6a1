import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type PathTracer, type PathView } from '../../../gpu/index.ts'
import { secondsOfPath } from './path-speed.ts'

test('the speed of paths is that of paths alone: no table of what the sun lights is drawn before the first', async () => {
  const begun: PathView[] = []
  let samples = 0
  const tracer = {
    get samples() { return samples }, fraction: 0,
    begin: (view: PathView) => { begun.push(view) },
    step: () => { samples++; return true },
  } as unknown as PathTracer
  const camera = { position: [0, 0, 0], orientation: [0, 0, 0, 1], verticalFov: 1, near: 0.1, far: 10 } as const
  const seconds = await secondsOfPath(tracer, { camera, projection: 'perspective', width: 800, height: 600, settings: DEFAULT_SETTINGS }, 4)
  expect(seconds).toBeGreaterThanOrEqual(0)
  expect(begun.map(({ connectsLit }) => connectsLit)).toEqual([false])
})
