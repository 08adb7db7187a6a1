import { expect, test } from 'vitest'
import { FileName, fileNameOf } from '../../../electron/batch-wire.ts'
import { encodeJob } from '../../../electron/batch/job.ts'
import { wordsOf } from './renderer.ts'
import { parseOptions } from '../still/options.ts'
import { cutFor, lockAndCut, planPictures, type Wish } from '../../../renderer/output/many/queue-plan.ts'

const wish: Wish = {
  views: ['Door', 'Kitchen'], sizes: [{ width: 1920, height: 1080 }, { width: 800, height: 800 }], suns: [null, { date: '2026-03-20', minutes: 17 * 60 + 5 }], variants: [null], clip: null, samples: 256, bounces: 8, seed: 7,
  glossFloor: 0, panorama: false, transparent: false, layers: false, denoise: false, format: 'png',
}

test('every view comes in every size at every time of day, under a name that says so', () => {
  expect(planPictures(wish).map(({ name }) => name)).toEqual([
    'Door 1920x1080', 'Kitchen 1920x1080', 'Door 800x800', 'Kitchen 800x800', 'Door 1920x1080 2026-03-20 17.05', 'Kitchen 1920x1080 2026-03-20 17.05', 'Door 800x800 2026-03-20 17.05', 'Kitchen 800x800 2026-03-20 17.05',
  ])
  expect(planPictures({ ...wish, sizes: [wish.sizes[0]], suns: [null], views: ['Door', 'door', 'a/b', 'a:b'] }).map(({ name }) => name)).toEqual(['Door', 'door 2', 'a-b', 'a-b 2'])
})

test('every view comes in every variant, and variants of one view have one brightness', async () => {
  const asked = planPictures({ ...wish, sizes: [wish.sizes[0]], variants: [null, 'Oak', 'Oak/Walnut'] })
  expect(asked.map(({ name }) => name)).toEqual(['', ' Oak', ' Oak-Walnut'].flatMap((variant) => ['', ' 2026-03-20 17.05'].flatMap((sun) => ['Door', 'Kitchen'].map((view) => `${view}${sun}${variant}`))))
  const locked = await lockAndCut(asked, 120, (pictures) => Promise.resolve({ exposures: pictures.map((_, i) => i), secondsPerPath: 1e-4 }))
  expect(locked.map(({ exposureEv }) => exposureEv)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3])
  expect(locked[4].variant).toBe('Oak')
  expect(planPictures({ ...wish, sizes: [wish.sizes[0]], suns: [null], variants: ['Oak', 'Walnut'], clip: { seconds: 1, framesPerSecond: 2 } }).map(({ clip, name }) => `${clip}/${name}`)).toEqual(['Clip Oak/00001', 'Clip Oak/00002', 'Clip Walnut/00001', 'Clip Walnut/00002'])
})

test('a clip begins at the first view, ends at the last, and every frame has its own noise', () => {
  const frames = planPictures({ ...wish, sizes: [wish.sizes[0]], suns: [null], clip: { seconds: 2, framesPerSecond: 12 } })
  expect(frames).toHaveLength(24)
  expect([frames[0].way, frames[23].way, frames[23].moved]).toEqual([0, 1, 2])
  expect(new Set(frames.map(({ seed }) => seed)).size).toBe(24)
  expect(frames[23]).toMatchObject({ clip: 'Clip', name: '00024', view: null })
})

test('names of views become names of files everywhere', () => {
  for (const name of ['..', '.x', 'a/../b', 'C:\\x', 'nul', 'com1.png', ' ', 'x. ', 'a\nb', 'ü'.repeat(300), '∞ Küche']) expect(FileName.safeParse(fileNameOf(name)).success, name).toBe(true)
})

test('tiles take about the time that was asked for, and never more than memory', () => {
  const [picture] = planPictures({ ...wish, sizes: [{ width: 16_384, height: 9216 }] })
  // A card: 20 million paths a second; two cores: 5,000.
  for (const [secondsPerPath, layers] of [[5e-8, false], [5e-8, true], [2e-4, false], [1, true]] as const) {
    const cut = cutFor({ ...picture, layers }, secondsPerPath, 120)
    expect(cut.pixels * (layers ? 4 : 1)).toBeLessThanOrEqual(1 << 22)
    expect(() => encodeJob({ format: 1, atrium: '0.1.0', name: 'x', project: 'a'.repeat(64), pictures: [{ ...picture, layers, exposureEv: 0, cut }] })).not.toThrow()
    const seconds = cut.pixels * Math.min(256, 64 * cut.blocks) * secondsPerPath
    if (cut.pixels > 16_384 && cut.pixels < 1 << 20) expect(seconds).toBeGreaterThan(40)
    if (cut.pixels > 16_384) expect(seconds).toBeLessThan(260)
  }
})

test('a tile is told to the still as it was meant', () => {
  const [, , , , picture] = planPictures(wish)
  const words = wordsOf({ ...picture, view: '--out=/etc/passwd', variant: '--sums, Oak', way: 0.25, layers: true, exposureEv: -2.5, cut: { pixels: 1, blocks: 1 } }, { region: { x: 1, y: 2, width: 3, height: 4 }, firstSample: 64, samples: 65 }, 'cpu')
  expect(parseOptions(['room.atrium', '--out=x.sums', ...words])).toMatchObject({
    out: 'x.sums', view: '--out=/etc/passwd', variant: '--sums, Oak', way: 0.25, format: 'sums', layers: true, exposure: -2.5, region: { x: 1, y: 2, width: 3, height: 4 }, firstSample: 64, samples: 65, device: 'cpu',
    sun: { date: '2026-03-20', minutes: 1025 }, width: 1920, height: 1080, seed: 7, bounces: 8,
  })
})
