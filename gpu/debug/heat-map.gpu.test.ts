import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTexture } from '../buffers/buffer.ts'
import { createEngine, type Engine } from '../engine.ts'
import type { PixelAnswer } from './explainer.ts'
import { type HeatFigures, roundUp } from './heat-statistics.ts'
import { buildKdTree } from '../kdtree/build/build.ts'
import { DEFAULT_SETTINGS, type RenderSettings } from '../settings.ts'
import { sharedDevice } from '../headless/headless.ts'
import { ROOM_CAMERA, testRoom } from '../testing/room.ts'
import { loadShippedTwin } from '../testing/shipped-twin.ts'
import { encoded } from '../testing/shapes.ts'
import { finishStill, pixelOf } from '../headless/still.ts'
import { viridis } from './viridis.ts'

const [WIDTH, HEIGHT] = [12, 8]
const room = testRoom()
let device: GPUDevice
let engine: Engine

beforeAll(async () => {
  device = await sharedDevice()
  engine = await createEngine({ device, loadTwin: loadShippedTwin, buildTree: (mesh) => Promise.resolve(buildKdTree(mesh)) })
  engine.setScene(room)
  await engine.treesReady()
})
afterAll(() => engine.dispose())

const settingsWith = (change: Partial<RenderSettings>): RenderSettings => ({ ...DEFAULT_SETTINGS, ...change })
const shoot = (change: Partial<RenderSettings>) => finishStill(device, engine, { camera: ROOM_CAMERA, settings: settingsWith(change), width: WIDTH, height: HEIGHT })
const explain = (x: number, y: number, change: Partial<RenderSettings>) =>
  engine.explainPixel({ camera: ROOM_CAMERA, settings: settingsWith(change), width: WIDTH, height: HEIGHT, x, y })

async function explainAll(change: Partial<RenderSettings>): Promise<PixelAnswer[]> {
  const answers: PixelAnswer[] = []
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) answers.push(await explain(x, y, change))
  return answers
}

/** Figures of a heat map, but for the legend. */
const figuresOf = (counts: readonly number[]) => ({ mean: counts.reduce((a, b) => a + b, 0) / counts.length, max: Math.max(...counts) })
const withoutScale = ({ mean, max }: HeatFigures['nodes']) => ({ mean, max })

test('a heat map shows what the twin counts, pixel by pixel', async () => {
  const answers = await explainAll({})
  expect(answers.map(({ divergence }) => divergence)).toEqual(answers.map(() => null))
  const nodes = answers.map(({ rays: [{ counts }] }) => counts.uberNodes + counts.objectNodes)
  const tests = answers.map(({ rays: [{ counts }] }) => counts.triangleTests)
  const still = await shoot({ view: 'nodes' })
  const { heat } = still.report
  expect(withoutScale(heat!.nodes)).toEqual(figuresOf(nodes))
  expect(withoutScale(heat!.tests)).toEqual(figuresOf(tests))
  expect(heat!.pixels).toBe(WIDTH * HEIGHT)
  const off = nodes.flatMap((count, i) => {
    const wanted = viridis(count / heat!.nodes.scale)
    return pixelOf(still, i % WIDTH, Math.floor(i / WIDTH)).map((value, c) => Math.abs(value / 255 - wanted[c]))
  })
  expect(Math.min(...nodes)).toBeGreaterThan(0)
  expect(Math.max(...off)).toBeLessThan(0.005)
  // Compiling two kernels that hold all of shading takes most of it.
})

test('heat maps of all rays count shadow rays and mirrored ones, too', async () => {
  const answers = await explainAll({})
  const { heat } = (await shoot({ view: 'tests', heatRays: 'all' })).report
  const sum = (of: (ray: PixelAnswer['rays'][number]) => number) => answers.map(({ rays }) => rays.reduce((total, ray) => total + of(ray), 0))
  expect(withoutScale(heat!.nodes)).toEqual(figuresOf(sum(({ counts }) => counts.uberNodes + counts.objectNodes)))
  expect(withoutScale(heat!.tests)).toEqual(figuresOf(sum(({ counts }) => counts.triangleTests)))
})

test('a heat map of leaves shows what the tree of the chosen traversal holds', { tags: 'proof' }, async () => {
  const { heat: kdTree } = (await shoot({ view: 'occupancy' })).report
  await engine.setTraversal('bvh')
  const { heat: bvh } = (await shoot({ view: 'occupancy' })).report
  await engine.setTraversal('standard-8')
  // Every pixel that sees a wall of two triangles sees its leaf; a leaf of a BVH holds 15 at most.
  expect(kdTree!.occupancy.mean).toBeGreaterThan(0.5)
  expect(bvh!.occupancy.mean).toBeGreaterThan(0.5)
  expect(bvh!.occupancy.max).toBeLessThan(16)
})

test('the rays of a pixel add up to its light, name what they met and which light they ask for', async () => {
  const settings = settingsWith({ toneMap: 'none', exposureEv: 9 })
  const answers = await explainAll(settings)
  const loop = engine.createFrameLoop(await engine.createPrimaryRasterizer())
  loop.update({ camera: ROOM_CAMERA, settings, width: WIDTH, height: HEIGHT, interacting: false })
  while (loop.report.samples < 1) await loop.step()
  const rgba = await readTexture(device, loop.output, 4)
  loop.dispose()
  const off = answers.flatMap(({ radiance }, i) => radiance.map((value, c) => Math.abs(encoded(Math.min(1, value / (1.2 * 2 ** 9))) - rgba[4 * i + c])))
  expect(Math.max(...off)).toBeLessThan(2)

  const at = (x: number, y: number) => answers[y * WIDTH + x]
  expect([[1, 3], [4, 5], [7, 4], [6, 7]].map(([x, y]) => at(x, y).rays[0].hit!.instance)).toEqual(['left', 'ball', 'red', 'floor'])
  const shadows = answers.flatMap(({ rays, lightIds }) => rays.flatMap((ray) => (ray.kind === 'shadow' ? [{ ray, id: lightIds[ray.light!] }] : [])))
  for (const { ray, id } of shadows) {
    const aim = id === 'sun' ? [0.45, 0.8, 0.4] : [0.8, 2.6, 1].map((v, i) => v - ray.origin[i])
    ray.direction.forEach((v, i) => expect(v).toBeCloseTo(aim[i] / Math.hypot(...aim), 2))
  }
  expect(new Set(shadows.map(({ id }) => id))).toEqual(new Set(['sun', 'lamp']))
})

test('a film that a piece is given shows in the light of its pixel: its rays are traced by a kernel of their own', { tags: 'proof' }, async () => {
  const plain = await explain(4, 5, {})
  const film = { factor: 1, ior: 1.5, thickness: [300, 400], factorTexture: null, thicknessTexture: null } as const
  engine.setScene({ ...room, instances: room.instances.map((each) => (each.id === 'ball' ? { ...each, materials: each.materials.map((material) => ({ ...material, film })) } : each)) })
  const filmed = await explain(4, 5, {})
  engine.setScene(room)
  expect(filmed.radiance).not.toEqual(plain.radiance)
  expect((await explain(4, 5, {})).radiance).toEqual(plain.radiance)
})

test('a legend ends at a round number', () => {
  expect([1, 2, 13, 64, 137, 1001, 262_143].map(roundUp)).toEqual([1, 2, 15, 80, 150, 1200, 300_000])
})
