import { expect, test } from 'vitest'
import { readTexture } from '../../buffers/buffer.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { cameraOf, createWallStage, GLARE, HEIGHT, inPictures, isBehind, pictureOf, type Wall, WIDTH, writeWall } from './testing-wall.ts'

/** Of a 16 bit float that is not next to 0. */
const halfOf = (word: number): number => 2 ** (((word >> 10) & 31) - 15) * (1 + (word & 1023) / 1024)

test.each(['told', 'unknown'] as const)('of two fronts of one thing, one before the other, what the one behind mirrors is not taken from the one before it as a walk uncovers it: images %s', async (image: NonNullable<Wall['image']>) => {
  const stage = await createWallStage(await sharedDevice())
  const [step, last] = [0.05, 8]
  const words = await inPictures(stage, async (accumulation, targets) => {
    for (let k = 0; k <= last; k++) {
      const camera = cameraOf(step * k)
      writeWall(stage.device, targets, { camera, seed: k, isRecess: isBehind(step * k), image })
      await pictureOf(stage, accumulation, camera, { targets, sample: 0, fades: 64, movedWorth: 1, isRest: false, mostHistory: 32, mostPictures: 0, goesOn: true, isEdited: false, denoise: false, white: 1, moved: [] })
    }
    const { glosses, turn } = targets.hybrid()
    return new Uint32Array((await readTexture(stage.device, glosses[1 - turn], 16)).buffer)
  })
  const [now, before] = [isBehind(step * last), isBehind(step * (last - 1))]
  const fresh = Array.from({ length: WIDTH * HEIGHT }, (_, i) => i).filter((i) => now(i) && !before(i))
  expect(fresh.length).toBeGreaterThan(20)
  // 0.41 and 0.65 where all of one thing is taken for one surface that faces the same way.
  const shown = fresh.reduce((sum, i) => sum + halfOf(words[4 * i] & 0xffff), 0) / fresh.length
  expect(Math.abs(shown / GLARE - 1)).toBeLessThan(0.1)
})
