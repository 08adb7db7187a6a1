import { expect, test } from 'vitest'
import { sharedDevice } from '../../headless/headless.ts'
import { cameraOf, countsOf, createWallStage, HEIGHT, inPictures, isBehind, pictureOf, WIDTH, writeWall } from './testing-wall.ts'

test('after an edit the eye that walks on keeps the light of a front that stands behind another one of the same thing, and is lit more than that', async () => {
  const stage = await createWallStage(await sharedDevice())
  // Metres.
  const step = 1
  const counts = await inPictures(stage, async (accumulation, targets) => {
    for (let k = 0; k <= 12; k++) {
      const isEdited = k === 12
      const x = isEdited ? step : 0
      writeWall(stage.device, targets, { camera: cameraOf(x), seed: 1 + k, isRecess: isBehind(x) })
      await pictureOf(stage, accumulation, cameraOf(x), { targets, sample: 0, fades: 64, movedWorth: 1, isRest: false, mostHistory: 32, mostPictures: 0, goesOn: true, isEdited, denoise: false, white: 1, moved: [] })
    }
    return countsOf(stage, targets)
  })
  const isSeen = isBehind(step)
  const columns = Array.from({ length: WIDTH }, (_, x) => x).filter(isSeen).map((x) => Array.from({ length: HEIGHT }, (_, y) => counts[y * WIDTH + x]).reduce((sum, count) => sum + count, 0) / HEIGHT)
  // The front that is nearer has gone by more columns, which come into view.
  expect(columns.slice(0, 3).map(Math.round)).toEqual([1, 1, 1])
  // Beside these 1.2, 4.8 and 10.3 where all of one thing is taken for one surface.
  for (const known of columns.slice(3, 30)) expect(known).toBeGreaterThan(12)
})
