import { expect, test } from 'vitest'
import { readTexture } from '../../buffers/buffer.ts'
import { createFrameStage, mean, settingsOf, turned } from '../../headless/testing-frame-stage.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { STILL_PLAN } from '../../passes/irradiance/irradiance-frame.ts'
import { flipOf, type ShownPicture } from '../../testing/flip.ts'
import { testRoom } from '../../testing/room.ts'

/* Smaller, and edges, through which each picture looks at another place, are most of what there is: 32 x 24 pixels have twice as much. */
const SIZE = { width: 96, height: 72 }
/** Pictures of a second, and those behind it that are compared. */
const [SECOND, LOOKS] = [30, 6]

test('two successive pictures of a room that stands look the same: without indirect light', { tags: 'proof' }, () => stands(false))
test('two successive pictures of a room that stands look the same: with indirect light', { tags: 'proof' }, () => stands(true))

async function stands(indirect: boolean): Promise<void> {
  // Every pixel is traced, and the cache is planned by paths: equal runs have equal pictures.
  const stage = await createFrameStage(testRoom(), { ...STILL_PLAN, first: 2048, most: 2048 })
  try {
    const apart = await stage.inFreshLoop(1, async () => {
      const flips: number[] = []
      let before: ShownPicture | null = null
      // A hair's breadth beside the last: from the very same place no picture would be drawn again.
      for (let k = 0; k <= SECOND + LOOKS; k++) {
        await stage.finish(stage.inputOf(settingsOf({ indirect, denoise: true }), { camera: turned(1e-6 * k), interacting: true, ...SIZE }))
        if (k < SECOND) continue
        const shown = { ...SIZE, rgba: await readTexture(await sharedDevice(), stage.loop.output, 4) }
        if (before !== null) flips.push(flipOf(before, shown).mean)
        before = shown
      }
      return flips
    })
    expect(apart).toHaveLength(LOOKS)
    expect(mean(apart)).toBeLessThan(0.01)
    // Nor do they stand because nothing is drawn.
    expect(Math.min(...apart)).toBeGreaterThan(0)
  } finally {
    stage.dispose()
  }
}
