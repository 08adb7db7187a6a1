import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTexture } from '../../buffers/buffer.ts'
import { UNTIMED } from '../../device/timestamps.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { buildKdTree } from '../../kdtree/build/build.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { createSceneTables, type SceneTables } from '../../tables/scene-tables.ts'
import { boxMesh, cameraAt, instance, material, sceneOf, sphereMesh, squareMesh } from '../../testing/shapes.ts'
import { deepestWalk } from '../../traversal/walk.ts'
import { cameraRays } from '../raster/camera.ts'
import { compilePrimary, createPrimary, type PrimaryKernels } from '../raster/primary.ts'
import { createSubpixel, type Subpixel } from './subpixel.ts'

const [WIDTH, HEIGHT] = [44, 28]
/** Of the truth: so many places along a side of a pixel. */
const FINE = 16
const JITTER = [0.31, -0.23] as const
const CAMERA = cameraAt([0, 0, 0], { verticalFov: 0.6 })

// Before a wall, which is slot 0, and the sky: a bar a pixel and a half wide, a box of which three sides are seen, a ball.
const [square, box, ball] = [squareMesh(), boxMesh(), sphereMesh(12)]
const SCENE = sceneOf([square, box, ball], [
  instance('wall', square, material(), { move: [0, 0, -6], turn: [Math.PI / 2, 0, 0], scale: [2, 1, 1.3] }),
  instance('bar', box, material(), { move: [-0.9, 0, -4], turn: [0, 0, 0.3], scale: [0.065, 2, 0.05] }),
  instance('box', box, material(), { move: [0.1, -0.15, -4], turn: [0.6, 0.7, 0.2], scale: [0.35, 0.35, 0.35] }),
  instance('ball', ball, material(), { move: [1.1, 0.2, -4], scale: [0.4, 0.4, 0.4] }),
])

let device: GPUDevice
let scene: SceneTables
let kernels: PrimaryKernels
let subpixel: Subpixel
beforeAll(async () => {
  device = await sharedDevice()
  scene = await createSceneTables(device, { buildTree: (mesh) => Promise.resolve(buildKdTree(mesh)), layout: 'plain', onTree() {} })
  scene.set(SCENE)
  await scene.treesReady()
  scene.flush()
  scene.applySettings(DEFAULT_SETTINGS)
  ;[kernels, subpixel] = await Promise.all([compilePrimary(device, 'standard-8'), createSubpixel(device, deepestWalk('standard-8'))])
})
afterAll(() => {
  scene.dispose()
  subpixel.dispose()
})

/** Each side of a box has a brightness of its own. The sky: slot -1. */
type Paint = (slot: number, triangle: number) => number
const CONTRASTS: Paint = (slot, triangle) => (slot < 1 ? [8, 2][slot + 1] : slot === 3 ? 0.6 : 0.1 * slot + 0.15 * Math.floor(triangle / 2))
const BARE: Paint = (slot) => 1 + 0.02 * slot

async function idsAt(width: number, height: number, jitter: readonly [number, number]): Promise<{ readonly texture: GPUTexture; readonly words: Uint32Array; dispose(): void }> {
  const primary = createPrimary(device, () => kernels, () => scene.bindings())
  const { ids } = primary.rasterize(CAMERA, width, height, jitter)
  const bytes = await readTexture(device, ids, 8)
  return { texture: ids, words: new Uint32Array(bytes.buffer, bytes.byteOffset, 2 * width * height), dispose: () => primary.dispose() }
}

/** @returns what pixels show by one place each, with edges reconstructed, and over their whole areas */
async function show(paint: Paint): Promise<{ readonly plain: Float32Array; readonly edged: Float32Array; readonly marks: Float32Array; readonly truth: Float32Array }> {
  const [coarse, fine] = [await idsAt(WIDTH, HEIGHT, JITTER), await idsAt(FINE * WIDTH, FINE * HEIGHT, [0, 0])]
  const size = [WIDTH, HEIGHT]
  const texture = (usage: number) => device.createTexture({ size, format: 'rgba32float', usage: usage | GPUTextureUsage.COPY_SRC })
  const [composed, covered] = [texture(GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST), texture(GPUTextureUsage.STORAGE_BINDING)]
  try {
    const lit = (words: Uint32Array): Float32Array => Float32Array.from({ length: words.length / 2 }, (_, i) => paint(words[2 * i] - 1, words[2 * i + 1]))
    const plain = lit(coarse.words)
    const truth = new Float32Array(plain.length)
    for (const [i, light] of lit(fine.words).entries()) {
      const [x, y] = [Math.floor((i % (FINE * WIDTH)) / FINE), Math.floor(i / (FINE * WIDTH) / FINE)]
      truth[y * WIDTH + x] += light / FINE ** 2
    }
    device.queue.writeTexture({ texture: composed }, Float32Array.from({ length: 4 * plain.length }, (_, i) => (i % 4 === 3 ? i >> 2 : plain[i >> 2])), { bytesPerRow: 16 * WIDTH }, size)
    const encoder = device.createCommandEncoder()
    subpixel.encode(encoder, {
      bindings: scene.bindings(), ids: coarse.texture, composed, covered, rays: cameraRays(CAMERA, WIDTH, HEIGHT), near: CAMERA.near, width: WIDTH, height: HEIGHT, jitter: JITTER, white: 1, timestamps: UNTIMED,
    })
    device.queue.submit([encoder.finish()])
    const found = new Float32Array((await readTexture(device, covered, 16)).buffer)
    const every = (channel: number): Float32Array => Float32Array.from(plain, (_, i) => found[4 * i + channel])
    return { plain, edged: every(0), marks: every(3), truth }
  } finally {
    for (const each of [composed, covered]) each.destroy()
    for (const each of [coarse, fine]) each.dispose()
  }
}

const errorOf = (picture: Float32Array, truth: Float32Array): number => Math.sqrt(picture.reduce((sum, value, i) => sum + (value - truth[i]) ** 2, 0) / truth.length)

test('pixels at edges show the areas that surfaces cover: a bar, the sides of a box, a ball, the sky beyond a wall', async () => {
  const { plain, edged, truth } = await show(CONTRASTS)
  expect(errorOf(edged, truth)).toBeLessThan(0.3 * errorOf(plain, truth))
})

test('what lies between edges stays as it was, and edges that nobody sees; those that were reconstructed are marked and say which traced pixel tells of them', async () => {
  const { plain, edged, marks } = await show(CONTRASTS)
  let marked = 0
  for (const [i, mark] of marks.entries()) {
    if (mark < 0) {
      marked++
      expect(-1 - mark).toBe(i)
    } else {
      expect([mark, edged[i]]).toEqual([i, plain[i]])
    }
  }
  expect(marked).toBeGreaterThan(plain.length / 20)
  expect(marked).toBeLessThan(plain.length / 2)
  const bare = await show(BARE)
  expect(bare.edged).toEqual(bare.plain)
})
