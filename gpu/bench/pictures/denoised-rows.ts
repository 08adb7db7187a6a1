import { denoisePicture } from '../../denoise/denoise-rows.ts'
import type { Network } from '../../denoise/network.ts'
import { pathLengthOf } from '../../frame/plan.ts'
import { flipOf } from '../../testing/flip.ts'
import { noisyPicture } from '../../testing/plain-denoiser.ts'
import { type Bench, countRow, type Experiment, type Finding, LeftOut, timeRow } from '../bench.ts'
import { interleave } from '../measure.ts'
import { lightOf, REFERENCE, relativeError } from './converge-rows.ts'
import { openNetwork } from './open-network.ts'
import { describeFlip, experiment, save, sizeOf, whatOf } from './picture-bench.ts'
import { type Pictures, type Shot, showRadiance } from './picture-kit.ts'
import type { PictureScene, PictureSource } from './picture-scenes.ts'

const SERIES = { hardware: [8, 32, 128], software: [8, 32] } as const

/** What the denoiser makes of few samples at each scene's first view, and what they are without it, against many. The weights are those that ATRIUM_DENOISER names. */
export function denoisedRows(source: PictureSource): Experiment {
  return experiment('denoised', 6, source, async (pictures, scene, bench) => {
    const network = await openNetwork(bench)
    try {
      return await findDenoised(pictures, scene, bench, network)
    } finally {
      network.dispose()
    }
  })
}

async function findDenoised(pictures: Pictures, scene: PictureScene, bench: Bench, network: Network): Promise<Finding[]> {
  const kind = bench.isSoftware ? 'software' : 'hardware'
  const shot: Shot = { camera: scene.views[0].camera, settings: { ...scene.settings, view: 'shaded', mode: 'uber' }, ...sizeOf(bench) }
  const half = async (seed: number): Promise<Float32Array> => (await pictures.reference(shot, [REFERENCE[kind] / 2], seed))[0]
  const halves = [await half(77), await half(78)] as const
  const truth = showRadiance(halves[0].map((value, i) => 0.5 * (value + halves[1][i])), shot)
  const findings: Finding[] = []
  const { tracer } = pictures
  await tracer.begin({ ...shot, ...pathLengthOf(shot.settings), seed: 1, guides: true })
  for (const samples of SERIES[kind]) {
    while (tracer.samples < samples) await tracer.step(samples - tracer.samples)
    const noisy = await tracer.read()
    const start = performance.now()
    const denoised = await denoisePicture(network, { radiance: noisy, ...await tracer.readGuides() }, shot)
    const ms = performance.now() - start
    for (const [variant, radiance, took] of [['denoised', denoised, `, ${ms.toFixed(0)} ms`], ['noisy', noisy, '']] as const) {
      const test = showRadiance(radiance, shot)
      const flip = flipOf(truth, test)
      save(bench, ['denoised', scene.name, variant, String(samples)], truth, test, flip)
      const detail = `${describeFlip(flip)}; ${scene.views[0].name}, ${shot.width}x${shot.height}, against ${REFERENCE[kind]} samples${took}; light ${lightOf(radiance, halves).toFixed(4)}`
      const what = { ...whatOf(scene, bench), what: 'picture/denoised', variant, peer: 'reference', x: samples, detail }
      findings.push(countRow(what, flip.mean, 'FLIP'), countRow(what, relativeError(radiance, halves), 'relMSE'))
    }
  }
  return findings
}

const SIZES = [{ width: 1920, height: 1080 }, { width: 3840, height: 2160 }] as const

/** How long a card takes for a picture, and for what goes there and comes back; what it shows does not matter. */
export function denoiseTimeRows(): Experiment {
  return {
    name: 'picture/denoise-time', group: 'picture', weight: 1, needsGpu: true,
    async run(bench, budgetMs) {
      if (bench.isSoftware) throw new LeftOut('a program that plays the GPU takes minutes for a picture')
      const network = await openNetwork(bench)
      try {
        const findings: Finding[] = []
        for (const size of SIZES) {
          const picture = noisyPicture(size.width, size.height, 1)
          const { denoise } = await interleave([{ name: 'denoise', run: async () => { await denoisePicture(network, picture, size) } }], { clock: bench.clock, budgetMs: budgetMs / SIZES.length })
          findings.push(timeRow({ scene: 'noise', triangles: 0, adapter: bench.gpu, what: 'picture/denoise-time', variant: `${size.width}x${size.height}`, x: size.width * size.height }, bench.clock, denoise))
        }
        return findings
      } finally {
        network.dispose()
      }
    },
  }
}
