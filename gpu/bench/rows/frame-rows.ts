import { cross, normalize } from '../../math.ts'
import { createEngine } from '../../engine.ts'
import type { FrameReport } from '../../frame/frame.ts'
import type { Camera, Instance, Light, Quat, SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../../settings.ts'
import { seeded } from '../../testing/random.ts'
import { packScene } from '../../testing/tracer.ts'
import { boxMesh, cameraAt, instance, material, MIRROR, sceneOf, squareMesh } from '../../testing/shapes.ts'
import { DEFAULT_TRAVERSAL } from '../../traversal/traversals.ts'
import { asInstances, type BenchScene, treeOf, trianglesOf, viewOf } from '../bench-scenes.ts'
import { type Bench, type Experiment, type Finding, rateRow, timeRow } from '../bench.ts'
import { CPU_CLOCK, interleave } from '../measure.ts'
import { createTwinRays } from '../trace/twin-rays.ts'
import { measurePoints } from './ray-points.ts'
import { pinholeRays, type View } from '../trace/ray-sets.ts'

/** A frame to measure. */
interface FramePoint {
  readonly id: string
  readonly scene: SceneSnapshot
  readonly camera: Camera
  readonly settings: RenderSettings
  readonly width: number
  readonly height: number
}

interface MeasuredFrame { readonly ms: number[]; readonly report: FrameReport }

/** An engine that shows one point after the other. */
interface FrameTimer {
  /** @returns milliseconds from a new camera to the first whole picture in full resolution; changing the scene before that does not count */
  time(point: FramePoint): Promise<number>
  readonly report: FrameReport
  dispose(): void
}

async function createFrameTimer({ device, clock }: Bench): Promise<FrameTimer> {
  const engine = await createEngine({ device: device!, buildTree: (mesh) => Promise.resolve(treeOf(mesh)) })
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
  let turn = 0
  return {
    async time({ scene, camera, settings, width, height }) {
      engine.setScene(scene)
      await engine.treesReady()
      // A hair's breadth aside: another picture, as hard as the one before.
      const position = [camera.position[0] + 1e-4 * (1 + (turn++ % 50)), camera.position[1], camera.position[2]] as const
      const before = loop.report
      loop.update({ camera: { ...camera, position }, settings, width, height, interacting: false })
      const start = clock.now()
      do await loop.step()
      while (loop.report === before || loop.report.samples < 1 || loop.report.width < width)
      return clock.now() - start
    },
    get report() { return loop.report },
    dispose() {
      loop.dispose()
      engine.dispose()
    },
  }
}

async function measureFrames(bench: Bench, timer: FrameTimer, points: readonly FramePoint[], budgetMs: number): Promise<Record<string, MeasuredFrame>> {
  const reports: Record<string, FrameReport> = {}
  const series = await interleave(points.map((point) => ({
    name: point.id,
    async run() {
      const ms = await timer.time(point)
      reports[point.id] = timer.report
      return ms
    },
  })), { clock: bench.clock, budgetMs, repetitions: [5, 9] })
  return Object.fromEntries(points.map(({ id }) => [id, { ms: series[id], report: reports[id] }]))
}

/** Columns of a camera's frame as a quaternion: it looks along -z. */
export function cameraOf({ eye, forward, tangent }: Pick<View, 'eye' | 'forward' | 'tangent'>): Camera {
  const z = forward.map((x) => -x)
  const x = normalize(cross([0, 1, 0], z))
  const y = cross(z, x)
  // Shepperd: the largest of w, x, y, z first.
  const m = [x, y, z]
  const trace = m[0][0] + m[1][1] + m[2][2]
  const four = [trace, m[0][0], m[1][1], m[2][2]].map((d, i) => Math.sqrt(Math.max(0, 1 + (i === 0 ? trace : 2 * d - trace))) / 2)
  const sign = (value: number) => (value < 0 ? -1 : 1)
  const orientation: Quat = [four[1] * sign(m[1][2] - m[2][1]), four[2] * sign(m[2][0] - m[0][2]), four[3] * sign(m[0][1] - m[1][0]), four[0]]
  return cameraAt(eye, { orientation, verticalFov: 2 * Math.atan(tangent), far: 1000 })
}

const SETTINGS: RenderSettings = { ...DEFAULT_SETTINGS, indirect: false, toneMap: 'none' }

/** Whole frames of the app's own passes: nothing but primary rays and shading, with shadows, with reflections, with both. */
export function frameRows(name: string, source: () => Promise<BenchScene>): Experiment {
  return {
    name: `frame/${name}`, group: 'frame', weight: 2, needsGpu: true,
    async run(bench, budgetMs) {
      const scene = await source()
      const view = viewOf(scene)
      const worn = [material({ roughness: 0.1 }), material({ roughness: 0.6 }), material({ roughness: 0.8 })]
      const light: Light = { id: 'lamp', kind: 'point', position: view.light, color: [1, 1, 1], intensity: 200, on: true }
      const sun: Light = { id: 'sun', kind: 'directional', direction: normalize([-0.4, -0.8, -0.35]), color: [1, 1, 1], illuminance: 100, on: true }
      const snapshot = sceneOf(scene.meshes, scene.instances.map(({ mesh, worldFromObject }, i): Instance => ({ id: `part-${i}`, mesh: scene.meshes[mesh].key, worldFromObject, materials: [worn[i % 3]], visible: true })), {
        lights: [sun, light], environment: { zenith: [25, 28, 32], nadir: [12, 11, 10] },
      })
      const variants: Record<string, Partial<RenderSettings>> = {
        'lights only': { shadows: false, reflections: false }, shadows: { reflections: false }, reflections: { shadows: false }, full: {},
      }
      const camera = cameraOf(view)
      const at = (width: number, height: number): FramePoint[] => Object.entries(variants).map(([id, change]) => ({ id, scene: snapshot, camera, settings: { ...SETTINGS, ...change }, width, height }))
      const timer = await createFrameTimer(bench)
      const [width, height] = await frameSize(bench, timer, budgetMs, 4 / 3, at)
      const frames = await measureFrames(bench, timer, at(width, height), budgetMs)
      timer.dispose()
      return Object.entries(frames).map(([variant, { ms, report }]) => timeRow({
        what: 'frame', scene: name, triangles: trianglesOf(scene), instances: scene.instances.length, adapter: bench.gpu, variant, ...variant === 'lights only' ? {} : { peer: 'lights only' }, x: width * height,
        detail: `${width}x${height}, primary rays instead of a raster, ${report.rays.shadow} shadow and ${report.rays.reflection} mirrored rays, a third of the parts polished, ${DEFAULT_TRAVERSAL}`,
      }, bench.clock, ms, variant === 'lights only' ? undefined : frames['lights only'].ms, 'frame'))
    },
  }
}

/** The frame size that a budget pays for, by pilot frames of 40 pixels' height. */
async function frameSize(bench: Bench, timer: FrameTimer, budgetMs: number, aspect: number, at: (width: number, height: number) => readonly FramePoint[]): Promise<[width: number, height: number]> {
  const height = 40
  const width = Math.round(height * aspect)
  // Kernels are compiled in the first frame.
  await timer.time(at(width, height)[0])
  const start = performance.now()
  for (const point of at(width, height)) await timer.time(point)
  const perRound = performance.now() - start
  const scale = Math.sqrt(Math.min(bench.isSoftware ? 60 : 700, Math.max(0.4, budgetMs / (8 * perRound))))
  return [Math.round((width * scale) / 4) * 4, Math.round((height * scale) / 4) * 4]
}

/** The cubes paper's defaults: 17 cubes, 9 lights, depth 3, 640 x 360. */
const CUBES = 17
const LIGHTS = 9
const DEPTH = 3

/** From a little above, downwards. */
const CUBES_CAMERA: Partial<Camera> = { orientation: [-0.13, 0, 0, 0.9915], verticalFov: 0.9 }

const box = boxMesh()
const floor = squareMesh()
const sceneOfCubes = new Map<string, SceneSnapshot>()

/** A host of cubes on a floor, every third one a mirror, under a grid of point lights; the first cubes and lights are always the same. */
function cubes(count: number, lights: number): SceneSnapshot {
  const known = sceneOfCubes.get(`${count} ${lights}`)
  if (known !== undefined) return known
  const random = seeded(17)
  const colors = [material({ baseColor: [0.7, 0.2, 0.2] }), MIRROR, material({ baseColor: [0.2, 0.4, 0.7], roughness: 0.3 })]
  const made = sceneOf([box, floor], [
    instance('floor', floor, material({ baseColor: [0.6, 0.6, 0.6], roughness: 0.2 }), { scale: [12, 1, 12] }),
    ...Array.from({ length: count }, (_, i) => {
      const size = 0.25 + 0.35 * random()
      return instance(`cube-${i}`, box, colors[i % 3], { move: [8 * random() - 4, size, -1 - 7 * random()], scale: [size, size, size], turn: [0, 6.28 * random(), 0] })
    }),
  ], {
    lights: Array.from({ length: lights }, (_, i): Light => ({ id: `lamp-${i}`, kind: 'point', position: [((i % 3) - 1) * 3, 4 + 0.2 * i, -1 - 2.5 * Math.floor(i / 3)], color: [1, 1, 1], intensity: 60 / lights, on: true })),
    environment: { zenith: [0.6, 0.7, 0.9], nadir: [0.2, 0.2, 0.2] },
  })
  sceneOfCubes.set(`${count} ${lights}`, made)
  return made
}

/**
 * The experiments of the cubes paper (Stephan 2021, figures 12 to 15): a frame against the number of cubes, of lights, of pixels, of
 * bounces. Figures 17 and 18 are counters that WebGPU has not.
 */
export function cubesRows(): Experiment {
  return {
    name: 'cubes/frames', group: 'frame', weight: 4, needsGpu: true,
    async run(bench, budgetMs) {
      const camera = cameraAt([0, 2.2, 4], CUBES_CAMERA)
      const at = (width: number, height: number): FramePoint[] => {
        const point = (id: string, count = CUBES, lights = LIGHTS, bounces = DEPTH, scale = 1): FramePoint =>
          ({ id, scene: cubes(count, lights), camera, settings: { ...SETTINGS, bounces }, width: Math.round(width * scale), height: Math.round(height * scale) })
        return [
          ...[1, 5, 17, 65, 257].map((count) => point(`objects ${count}`, count)),
          ...[1, 3, 9, 18].map((lights) => point(`lights ${lights}`, CUBES, lights)),
          ...[0.5, 0.71, 1, 1.41].map((scale) => point(`resolution ${scale}`, CUBES, LIGHTS, DEPTH, scale)),
          ...[0, 1, 2, 3, 4, 6].map((bounces) => point(`depth ${bounces}`, CUBES, LIGHTS, bounces)),
        ]
      }
      const timer = await createFrameTimer(bench)
      const [width, height] = await frameSize(bench, timer, budgetMs, 16 / 9, at)
      const points = at(width, height)
      const frames = await measureFrames(bench, timer, points, budgetMs)
      timer.dispose()
      return points.map((point): Finding => {
        const [series, value] = point.id.split(' ')
        const { ms, report } = frames[point.id]
        return timeRow({
          what: `cubes/${series}`, scene: 'cubes', triangles: 12 * (point.scene.instances.length - 1) + 2, instances: point.scene.instances.length, adapter: bench.gpu, variant: DEFAULT_TRAVERSAL,
          peer: '17 cubes, 9 lights, depth 3', x: series === 'resolution' ? point.width * point.height : Number(value),
          detail: `${point.width}x${point.height}, ${report.rays.shadow} shadow and ${report.rays.reflection} mirrored rays`,
        }, bench.clock, ms, frames['objects 17'].ms, 'frame')
      })
    },
  }
}

const SAMPLES = [1, 2, 4, 8, 16]

/** A path-traced picture of the cubes against its samples per pixel (Stephan 2021, figure 16). */
export function cubesSamples(): Experiment {
  return {
    name: 'cubes/samples', group: 'frame', weight: 1.5, needsGpu: true,
    async run(bench, budgetMs) {
      const engine = await createEngine({ device: bench.device!, buildTree: (mesh) => Promise.resolve(treeOf(mesh)) })
      const tracer = await engine.createPathTracer()
      try {
        const scene = cubes(CUBES, LIGHTS)
        engine.setScene(scene)
        await engine.treesReady()
        const camera = cameraAt([0, 2.2, 4], CUBES_CAMERA)
        let seed = 1
        const picture = async (samples: number, width: number, height: number) => {
          await tracer.begin({ camera, width, height, settings: SETTINGS, bounces: DEPTH, seed: seed++ })
          while (tracer.samples < samples) await tracer.step()
        }
        // The first picture compiles, the second one says how large they may be.
        await picture(1, 64, 36)
        const start = performance.now()
        await picture(1, 64, 36)
        const rounds = 7 * SAMPLES.reduce((sum, samples) => sum + samples, 0)
        const scale = Math.sqrt(Math.min(bench.isSoftware ? 25 : 900, Math.max(0.25, budgetMs / (rounds * (performance.now() - start)))))
        const [width, height] = [64, 36].map((size) => Math.max(8, Math.round((size * scale) / 4) * 4))
        const series = await interleave(SAMPLES.map((samples) => ({ name: String(samples), run: () => picture(samples, width, height) })), { clock: bench.clock, budgetMs, repetitions: [5, 9] })
        return SAMPLES.map((samples): Finding => timeRow({
          what: 'cubes/samples', scene: 'cubes', triangles: 12 * CUBES + 2, instances: CUBES + 1, adapter: bench.gpu, variant: `path tracer, ${DEFAULT_TRAVERSAL}`, peer: '1 sample', x: samples,
          detail: `${width}x${height}, depth ${DEPTH}`,
        }, bench.clock, series[samples], series[1], 'picture'))
      } finally {
        tracer.dispose()
        engine.dispose()
      }
    },
  }
}

/** The paper's last experiment, CPU against GPU: the same primary rays of the cubes through the twin on one thread and on the adapter, by resolution. */
export function cubesProcessors(): Experiment {
  return {
    name: 'cubes/processors', group: 'frame', weight: 1, needsGpu: true,
    async run(bench, budgetMs) {
      const snapshot = cubes(CUBES, LIGHTS)
      const meshes = [...snapshot.meshes.values()]
      const scene = asInstances({ name: 'cubes', meshes, instances: snapshot.instances.map(({ mesh, worldFromObject }) => ({ mesh: meshes.findIndex(({ key }) => key === mesh), worldFromObject })) })
      const packed = packScene(scene)
      const view: View = { eye: [0, 2.2, 4], forward: normalize([0, -0.26, -1]), tangent: 0.48, light: [0, 4, 0] }
      const findings: Finding[] = []
      for (const [width, height] of [[80, 48], [160, 88], [320, 184], [640, 360]] as const) {
        const rays = pinholeRays(view, width, height)
        const count = rays.length / 8
        const twin = createTwinRays(packed, 'uber', DEFAULT_TRAVERSAL, rays, 'closest')
        for (let i = 0; i < 3; i++) twin.trace()
        const onGpu = await measurePoints(bench, [{ id: 'gpu', packed, mode: 'uber', traversal: DEFAULT_TRAVERSAL, kind: 'closest', sets: [rays] }], budgetMs / 8)
        const onCpu = await interleave([{ name: 'cpu', run: () => twin.trace() }], { clock: CPU_CLOCK, budgetMs: budgetMs / 8, repetitions: [5, 9] })
        const rounds = Math.min(onGpu.gpu.length, onCpu.cpu.length)
        const what = { what: 'cubes/processors', scene: 'cubes', triangles: 12 * CUBES + 2, instances: CUBES + 1, x: count, detail: `${width}x${height}` }
        findings.push(
          rateRow({ ...what, adapter: bench.gpu, variant: `gpu ${DEFAULT_TRAVERSAL}` }, bench.clock, count, onGpu.gpu),
          rateRow({ ...what, adapter: bench.cpu, variant: `twin ${DEFAULT_TRAVERSAL}, one thread`, peer: bench.gpu }, CPU_CLOCK, count, onCpu.cpu.slice(0, rounds), onGpu.gpu.slice(0, rounds)),
        )
      }
      return findings
    },
  }
}
