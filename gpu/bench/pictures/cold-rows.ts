import { createFullPace } from '../../frame/pace.ts'
import { add } from '../../math.ts'
import { whiteOf } from '../../settings.ts'
import { flipOf, type ShownPicture } from '../../testing/flip.ts'
import { type Bench, countRow, type Experiment, type Finding } from '../bench.ts'
import { lightOf } from './converge-rows.ts'
import { experiment, hybridSettings, save, sizeOf, whatOf } from './picture-bench.ts'
import { createPictures, type Shot, showRadiance } from './picture-kit.ts'
import type { PictureScene, PictureSource } from './picture-scenes.ts'
import { spotsOf } from './spots.ts'

/** Frames in which spots are counted: after the third, none should be left. */
const LOOKS = [4, 6, 10]
/** Samples of the reference, in two halves. */
const REFERENCE = { hardware: 1024, software: 64 } as const
/** Metres that the eyes move from frame to frame, far below a pixel: a picture from the very same place would not be drawn again. */
const STEP = 1e-5

/**
 * Every view as it opens, with nothing known of its light: bright spots of its first moving frames that the reference does not have. Every pixel of
 * them is traced, whatever that takes.
 */
export function coldRows(source: PictureSource): Experiment {
  return experiment('cold', 3, source, async (pictures, scene, bench) => {
    const samples = REFERENCE[bench.isSoftware ? 'software' : 'hardware']
    const settings = hybridSettings(scene, true)
    const findings: Finding[] = []
    for (const { name: view, camera } of scene.views) {
      const shot: Shot = { camera, settings, ...sizeOf(bench) }
      const halves = [(await pictures.reference(shot, [samples / 2], 1))[0], (await pictures.reference(shot, [samples / 2], 2))[0]] as const
      const reference = showRadiance(halves[0].map((value, i) => 0.5 * (value + halves[1][i])), shot)
      for (const { frame, radiance, picture } of await open(bench, scene, shot)) {
        const spots = spotsOf({ radiance, ...sizeOf(bench) }, halves, whiteOf(settings.exposureEv))
        const flip = flipOf(reference, picture)
        save(bench, ['cold', scene.name, view, `frame ${frame}`], reference, picture, flip)
        findings.push(countRow({
          ...whatOf(scene, bench), what: 'picture/cold', scene: `${scene.name}: ${view}`, variant: 'hybrid, indirect on', peer: 'reference', x: frame,
          detail: `${spots.reduce((sum, size) => sum + size, 0)} pixels, the largest ${spots[0] ?? 0}; FLIP ${flip.mean.toFixed(3)}, light ${lightOf(radiance, halves).toFixed(3)}; ${shot.width}x${shot.height}, ${samples} samples`,
        }, spots.length, 'spots'))
      }
    }
    return findings
  })
}

interface Look { readonly frame: number; readonly radiance: Float32Array; readonly picture: ShownPicture }

/** The first moving frames of an engine that has shown nothing yet. */
async function open(bench: Bench, scene: PictureScene, shot: Shot): Promise<Look[]> {
  const pictures = await createPictures(bench.device!, scene.snapshot, bench.isSoftware, undefined, createFullPace())
  try {
    const looks: Look[] = []
    for (let frame = 1; frame <= Math.max(...LOOKS); frame++) {
      await pictures.moving({ ...shot, camera: { ...shot.camera, position: add(shot.camera.position, [frame * STEP, 0, 0]) } })
      if (!LOOKS.includes(frame)) continue
      looks.push({ frame, radiance: await pictures.radiance(shot), picture: await pictures.shown(shot) })
    }
    return looks
  } finally {
    pictures.dispose()
  }
}
