import type { Network } from '../../denoise/network.ts'
import type { OpenLoop } from '../../frame/frame.ts'
import { flipOf, type ShownPicture } from '../../testing/flip.ts'
import { type Bench, countRow, type Experiment, type Finding } from '../bench.ts'
import { relativeError } from './converge-rows.ts'
import { folderOf, KEPT_SAMPLES, keptShot, LAST, placeOf, referenceOf, sizeOfView } from './moving-rows.ts'
import { openNetwork } from './open-network.ts'
import { affordableSamples, describeFlip, experiment, hybridSettings, save, whatOf } from './picture-bench.ts'
import { type Pictures, type Shot, shownLuminance } from './picture-kit.ts'
import type { PictureScene, PictureSource } from './picture-scenes.ts'

/** Samples at rest after which is looked. */
const LOOKS = { hardware: [1, 4, 16, 64, 256], software: [1, 4, 16] } as const
/** Of the time, for references where none is kept. */
const SHARE = 0.5

/** Of references that are traced now: the window draws the numbers of seed 1, which those that are kept have for a half. */
const SEEDS: readonly [number, number] = [77, 78]

/** What a window shows. */
interface Look { readonly picture: ShownPicture; readonly radiance: Float32Array }
/** @param samples  0: the moving picture that they follow, on a card */
interface LookAfter extends Look { readonly samples: number }

/**
 * What a window shows that opens on a view and rests there, against the reference: as it refines up to 256 samples, and, where ATRIUM_DENOISER names weights,
 * as it is left denoised by one whose user wants 1, 4, 16, 64 or 256. From the end of the walk, which references are kept of.
 */
export function shownRows(source: PictureSource): Experiment {
  return experiment('shown', 3, source, async (pictures, scene, bench, budgetMs) => {
    const network = process.env.ATRIUM_DENOISER === undefined ? null : await openNetwork(bench)
    try {
      return await findShown(pictures, scene, bench, budgetMs, network)
    } finally {
      network?.dispose()
    }
  })
}

async function findShown(pictures: Pictures, scene: PictureScene, bench: Bench, budgetMs: number, network: Network | null): Promise<Finding[]> {
  const affordable = bench.isSoftware ? await affordableSamples(bench, pictures, { ...scene, settings: hybridSettings(scene, true) }, (SHARE * budgetMs) / scene.views.length) : KEPT_SAMPLES
  const looks = LOOKS[bench.isSoftware ? 'software' : 'hardware']
  const findings: Finding[] = []
  for (const { name: view, camera } of scene.views) {
    const shot = keptShot(scene, camera, LAST, sizeOfView(bench, scene, view, camera))
    const { radiance: truth, reference, floor, made } = await referenceOf(pictures, scene, placeOf(scene, view), shot, affordable, folderOf(bench), SEEDS)
    const told = `two halves of the reference ${floor.toFixed(3)}; ${shot.width}x${shot.height}, ${made}`
    /** @returns its FLIP */
    function add({ samples, picture, radiance }: LookAfter, variant: string, before?: number): number {
      const flip = flipOf(reference, picture)
      const what = { ...whatOf(scene, bench), what: 'picture/shown', scene: `${scene.name}: ${view}`, variant, x: samples }
      const detail = `light ${(shownLuminance(picture) / shownLuminance(reference)).toFixed(3)}; ${told}`
      save(bench, ['shown', scene.name, view, variant, String(samples)], reference, picture, flip)
      findings.push(
        countRow({ ...what, peer: before === undefined ? 'reference' : 'the same, not denoised', detail: `${describeFlip(flip)}; ${detail}` }, flip.mean, 'FLIP', before),
        countRow({ ...what, peer: 'reference', detail }, relativeError(radiance, [truth, truth]), 'relMSE'),
      )
      return flip.mean
    }
    for (const look of await refined(pictures, shot, looks)) add(look, 'hybrid, indirect on')
    if (network === null) continue
    for (const { samples, noisy, denoised } of await finished(pictures, shot, looks, network)) add({ samples, ...denoised }, 'hybrid, indirect on, denoised', flipOf(reference, noisy.picture).mean)
  }
  return findings
}

/** What of pictures is looked at here. */
export type Looked = Pick<Pictures, 'cpu' | 'shown' | 'radiance'> & { readonly engine: Pick<Pictures['engine'], 'createFrameLoop' | 'createPrimaryRasterizer'> }

/** A window that opens on this view: its loop knows nothing yet. */
const openLoop = async ({ engine }: Looked): Promise<OpenLoop> => engine.createFrameLoop(await engine.createPrimaryRasterizer())

const look = async (pictures: Looked, shot: Shot, loop: OpenLoop): Promise<Look> => ({ picture: await pictures.shown(shot, loop), radiance: await pictures.radiance(shot, loop) })

/**
 * A view as it refines.
 *
 * @param counts  of samples, ascending; the last is what the user wants
 * @returns in front, on a card, what moved before the first sample
 */
export async function refined(pictures: Looked, shot: Shot, counts: readonly number[]): Promise<LookAfter[]> {
  const loop = await openLoop(pictures)
  try {
    const looks: LookAfter[] = []
    // Moving pictures say one sample, too: the first at rest is the last of them.
    let [moved, first]: (Look | null)[] = [null, null]
    let { report } = loop
    loop.update({ ...shot, settings: { ...shot.settings, restSamples: counts.at(-1)! }, interacting: false, cpu: pictures.cpu })
    for (;;) {
      const state = await loop.step()
      const { samples } = loop.report
      if (loop.report !== report) {
        report = loop.report
        if (samples === 1) [moved, first] = [first, await look(pictures, shot, loop)]
        else if (counts.includes(samples)) looks.push({ samples, ...await look(pictures, shot, loop) })
      }
      if (state === 'idle') break
    }
    if (counts.includes(1) && first !== null) looks.unshift({ samples: 1, ...first })
    return moved === null ? looks : [{ samples: 0, ...moved }, ...looks]
  } finally {
    loop.dispose()
  }
}

/** A view that has come to rest with so many samples, before the denoiser and after it. More are wanted each time, and what is gathered goes on. */
export async function finished(pictures: Looked, shot: Shot, counts: readonly number[], network: Network): Promise<{ readonly samples: number; readonly noisy: Look; readonly denoised: Look }[]> {
  const loop = await openLoop(pictures)
  try {
    const looks = []
    for (const samples of counts) {
      const rest = async (denoiser: Network | null): Promise<Look> => {
        loop.denoiseRest(denoiser)
        loop.update({ ...shot, settings: { ...shot.settings, restSamples: samples }, interacting: false, cpu: pictures.cpu })
        while (await loop.step() === 'working') { /* until it is final */ }
        return look(pictures, shot, loop)
      }
      looks.push({ samples, noisy: await rest(null), denoised: await rest(network) })
    }
    return looks
  } finally {
    loop.dispose()
  }
}
