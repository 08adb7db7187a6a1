import { createEngine, type Engine } from '../../engine.ts'
import type { FrameReport } from '../../frame/frame.ts'
import { createFullPace } from '../../frame/pace.ts'
import type { BuilderName } from '../../kdtree/build/build.ts'
import { normalize } from '../../math.ts'
import type { Camera, Instance, Light, MeshData, SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { litHouse } from '../../testing/lit-house.ts'
import { terrain } from '../../testing/meshes.ts'
import { instance, material, MIRROR, sceneOf } from '../../testing/shapes.ts'
import type { TraversalName } from '../../traversal/traversals.ts'
import { treeOf } from '../bench-scenes.ts'
import { type Bench, type Experiment, type Finding, LeftOut, timeRow } from '../bench.ts'
import { furnishedRooms } from '../furnished-rooms.ts'
import { interleave, median, WALL_CLOCK } from '../measure.ts'
import { pathRates, type PathTurns, whatOf } from '../pictures/picture-bench.ts'
import { createPictures } from '../pictures/picture-kit.ts'
import type { PictureScene, PictureSource } from '../pictures/picture-scenes.ts'
import { nudged } from './edit-rows.ts'
import { cameraOf } from './frame-rows.ts'
import { hearQueue } from './queue-calls.ts'

const FULL_HD = { width: 1920, height: 1080 } as const
/** Pictures that are made and not counted, and for how long at least: the cache fills, slices find their size, the card's clocks rise. */
const WARM = 8
const WARM_MS = 2000
const TURNS = 15
/** A turn of paths: long beside the wait for its end. */
const PATH_TURNS: PathTurns = { warmMs: WARM_MS, turnMs: 250, repetitions: [7, 9] }
/** Metres between frames, to and fro: however fast frames are, all are timed from the same places. */
const STEP = 0.002
/** What Automatic takes on most cards, and what it is compared with. */
const FASTEST: TraversalName = 'bvh'
const TRAVERSALS: readonly TraversalName[] = [FASTEST, 'ropes-plus-plus', 'standard-8']

/** A way to make a picture. */
interface Way {
  readonly variant: string
  readonly change: Partial<RenderSettings>
  readonly interacting: boolean
  /** As many of the scene's lights shine; left out: all. */
  readonly lights?: number
}

const HYBRID: Way = { variant: 'hybrid, moving', change: { method: 'hybrid', indirect: true }, interacting: true }
const HYBRID_DIRECT: Way = { variant: 'hybrid, moving, indirect off', change: { method: 'hybrid', indirect: false }, interacting: true }
const WHITTED: Way = { variant: 'whitted, moving, indirect off', change: { method: 'whitted', indirect: false }, interacting: true }
const WAYS: readonly Way[] = [
  { ...WHITTED, variant: 'whitted, moving, indirect off, 2 lights', lights: 2 },
  WHITTED,
  { variant: 'whitted, moving', change: { method: 'whitted', indirect: true }, interacting: true },
  HYBRID_DIRECT, HYBRID,
  { variant: 'hybrid, at rest, one sample', change: { method: 'hybrid', indirect: true }, interacting: false },
]

/** What a frame is made of, and a picture of it. */
interface Timed {
  /** Sum of the passes by the card's own clock, and until the picture was there by the wall's. */
  readonly gpuMs: number
  readonly wallMs: number
  readonly submits: number
  readonly report: FrameReport
}

/** Whole frames of full HD by the card's own clock, pass by pass. */
export function cardFrames(source: PictureSource): Experiment {
  return cardExperiment(`card/frame/${source.name}`, 3, async (bench) => {
    const scene = source.load()
    const findings: Finding[] = []
    for (const traversal of TRAVERSALS) {
      await withEngine(bench.device!, traversal, scene.snapshot, async (engine) => {
        for (const way of traversal === FASTEST ? WAYS : [WHITTED, HYBRID_DIRECT]) {
          const snapshot = { ...scene.snapshot, lights: scene.snapshot.lights.filter(({ on }) => on).slice(0, way.lights) }
          engine.setScene(snapshot)
          const frames = await timeFrames(bench.device!, engine, way, scene.views[0].camera, scene.settings, FULL_HD)
          findings.push(...rowsOf({ ...whatOf(scene, bench), detail: detailOf(frames, snapshot) }, way, traversal, frames))
        }
      })
    }
    return findings
  })
}

/** The frame, and of the fastest traversal its passes and what the wall says. */
function rowsOf(what: Omit<Parameters<typeof timeRow>[0], 'what' | 'variant'>, { variant }: Way, traversal: TraversalName, frames: readonly Timed[]): Finding[] {
  const row = (name: string, of: string, ms: readonly number[]) => timeRow({ ...what, what: name, variant: of }, WALL_CLOCK, ms, undefined, 'frame')
  const gpuMs = frames.map((frame) => frame.gpuMs)
  if (traversal !== FASTEST) return [row('card/frame', `${variant}, ${traversal}`, gpuMs)]
  const passes = Object.keys(frames[0].report.passMs) as (keyof FrameReport['passMs'])[]
  return [
    row('card/frame', variant, gpuMs), row('card/frame-wall', variant, frames.map(({ wallMs }) => wallMs)),
    ...passes.map((pass) => ({ pass, ms: frames.map(({ report }) => report.passMs[pass]) })).filter(({ ms }) => Math.max(...ms) > 0).map(({ pass, ms }) => row('card/pass', `${variant}: ${pass}`, ms)),
  ]
}

/** Paths in a second of the reference. */
export function cardPaths(source: PictureSource): Experiment {
  return cardExperiment(`card/paths/${source.name}`, 1, async (bench) => {
    const scene = source.load()
    const findings: Finding[] = []
    for (const traversal of TRAVERSALS) {
      const pictures = await createPictures(bench.device!, scene.snapshot, false, traversal)
      const rates = await pathRates(pictures, { camera: scene.views[0].camera, settings: scene.settings, width: 1280, height: 720 }, WALL_CLOCK, PATH_TURNS)
      pictures.dispose()
      findings.push({
        ...whatOf(scene, bench), what: 'card/paths', variant: `reference, ${traversal}`, peer: null, x: null, detail: '1280x720', median: median(rates) / 1e6, spread: [Math.min(...rates) / 1e6, Math.max(...rates) / 1e6],
        repetitions: rates.length, unit: 'million paths/s', ratio: null,
      })
    }
    return findings
  })
}

/** One object of many moves: from the new scene to its picture, by the wall. */
export function cardEdits(): Experiment {
  return cardExperiment('card/edit', 1, async (bench) => {
    const findings: Finding[] = []
    for (const count of [1000, 4000]) {
      const first = await roomsSnapshot(count)
      const ms = await withEngine(bench.device!, FASTEST, first, async (engine) => {
        let snapshot = first
        const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), createFullPace())
        let turn = 0
        const edit = async () => {
          const moved = (turn++ * 7919) % count
          snapshot = { ...snapshot, instances: snapshot.instances.with(moved, { ...snapshot.instances[moved], worldFromObject: nudged(snapshot.instances[moved].worldFromObject, turn) }) }
          const before = loop.report
          const startMs = performance.now()
          engine.setScene(snapshot)
          loop.update({ camera: ROOMS_CAMERA, settings: { ...DEFAULT_SETTINGS, method: 'whitted', indirect: false, exposure: 'locked' }, width: 1280, height: 720, interacting: true })
          do await loop.step()
          while (loop.report === before)
          return performance.now() - startMs
        }
        const startMs = performance.now()
        for (let i = 0; i < WARM || performance.now() - startMs < WARM_MS; i++) await edit()
        const { edit: times } = await interleave([{ name: 'edit', run: edit }], { clock: WALL_CLOCK, budgetMs: Infinity, repetitions: [2 * TURNS, 2 * TURNS] })
        loop.dispose()
        return times
      })
      findings.push(timeRow({ scene: 'furnished_rooms', triangles: trianglesIn(first), instances: count, adapter: bench.gpu, what: 'card/edit', variant: 'whitted, moving, indirect off', x: count, detail: '1280x720, 2 lights, one object moved, until its picture' }, WALL_CLOCK, ms, undefined, 'edit'))
    }
    return findings
  })
}

/** How a frame of a room grows with its pixels and its lights, point by point: a run that is stopped has those before. */
export function cardGrowth(source: PictureSource): Experiment[] {
  const at = (change: (scene: PictureScene, camera: Camera) => Partial<SceneSnapshot>, size: Size) => (): GrowthPoint => {
    const scene = source.load()
    const [{ camera }] = scene.views
    return { scene: { ...scene, snapshot: { ...scene.snapshot, ...change(scene, camera) } }, camera, size }
  }
  return [
    ...[[1280, 720], [1920, 1080], [2560, 1440], [3840, 2160]].map(([width, height]) => growth('pixels', width * height, at(() => ({}), { width, height }))),
    ...[1, 2, 4, 8, 16, 32, 64].map((count) => growth('lights', count, at((_scene, camera) => ({ lights: lampsAt(camera, count) }), FULL_HD))),
  ]
}

/** How it grows with objects and triangles, in scenes that are made here, so that anyone has them. */
export function cardGrowthOfScenes(): Experiment[] {
  const named = (name: string, snapshot: SceneSnapshot): PictureScene => ({ name, snapshot, views: [], settings: { ...DEFAULT_SETTINGS, exposure: 'locked' } })
  const hills = (size: number, pixels: Size) => (): GrowthPoint => ({ scene: named('terrain', terrainSnapshot(size)), camera: HILLS_CAMERA, size: pixels })
  return [
    ...[10, 100, 1000, 10_000].map((count) => growth('objects', count, async () => ({ scene: named('furnished_rooms', await roomsSnapshot(count)), camera: ROOMS_CAMERA, size: FULL_HD }))),
    ...HILLS.map((size) => growth('triangles', 2 * size * size, hills(size, FULL_HD), OF_MILLIONS)),
    growth('million triangles in 4K', 2 * HILLS[2] * HILLS[2], hills(HILLS[2], { width: 3840, height: 2160 }), OF_MILLIONS),
  ]
}

/** Lit rooms of the houses, a lamp in each. */
const HOUSES = [1, 8, 64, 1000, 10_000] as const

/** What a room's frames cost in a house of more and more lit rooms, and against those of a house that is this room alone. */
export function cardLamps(): Experiment {
  return cardExperiment('card/lamps', 2, async (bench) => {
    const alone = new Map<string, number>()
    const findings: Finding[] = []
    for (const count of HOUSES) {
      const { snapshot, camera } = litHouse(count, 'lamps')
      await withEngine(bench.device!, FASTEST, snapshot, async (engine) => {
        for (const way of [HYBRID_DIRECT, HYBRID]) {
          const frames = await timeFrames(bench.device!, engine, way, camera, DEFAULT_SETTINGS, FULL_HD)
          const what = { ...whatOf({ name: 'lit_house', snapshot, views: [], settings: DEFAULT_SETTINGS }, bench), variant: way.variant, peer: 'one lamp', x: count, detail: detailOf(frames, snapshot) }
          for (const [name, ms] of [['card/lamps', frames.map(({ gpuMs }) => gpuMs)], ['card/lamps-wall', frames.map(({ wallMs }) => wallMs)]] as const) {
            const key = `${name} ${way.variant}`
            alone.set(key, alone.get(key) ?? median(ms))
            findings.push({ ...timeRow({ ...what, what: name }, WALL_CLOCK, ms, undefined, 'frame'), ratio: median(ms) / alone.get(key)! })
          }
        }
      })
    }
    return findings
  })
}

interface Size { readonly width: number; readonly height: number }
interface GrowthPoint { readonly scene: PictureScene; readonly camera: Camera; readonly size: Size }

/** The BVH of millions of triangles takes minutes to build, the kD-tree seconds: one walk for all points of a series. */
const OF_MILLIONS: TraversalName = 'ropes-plus-plus'

function growth(what: string, x: number, point: () => GrowthPoint | Promise<GrowthPoint>, traversal = FASTEST): Experiment {
  return cardExperiment(`card/growth-${what}/${x}`, 0.3, async (bench) => {
    const { scene, camera, size } = await point()
    return withEngine(bench.device!, traversal, scene.snapshot, async (engine) => {
      const findings: Finding[] = []
      for (const way of [WHITTED, HYBRID_DIRECT]) {
        const frames = await timeFrames(bench.device!, engine, way, camera, scene.settings, size)
        findings.push(timeRow({ ...whatOf(scene, bench), what: `card/growth-${what}`, variant: way.variant, x, detail: detailOf(frames, scene.snapshot) }, WALL_CLOCK, frames.map(({ gpuMs }) => gpuMs), undefined, 'frame'))
      }
      return findings
    })
  })
}

function cardExperiment(name: string, weight: number, run: (bench: Bench) => Promise<Finding[]>): Experiment {
  return {
    name, group: 'card', weight, needsGpu: true,
    async run(bench) {
      if (bench.isSoftware || !bench.device!.features.has('timestamp-query')) throw new LeftOut('it takes a card that tells the time')
      return run(bench)
    },
  }
}

/** An engine that holds a scene whole. */
async function withEngine<T>(device: GPUDevice, traversal: TraversalName, snapshot: SceneSnapshot, use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await createEngine({ device, traversal, buildTree: (mesh) => Promise.resolve(treeOf(mesh, builderOf(mesh))) })
  try {
    engine.setScene(snapshot)
    await engine.treesReady()
    return await use(engine)
  } finally {
    engine.dispose()
  }
}

/** By the fast builder where the exact one would take minutes. */
const builderOf = ({ indices }: MeshData): BuilderName => (indices.length > 150_000 ? 'binned-sah' : 'exact-sah')

async function timeFrames(device: GPUDevice, engine: Engine, { interacting, change }: Way, from: Camera, own: RenderSettings, size: { readonly width: number; readonly height: number }): Promise<Timed[]> {
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer(), createFullPace())
  const settings: RenderSettings = { ...own, ...change, exposure: 'locked' }
  const frames: Timed[] = []
  // At rest once: memory and walks are then laid out for this scene.
  loop.update({ camera: from, settings: { ...settings, restSamples: 1 }, ...size, interacting: false })
  while (await loop.step() === 'working') { /* until it is whole */ }
  const warmFromMs = performance.now()
  for (let turn = 0; frames.length < TURNS; turn++) {
    const [x, y, z] = from.position
    const before = loop.report
    const submits = countSubmits(device.queue)
    const startMs = performance.now()
    const isWarm = turn >= WARM && startMs >= warmFromMs + WARM_MS
    loop.update({ camera: { ...from, position: [x + STEP * (1 + turn % TURNS), y, z] }, settings, ...size, interacting })
    do await loop.step()
    while (loop.report === before || (!interacting && loop.report.samples < 1))
    const timed = { wallMs: performance.now() - startMs, submits: submits.stop(), report: loop.report, gpuMs: Object.values(loop.report.passMs).reduce((sum, ms) => sum + ms, 0) }
    if (isWarm) frames.push(timed)
  }
  loop.dispose()
  return frames
}

function countSubmits(queue: GPUQueue): { stop(): number } {
  let count = 0
  const stop = hearQueue(queue, 'submit', () => { count++ })
  return {
    stop() {
      stop()
      return count
    },
  }
}

function detailOf(frames: readonly Timed[], { lights }: SceneSnapshot): string {
  const { report } = frames.at(-1)!
  const millions = (count: number) => (count / 1e6).toFixed(2)
  return `${report.width}x${report.height}, ${lights.filter(({ on }) => on).length} lights, ${report.traversal}; ${millions(report.rays.shadow)} M shadow rays, ${millions(report.rays.reflection)} M others; ` +
    `${median(frames.map(({ submits }) => submits))} submits, ${median(frames.map(({ wallMs }) => wallMs)).toFixed(2)} ms by the wall`
}

const trianglesIn = ({ instances, meshes }: SceneSnapshot): number => instances.reduce((sum, { mesh }) => sum + meshes.get(mesh)!.indices.length / 3, 0)

/** Lamps on a grid below the ceiling, around where one stands; together they give what one would. */
function lampsAt({ position: [x, y, z] }: Camera, count: number): Light[] {
  const columns = Math.ceil(Math.sqrt(count))
  return Array.from({ length: count }, (_, i) => ({
    id: `lamp-${i}`, kind: 'point', on: true, color: [1, 1, 1], position: [x + 0.4 * ((i % columns) - columns / 2), y + 0.7, z + 0.4 * (Math.floor(i / columns) - columns / 2)], intensity: 200 / count, radius: 0.05,
  } as Light))
}

const ROOMS_CAMERA = cameraOf({ eye: [1.2, 1.6, 1.2], forward: normalize([0.7, -0.12, 1]), tangent: 0.6 })
const ROOM_LAMPS: readonly Light[] = lampsAt(ROOMS_CAMERA, 2)

async function roomsSnapshot(count: number): Promise<SceneSnapshot> {
  const { meshes, instances } = await furnishedRooms(count)
  // Every seventh piece shines like a mirror.
  const wears = [material({ roughness: 0.6 }), MIRROR]
  const placed = instances.map(({ mesh, worldFromObject }, i): Instance => ({ id: `piece-${i}`, mesh: meshes[mesh].key, worldFromObject, materials: [wears[i % 7 === 6 ? 1 : 0]], visible: true }))
  return sceneOf(meshes, placed, { lights: ROOM_LAMPS })
}

/** Their sides; two triangles a square: 70 thousand to 4 million. */
const HILLS = [187, 374, 748, 1420] as const
const HILLS_CAMERA = cameraOf({ eye: [0, 1.1, 1.6], forward: normalize([0, -0.62, -1]), tangent: 0.5 })

/** Hills of 2 n^2 triangles, polished. */
function terrainSnapshot(size: number): SceneSnapshot {
  const mesh = terrain(size)
  return sceneOf([mesh], [instance('hills', mesh, material({ metallic: 1, roughness: 0.1 }))], { lights: [{ id: 'sun', kind: 'directional', on: true, color: [1, 1, 1], direction: normalize([0.4, -1, 0.3]), illuminance: 10_000 }] })
}
