import { bouncesOf } from '../frame-job.ts'
import { flipOf, type ShownPicture } from '../testing/flip.ts'
import { type Bench, countRow, type Experiment, type Finding, TooSlow } from './bench.ts'
import { summarize } from './measure.ts'
import { affordableSamples, describeFlip, experiment, FRAME, pathRates, save, sizeOf, whatOf, withPictures } from './picture-bench.ts'
import { type Shot, showRadiance } from './picture-kit.ts'
import { MIRROR_ROOM } from './picture-scenes.ts'

/** FLIP at which a still counts as clean. */
const CLEAN = 0.02
const SERIES = [1, 4, 16, 64, 256] as const

/** The reference's error against its samples in the room of mirrors, and how many it makes in a second. */
export function samplesRows(): Experiment {
  return experiment('samples/mirror_room', 4, async (bench, budgetMs) => {
    const scene = MIRROR_ROOM.load()
    const shot: Shot = { camera: scene.views[0].camera, settings: scene.settings, ...sizeOf(bench) }
    return withPictures(bench, scene, async (pictures) => {
      const what = { ...whatOf(scene, bench), detail: `${shot.width}x${shot.height}, ${bouncesOf(shot.settings)} bounces, ${tracedBy(bench)}` }
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
  })
}

const tracedBy = (bench: Bench): string => (bench.isSoftware ? `${bench.cpu}, all cores` : 'on the GPU')

/** How long a still of 640 x 360 takes until it is clean: until twice its samples would change it by less than FLIP 0.02. */
export function cleanRows(): Experiment {
  return experiment('clean/mirror_room', 4, async (bench, budgetMs) => {
    const scene = MIRROR_ROOM.load()
    const shot: Shot = { camera: scene.views[0].camera, settings: scene.settings, ...FRAME }
    return withPictures(bench, scene, async ({ tracer }) => {
      await tracer.begin({ ...shot, bounces: bouncesOf(shot.settings), seed: 1 })
      const [start, started] = [performance.now(), bench.clock.now()]
      let last: { samples: number; seconds: number; picture: ShownPicture } | null = null
      for (let samples = 1; ; samples *= 2) {
        while (tracer.samples < samples) {
          await tracer.step()
          if (performance.now() - start > 4 * budgetMs) throw new TooSlow(`${samples} samples were not enough`)
        }
        const seconds = (bench.clock.now() - started) / 1000
        const picture = showRadiance(await tracer.read(), shot)
        const flip = last === null ? null : flipOf(picture, last.picture)
        if (last !== null && flip !== null && flip.mean < CLEAN) {
          save(bench, ['clean', scene.name], picture, last.picture, flip)
          return [countRow({
            ...whatOf(scene, bench), what: 'picture/clean', variant: 'reference', detail: `${last.samples} samples, FLIP ${flip.mean.toFixed(4)} against ${samples}; ${describeFlip(flip)}; ${shot.width}x${shot.height}, ${bouncesOf(shot.settings)} bounces, ${tracedBy(bench)}`,
          }, last.seconds, bench.clock.name === 'CPU' ? 'CPU s' : 's')]
        }
        last = { samples, seconds, picture }
      }
    })
  })
}
