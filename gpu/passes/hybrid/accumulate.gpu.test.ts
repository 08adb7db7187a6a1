import { beforeAll, describe, expect, test, vi } from 'vitest'
import { readBuffer, readTexture } from '../../buffers/buffer.ts'
import type { StructValue } from '../../buffers/layout.ts'
import type { Camera, Lens, Vec3 } from '../../scene.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { seeded } from '../../testing/random.ts'
import { cameraAt } from '../../testing/shapes.ts'
import type { Accumulation } from './accumulate.ts'
import type { MovedBox } from '../irradiance/moved-box.ts'
import { readRested } from './hybrid-targets.ts'
import type { FrameTargets } from '../targets.ts'
import { countsOf, createWallStage, grainOf, HEIGHT, inPictures, isBlack, isDot, isSpot, keptOf, pictureOf, type Wall, type WallStage, WIDTH, writeWall } from './testing-wall.ts'

let stage: WallStage
let device: GPUDevice
beforeAll(async () => {
  stage = await createWallStage(await sharedDevice());
  ({ device } = stage)
})

interface Change { readonly denoise?: boolean; readonly isRest?: boolean; readonly sample?: number; readonly fades?: number; readonly movedWorth?: number; readonly moved?: readonly StructValue[]; readonly movedBox?: MovedBox; readonly shift?: number; readonly mostHistory?: number; readonly isTailed?: boolean; readonly isRare?: boolean; readonly rarest?: number; readonly isPaired?: boolean; readonly isSpotted?: boolean; readonly isBumpy?: boolean; readonly isDotted?: boolean; readonly reach?: number; readonly isPolished?: boolean; readonly image?: Wall['image']; readonly varnish?: Wall['varnish']; readonly goesOn?: boolean; readonly white?: number }

/** @returns the picture's root mean square error, its mean over that of the truth, the share of pixels twice as bright as they are, how many times too bright the brightest is, how far a pixel differs from the four beside it, root mean square, and the mean of what polished black is, dots, and spots, and what is left of the step from the left half to the right one */
async function show(accumulation: Accumulation, targets: FrameTargets, camera: Camera, seed: number, { denoise = false, isRest = false, sample = 0, fades = 64, movedWorth = 1, moved = [], movedBox, shift = 0, mostHistory = 32, isTailed = false, isRare = false, rarest, isPaired = false, isSpotted = false, isBumpy = false, isDotted = false, reach = 0, isPolished = false, image, varnish, white = 1, goesOn = mostHistory > 0 && moved.length === 0 }: Change = {}) {
  const truth = writeWall(device, targets, { camera, shift, seed, isTailed, isRare, ...(rarest !== undefined && { rarest }), isPaired, isSpotted, isBumpy, isDotted, reach, isPolished, ...(image && { image }), ...(varnish && { varnish }), isRest })
  const picture = await pictureOf(stage, accumulation, camera, {
    targets, sample, fades, movedWorth, isRest, mostHistory, mostPictures: Math.min(mostHistory, 12), goesOn, isEdited: moved.length > 0, denoise, white, moved, ...(movedBox && { movedBox }),
  })
  expect(picture.every(Number.isFinite)).toBe(true)
  const excess = (isOne: (i: number) => boolean) => truth.reduce((sum, value, i) => sum + (isOne(i) ? picture[4 * i] / value : 0), 0) / truth.filter((_, i) => isOne(i)).length
  // Of most pictures nobody asks anything.
  return {
    get error() { return Math.sqrt(truth.reduce((sum, value, i) => sum + (picture[4 * i] - value) ** 2, 0) / truth.length) },
    get brightness() { return picture.reduce((sum, v, i) => (i % 4 === 0 ? sum + v : sum), 0) / truth.reduce((sum, v) => sum + v, 0) },
    get stars() { return truth.reduce((sum, value, i) => sum + (picture[4 * i] > 2 * value ? 1 : 0), 0) / truth.length },
    get brightest() { return truth.reduce((most, value, i) => Math.max(most, picture[4 * i] / value), 0) },
    get grain() { return grainOf(truth.map((value, i) => picture[4 * i] / value)) },
    get edge() { return truth.reduce((sum, value, i) => sum + (i % WIDTH === WIDTH / 2 ? (picture[4 * i] - picture[4 * i - 4]) / (value - truth[i - 1]) : 0), 0) / HEIGHT },
    get black() { return excess(isBlack) },
    get dots() { return excess(isDot) },
    get spots() { return excess(isSpot) },
  }
}

const standing = (x: number, z = 0): Camera => cameraAt([x, 0, z] as Vec3, { verticalFov: 0.9 })
const withTargets = <T>(run: (accumulation: Accumulation, targets: FrameTargets) => Promise<T>): Promise<T> => inPictures(stage, run)

test('a walk past a wall keeps nine tenths of what was seen, and noise falls as frames come; smoothed it falls further', async () => {
  const raw = await withTargets((accumulation, targets) => show(accumulation, targets, standing(0), 1))
  for (const denoise of [false, true]) {
    const last = await withTargets(async (accumulation, targets) => {
      for (let k = 0; k < 9; k++) await show(accumulation, targets, standing(0.03 * k, -0.02 * k), k, { denoise })
      const { error, brightness } = await show(accumulation, targets, standing(0.27, -0.18), 9, { denoise })
      return { error, brightness, kept: await keptOf(stage, targets) }
    })
    expect(last.kept).toBeGreaterThan(0.9)
    // Ten frames: 0.32 of the noise, a little more where new wall came into view; smoothed: what is left is mostly the blurred edge.
    expect(last.error / raw.error).toBeLessThan(denoise ? 0.25 : 0.42)
    expect(Math.abs(last.brightness - 1)).toBeLessThan(0.02)
  }
})

test.each([['while it moves', false], ['at rest', true]] as const)('smoothing gives away no light and makes none, %s: a few bright paths are spread, not taken for errors', async (_, isRest) => {
  const last = (denoise: boolean) => withTargets(async (accumulation, targets) => {
    for (let k = 0; k < 5; k++) await show(accumulation, targets, standing(0), k, { denoise, isTailed: true, isRest, sample: isRest ? k : 0 })
    return show(accumulation, targets, standing(0), 5, { denoise, isTailed: true, isRest, sample: isRest ? 5 : 0 })
  })
  const [raw, smooth] = [await last(false), await last(true)]
  expect(Math.abs(smooth.brightness / raw.brightness - 1)).toBeLessThan(0.003)
  // 0.41 where pixels were held to nothing when none of the 24 around had found light: what they found went to all around, across edges.
  expect(smooth.error / raw.error).toBeLessThan(0.37)
})

test.each([['the first sample', 1, 0.01], ['moving pictures', 4, 0.01]] as const)('a path that finds much, once in a while, makes no star of %s, and its light is not lost', async (_, pictures, most) => {
  const last = (denoise: boolean) => withTargets(async (accumulation, targets) => {
    for (let k = 1; k < pictures; k++) await show(accumulation, targets, standing(0), 10 + k, { denoise, isRare: true })
    return show(accumulation, targets, standing(0), 10 + pictures, { denoise, isRare: true })
  })
  const [raw, smooth] = [await last(false), await last(true)]
  expect(Math.abs(smooth.brightness / raw.brightness - 1)).toBeLessThan(0.003)
  // 0.023 and 0.045 where it is smoothed as it is.
  expect(smooth.stars).toBeLessThan(most)
})

describe('one path that finds ten times all the light', () => {
  /** @param finds  samples that have such a path, of eight at rest; a picture that moves follows */
  const after = (denoise: boolean, finds: number, reach = 0, isPaired = false) => withTargets(async (accumulation, targets) => {
    const sample = (k: number, isRest: boolean, camera: Camera) => show(accumulation, targets, camera, 40 + k, { denoise, isRest, sample: isRest ? k : 0, isRare: true, rarest: k < finds && isRest ? 10 : 0, reach, isPaired })
    let rest = await sample(0, true, standing(0))
    for (let k = 1; k < 8; k++) rest = await sample(k, true, standing(0))
    return { rest, moving: await sample(8, false, standing(0.013)) }
  })

  test.each([['a wall', 0], ['its gloss', 14]] as const)('is no glow of %s at rest, and no blot of the picture that moves then', async (_, reach) => {
    const [none, one] = [await after(true, 0, reach), await after(true, 1, reach)]
    // Given to all, the picture would be 2.8 times as bright: 10 in one sample of eight.
    expect(one.rest.brightness / none.rest.brightness).toBeLessThan(1.1)
    expect(one.rest.stars).toBeLessThan(0.01)
    expect(one.rest.brightest / none.rest.brightest).toBeLessThan(reach === 0 ? 2 : 2.5)
    expect(one.moving.brightness / none.moving.brightness).toBeLessThan(1.1)
    expect(one.moving.brightest / none.moving.brightest).toBeLessThan(3)
  })

  test('is no star at rest where the one beside it found as much: neither makes the other usual', async () => {
    const [none, two] = [await after(true, 0), await after(true, 1, 0, true)]
    // 100 where each was. Two of an area are several: it has all that they found.
    expect(two.rest.brightest / none.rest.brightest).toBeLessThan(10)
  })

  test('is believed where others find as much', async () => {
    const [raw, smooth] = [await after(false, 4), await after(true, 4)]
    expect(Math.abs(smooth.rest.brightness / raw.rest.brightness - 1)).toBeLessThan(0.003)
  })
})

test('while it moves, nor do two beside each other that found as much in one picture: neither makes the other usual, where that takes no more than what the display can show', async () => {
  const last = (denoise: boolean, white: number) => withTargets(async (accumulation, targets) => {
    const shown = { brightest: 0, brightness: 0 }
    for (let k = 1; k <= 6; k++) {
      const { brightest, brightness } = await show(accumulation, targets, standing(0), 10 + k, { denoise, isRare: true, isPaired: true, mostHistory: 3, white })
      if (k < 4) continue
      shown.brightest = Math.max(shown.brightest, brightest)
      shown.brightness += brightness
    }
    return shown
  })
  const [raw, smooth, dazzling] = [await last(false, 100), await last(true, 100), await last(true, 1)]
  expect(Math.abs(smooth.brightness / raw.brightness - 1)).toBeLessThan(0.003)
  // 20 where one makes the other usual.
  expect(smooth.brightest).toBeLessThan(8)
  // Of what is far above the display's white, the room around would get too much: it stays.
  expect(dazzling.brightest).toBeGreaterThan(12)
})

test('while it moves, a spot of light three pixels wide is not held to the wall around it: its frames agree', async () => {
  const last = (denoise: boolean) => withTargets(async (accumulation, targets) => {
    for (let k = 0; k < 7; k++) await show(accumulation, targets, standing(0), 10 + k, { denoise, isSpotted: true, mostHistory: 3 })
    return (await show(accumulation, targets, standing(0), 17, { denoise, isSpotted: true, mostHistory: 3 })).spots
  })
  const [raw, smooth] = [await last(false), await last(true)]
  // 0.72 with the greater of both means, 0.36 with the lesser alone.
  expect(smooth / raw).toBeGreaterThan(0.65)
})

test('while it moves, nor where pixels around face other ways, as on a sofa: there a lone pixel is held to what its surface shows farther away', async () => {
  const last = (denoise: boolean) => withTargets(async (accumulation, targets) => {
    const shown = { brightest: 0, brightness: 0 }
    for (let k = 1; k <= 6; k++) {
      const { brightest, brightness } = await show(accumulation, targets, standing(0), 10 + k, { denoise, isRare: true, isBumpy: true, mostHistory: 3 })
      if (k < 4) continue
      shown.brightest = Math.max(shown.brightest, brightest)
      shown.brightness += brightness
    }
    return shown
  })
  const [raw, smooth] = [await last(false), await last(true)]
  expect(Math.abs(smooth.brightness / raw.brightness - 1)).toBeLessThan(0.003)
  expect(smooth.brightest).toBeLessThan(10)
})

test('what is polished black and mirrors the dark stays dark beside white: light on a body is not what a gloss mirrors', async () => {
  for (const denoise of [false, true]) {
    const shown = await withTargets(async (accumulation, targets) => {
      for (let k = 1; k <= 15; k++) await show(accumulation, targets, standing(0), k, { denoise, isPolished: true })
      return [await show(accumulation, targets, standing(0), 16, { denoise, isPolished: true }), await show(accumulation, targets, standing(0), 17, { denoise, isPolished: true })]
    })
    // 1.10 where light is carried along whatever the share of gloss, 1.11 where it is smoothed so.
    expect(Math.abs((shown[0].black + shown[1].black) / 2 - 1)).toBeLessThan(0.03)
  }
})

test('a thing of a single pixel keeps its light: there is nothing around that tells what is usual', async () => {
  const last = (denoise: boolean) => withTargets(async (accumulation, targets) => {
    for (let k = 1; k < 4; k++) await show(accumulation, targets, standing(0), 10 + k, { denoise, isDotted: true })
    return (await show(accumulation, targets, standing(0), 14, { denoise, isDotted: true })).dots
  })
  expect(await last(true) / await last(false)).toBeCloseTo(1, 2)
})

test.each([{ isTailed: false, most: 0.08 }, { isTailed: true, most: 0.14 }])('of what differs from pixel to pixel the filter leaves a first picture little: heavy tails $isTailed', async ({ isTailed, most }) => {
  const first = (denoise: boolean) => withTargets((accumulation, targets) => show(accumulation, targets, standing(0), 3, { denoise, isTailed }))
  expect((await first(false)).grain).toBeGreaterThan(0.5)
  expect((await first(true)).grain).toBeLessThan(most)
})
/** As gloss.wgsl keeps how many frames it knows; not of zero, nor of what is beyond all numbers. */
const halfOf = (word: number): number => 2 ** ((word >> 10) - 15) * (1 + (word & 1023) / 1024)

test('a gloss that blurs what it shows by three pixels is smoothed by little more than that, and no light is lost by the bound, in young pictures and later ones', async () => {
  /** The 4th picture, and the one of this number. */
  const shown = (last: number, change: Change) => withTargets(async (accumulation, targets) => {
    const pictures: Awaited<ReturnType<typeof show>>[] = []
    for (let k = 0; k < last; k++) pictures.push(await show(accumulation, targets, standing(0), k, change))
    return { young: pictures[3], late: pictures[last - 1] }
  })
  // As reach_word() of guide.wgsl has three pixels. Of heavy tails the more is left the fewer pixels share them; in young pictures little of them is left to the filter, and even noise tells more.
  for (const [isTailed, last, least] of [[true, 16, { young: 1.2, late: 1.3 }], [false, 4, { young: 1.3, late: 1.3 }]] as const) {
    const [raw, bounded, free] = [await shown(last, { isTailed }), await shown(last, { denoise: true, isTailed, reach: 14 }), await shown(last, { denoise: true, isTailed })]
    for (const age of ['young', 'late'] as const) {
      expect(Math.abs(bounded[age].brightness / raw[age].brightness - 1), age).toBeLessThan(0.003)
      expect(bounded[age].error / raw[age].error, age).toBeLessThan(0.7)
      expect(bounded[age].error / free[age].error, age).toBeGreaterThan(least[age])
    }
  }
})

test('the eye that walks past sees what a gloss mirrors where its image stands: it stays sharp, and smears where nobody knows', async () => {
  const run = (image: Wall['image']) => withTargets(async (accumulation, targets) => {
    for (let k = 0; k < 8; k++) await show(accumulation, targets, standing(0.1 * (k - 8)), k, image && { image })
    return show(accumulation, targets, standing(0), 8, image && { image })
  })
  const [told, guessed] = [await run('told'), await run('unknown')]
  expect(told.error).toBeLessThan(0.75 * guessed.error)
  expect(Math.abs(told.brightness - 1)).toBeLessThan(0.03)
})

test('a gloss whose surface changes places with another from picture to picture is known from around', async () => {
  await withTargets(async (accumulation, targets) => {
    for (let k = 1; k <= 8; k++) await show(accumulation, targets, standing(0), k, { isPolished: true })
    const { glosses, turn } = targets.hybrid()
    const words = new Uint32Array((await readTexture(device, glosses[1 - turn], 16)).buffer)
    const counts = Array.from({ length: WIDTH * HEIGHT }, (_, i) => halfOf(words[4 * i + 1] >>> 16)).filter((_, i) => isBlack(i))
    // 2 where nobody looks around.
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeGreaterThan(5)
  })
})

test('noise of what a gloss mirrors does not blur the edge of what its body is lit by', async () => {
  // The 21st picture: in first ones the mean of pictures has those in which pixels tell the variance.
  const run = (varnish: Wall['varnish']) => withTargets(async (accumulation, targets) => {
    for (let k = 0; k < 20; k++) await show(accumulation, targets, standing(0), k, { ...(varnish && { varnish }), denoise: true })
    return show(accumulation, targets, standing(0), 20, { ...(varnish && { varnish }), denoise: true })
  })
  const [told, mixed] = [await run('told'), await run('unknown')]
  expect(told.edge).toBeGreaterThan(0.9)
  expect(mixed.edge).toBeLessThan(0.7)
  expect(Math.abs(told.brightness - 1)).toBeLessThan(0.03)
})

test('a picture that moves again after rest knows what is body and what is gloss, and is as bright', async () => {
  await withTargets(async (accumulation, targets) => {
    for (let k = 0; k < 4; k++) await show(accumulation, targets, standing(0), k, { varnish: 'told' })
    for (let k = 0; k < 6; k++) await show(accumulation, targets, standing(0), 10 + k, { varnish: 'told', isRest: true, sample: k })
    const first = await show(accumulation, targets, standing(0), 20, { varnish: 'told' })
    const { lights, turn } = targets.hybrid()
    // The turn at hand is the next frame's.
    const light = new Float32Array((await readTexture(device, lights[1 - turn], 16)).buffer)
    const left = Array.from({ length: WIDTH * HEIGHT / 2 }, (_, i) => light[4 * (WIDTH * Math.floor(i / (WIDTH / 2)) + (i % (WIDTH / 2)))])
    expect(left.reduce((sum, value) => sum + value, 0) / left.length).toBeCloseTo(1, 1)
    expect(Math.abs(first.brightness - 1)).toBeLessThan(0.03)
  })
})

test('what a thing shows moves with it: with its matrix from before the pattern stays sharp, without it smears', async () => {
  const run = (tells: boolean) => withTargets(async (accumulation, targets) => {
    for (let k = 0; k < 8; k++) await show(accumulation, targets, standing(0), k, { shift: 0.1 * (k - 7), moved: tells && k > 0 ? [back(0.1)] : [] })
    const { error } = await show(accumulation, targets, standing(0), 8, { shift: 0.1, moved: tells ? [back(0.1)] : [] })
    return { error, kept: await keptOf(stage, targets) }
  })
  const back = (metres: number): StructValue => ({ row_x: [1, 0, 0, -metres], row_y: [0, 1, 0, 0], row_z: [0, 0, 1, 0], slot: 1 })
  const [told, guessed] = [await run(true), await run(false)]
  expect(told.error).toBeLessThan(0.75 * guessed.error)
  expect(told.kept).toBeGreaterThan(0.9)
})

test('at rest the plain mean of the samples is kept, whatever is shown of it and whatever moved before', async () => {
  await withTargets(async (accumulation, targets) => {
    for (let k = 0; k < 3; k++) await show(accumulation, targets, standing(0.2), 100 + k, { denoise: true })
    const sum = new Float32Array(WIDTH * HEIGHT)
    for (const [k, sample] of [0, 1, 2, 3, 39, 128].entries()) {
      const random = seeded(k)
      await show(accumulation, targets, standing(0), k, { denoise: true, isRest: true, sample })
      writeWall(device, targets, { camera: standing(0), seed: k }).forEach((value, i) => { sum[i] += value * 2 * random() })
      if (sample < 3) continue
      const kept = await readRested(device, targets.hybrid())
      expect(Math.max(...sum.map((value, i) => Math.abs(value / (k + 1) - kept[4 * i]))), `sample ${sample}`).toBeLessThan(1e-6)
    }
  })
})

test('what is shown at rest is of its samples alone, once what was traced before has faded: how far a gloss reaches, too', async () => {
  const after = (moves: number) => withTargets(async (accumulation, targets) => {
    const metal = { image: 'told', reach: 33, denoise: true } as const
    for (let k = 0; k < moves; k++) await show(accumulation, targets, standing(0), 100 + k, metal)
    for (let sample = 0; sample < 5; sample++) await show(accumulation, targets, standing(0), sample, { ...metal, isRest: true, sample, fades: 4 })
    return { ...await show(accumulation, targets, standing(0), 5, { ...metal, isRest: true, sample: 5, fades: 4 }), kept: await keptOf(stage, targets) }
  })
  expect(await after(4)).toEqual(await after(0))
})

const better = 'what is shown at rest gets better with every fourfold of samples, and is never worse than their plain mean'
test(`${better}: even noise, to 64`, { tags: 'proof' }, () => getsBetter(false, 64))
test(`${better}: one path in 64 that finds all the light, to 16`, () => getsBetter(true, 16))
test(`${better}: one path in 64 that finds all the light, to 64`, { tags: 'proof' }, () => getsBetter(true, 64))

async function getsBetter(isTailed: boolean, samples: number): Promise<void> {
  const errorsOf = (denoise: boolean) => withTargets(async (accumulation, targets) => {
    const errors: number[] = []
    for (let sample = 0; sample < samples; sample++) {
      const { error } = await show(accumulation, targets, standing(0), 1 + sample, { denoise, isTailed, isRest: true, sample })
      if ([1, 4, 16, 64].includes(sample + 1)) errors.push(error)
    }
    return errors
  })
  const [plain, shown] = [await errorsOf(false), await errorsOf(true)]
  shown.forEach((error, i) => {
    expect(error).toBeLessThanOrEqual(plain[i] * 1.001)
    if (i > 0) expect(error).toBeLessThan(shown[i - 1])
  })
}

describe('at rest after a walk the picture is no worse than the last that moved, and in the end it is the one that had no past', () => {
  test('as much noise as there was', () => restAfterWalk({}, 8, 8))
  // As where indirect light was looked up while the camera moved. What moved fades as slowly as in the window.
  test('more of it: a path that finds much, once in a while', { tags: 'proof' }, () => restAfterWalk({ isRare: true, movedWorth: 4 }, 64, 7))
  /** @param looks  first samples that are held to the last that moved: in the end rare paths make them what they are */
  async function restAfterWalk(noise: Pick<Change, 'isRare' | 'movedWorth'>, fades: number, looks: number): Promise<void> {
    const rest = (walked: number) => withTargets(async (accumulation, targets) => {
      const moving: number[] = []
      for (let k = 0; k < walked; k++) moving.push((await show(accumulation, targets, standing(0.2 - (0.2 * k) / (walked - 1)), 200 + k, { denoise: true })).error)
      const errors: number[] = []
      for (let sample = 0; sample < fades; sample++) errors.push((await show(accumulation, targets, standing(0), 1 + sample, { ...noise, denoise: true, isRest: true, sample, fades, mostHistory: fades / 4 })).error)
      return { last: moving.at(-1)!, errors, picture: new Float32Array(await readBuffer(device, targets.radiance)) }
    })
    const [walked, fresh] = [await rest(8), await rest(0)]
    expect(Math.max(...walked.errors.slice(0, looks)) / walked.last).toBeLessThan(1)
    // What moved is worth something at first.
    expect(walked.errors[0]).toBeLessThan(0.5 * fresh.errors[0])
    expect(Math.max(...walked.picture.map((value, i) => Math.abs(value - fresh.picture[i])))).toBeLessThan(1e-5)
  }
})

test('what moved is seen through a pinhole: a lens keeps nothing of it, for it would be a sharp edge in what is not', async () => {
  const first = (lens: Lens | undefined, goesOn: boolean) => withTargets(async (accumulation, targets) => {
    const camera = { ...standing(0), lens }
    for (let k = 0; k < 2; k++) await show(accumulation, targets, camera, 200 + k, { denoise: true })
    await show(accumulation, targets, camera, 1, { denoise: true, isRest: true, mostHistory: 2, goesOn })
    return new Float32Array(await readBuffer(device, targets.radiance))
  })
  const lens: Lens = { radius: 0.02, focusDistance: 1 }
  expect(await first(lens, true)).toEqual(await first(lens, false))
  expect(await first(undefined, true)).not.toEqual(await first(undefined, false))
})

test('the picture that moved is kept in memory of its own once a smoothed picture at rest begins with it, and not before', async () => {
  const made = vi.spyOn(device, 'createBuffer')
  const kept = () => made.mock.calls.filter(([{ label }]) => label === 'moved picture').length
  try {
    for (const denoise of [false, true]) {
      await withTargets(async (accumulation, targets) => {
        for (let k = 0; k < 2; k++) await show(accumulation, targets, standing(0), 300 + k, { denoise })
        expect(kept()).toBe(0)
        for (let sample = 0; sample < 2; sample++) await show(accumulation, targets, standing(0), 1 + sample, { denoise, isRest: true, sample })
        expect(kept()).toBe(denoise ? 1 : 0)
      })
    }
  } finally {
    made.mockRestore()
  }
})

test('after an edit light that is another is forgotten at once, and where it is the same it is kept', async () => {
  await withTargets(async (accumulation, targets) => {
    for (let k = 0; k < 12; k++) await show(accumulation, targets, standing(0), 1 + k)
    // The shadow's edge goes half a metre to the right; what moved is not in the picture.
    await show(accumulation, targets, standing(0), 20, { shift: 0.5, moved: [{ row_x: [1, 0, 0, 0], row_y: [0, 1, 0, 0], row_z: [0, 0, 1, 0], slot: 99 }] })
    const counts = await countsOf(stage, targets)
    const truths = [writeWall(device, targets, { camera: standing(0), seed: 1 }), writeWall(device, targets, { camera: standing(0), shift: 0.5, seed: 1 })]
    const countOf = (isChanged: boolean) => {
      const some = [...counts].filter((_, i) => (truths[0][i] !== truths[1][i]) === isChanged)
      return some.reduce((sum, count) => sum + count, 0) / some.length
    }
    expect(await keptOf(stage, targets)).toBeGreaterThan(0.5)
    expect(countOf(true)).toBeLessThan(4)
    expect(countOf(false)).toBeGreaterThan(8)
  })
})

test('beside what moves a pixel keeps of few frames, far off it of all', async () => {
  await withTargets(async (accumulation, targets) => {
    for (let k = 0; k < 12; k++) await show(accumulation, targets, standing(0), 1 + k)
    // Half a metre of the wall on the left; what lies as far off as the box is large is out of its reach.
    await show(accumulation, targets, standing(0), 20, { movedBox: { min: [-0.9, -0.2, -2.1], max: [-0.4, 0.2, -1.9] } })
    const counts = await countsOf(stage, targets)
    const metresAt = (x: number) => 4 * Math.tan(0.45) * (x / WIDTH - 0.5) * WIDTH / HEIGHT
    const row = Array.from({ length: WIDTH }, (_, x) => [metresAt(x + 0.5), counts[WIDTH * (HEIGHT / 2) + x]] as const)
    const inside = row.filter(([x]) => x > -0.85 && x < -0.45)
    const beyond = row.filter(([x]) => x > 0.35)
    expect([inside.length > 3, beyond.length > 3]).toEqual([true, true])
    for (const [, count] of inside) expect(count).toBeLessThanOrEqual(4)
    for (const [, count] of beyond) expect(count).toBeGreaterThan(8)
  })
})

test('light that has changed is not mixed with what was', async () => {
  await withTargets(async (accumulation, targets) => {
    await show(accumulation, targets, standing(0), 1)
    await show(accumulation, targets, standing(0), 2, { mostHistory: 0 })
    expect(await keptOf(stage, targets)).toBe(0)
  })
})
