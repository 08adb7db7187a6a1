import type { RenderSettings } from '../../settings.ts'
import { flipOf } from '../../testing/flip.ts'
import { countRow, type Experiment, type Finding } from '../bench.ts'
import { lightOf } from './converge-rows.ts'
import { describeFlip, experiment, save, sizeOf, whatOf } from './picture-bench.ts'
import { type Shot, shownLuminance, showRadiance } from './picture-kit.ts'
import type { PictureSource } from './picture-scenes.ts'

/** Samples of the reference, in two halves. */
const REFERENCE = { hardware: 1024, software: 64 } as const

/** Quick pictures at rest, with indirect light and with the flat ambient term in its place, against the reference with indirect light, from every view. */
export function quickRows(source: PictureSource): Experiment {
  return experiment('quick', 3, source, async (pictures, scene, bench) => {
    const samples = REFERENCE[bench.isSoftware ? 'software' : 'hardware']
    const findings: Finding[] = []
    for (const { name: view, camera } of scene.views) {
      const settings: RenderSettings = { ...scene.settings, method: 'whitted', indirect: true, view: 'shaded', mode: 'uber' }
      const shot: Shot = { camera, settings, ...sizeOf(bench) }
      const halves = [(await pictures.reference(shot, [samples / 2], 1))[0], (await pictures.reference(shot, [samples / 2], 2))[0]] as const
      const [reference, half, other] = [halves[0].map((value, i) => 0.5 * (value + halves[1][i])), ...halves].map((radiance) => showRadiance(radiance, shot))
      const floor = flipOf(half, other).mean
      let flat: number | undefined
      for (const { variant, indirect } of [{ variant: 'whitted, flat ambient', indirect: false }, { variant: 'whitted, indirect on', indirect: true }]) {
        const test = await pictures.atRest({ ...shot, settings: { ...settings, indirect } })
        const radiance = await pictures.loop.readRadiance()
        if (radiance === null) throw new Error(`${scene.name}: ${view}: the picture at rest lacks pixels`)
        const flip = flipOf(reference, test)
        save(bench, ['quick', scene.name, view, variant], reference, test, flip)
        const what = { ...whatOf(scene, bench), what: 'picture/quick', scene: `${scene.name}: ${view}`, variant }
        const detail = `${shot.width}x${shot.height}, ${samples} samples`
        findings.push(
          countRow({ ...what, peer: flat === undefined ? 'reference' : 'flat ambient', detail: `${describeFlip(flip)}; two halves of the reference ${floor.toFixed(3)}; ${detail}` }, flip.mean, 'FLIP', flat),
          countRow({ ...what, peer: 'reference', detail: `as it is shown ${(shownLuminance(test) / shownLuminance(reference)).toFixed(3)}; ${detail}` }, lightOf(radiance, halves), 'of its luminance', 1),
        )
        flat = flip.mean
      }
    }
    return findings
  })
}
