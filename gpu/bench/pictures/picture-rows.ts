import { isDeepStrictEqual } from 'node:util'
import type { FrameReport } from '../../frame/frame.ts'
import { pathLengthOf } from '../../frame/plan.ts'
import type { Camera, Quat, Vec3 } from '../../scene.ts'
import type { RenderSettings } from '../../settings.ts'
import { type Flip, flipOf, type ShownPicture } from '../../testing/flip.ts'
import { countRow, type Experiment, type Finding } from '../bench.ts'
import { median } from '../measure.ts'
import { affordableSamples, describeFlip, experiment, type Method, METHODS, save, sizeOf, whatOf } from './picture-bench.ts'
import { type Pictures, type Shot, shownLuminance, showRadiance } from './picture-kit.ts'
import { MIRROR_ROOM, type PictureSource } from './picture-scenes.ts'
import { adaptiveRows, passRows } from '../rows/frame-cost-rows.ts'
import { coldRows } from './cold-rows.ts'
import { convergeRows } from './converge-rows.ts'
import { denoisedRows } from './denoised-rows.ts'
import { dragRows } from './drag-rows.ts'
import { lampsRows } from './lamps-rows.ts'
import { quickRows } from './quick-rows.ts'
import { cleanRows, samplesRows } from './reference-rows.ts'

/** Everything that is asked about pictures. */
export function pictureRows(sources: readonly PictureSource[]): Experiment[] {
  return [
    ...sources.map(restRows), ...sources.map(movingRows), ...sources.map(coldRows), ...sources.map(quickRows), ...sources.map(convergeRows), ...sources.map(denoisedRows), samplesRows(), cleanRows(), ...lampsRows(), ...sources.slice(0, 1).flatMap(dragRows),
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

/**
 * A second of a walk, 30 pictures a second: first the eyes turn, 15 degrees a second, then feet follow, 1.4 m/s. Frame 0 is the view
 * itself. Shorter, and what is looked at is the beginning of a movement alone.
 */
const WALK = { first: -18, last: 11, metres: 1.4 / 30, radians: (15 * Math.PI) / 180 / 30 } as const

/** Frames of the walk that are compared, and the samples of a reference on a card; a software adapter has what its time affords. */
const LOOKS = [
  { indirect: true, share: 0.7, at: [{ frame: WALK.first + 4, variant: ', fifth frame', samples: 1024 }, { frame: WALK.last, variant: '', samples: 4096 }] },
  { indirect: false, share: 0.15, at: [{ frame: WALK.last, variant: '', samples: 1024 }] },
] as const

/** The picture while the camera walks, against the reference from the very same place. */
function movingRows(source: PictureSource): Experiment {
  return experiment('moving', 3, source, async (pictures, scene, bench, budgetMs) => {
    const findings: Finding[] = []
    for (const { indirect, share, at } of LOOKS) {
      const settings: RenderSettings = { ...scene.settings, method: 'hybrid', indirect, view: 'shaded', mode: 'uber' }
      const affordable = await affordableSamples(bench, pictures, { ...scene, settings }, (share * budgetMs) / (at.length * scene.views.length))
      for (const { name: view, camera } of scene.views) {
        const shots = at.map(({ frame }): Shot => ({ camera: walked(camera, frame), settings, ...sizeOf(bench) }))
        const { tests, detail } = await walk(pictures, camera, shots)
        for (const [i, shot] of shots.entries()) {
          const samples = bench.isSoftware ? affordable : at[i].samples
          const variant = `hybrid, indirect ${indirect ? 'on' : 'off'}${at[i].variant}`
          const { reference, floor } = await inHalves(pictures, shot, samples)
          const flip = flipOf(reference, tests[i])
          save(bench, ['moving', scene.name, view, variant], reference, tests[i], flip)
          findings.push(countRow({
            ...whatOf(scene, bench), what: 'picture/moving', scene: `${scene.name}: ${view}`, variant, peer: 'reference',
            detail: `${describeFlip(flip)}; two halves of the reference ${floor.toFixed(3)}; ${samples} samples; light ${(shownLuminance(tests[i]) / shownLuminance(reference)).toFixed(3)}; ${detail}`,
          }, flip.mean, 'FLIP'))
        }
      }
    }
    return findings
  })
}

/** A second of a walk from where the window stood: what is shown in the frames that are asked for, and how the frames went. */
async function walk(pictures: Pictures, camera: Camera, shots: readonly Shot[]): Promise<{ readonly tests: ShownPicture[]; readonly detail: string }> {
  const { loop } = pictures
  const [{ settings, width, height }] = shots
  const tests: ShownPicture[] = []
  const reports: FrameReport[] = []
  await pictures.atRest({ camera: walked(camera, WALK.first - 1), settings: { ...settings, restSamples: 1 }, width, height })
  for (let frame = WALK.first; frame <= WALK.last; frame++) {
    const at = walked(camera, frame)
    await pictures.moving({ camera: at, settings, width, height })
    reports.push(loop.report)
    const shot = shots.find((candidate) => isDeepStrictEqual(candidate.camera, at))
    if (shot !== undefined) tests.push(await pictures.shown(shot))
  }
  const irradiance = settings.indirect ? `, ${median(reports.map(({ passMs }) => passMs.irradiance)).toFixed(1)} of them for indirect light` : ''
  return { tests, detail: `traced ${loop.report.width} of ${width} pixels across, ${median(reports.map(({ frameMs }) => frameMs)).toFixed(1)} ms a frame${irradiance}` }
}

/** A reference in two halves, and their FLIP: how much of what differs is its own noise. */
async function inHalves(pictures: Pictures, shot: Shot, samples: number): Promise<{ readonly reference: ShownPicture; readonly floor: number }> {
  const [half, other] = [(await pictures.reference(shot, [samples / 2], 1))[0], (await pictures.reference(shot, [samples / 2], 2))[0]]
  return { reference: showRadiance(half.map((value, i) => 0.5 * (value + other[i])), shot), floor: flipOf(showRadiance(half, shot), showRadiance(other, shot)).mean }
}

function walked(camera: Camera, frame: number): Camera {
  const turn = frame * WALK.radians
  const metres = Math.max(0, frame) * WALK.metres
  const about: Quat = [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)]
  const [x, y, z, w] = camera.orientation
  const orientation: Quat = [about[3] * x + about[1] * z, about[3] * y + about[1] * w, about[3] * z - about[1] * x, about[3] * w - about[1] * y]
  // -z of the frame, level.
  const ahead = [-2 * (x * z + w * y), -(1 - 2 * (x * x + y * y))]
  const length = Math.hypot(...ahead) || 1
  const position: Vec3 = [camera.position[0] + (ahead[0] / length) * metres, camera.position[1], camera.position[2] + (ahead[1] / length) * metres]
  return { ...camera, position, orientation }
}
