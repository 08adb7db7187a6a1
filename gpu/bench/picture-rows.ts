import path from 'node:path'
import { bouncesOf } from '../frame-job.ts'
import type { FrameInput } from '../index.ts'
import { type Camera, type Quat, type RenderSettings, type Vec3 } from '../scene.ts'
import { type Flip, flipOf, type ShownPicture } from '../testing/flip.ts'
import { type Bench, checkBudget, countRow, type Experiment, type Finding, timeRow, TooSlow } from './bench.ts'
import { type Clock, interleave, median, summarize, WALL_CLOCK } from './measure.ts'
import { createPictures, type Pictures, type Shot, showRadiance, slugOf, writeComparison } from './picture-kit.ts'
import { MIRROR_ROOM, type PictureScene, type PictureSource } from './picture-scenes.ts'

/** Pixels of a comparison. */
const COMPARED = { software: { width: 160, height: 90 }, hardware: { width: 640, height: 360 } } as const
const sizeOf = ({ isSoftware }: Pick<Bench, 'isSoftware'>) => COMPARED[isSoftware ? 'software' : 'hardware']
/** Samples of a pixel, at least and at most. */
const LEAST_SAMPLES = 16
const MOST_SAMPLES = 256
/** The size that costs are asked at. */
const FRAME = { width: 640, height: 360 } as const
/** FLIP at which a still counts as clean. */
const CLEAN = 0.02

/** Everything that is asked about pictures. */
export function pictureRows(sources: readonly PictureSource[]): Experiment[] {
  return [
    ...sources.map(restRows), ...sources.map(movingRows), samplesRows(), cleanRows(),
    ...[MIRROR_ROOM, ...sources.slice(0, 1)].flatMap((source) => [passRows(source), adaptiveRows(source)]),
  ]
}

const experiment = (name: string, weight: number, run: Experiment['run']): Experiment => ({ name: `picture/${name}`, group: 'picture', weight, needsGpu: true, run })

/** What a row of pictures says of its scene. */
function whatOf({ name, snapshot }: PictureScene, bench: Bench) {
  const triangles = snapshot.instances.reduce((sum, { mesh }) => sum + snapshot.meshes.get(mesh)!.indices.length / 3, 0)
  return { scene: name, triangles, instances: snapshot.instances.length, adapter: bench.gpu }
}

function describeFlip({ worstTile: { mean, x, y } }: Flip): string {
  return `worst tile ${mean.toFixed(3)} at ${x},${y}`
}

async function withPictures<T>(bench: Bench, scene: PictureScene, use: (pictures: Pictures) => Promise<T>): Promise<T> {
  const pictures = await createPictures(bench.device!, scene.snapshot, bench.isSoftware)
  try {
    return await use(pictures)
  } finally {
    pictures.dispose()
  }
}

/** The frame at rest against the reference at as many samples, from every view; two references tell how much of it is noise. */
function restRows(source: PictureSource): Experiment {
  return experiment(`rest/${source.name}`, 6, async (bench, budgetMs) => {
    const scene = source.load()
    return withPictures(bench, scene, async (pictures) => {
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
              detail: `${describeFlip(flip)}; with another seed ${apart.toFixed(4)}, two references ${floor.toFixed(4)}; ${test.width}x${test.height}, ${samples} samples, ${bouncesOf(settings)} bounces`,
            }, flip.mean, 'FLIP'))
          }
        }
      }
      return findings
    })
  })
}

type Method = RenderSettings['method']
const METHODS: readonly Method[] = ['whitted', 'hybrid']
/** Real time's own methods; `whitted` knows no indirect light, and what that costs stands beside. */
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

/** @param samples  of the reference; `shot.settings.restSamples` are the frame's */
export async function compareAtRest(pictures: Pictures, shot: Shot, samples: number, methods: readonly Method[]): Promise<AtRest[]> {
  const [[first], [second]] = [await pictures.reference(shot, [samples], 1), await pictures.reference(shot, [samples], 2)]
  const [reference, other] = [first, second].map((radiance) => showRadiance(radiance, shot))
  const floor = flipOf(reference, other).mean
  const compared: AtRest[] = []
  for (const method of methods) {
    const test = await pictures.atRest({ ...shot, settings: { ...shot.settings, method } })
    compared.push({ method, reference, test, flip: flipOf(reference, test), apart: flipOf(other, test).mean, floor })
  }
  return compared
}

/** How many samples of a reference this machine makes in a time: a power of two. */
async function affordableSamples(bench: Bench, pictures: Pictures, scene: PictureScene, ms: number): Promise<number> {
  const rates = await pathRates(pictures, { camera: scene.views[0].camera, settings: scene.settings, ...sizeOf(bench) }, WALL_CLOCK)
  const { width, height } = sizeOf(bench)
  const samples = (median(rates) * ms) / 1000 / (width * height)
  return 2 ** Math.floor(Math.log2(Math.min(MOST_SAMPLES, Math.max(LEAST_SAMPLES, samples))))
}

/** Frames of a walk: 1.4 m/s, and 15 degrees a second aside, 30 pictures a second. */
const WALK = { frames: 12, metres: 1.4 / 30, radians: (15 * Math.PI) / 180 / 30, compared: [5, 11] } as const

/** The picture while the camera walks, against the reference from the very same place. */
function movingRows(source: PictureSource): Experiment {
  return experiment(`moving/${source.name}`, 3, async (bench, budgetMs) => {
    const scene = source.load()
    const size = sizeOf(bench)
    return withPictures(bench, scene, async (pictures) => {
      const samples = await affordableSamples(bench, pictures, scene, budgetMs / (5 * scene.views.length))
      const findings: Finding[] = []
      for (const { name: view, camera } of scene.views) {
        for (const indirect of [true, false]) {
          const settings: RenderSettings = { ...scene.settings, method: 'hybrid', indirect, view: 'shaded', mode: 'uber' }
          const found: { readonly flip: Flip; readonly width: number }[] = []
          for (let frame = 0; frame < WALK.frames; frame++) {
            const shot: Shot = { camera: walked(camera, frame), settings, ...size }
            const before = pictures.loop.report
            pictures.loop.update({ ...shot, interacting: true, mirror: pictures.mirror })
            do await pictures.loop.step()
            while (pictures.loop.report === before)
            if (!(WALK.compared as readonly number[]).includes(frame)) continue
            const test = await pictures.shown(shot)
            const { width } = pictures.loop.report
            const reference = showRadiance((await pictures.reference(shot, [samples]))[0], shot)
            const flip = flipOf(reference, test)
            save(bench, ['moving', scene.name, view, `frame ${frame}`, indirect ? 'indirect' : 'direct'], reference, test, flip)
            found.push({ flip, width })
          }
          const last = found.at(-1)!
          findings.push(countRow({
            ...whatOf(scene, bench), what: 'picture/moving', scene: `${scene.name}: ${view}`, variant: `hybrid, indirect ${indirect ? 'on' : 'off'}`, peer: 'reference',
            detail: `frames ${WALK.compared.map((frame, i) => `${frame + 1}: ${found[i].flip.mean.toFixed(3)}`).join(', ')} of a walk; ${describeFlip(last.flip)}; ${samples} samples; traced ${last.width} of ${size.width} pixels across`,
          }, found.reduce((sum, { flip }) => sum + flip.mean, 0) / found.length, 'FLIP'))
        }
      }
      return findings
    })
  })
}

function walked(camera: Camera, frame: number): Camera {
  const turn = frame * WALK.radians
  const about: Quat = [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)]
  const [x, y, z, w] = camera.orientation
  const orientation: Quat = [about[3] * x + about[1] * z, about[3] * y + about[1] * w, about[3] * z - about[1] * x, about[3] * w - about[1] * y]
  // -z of the frame, level.
  const ahead = [-2 * (x * z + w * y), -(1 - 2 * (x * x + y * y))]
  const length = Math.hypot(...ahead) || 1
  const position: Vec3 = [camera.position[0] + (ahead[0] / length) * WALK.metres * frame, camera.position[1], camera.position[2] + (ahead[1] / length) * WALK.metres * frame]
  return { ...camera, position, orientation }
}

const SERIES = [1, 4, 16, 64, 256] as const

/** The reference's error against its samples in the room of mirrors, and how many it makes in a second. */
function samplesRows(): Experiment {
  return experiment('samples/mirror_room', 4, async (bench, budgetMs) => {
    const scene = MIRROR_ROOM.load()
    const shot: Shot = { camera: scene.views[0].camera, settings: scene.settings, ...sizeOf(bench) }
    return withPictures(bench, scene, async (pictures) => {
      const what = { ...whatOf(scene, bench), detail: `${shot.width}x${shot.height}, ${bouncesOf(shot.settings)} bounces, ${tracedBy(bench)}` }
      const rate = await pathRates(pictures, shot, bench.clock)
      const most = await affordableSamples(bench, pictures, scene, budgetMs / 6)
      const affordable = SERIES.filter((count) => count <= most)
      const truthSamples = 4 * most
      const filled = countRow({ ...what, what: 'picture/rate', variant: 'reference' }, 0, '')
      const truth = showRadiance((await pictures.reference(shot, [truthSamples], 77))[0], shot)
      const series = await pictures.reference(shot, affordable, 1)
      return [
        ...affordable.map((count, i): Finding => {
          const test = showRadiance(series[i], shot)
          const flip = flipOf(truth, test)
          save(bench, ['samples', scene.name, String(count)], truth, test, flip)
          return countRow({ ...what, what: 'picture/samples', variant: 'reference', peer: `${truthSamples} samples`, x: count, detail: `${describeFlip(flip)}; ${what.detail}` }, flip.mean, 'FLIP')
        }),
        { ...filled, ...summarize(rate), what: 'picture/rate', unit: bench.clock.name === 'CPU' ? 'paths per CPU-second' : 'paths/s' },
      ]
    })
  })
}

const tracedBy = (bench: Bench): string => (bench.isSoftware ? `${bench.cpu}, all cores` : 'on the GPU')

/** @returns paths in a second, of single samples of a picture */
async function pathRates({ tracer }: Pictures, shot: Shot, clock: Clock): Promise<number[]> {
  await tracer.begin({ ...shot, bounces: bouncesOf(shot.settings), seed: 5 })
  const sample = async () => { while (!await tracer.step()) { /* on */ } }
  await sample()
  const { sample: ms } = await interleave([{ name: 'sample', run: sample }], { clock, budgetMs: 2000, repetitions: [3, 9] })
  return ms.map((value) => (1000 * shot.width * shot.height) / value)
}

/** How long a still of 640 x 360 takes until it is clean: until twice its samples would change it by less than FLIP 0.02. */
function cleanRows(): Experiment {
  return experiment('clean/mirror_room', 4, async (bench, budgetMs) => {
    const scene = MIRROR_ROOM.load()
    const shot: Shot = { camera: scene.views[0].camera, settings: scene.settings, ...FRAME }
    return withPictures(bench, scene, async ({ tracer }) => {
      await tracer.begin({ ...shot, bounces: bouncesOf(shot.settings), seed: 1 })
      const [start, started] = [performance.now(), bench.clock.now()]
      let last: { samples: number; seconds: number; picture: ShownPicture } | null = null
      for (let samples = 1; ; samples *= 2) {
        while (tracer.samples < samples) {
          await tracer.step()
          if (performance.now() - start > 4 * budgetMs) throw new TooSlow(`${samples} samples were not enough`)
        }
        const seconds = (bench.clock.now() - started) / 1000
        const picture = showRadiance(await tracer.read(), shot)
        const flip = last === null ? null : flipOf(picture, last.picture)
        if (last !== null && flip !== null && flip.mean < CLEAN) {
          save(bench, ['clean', scene.name], picture, last.picture, flip)
          return [countRow({
            ...whatOf(scene, bench), what: 'picture/clean', variant: 'reference', detail: `${last.samples} samples, FLIP ${flip.mean.toFixed(4)} against ${samples}; ${describeFlip(flip)}; ${shot.width}x${shot.height}, ${bouncesOf(shot.settings)} bounces, ${tracedBy(bench)}`,
          }, last.seconds, bench.clock.name === 'CPU' ? 'CPU s' : 's')]
        }
        last = { samples, seconds, picture }
      }
    })
  })
}

/** Who may trace a frame: the adapter, and where that is a program, the processor's threads. */
const executorsOf = ({ mirror }: Pictures) => [{ suffix: '', mirror: undefined }, ...(mirror === undefined ? [] : [{ suffix: ', processor’s threads', mirror }])]

/** What each pass of a whole frame costs. */
function passRows(source: PictureSource): Experiment {
  return experiment(`passes/${source.name}`, 4, async (bench, budgetMs) => {
    const scene = source.load()
    return withPictures(bench, scene, async (pictures) => {
      const { loop } = pictures
      const findings: Finding[] = []
      const ways = METHODS.flatMap((method) => executorsOf(pictures).map((executor) => ({ method, ...executor })))
      for (const { method, suffix, mirror } of ways) {
        const passes: Record<string, number[]> = {}
        let turn = 0
        const run = async () => {
          await wholeFrame(loop, { camera: aside(scene.views[0].camera, turn++), settings: { ...scene.settings, method }, ...FRAME, mirror })
          for (const [pass, ms] of Object.entries(loop.report.passMs)) (passes[pass] ??= []).push(ms)
        }
        checkBudget(await timeSecond(run), budgetMs / ways.length, 3)
        for (const series of Object.values(passes)) series.length = 1
        const { frame } = await interleave([{ name: 'frame', run }], { clock: bench.clock, budgetMs: budgetMs / ways.length, repetitions: [3, 9] })
        const what = { ...whatOf(scene, bench), detail: `${FRAME.width}x${FRAME.height}, ${scene.settings.bounces} bounces` }
        // Neither the pilot nor the turn that does not count.
        for (const [pass, ms] of Object.entries(passes)) findings.push(timeRow({ ...what, what: 'picture/pass', variant: `${method}${suffix}: ${pass}` }, WALL_CLOCK, ms.slice(2)))
        findings.push(timeRow({ ...what, what: 'picture/pass', variant: `${method}${suffix}: whole frame` }, bench.clock, frame))
      }
      return findings
    })
  })
}

/** Milliseconds of the second time: the first one compiles. */
async function timeSecond(run: () => Promise<void>): Promise<number> {
  await run()
  const start = performance.now()
  await run()
  return performance.now() - start
}

async function wholeFrame(loop: Pictures['loop'], shot: Shot & Pick<FrameInput, 'mirror'>): Promise<void> {
  const before = loop.report
  loop.update({ ...shot, interacting: false })
  do await loop.step()
  while (loop.report === before || loop.report.samples < 1 || loop.report.width < shot.width)
}

/** A hair's breadth aside: another picture, as hard as the one before. */
function aside(camera: Camera, turn: number): Camera {
  return { ...camera, position: [camera.position[0] + 1e-4 * (1 + (turn % 50)), camera.position[1], camera.position[2]] }
}

/** What a picture at once, in as few pixels as fit into 150 ms, saves against a whole one. */
function adaptiveRows(source: PictureSource): Experiment {
  return experiment(`adaptive/${source.name}`, 4, async (bench, budgetMs) => {
    const scene = source.load()
    return withPictures(bench, scene, async (pictures) => {
      const { loop } = pictures
      const findings: Finding[] = []
      const executors = executorsOf(pictures)
      for (const { suffix, mirror } of executors) {
        let turn = 0
        let width = 0
        const shotOf = () => ({ camera: aside(scene.views[0].camera, turn++), settings: { ...scene.settings, method: 'hybrid' as const }, ...FRAME, mirror })
        checkBudget(await timeSecond(() => wholeFrame(loop, shotOf())), budgetMs / executors.length, 3)
        const series = await interleave([
          {
            name: 'adaptive',
            async run() {
              const before = loop.report
              loop.update({ ...shotOf(), interacting: true })
              do await loop.step()
              while (loop.report === before)
              width = loop.report.width
            },
          },
          { name: 'whole', run: () => wholeFrame(loop, shotOf()) },
        ], { clock: bench.clock, budgetMs: budgetMs / executors.length, repetitions: [3, 9] })
        const what = { ...whatOf(scene, bench), what: 'picture/adaptive' }
        findings.push(
          timeRow({ ...what, variant: `hybrid, while input arrives${suffix}`, peer: 'a whole frame', detail: `${width} of ${FRAME.width} pixels across` }, bench.clock, series.adaptive, series.whole, 'frame'),
          timeRow({ ...what, variant: `hybrid, whole${suffix}`, detail: `${FRAME.width}x${FRAME.height}` }, bench.clock, series.whole, undefined, 'frame'),
        )
      }
      return findings
    })
  })
}

function save(bench: Bench, names: readonly string[], reference: ShownPicture, test: ShownPicture, flip: Flip): void {
  writeComparison(path.join(bench.pictures, `${names.map(slugOf).join('--')}.png`), reference, test, flip)
}

