import { pathLengthOf } from '../../frame/plan.ts'
import { flipOf, type ShownPicture } from '../../testing/flip.ts'
import { type Bench, countRow, type Experiment, type Finding, TooSlow } from '../bench.ts'
import { summarize } from '../measure.ts'
import { affordableSamples, describeFlip, experiment, FRAME, pathRates, save, sizeOf, whatOf } from './picture-bench.ts'
import { type Pictures, type Shot, showRadiance } from './picture-kit.ts'
import { MIRROR_ROOM } from './picture-scenes.ts'

/** FLIP at which a still counts as clean. */
const CLEAN = 0.02
const SERIES = [1, 4, 16, 64, 256] as const

/** The reference's error against its samples in the room of mirrors, and how many it makes in a second. */
export function samplesRows(): Experiment {
  return experiment('samples', 4, MIRROR_ROOM, async (pictures, scene, bench, budgetMs) => {
    const shot: Shot = { camera: scene.views[0].camera, settings: scene.settings, ...sizeOf(bench) }
    const what = { ...whatOf(scene, bench), detail: `${shot.width}x${shot.height}, ${pathLengthOf(shot.settings).bounces} bounces, ${tracedBy(bench)}` }
    const rate = await pathRates(pictures, shot, bench.clock)
    const most = await affordableSamples(bench, pictures, scene, budgetMs / 6)
    const affordable = SERIES.filter((count) => count <= most)
    const truthSamples = 4 * most
    const filled = countRow({ ...what, what: 'picture/rate', variant: 'reference' }, 0, '')
    const truth = showRadiance((await pictures.reference(shot, [truthSamples], 77))[0], shot)
    const series = await pictures.reference(shot, affordable, 1)
    return [
      ...affordable.map((count, i): Finding => {
        const test = showRadiance(series[i], shot)
        const flip = flipOf(truth, test)
        save(bench, ['samples', scene.name, String(count)], truth, test, flip)
        return countRow({ ...what, what: 'picture/samples', variant: 'reference', peer: `${truthSamples} samples`, x: count, detail: `${describeFlip(flip)}; ${what.detail}` }, flip.mean, 'FLIP')
      }),
      { ...filled, ...summarize(rate), what: 'picture/rate', unit: bench.clock.name === 'CPU' ? 'paths per CPU-second' : 'paths/s' },
    ]
  })
}

const tracedBy = (bench: Bench): string => (bench.isSoftware ? `${bench.cpu}, all cores` : 'on the GPU')

/** Parts of the still that are looked at: its middle and those of its quarters, a ninth of it in all. */
const PARTS = [[1, 1], [3, 1], [2, 2], [1, 3], [3, 3]].map(([x, y]) => ({ x: (x * FRAME.width) / 4 - 48, y: (y * FRAME.height) / 4 - 27, width: 96, height: 54 }))

/**
 * How long a still of 640 x 360 takes until it is clean: until twice its samples would change it by less than FLIP 0.02. How many samples
 * that takes is found on parts of it; a sample of the whole is timed.
 */
export function cleanRows(): Experiment {
  return experiment('clean', 6, MIRROR_ROOM, async (pictures, scene, bench, budgetMs) => {
    const shot: Shot = { camera: scene.views[0].camera, settings: scene.settings, ...FRAME }
    const { samples, flip } = await samplesUntilClean(pictures, shot, performance.now() + 4 * budgetMs)
    const rate = await pathRates(pictures, shot, bench.clock)
    const seconds = rate.map((paths) => (samples * shot.width * shot.height) / paths)
    return [{
      ...countRow({
        ...whatOf(scene, bench), what: 'picture/clean', variant: 'reference',
        detail: `${samples} samples, FLIP ${flip.toFixed(4)} against twice as many in the hardest of five parts, times a sample of the whole; ${shot.width}x${shot.height}, ${pathLengthOf(shot.settings).bounces} bounces, ${tracedBy(bench)}`,
      }, 0, bench.clock.name === 'CPU' ? 'CPU s' : 's'), ...summarize(seconds),
    }]
  })
}

/** Until every part is clean. @throws TooSlow at `latest`, of `performance.now()` */
async function samplesUntilClean({ tracer }: Pictures, shot: Shot, latest: number): Promise<{ samples: number; flip: number }> {
  let hardest = { samples: 0, flip: 0 }
  for (const region of PARTS) {
    await tracer.begin({ ...shot, region, ...pathLengthOf(shot.settings), seed: 1 })
    let before: ShownPicture | null = null
    for (let samples = 1; ; samples *= 2) {
      while (tracer.samples < samples) {
        if (performance.now() > latest) throw new TooSlow(`${samples} samples were not enough`)
        await tracer.step()
      }
      const picture = showRadiance(await tracer.read(), { ...shot, ...region })
      const flip = before === null ? Infinity : flipOf(picture, before).mean
      before = picture
      if (flip >= CLEAN) continue
      if (samples / 2 > hardest.samples) hardest = { samples: samples / 2, flip }
      break
    }
  }
  return hardest
}
