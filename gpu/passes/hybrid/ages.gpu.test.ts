import { beforeAll, expect, test } from 'vitest'
import { readTexture } from '../../buffers/buffer.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { seeded } from '../../testing/random.ts'
import { cameraAt } from '../../testing/shapes.ts'
import type { FrameTargets } from '../targets.ts'
import type { Accumulation } from './accumulate.ts'
import { createWallStage, HIDING, inPictures, pictureOf, type Wall, type WallStage, WIDTH, HEIGHT, writeWall } from './testing-wall.ts'

/* What comes into view beside what has been seen for long, on a wall of which one path in 64 finds all the light. */

const CAMERA = cameraAt([0, 0, 0], { verticalFov: 0.9 })
/** What stood before the recess, as `Moved` of reproject.wgsl. */
const MOVED = { row_x: [1, 0, 0, 0], row_y: [0, 1, 0, 0], row_z: [0, 0, 1, 0], slot: HIDING }
/** Frames that are known of what has been seen for long: after an edit, and of a young walk. */
const [KNOWN, KNOWN_OF_WALK] = [16, 8]

let stage: WallStage
beforeAll(async () => { stage = await createWallStage(await sharedDevice()) })

type Pixels = (i: number) => boolean
const columns = (from: number, to: number): Pixels => (i) => i % WIDTH >= from && i % WIDTH < to
const isAny: Pixels = () => true

/** A smoothed picture, what its paths found and the frames before had, and the truth: sums over some pixels. */
interface Shown { readonly shown: (isIn: Pixels) => number; readonly found: (isIn: Pixels) => number; readonly truth: (isIn: Pixels) => number }
type Show = (wall: Omit<Wall, 'camera'>, mostHistory: number, isEdited?: boolean) => Promise<Shown>

async function show(accumulation: Accumulation, targets: FrameTargets, wall: Omit<Wall, 'camera'>, mostHistory: number, isEdited: boolean): Promise<Shown> {
  const truth = writeWall(stage.device, targets, { camera: CAMERA, ...wall })
  const { lights, turn } = targets.hybrid()
  // Smoothing leaves nothing to the next picture; what the thing hides, nobody looks at.
  const picture = await pictureOf(stage, accumulation, CAMERA, { targets, sample: 0, fades: 64, movedWorth: 1, isRest: false, mostHistory, mostPictures: 0, goesOn: !isEdited, isEdited, denoise: wall.isHidden !== true, white: 1, moved: isEdited ? [MOVED] : [] })
  const light = new Float32Array((await readTexture(stage.device, lights[turn], 16)).buffer)
  const sumOf = (valueOf: (i: number) => number) => (isIn: Pixels) => truth.reduce((sum, _, i) => sum + (isIn(i) ? valueOf(i) : 0), 0)
  // Light times tint, which is the truth over what the wall is lit by.
  return { shown: sumOf((i) => picture[4 * i]), found: sumOf((i) => light[4 * i] * truth[i] / (i % WIDTH < WIDTH / 2 ? 1 : 3)), truth: sumOf((i) => truth[i]) }
}

const inWalks = (run: (next: Show) => Promise<void>): Promise<void> =>
  inPictures(stage, (accumulation, targets) => run((wall, mostHistory, isEdited = false) => show(accumulation, targets, wall, mostHistory, isEdited)))

test('after an edit what comes into view has the light that its paths found from its first picture on, and what was seen before gets none of it', async () => {
  const isRecess = columns(24, 40)
  const isBeside: Pixels = (i) => !isRecess(i)
  const sums = Array.from({ length: 4 }, () => ({ shown: 0, found: 0, beside: 0, besideFound: 0 }))
  for (let seed = 0; seed < 3; seed++) await inWalks(async (next) => {
    for (let k = 0; k < KNOWN; k++) await next({ isTailed: true, isRecess, isHidden: true, seed: 100 * seed + k }, KNOWN)
    for (const [k, sum] of sums.entries()) {
      const { shown, found } = await next({ isTailed: true, isRecess, seed: 100 * seed + KNOWN + k }, KNOWN, k === 0)
      sum.shown += shown(isRecess)
      sum.found += found(isRecess)
      sum.beside += shown(isBeside)
      sum.besideFound += found(isBeside)
      expect(Math.abs(shown(isAny) / found(isAny) - 1), `picture ${k + 1}`).toBeLessThan(0.003)
    }
  })
  // 0.12, 0.11, 0.15 and 0.19, and 1.33 beside it, where all of an area get what any of it lose.
  for (const [k, { shown, found, beside, besideFound }] of sums.entries()) {
    expect(Math.abs(shown / found - 1), `picture ${k + 1}`).toBeLessThan(0.1)
    expect(Math.abs(beside / besideFound - 1), `beside, picture ${k + 1}`).toBeLessThan(0.05)
  }
})

/** First pictures of a strip so many pixels wide, which a thing hides in between; the wall beside it loses light, too. */
async function firstPictures(width: number, noise: Pick<Wall, 'isTailed' | 'isRare'>, seeds: readonly number[], each: (shown: Shown, isRecess: Pixels) => void): Promise<void> {
  const isRecess = stripOf(width)
  await inWalks(async (next) => {
    for (let k = 0; k < KNOWN; k++) await next({ isTailed: true, isRecess, isHidden: true, seed: 1000 + k }, KNOWN_OF_WALK)
    for (const seed of seeds) {
      const shown = await next({ ...noise, isRecess, seed }, KNOWN_OF_WALK)
      each(shown, isRecess)
      expect(Math.abs(shown.shown(isAny) / shown.found(isAny) - 1)).toBeLessThan(0.003)
      await next({ isTailed: true, isRecess, isHidden: true, seed: 2000 + seed }, KNOWN_OF_WALK)
    }
  })
}
const stripOf = (width: number): Pixels => columns(44, 44 + width)

const stripIsBright = (width: number) => `a strip that comes into view, ${width} pixels wide, is as bright as what its paths found, whatever the wall beside it loses`
test(stripIsBright(1), () => isBright(1))
test.each([2, 4].map((width) => [stripIsBright(width), width] as const))('%s', { tags: 'proof' }, (_, width) => isBright(width))

async function isBright(width: number): Promise<void> {
  const sum = { shown: 0, found: 0 }
  let brightest = 0
  await firstPictures(width, { isTailed: true }, Array.from({ length: 30 }, (_, k) => k), ({ shown, found, truth }, isRecess) => {
    sum.shown += shown(isRecess)
    sum.found += found(isRecess)
    brightest = Math.max(brightest, shown(isRecess) / truth(isRecess))
  })
  // Chance is in both sums. By 1 over the frames squared it is 3.0, 2.4 and 1.8 and among all of the area 0.05 to 0.07. What a strip of a pixel, in which less than
  // one path a picture finds light, has above three times what the area is lit by goes to all: 0.82.
  expect(sum.shown / sum.found).toBeLessThan(1.05)
  expect(sum.shown / sum.found).toBeGreaterThan(0.75)
  expect(brightest).toBeLessThan(3)
}

test.each([1, 4])('a path that finds three tenths of all the light in such a strip, %i pixels wide, makes no bright line of it', async (width) => {
  // The first number of a wall says where that path is.
  const isInStrip = (seed: number) => stripOf(width)(Math.floor(seeded(seed)() * WIDTH * HEIGHT))
  const seeds = Array.from({ length: 1000 }, (_, k) => k).filter(isInStrip).slice(0, 4)
  expect(seeds.length).toBe(4)
  await firstPictures(width, { isRare: true }, seeds, ({ shown, found, truth }, isRecess) => {
    expect(found(isRecess) / truth(isRecess)).toBeGreaterThan(5)
    // 20 and 5.5 where nothing bounds what an age gets.
    expect(shown(isRecess) / truth(isRecess)).toBeLessThan(4)
  })
})
