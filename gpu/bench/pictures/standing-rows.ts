import { createFullPace } from '../../frame/pace.ts'
import { add } from '../../math.ts'
import { type Flip, flipOf, type ShownPicture } from '../../testing/flip.ts'
import { type Bench, countRow, type Experiment, type Finding } from '../bench.ts'
import { describeFlip, experiment, hybridSettings, save, sizeOf, whatOf } from './picture-bench.ts'
import type { Pictures, Shot } from './picture-kit.ts'
import type { PictureScene, PictureSource } from './picture-scenes.ts'

/** Pictures of a second, and those behind it of which each is compared with the one before. */
const [SECOND, LOOKS] = [30, 4]
/** Metres that the eyes move from picture to picture, far below a pixel: one from the very same place would not be drawn again. */
const STEP = 1e-5

/** Whether a view boils that stands: how far two successive moving pictures, of all their pixels, are apart when a second of them has been shown. */
export function standingRows(source: PictureSource): Experiment {
  return experiment('standing', 2, source, rowsOf, createFullPace)
}

async function rowsOf(pictures: Pictures, scene: PictureScene, bench: Bench): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name: view, camera } of scene.views) {
    for (const indirect of [true, false]) {
      const shot: Shot = { camera, settings: hybridSettings(scene, indirect), ...sizeOf(bench) }
      const variant = `hybrid, indirect ${indirect ? 'on' : 'off'}`
      const pairs = await stand(pictures, shot)
      const [worst] = pairs.toSorted((a, b) => b.flip.mean - a.flip.mean)
      save(bench, ['standing', scene.name, view, variant], worst.before, worst.after, worst.flip)
      findings.push(countRow({
        ...whatOf(scene, bench), what: 'picture/standing', scene: `${scene.name}: ${view}`, variant, peer: 'the picture before',
        detail: `the largest of ${LOOKS} ${worst.flip.mean.toFixed(4)}, its ${describeFlip(worst.flip)}; ${shot.width}x${shot.height}, traced ${pictures.loop.report.width} pixels across`,
      }, pairs.reduce((sum, { flip }) => sum + flip.mean, 0) / LOOKS, 'FLIP'))
    }
  }
  return findings
}

interface Pair { readonly before: ShownPicture; readonly after: ShownPicture; readonly flip: Flip }

/** As the window stands: a sample at rest, then moving pictures of the same place. */
async function stand(pictures: Pictures, shot: Shot): Promise<Pair[]> {
  await pictures.atRest({ ...shot, settings: { ...shot.settings, restSamples: 1 } })
  const pairs: Pair[] = []
  let before: ShownPicture | null = null
  for (let k = 1; k <= SECOND + LOOKS; k++) {
    await pictures.moving({ ...shot, camera: { ...shot.camera, position: add(shot.camera.position, [k * STEP, 0, 0]) } })
    if (k < SECOND) continue
    const after = await pictures.shown(shot)
    if (before !== null) pairs.push({ before, after, flip: flipOf(before, after) })
    before = after
  }
  return pairs
}
