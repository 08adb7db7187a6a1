import { DEFAULT_SETTINGS } from '../../settings.ts'
import { litHouse } from '../../testing/lit-house.ts'
import { countRow, type Experiment, type Finding } from '../bench.ts'
import { relativeError, seriesOf } from './converge-rows.ts'
import { experiment, sizeOf, whatOf } from './picture-bench.ts'
import type { Shot } from './picture-kit.ts'

/** Lit by shining triangles or by lamps: a flat, a house, a hotel, a town. */
const HOUSES = (['triangles', 'lamps'] as const).flatMap((by) => [10, 20, 500, 10_000].map((lamps) => ({ by, lamps })))
const SAMPLES = { hardware: 64, software: 4 } as const
const REFERENCE = { hardware: 4096, software: 128 } as const

/** What a room costs in a house of more and more lit rooms, each with a lamp of its own: seconds, and the error that they leave. */
export function lampsRows(): Experiment[] {
  return HOUSES.map(({ by, lamps }) => experiment('lamps', 1, {
    name: `house of ${lamps} lit by ${by}`,
    load() {
      const { snapshot, camera } = litHouse(lamps, by)
      return { name: `house lit by ${by}`, snapshot, views: [{ name: 'room', camera }], settings: { ...DEFAULT_SETTINGS, bounces: 4 } }
    },
  }, async (pictures, scene, bench): Promise<Finding[]> => {
    const kind = bench.isSoftware ? 'software' : 'hardware'
    const shot: Shot = { camera: scene.views[0].camera, settings: scene.settings, ...sizeOf(bench) }
    const half = async (seed: number): Promise<Float32Array> => (await pictures.reference(shot, [REFERENCE[kind] / 2], seed))[0]
    const halves = [await half(77), await half(78)] as const
    const [{ radiance, seconds }] = await seriesOf(pictures, shot, [SAMPLES[kind]], bench.clock)
    const what = { ...whatOf(scene, bench), what: 'picture/lamps', variant: 'reference', x: lamps, detail: `${shot.width}x${shot.height}, ${SAMPLES[kind]} samples against ${REFERENCE[kind]}` }
    return [countRow(what, seconds, bench.clock.name === 'CPU' ? 'CPU s' : 's'), countRow({ ...what, peer: 'reference' }, relativeError(radiance, halves), 'relMSE')]
  }))
}
