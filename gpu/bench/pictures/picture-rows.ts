import { pathLengthOf } from '../../frame/plan.ts'
import type { RenderSettings } from '../../settings.ts'
import { type Flip, flipOf, type ShownPicture } from '../../testing/flip.ts'
import { countRow, type Experiment, type Finding } from '../bench.ts'
import { affordableSamples, describeFlip, experiment, type Method, METHODS, save, sizeOf, whatOf } from './picture-bench.ts'
import { type Pictures, type Shot, showRadiance } from './picture-kit.ts'
import { MIRROR_ROOM, type PictureSource } from './picture-scenes.ts'
import { adaptiveRows, passRows } from '../rows/frame-cost-rows.ts'
import { coldRows } from './cold-rows.ts'
import { convergeRows } from './converge-rows.ts'
import { denoisedRows, denoiseTimeRows } from './denoised-rows.ts'
import { dragRows } from './drag-rows.ts'
import { lampsRows } from './lamps-rows.ts'
import { movingRows, referencesRows } from './moving-rows.ts'
import { quickRows } from './quick-rows.ts'
import { cleanRows, samplesRows } from './reference-rows.ts'
import { shownRows } from './shown-rows.ts'
import { standingRows } from './standing-rows.ts'

/** Everything that is asked about pictures. */
export function pictureRows(sources: readonly PictureSource[]): Experiment[] {
  return [
    ...sources.map(restRows), ...sources.map(referencesRows), ...sources.map(movingRows), ...sources.map(shownRows), ...sources.map(standingRows), ...sources.map(coldRows), ...sources.map(quickRows), ...sources.map(convergeRows), ...sources.map(denoisedRows), denoiseTimeRows(), samplesRows(), cleanRows(), ...lampsRows(), ...sources.slice(0, 1).flatMap(dragRows),
    ...[MIRROR_ROOM, ...sources.slice(0, 1)].flatMap((source) => [passRows(source), adaptiveRows(source)]),
  ]
}

/** The frame at rest, not smoothed, against the reference at as many samples, from every view; two references tell how much of it is noise. */
function restRows(source: PictureSource): Experiment {
  return experiment('rest', 6, source, async (pictures, scene, bench, budgetMs) => {
    const samples = await affordableSamples(bench, pictures, scene, budgetMs / (6 * scene.views.length))
    const findings: Finding[] = []
    for (const { name: view, camera } of scene.views) {
      for (const { variants, indirect } of REST) {
        const settings: RenderSettings = { ...scene.settings, indirect, restSamples: samples, view: 'shaded', mode: 'uber' }
        const compared = await compareAtRest(pictures, { camera, settings, ...sizeOf(bench) }, samples, variants)
        for (const { method, test, flip, reference, apart, floor } of compared) {
          const variant = `${method}, indirect ${indirect ? 'on' : 'off'}`
          save(bench, ['rest', scene.name, view, variant], reference, test, flip)
          findings.push(countRow({
            ...whatOf(scene, bench), what: 'picture/rest', scene: `${scene.name}: ${view}`, variant, peer: 'reference',
            detail: `${describeFlip(flip)}; with another seed ${apart.toFixed(4)}, two references ${floor.toFixed(4)}; ${test.width}x${test.height}, ${samples} samples, ${pathLengthOf(settings).bounces} bounces`,
          }, flip.mean, 'FLIP'))
        }
      }
    }
    return findings
  })
}

/** Real time's own methods; `whitted` has indirect light of a cache that learns, and is compared without. */
const REST: readonly { readonly indirect: boolean; readonly variants: readonly Method[] }[] = [{ indirect: true, variants: ['hybrid'] }, { indirect: false, variants: METHODS }]

export interface AtRest {
  readonly method: Method
  readonly reference: ShownPicture
  readonly test: ShownPicture
  /** The frame at rest draws the numbers of seed 1: at equal samples the noise is the same, and what differs is not noise. */
  readonly flip: Flip
  /** Mean FLIP against the reference with another seed, and of that reference against the first: noise alone. */
  readonly apart: number
  readonly floor: number
}

/** What is kept of a picture at rest, shown without smoothing. @param samples  of the reference; `shot.settings.restSamples` are the frame's */
export async function compareAtRest(pictures: Pictures, shot: Shot, samples: number, methods: readonly Method[]): Promise<AtRest[]> {
  // The frame looks for no places that the sun lights, and with them the noise would be another.
  const [[first], [second]] = [await pictures.reference(shot, [samples], 1, false), await pictures.reference(shot, [samples], 2, false)]
  const [reference, other] = [first, second].map((radiance) => showRadiance(radiance, shot))
  const floor = flipOf(reference, other).mean
  const compared: AtRest[] = []
  for (const method of methods) {
    const test = await pictures.atRest({ ...shot, settings: { ...shot.settings, method, denoise: false } })
    compared.push({ method, reference, test, flip: flipOf(reference, test), apart: flipOf(other, test).mean, floor })
  }
  return compared
}
