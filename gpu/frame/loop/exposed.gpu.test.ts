import { expect, test } from 'vitest'
import { createFrameStage, settingsOf } from '../../headless/testing-frame-stage.ts'
import { testRoom } from '../../testing/room.ts'

test('a picture at rest is as near to the truth where its automatic exposure is far from the one that waits behind it, as at night after a day', async () => {
  const stage = await createFrameStage(testRoom())
  try {
    const truth = await stage.trace(settingsOf({ restSamples: 64 }), 7)
    // As the eye has it: of square roots.
    const errorOf = (shown: Float32Array) => Math.sqrt(shown.reduce((sum, value, i) => (i % 4 < 3 ? sum + (Math.sqrt(value) - Math.sqrt(truth[i])) ** 2 : sum), 0))
    const error = (exposureEv: number) => stage.inFreshLoop(1, async () => {
      await stage.finish(stage.inputOf(settingsOf({ denoise: true, restSamples: 4, exposure: 'automatic', exposureEv })))
      expect(stage.loop.report.exposureEv).toBeCloseTo(5.2, 0)
      return errorOf(await stage.shown())
    })
    // 1.4 where light is kept by the exposure that waits.
    expect(await error(16) / await error(5)).toBeLessThan(1.05)
  } finally {
    stage.dispose()
  }
})
