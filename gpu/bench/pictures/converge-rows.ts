import { pathLengthOf } from '../../frame/plan.ts'
import { flipOf } from '../../testing/flip.ts'
import { type Bench, countRow, type Experiment, type Finding } from '../bench.ts'
import type { Clock } from '../measure.ts'
import { experiment, sizeOf, whatOf } from './picture-bench.ts'
import { type Pictures, type Shot, showRadiance } from './picture-kit.ts'
import type { PictureScene, PictureSource } from './picture-scenes.ts'

/** Samples of the reference, in two halves, and those at which pictures are looked at. */
export const REFERENCE = { hardware: 4096, software: 64 } as const
const SERIES = { hardware: [8, 32, 128, 512], software: [4, 16] } as const
/** Luminance squared of a pixel that is black, as a share of the picture's mean: an error there does not count for endless. */
const DARK = 0.02
/** Of all pixels, those that differ most and are left out: a few fireflies would be all of the figure. */
const WORST = 0.005

/** How the reference's error falls with samples and seconds, at each scene's first view. */
export function convergeRows(source: PictureSource): Experiment {
  return experiment('converge', 6, source, async (pictures, scene, bench) => {
    const shot: Shot = { camera: scene.views[0].camera, settings: { ...scene.settings, view: 'shaded', mode: 'uber' }, ...sizeOf(bench) }
    const kind = bench.isSoftware ? 'software' : 'hardware'
    const halves = [(await pictures.reference(shot, [REFERENCE[kind] / 2], 77))[0], (await pictures.reference(shot, [REFERENCE[kind] / 2], 78))[0]] as const
    const truth = showRadiance(halves[0].map((value, i) => 0.5 * (value + halves[1][i])), shot)
    const findings: Finding[] = []
    for (const { samples, radiance, seconds } of await seriesOf(pictures, shot, SERIES[kind], bench.clock)) {
      const flip = flipOf(truth, showRadiance(radiance, shot))
      const error = relativeError(radiance, halves)
      const detail = `${detailOf(scene, shot, bench)}; against ${REFERENCE[kind]} samples; ${seconds.toFixed(2)} s; light ${lightOf(radiance, halves).toFixed(4)}`
      const what = { ...whatOf(scene, bench), what: 'picture/converge', variant: 'reference', x: samples }
      findings.push(
        countRow({ ...what, peer: 'reference', detail }, flip.mean, 'FLIP'), countRow({ ...what, peer: 'reference', detail }, error, 'relMSE'),
        countRow({ ...what, detail }, seconds, bench.clock.name === 'CPU' ? 'CPU s' : 's'),
      )
    }
    return findings
  })
}

const detailOf = ({ views }: PictureScene, shot: Shot, bench: Bench): string =>
  `${views[0].name}, ${shot.width}x${shot.height}, ${pathLengthOf(shot.settings).bounces} bounces, ${bench.isSoftware ? bench.cpu : 'on the GPU'}`

interface Look { readonly samples: number; readonly radiance: Float32Array; readonly seconds: number }

/** One picture as it gets better, and how long its samples took; what is prepared once is left out by a sample before. */
export async function seriesOf({ tracer }: Pictures, shot: Shot, samples: readonly number[], clock: Clock): Promise<Look[]> {
  const view = { ...shot, ...pathLengthOf(shot.settings) }
  await tracer.begin({ ...view, seed: 5 })
  while (!await tracer.step()) { /* on */ }
  await tracer.begin({ ...view, seed: 1 })
  const looks: Look[] = []
  let seconds = 0
  for (const count of samples) {
    const start = clock.now()
    while (tracer.samples < count) await tracer.step(count - tracer.samples)
    seconds += (clock.now() - start) / 1000
    looks.push({ samples: count, radiance: await tracer.read(), seconds })
  }
  return looks
}

const luminance = (radiance: Float32Array, i: number): number => 0.2126 * radiance[4 * i] + 0.7152 * radiance[4 * i + 1] + 0.0722 * radiance[4 * i + 2]

/** Mean of the squared relative error; the reference's own noise does not enter, for it comes in two independent halves. */
export function relativeError(radiance: Float32Array, [a, b]: readonly [Float32Array, Float32Array]): number {
  const pixels = radiance.length / 4
  let mean = 0
  for (let i = 0; i < pixels; i++) mean += (luminance(a, i) + luminance(b, i)) / (2 * pixels)
  const errors = Array.from({ length: pixels }, (_, i) => {
    const [x, p, q] = [luminance(radiance, i), luminance(a, i), luminance(b, i)]
    return ((x - p) * (x - q)) / (0.5 * (p + q) + DARK * mean) ** 2
  }).toSorted((x, y) => x - y)
  const kept = errors.slice(0, Math.ceil(pixels * (1 - WORST)))
  return kept.reduce((sum, error) => sum + error, 0) / kept.length
}

/** Mean luminance as a share of the truth's. */
export function lightOf(radiance: Float32Array, [a, b]: readonly [Float32Array, Float32Array]): number {
  let [sum, truth] = [0, 0]
  for (let i = 0; i < radiance.length / 4; i++) {
    sum += luminance(radiance, i)
    truth += 0.5 * (luminance(a, i) + luminance(b, i))
  }
  return sum / truth
}
