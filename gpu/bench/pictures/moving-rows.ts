import { isDeepStrictEqual } from 'node:util'
import type { FrameReport } from '../../frame/frame.ts'
import type { Camera, Quat, Vec3 } from '../../scene.ts'
import { flipOf, type ShownPicture } from '../../testing/flip.ts'
import { type Bench, countRow, type Experiment, type Finding, LeftOut } from '../bench.ts'
import { median } from '../measure.ts'
import { findReference, keepReference, KEPT_SIZE, type Place, REFERENCES } from './kept-references.ts'
import { affordableSamples, describeFlip, experiment, hybridSettings, save, sizeOf, whatOf } from './picture-bench.ts'
import { meanLuminance, type Pictures, type Shot, shownLuminance, showRadiance } from './picture-kit.ts'
import type { PictureScene, PictureSource } from './picture-scenes.ts'

/**
 * A second of a walk, 30 pictures a second: first the eyes turn, 15 degrees a second, then feet follow, 1.4 m/s. Frame 0 is the view
 * itself. Shorter, and what is looked at is the beginning of a movement alone.
 */
const WALK = { first: -18, last: 11, metres: 1.4 / 30, radians: (15 * Math.PI) / 180 / 30 } as const

/** A picture of the walk that is compared. */
export interface Look { readonly indirect: boolean; readonly frame: number }

/** Of every view, in walks of their own where light is another. */
const LOOKS = [
  { indirect: true, share: 0.7, at: [{ frame: WALK.first + 4, variant: ', fifth frame' }, { frame: WALK.last, variant: '' }] },
  { indirect: false, share: 0.15, at: [{ frame: WALK.last, variant: '' }] },
] as const

/** Of a reference on a card; a software adapter has what its time affords. */
export const KEPT_SAMPLES = 4096
/** The last picture, with indirect light. */
export const LAST: Look = { indirect: true, frame: WALK.last }
/** With so many samples it is asked whether a reference that is kept is still as bright as what is traced now, and it is none where it differs by more than this share. */
const FRESH = { samples: 256, differs: 0.03 } as const

/** The picture while the camera walks, against the reference from the very same place. */
export function movingRows(source: PictureSource): Experiment {
  return experiment('moving', 3, source, async (pictures, scene, bench, budgetMs) => {
    const findings: Finding[] = []
    for (const { indirect, share, at } of LOOKS) {
      const settings = hybridSettings(scene, indirect)
      const samples = bench.isSoftware ? await affordableSamples(bench, pictures, { ...scene, settings }, (share * budgetMs) / (at.length * scene.views.length)) : KEPT_SAMPLES
      for (const { name: view, camera } of scene.views) {
        const size = sizeOfView(bench, scene, view, camera)
        const shots = at.map(({ frame }): Shot => ({ camera: walked(camera, frame), settings, ...size }))
        const { looks, detail } = await walk(pictures, camera, shots)
        for (const [i, shot] of shots.entries()) {
          const variant = `hybrid, indirect ${indirect ? 'on' : 'off'}${at[i].variant}`
          const { radiance, reference, floor, made } = await referenceOf(pictures, scene, placeOf(scene, view, at[i].frame), shot, samples, folderOf(bench))
          const { shown, radiance: found } = looks[i]
          const flip = flipOf(reference, shown)
          save(bench, ['moving', scene.name, view, variant], reference, shown, flip)
          findings.push(countRow({
            ...whatOf(scene, bench), what: 'picture/moving', scene: `${scene.name}: ${view}`, variant, peer: 'reference',
            detail: `${describeFlip(flip)}; two halves of the reference ${floor.toFixed(3)}; ${shot.width}x${shot.height}, ${made}; light ${(meanLuminance(found) / meanLuminance(radiance)).toFixed(3)}, as shown ${(shownLuminance(shown) / shownLuminance(reference)).toFixed(3)}; ${detail}`,
          }, flip.mean, 'FLIP'))
        }
      }
    }
    return findings
  })
}

/** Makes the references that are kept, of every look and view, into the folder that --references names. Those that are there are left as they are. */
export function referencesRows(source: PictureSource): Experiment {
  const made = experiment('references', 1, source, async (pictures, scene, bench) => {
    await makeReferences(pictures, scene, bench)
    return []
  })
  return {
    ...made,
    async run(bench, budgetMs) {
      if (bench.references === null) throw new LeftOut('--references names no folder to keep them in')
      return await made.run(bench, budgetMs)
    },
  }
}

/** @param size  and samples: those that are kept, but for tests. @returns how many were not there */
export async function makeReferences(pictures: Pick<Pictures, 'reference'>, scene: PictureScene, { gpu, references }: Pick<Bench, 'gpu' | 'references'>, { samples, ...size }: { width: number; height: number; samples: number } = { ...KEPT_SIZE, samples: KEPT_SAMPLES }): Promise<number> {
  let count = 0
  for (const look of LOOKS.flatMap(({ indirect, at }) => at.map(({ frame }): Look => ({ indirect, frame })))) {
    for (const { name: view, camera } of scene.views) {
      const [place, shot] = [placeOf(scene, view, look.frame), keptShot(scene, camera, look, size)]
      if (findReference(references!, scene.snapshot, place, shot, samples) !== null) continue
      const { radiance, floor } = await inHalves(pictures, shot, samples)
      keepReference(references!, scene.snapshot, place, shot, { radiance, samples, seeds: SEEDS, floor, adapter: gpu })
      count++
    }
  }
  return count
}

/** What is compared with, of what is kept or traced now: its light, what the window shows of it, how far two halves are apart, and in words where it comes from. */
interface Reference { readonly radiance: Float32Array; readonly reference: ShownPicture; readonly floor: number; readonly made: string }

/** @param seeds  of halves that are traced now */
export async function referenceOf(pictures: Pick<Pictures, 'reference'>, scene: Pick<PictureScene, 'snapshot'>, place: Place, shot: Shot, samples: number, folder: string | null, seeds: readonly [number, number] = SEEDS): Promise<Reference> {
  const kept = folder === null ? null : findReference(folder, scene.snapshot, place, shot, samples)
  let stale = ''
  if (kept !== null) {
    const light = meanLuminance((await pictures.reference(shot, [FRESH.samples], 3))[0]) / meanLuminance(kept.radiance)
    const { samples: of, date, floor } = kept.recipe
    if (Math.abs(light - 1) <= FRESH.differs) return { radiance: kept.radiance, reference: showRadiance(kept.radiance, shot), floor, made: `${of} samples kept since ${date.slice(0, 10)}, ${light.toFixed(3)} of their light today` }
    stale = `, for those that are kept have ${(1 / light).toFixed(3)} of its light`
  }
  const { radiance, floor } = await inHalves(pictures, shot, samples, seeds)
  return { radiance, reference: showRadiance(radiance, shot), floor, made: `${samples} samples${stale}` }
}

export const placeOf = (scene: PictureScene, view: string, frame: number = LAST.frame): Place => ({ scene: scene.name, view, frame })
export const keptShot = (scene: PictureScene, camera: Camera, { indirect, frame }: Look, size: Pick<Shot, 'width' | 'height'> = KEPT_SIZE): Shot => ({ camera: walked(camera, frame), settings: hybridSettings(scene, indirect), ...size })

/** The folder that is named, else on a card the committed one: a software adapter would take minutes for frames of their size. */
export const folderOf = ({ references, isSoftware }: Bench): string | null => references ?? (isSoftware ? null : REFERENCES)

/** That of the view's reference where one of the last picture is kept. */
export function sizeOfView(bench: Bench, scene: PictureScene, view: string, camera: Camera): Pick<Shot, 'width' | 'height'> {
  const folder = folderOf(bench)
  return folder !== null && findReference(folder, scene.snapshot, placeOf(scene, view), keptShot(scene, camera, LAST), KEPT_SAMPLES) !== null ? KEPT_SIZE : sizeOf(bench)
}

/** A second of a walk from where the window stood: what is shown in the frames that are asked for, and how the frames went. */
async function walk(pictures: Pictures, camera: Camera, shots: readonly Shot[]): Promise<{ readonly looks: { readonly shown: ShownPicture; readonly radiance: Float32Array }[]; readonly detail: string }> {
  const { loop } = pictures
  const [{ settings, width, height }] = shots
  const looks: { readonly shown: ShownPicture; readonly radiance: Float32Array }[] = []
  const reports: FrameReport[] = []
  await pictures.atRest({ camera: walked(camera, WALK.first - 1), settings: { ...settings, restSamples: 1 }, width, height })
  for (let frame = WALK.first; frame <= WALK.last; frame++) {
    const at = walked(camera, frame)
    await pictures.moving({ camera: at, settings, width, height })
    reports.push(loop.report)
    const shot = shots.find((candidate) => isDeepStrictEqual(candidate.camera, at))
    if (shot !== undefined) looks.push({ shown: await pictures.shown(shot), radiance: await pictures.radiance(shot) })
  }
  const irradiance = settings.indirect ? `, ${median(reports.map(({ passMs }) => passMs.irradiance)).toFixed(1)} of them for indirect light` : ''
  return { looks, detail: `traced ${loop.report.width} of ${width} pixels across, ${median(reports.map(({ frameMs }) => frameMs)).toFixed(1)} ms a frame${irradiance}` }
}

/** Of the halves of a reference. */
const SEEDS: [number, number] = [1, 2]

/** A reference in two halves, and their FLIP: how much of what differs is its own noise. */
async function inHalves(pictures: Pick<Pictures, 'reference'>, shot: Shot, samples: number, seeds: readonly [number, number] = SEEDS): Promise<{ readonly radiance: Float32Array; readonly floor: number }> {
  const [half, other] = [(await pictures.reference(shot, [samples / 2], seeds[0]))[0], (await pictures.reference(shot, [samples / 2], seeds[1]))[0]]
  return { radiance: half.map((value, i) => 0.5 * (value + other[i])), floor: flipOf(showRadiance(half, shot), showRadiance(other, shot)).mean }
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
