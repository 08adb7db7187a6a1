import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPathStudio, type PathStudio, type Shot } from '../../headless/testing-path-studio.ts'
import { buildKdTree } from '../../kdtree/build/build.ts'
import type { Light, Material } from '../../scene.ts'
import { createSceneTables } from '../../tables/scene-tables.ts'
import { hostileScene } from '../../testing/hostile.ts'
import { boxMesh, cameraAt, instance, material, MIRROR, PLAIN, sceneOf, sphereMesh, squareMesh } from '../../testing/shapes.ts'
import { createPathQueue, type PathQueue } from './queue/path-queue.ts'
import { createGpuPathRunner } from './queue/path-runners.ts'
import { addSums, createPathTracer, divideSums, type PathRegion, type PathTracer, type PathView, SAMPLE_BLOCK } from './path-trace.ts'
import { withLimits } from '../../testing/limits.ts'

let studio: PathStudio
const shoot: PathStudio['shoot'] = (...shot) => studio.shoot(...shot)
beforeAll(async () => { studio = await createPathStudio() })
afterAll(() => studio.dispose())

const box = boxMesh()
const square = squareMesh()
const sphere = sphereMesh(48)
/** Lambert's reflectance alone: no gloss. */
const matte = (albedo: number, change: Partial<Material> = {}) => material({ baseColor: [albedo, albedo, albedo], specular: 0, ...change })
const HALF_TURN = Math.PI / 2
/** Looks straight down from 1 m above a floor at y = 0; the picture is 0.2 m wide. */
const DOWN = cameraAt([0, 1, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 2 * Math.atan(0.1) })
const floor = (wears: Material, size = 20) => instance('floor', square, wears, { scale: [size, 1, size] })
const light = (change: Partial<Light> & Pick<Light, 'kind'>): Light => ({ id: 'l', color: [1, 1, 1], on: true, ...change }) as Light

test('inside a closed box of albedo a and emission 1, n bounces make every pixel read 1 + a + ... + a^n', async () => {
  const a = 0.6
  const scene = sceneOf([box], [instance('box', box, matte(a, { emissive: [1, 1, 1] }), { scale: [2, 1.5, 3] })])
  for (const bounces of [0, 1, 3]) {
    const { pixels } = await shoot(scene, bounces === 0 ? 1 : 64, { bounces })
    const exact = Array.from({ length: bounces + 1 }, (_, i) => a ** i).reduce((sum, v) => sum + v, 0)
    let sum = 0
    for (let i = 0; i < pixels.length; i += 4) {
      sum += pixels[i]
      expect(Math.abs(pixels[i] - exact)).toBeLessThan(bounces === 0 ? 1e-5 : 0.1 * exact)
    }
    expect(Math.abs(sum / (pixels.length / 4) - exact)).toBeLessThan(0.006 * exact)
  }
})

test.each([{}, { projection: 'panorama' }] as const)('numbers that no scene has leave no pixel that is no number %o', async (change) => {
  const { mean } = await shoot(hostileScene(), 4, { bounces: 4, ...change }, cameraAt([0, 1, 4]), 16)
  expect(mean()).toBeGreaterThan(0)
})

test('faint paths end by chance and leave the mean of an image of an image in two varnishes', async () => {
  // From 68 degrees the eye sees the lamp by the floor and then the ceiling; each mirrors 0.04 + 0.96 (1 - cos 68)^5 of it (Schlick 1994).
  const varnish = material({ baseColor: [0, 0, 0], roughness: 0 })
  const down = (22 * Math.PI) / 180
  const carried = (0.04 + 0.96 * (1 - Math.sin(down)) ** 5) ** 2
  const lamp = instance('lamp', square, matte(0, { emissive: [100, 100, 100] }), { move: [0, 1, -9.5], turn: [HALF_TURN, 0, 0], scale: [4, 1, 4] })
  const ceiling = instance('ceiling', square, varnish, { move: [0, 2, 0], turn: [2 * HALF_TURN, 0, 0], scale: [20, 1, 20] })
  const scene = sceneOf([square], [floor(varnish), ceiling, lamp])
  const camera = cameraAt([0, 1, 0], { orientation: [-Math.sin(down / 2), 0, 0, Math.cos(down / 2)], verticalFov: 0.02 })
  const whole = await shoot(scene, 1, { bounces: 3 }, camera, 32)
  expect(Math.abs(whole.mean() / (100 * carried) - 1)).toBeLessThan(0.01)
  const once = await shoot(scene, 1, { bounces: 3, endsFaint: true }, camera, 32)
  const ended = Array.from({ length: 32 * 32 }, (_, i) => once.pixels[4 * i + 1]).filter((light) => light === 0).length / (32 * 32)
  // What the eye sees goes on for sure with a tenth of what else must carry.
  expect(Math.abs(ended - (1 - carried / 0.02))).toBeLessThan(0.03)
  const often = await shoot(scene, 64, { bounces: 3, endsFaint: true }, camera, 32)
  expect(Math.abs(often.mean() / whole.mean() - 1)).toBeLessThan(0.05)
})

test('faint paths that do not ask for a lamp leave to it what it sends along their scattered rays, and no more', async () => {
  // A dark corner under a large lamp: its light samples and its scattered rays share what it gives.
  const lamp = light({ kind: 'rectangle', position: [0, 1.6, 0], halfU: [1, 0, 0], halfV: [0, 0, 1], radiance: 10 })
  const scene = sceneOf([square], [floor(matte(0.3)), instance('wall', square, matte(0.3), { move: [0, 1, -1.2], turn: [HALF_TURN, 0, 0], scale: [20, 1, 20] })], { lights: [lamp] })
  const camera = cameraAt([0, 1, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 1 })
  const whole = await shoot(scene, 32, { bounces: 4 }, camera, 16)
  const faint = await shoot(scene, 128, { bounces: 4, endsFaint: true }, camera, 16)
  expect(Math.abs(faint.mean() / whole.mean() - 1)).toBeLessThan(0.005)
})

test.each<[string, Partial<Material>, boolean]>([
  ['a mirror of one direction, which shows none at rest', { metallic: 1, roughness: 0 }, false],
  ['a varnish of one direction', { baseColor: [0, 0, 0], specular: 0, roughness: 1, clearcoat: { factor: 1, roughness: 0, factorTexture: null, roughnessTexture: null } }, false],
  ['a mirror that is a little rough', { metallic: 1, roughness: 0.05 }, true],
  ['a varnish that is a little rough', { baseColor: [0, 0, 0], specular: 0, roughness: 1, clearcoat: { factor: 1, roughness: 0.05, factorTexture: null, roughnessTexture: null } }, true],
  ['rough metal in a varnish of one direction', { metallic: 1, roughness: 0.3, clearcoat: { factor: 1, roughness: 0, factorTexture: null, roughnessTexture: null } }, true],
])('where glosses are rough for paths that were scattered, a lamp without extent throws caustics by those alone that truly are: %s', async (_, change, throws) => {
  // The shade keeps the lamp from what is seen of the floor; by the wall its light would come there.
  const wall = instance('wall', square, material({ baseColor: [1, 1, 1], ...change }), { move: [-0.5, 0.5, 0], turn: [0, 0, -HALF_TURN], scale: [0.5, 1, 0.5] })
  const shade = instance('shade', box, matte(0), { move: [0.4, 0.3, 0], scale: [0.1, 0.05, 0.3] })
  const room = (radius?: number) => sceneOf([square, box], [floor(matte(0.5)), wall, shade], { lights: [light({ kind: 'point', position: [0.7, 0.5, 0], intensity: 100, ...(radius !== undefined && { radius }) })] })
  const found = async (scene = room()) => (await shoot(scene, 64, { bounces: 2, glossFloor: 0.3 }, DOWN)).mean()
  const withExtent = await found(room(0.05))
  expect(withExtent).toBeGreaterThan(0)
  if (throws) expect(Math.abs(await found() / withExtent - 1)).toBeLessThan(0.15)
  // What metal scatters more than once comes from everywhere.
  else expect(await found() / withExtent).toBeLessThan(0.03)
})

test('a wall in a satin varnish asks for the sun by chance and keeps its mean', async () => {
  // What shines in a smooth one is shown without noise.
  const varnish = material({ baseColor: [0, 0, 0], roughness: 0.2 })
  const wall = instance('wall', square, matte(0.5), { move: [0, 1, -8], turn: [HALF_TURN, 0, 0], scale: [20, 1, 20] })
  const scene = sceneOf([square], [floor(varnish), wall], { lights: [light({ kind: 'directional', direction: [0, 0, -1], illuminance: 100 })] })
  const down = HALF_TURN / 3
  const camera = cameraAt([0, 1, 0], { orientation: [-Math.sin(down / 2), 0, 0, Math.cos(down / 2)], verticalFov: 0.02 })
  const litOf = ({ pixels }: Shot) => Array.from({ length: 32 * 32 }, (_, i) => pixels[4 * i + 1]).filter((found) => found > 0).length / (32 * 32)
  const whole = await shoot(scene, 16, { bounces: 2 }, camera, 32)
  expect(Math.abs(whole.mean() / ((0.07 * 0.5 * 100) / Math.PI) - 1)).toBeLessThan(0.2)
  expect(litOf(await shoot(scene, 1, { bounces: 2 }, camera, 32))).toBeGreaterThan(0.95)
  // Followed by the odds carried / 0.2, and then, carrying 0.2, asked by the odds 0.2 / 0.5.
  const carried = (whole.mean() * Math.PI) / (0.5 * 100)
  expect(Math.abs(litOf(await shoot(scene, 1, { bounces: 2, endsFaint: true }, camera, 32)) - carried / 0.5)).toBeLessThan(0.03)
  const often = await shoot(scene, 32, { bounces: 2, endsFaint: true }, camera, 32)
  expect(Math.abs(often.mean() / whole.mean() - 1)).toBeLessThan(0.03)
})

test('a mirror shows what stands behind the camera at its mirrored place', async () => {
  const wall = instance('wall', square, MIRROR, { move: [0, 0, -2], turn: [HALF_TURN, 0, 0], scale: [4, 1, 4] })
  const red = instance('red', box, matte(0, { emissive: [0.8, 0, 0] }), { move: [1, 0, 2], scale: [0.3, 0.3, 0.3] })
  const { at } = await shoot(sceneOf([square, box], [wall, red]), 4, { bounces: 1 }, cameraAt([0, 0, 0]), 65)
  const x = Math.floor(32.5 + 32.5 / 5.7)
  expect(at(x, 32)[0]).toBeCloseTo(0.8, 2)
  expect(at(64 - x, 32)[0]).toBe(0)
})

test('what passes a slab of glass obeys Fresnel at both faces and Beer inside', async () => {
  // A slab 0.2 m thick before a uniform sky of 1; straight through: T^2 a / (1 - (R a)^2) and what is mirrored, R (1 + T^2 a^2 / (1 - (R a)^2)).
  const glass = material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1, ior: 1.5, volume: { attenuationColor: [0.5, 0.9, 1], attenuationDistance: 0.1 } })
  const slab = instance('slab', box, glass, { move: [0, 0, -2], scale: [3, 3, 0.1] })
  const environment = { zenith: [1, 1, 1], nadir: [1, 1, 1] } as const
  const { pixels } = await shoot(sceneOf([box], [slab], { environment }), 512, { bounces: 24 }, cameraAt([0, 0, 0], { verticalFov: 0.05 }), 4)
  const [r, t] = [0.04, 0.96]
  for (const [c, color] of [0.5, 0.9, 1].entries()) {
    const a = color ** 2
    const exact = (t * t * a) / (1 - (r * a) ** 2) + r * (1 + (t * t * a * a) / (1 - (r * a) ** 2))
    let sum = 0
    for (let i = c; i < pixels.length; i += 4) sum += pixels[i]
    expect(Math.abs(sum / 16 - exact)).toBeLessThan(0.005)
  }
})

test('an island of a texture stays clear of what lies around it, however few pixels it fills', async () => {
  // White in a corner of black; a card shows the white alone, eleven texels to a pixel.
  const [size, island] = [64, 16]
  const rgba = Uint8Array.from({ length: 4 * size * size }, (_, i) => (i % 4 === 3 || ((i >> 2) % size < island && (i >> 2) >> 6 < island) ? 255 : 0))
  const square = squareMesh('corner of an atlas')
  const mesh = { ...square, uvs: square.uvs!.map((value) => (value * island) / size) }
  const use = { texture: 'atlas', wrapS: 'clamp', wrapT: 'clamp', offset: [0, 0], scale: [1, 1], rotation: 0 } as const
  const scene = sceneOf([mesh], [instance('card', mesh, matte(1, { baseColor: [0, 0, 0], emissive: [1, 1, 1], emissiveTexture: use }), { turn: [Math.PI / 2, 0, 0], move: [0, 0, -5.4] })], {
    images: [{ key: 'atlas', width: size, height: size, rgba, colorSpace: 'srgb' }],
  })
  const { mean } = await shoot(scene, 64, { bounces: 0 }, cameraAt([0, 0, 0], { verticalFov: Math.PI / 2 }))
  // It fills (1 / 5.4)^2 of the picture.
  expect(mean() * 5.4 ** 2).toBeGreaterThan(0.93)
  expect(mean() * 5.4 ** 2).toBeLessThan(1.03)
})

test('white balls of every kind vanish in a white sky', async () => {
  const environment = { zenith: [1, 1, 1], nadir: [1, 1, 1] } as const
  const white = material({ baseColor: [1, 1, 1] })
  const kinds: readonly Partial<Material>[] = [
    { specular: 0 }, { metallic: 1, roughness: 0.4 }, { roughness: 0.3 }, { transmission: 1, roughness: 0.3, volume: { attenuationColor: [1, 1, 1], attenuationDistance: Infinity } },
    { clearcoat: { factor: 1, roughness: 0.1, factorTexture: null, roughnessTexture: null }, metallic: 1 },
  ]
  for (const kind of kinds) {
    const { mean } = await shoot(sceneOf([sphere], [instance('s', sphere, { ...white, ...kind }, { move: [0, 0, -3] })], { environment }), 24, { bounces: 32 }, cameraAt([0, 0, 0], { verticalFov: 0.8 }), 12)
    expect(Math.abs(mean() - 1), JSON.stringify(kind)).toBeLessThan(0.015)
  }
})

test('equal seeds give equal pictures, whatever part is traced; other seeds other noise', async () => {
  const lamp = light({ kind: 'sphere', position: [0.4, 1.2, 0], radius: 0.3, radiance: 5 })
  const scene = sceneOf([square], [floor(matte(0.5))], { lights: [lamp] })
  const first = await shoot(scene, 2, {}, DOWN, 24)
  const again = await shoot(scene, 2, {}, DOWN, 24)
  expect(again.pixels).toEqual(first.pixels)
  const other = await shoot(scene, 2, { seed: 2 }, DOWN, 24)
  expect(other.pixels).not.toEqual(first.pixels)
  const part = await shoot(scene, 2, { region: { x: 5, y: 3, width: 9, height: 7 } }, DOWN, 24)
  for (let y = 0; y < 7; y++) for (let x = 0; x < 9; x++) expect(part.pixels[4 * (y * 9 + x)]).toBe(first.pixels[4 * ((y + 3) * 24 + x + 5)])
})

// That a short queue changes no bit, the irradiance cache holds in every run.
test('a queue with room for one block of pixels gives the picture of one with room for all, to the bit, and so do dispatches of two dimensions', { tags: 'proof' }, async () => {
  const tables = await createSceneTables(studio.device, { buildTree: (mesh) => Promise.resolve(buildKdTree(mesh)), layout: 'plain', onTree() {} })
  const walls = instance('walls', box, matte(0.7), { scale: [4, 3, 6] })
  const chrome = instance('chrome', sphere, MIRROR, { move: [1, -0.5, -1.5], scale: [0.5, 0.5, 0.5] })
  tables.set(sceneOf([box, sphere], [walls, chrome], { lights: [light({ kind: 'point', position: [-1.2, 0.9, -0.8], intensity: 20 })] }))
  await tables.treesReady()
  const pictures: Float32Array[] = []
  for (const { paths, device } of [{ paths: 64, device: studio.device }, { paths: 512, device: studio.device }, { paths: 512, device: withLimits(studio.device, { maxComputeWorkgroupsPerDimension: 3 }) }]) {
    const queue = createPathQueue(studio.device)
    const limited = Object.create(queue, { reserve: { value: () => queue.reserve(paths) } }) as PathQueue
    const tracer = createPathTracer(tables, createGpuPathRunner(device, tables, limited, 'standard-8'))
    await tracer.begin({ camera: cameraAt([0, 0, 0]), width: 20, height: 12, settings: PLAIN, bounces: 3, seed: 1 })
    while (tracer.samples < 2) await tracer.step()
    pictures.push(await tracer.read())
    tracer.dispose()
    queue.dispose()
  }
  tables.dispose()
  expect(pictures[0].some((value) => value > 0)).toBe(true)
  expect(pictures[0]).toEqual(pictures[1])
  expect(pictures[2]).toEqual(pictures[1])
})

// That slices hold all of them, path-runners.test.ts holds in every run.
test('samples that are traced at once have the bits that they have one by one, in a queue of any size', { tags: 'proof' }, async () => {
  const tables = await createSceneTables(studio.device, { buildTree: (mesh) => Promise.resolve(buildKdTree(mesh)), layout: 'plain', onTree() {} })
  tables.set(sceneOf([box], [instance('walls', box, matte(0.7, { emissive: [1, 0.3, 0.7] }), { scale: [4, 3, 6] })], { lights: [light({ kind: 'point', position: [-1.2, 0.9, -0.8], intensity: 20 })] }))
  await tables.treesReady()
  const queue = createPathQueue(studio.device)
  let paths = 192
  const growing = Object.create(queue, { reserve: { value: () => queue.reserve(paths) } }) as PathQueue
  const tracer = createPathTracer(tables, createGpuPathRunner(studio.device, tables, growing, 'standard-8'))
  // Each look at the clock is a millisecond later: a dispatch has time for all that is asked for.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++)
  const samples = 7
  const take = async (most: number) => {
    await tracer.begin({ camera: cameraAt([0, 0, 0]), width: 15, height: 9, settings: PLAIN, bounces: 2, seed: 1, guides: true })
    let steps = 0
    for (; tracer.samples < samples; steps++) await tracer.step(Math.min(most, samples - tracer.samples))
    return { steps, samples: tracer.samples, light: await tracer.read(), ...await tracer.readGuides() }
  }
  try {
    const one = await take(1)
    expect(one.steps).toBe(samples)
    expect(one.light.some((value) => value > 0)).toBe(true)
    // 15 x 9 pixels are 4 blocks of 64: less than one sample, three samples at once, and all that are asked for.
    for (paths of [192, 3 * 256 + 64, 2 ** 14]) expect(await take(samples)).toEqual({ ...one, steps: 1 })
  } finally {
    clock.mockRestore()
    tracer.dispose()
    queue.dispose()
    tables.dispose()
  }
})

test('a picture cut into regions and blocks of samples has the bits of the whole one', () => cutAndWhole(studio.cpu))
test('a picture cut into regions and blocks of samples has the bits of the whole one, traced in stages', { tags: 'proof' }, async () => {
  const tracer = await studio.engine.createPathTracer()
  await cutAndWhole(tracer)
  tracer.dispose()
})

async function cutAndWhole(tracer: PathTracer): Promise<void> {
  const [width, height, samples] = [9, 1, 2 * SAMPLE_BLOCK + 2]
  const view: PathView = { camera: cameraAt([0, 0, 0]), width, height, settings: PLAIN, bounces: 1, seed: 7 }
  studio.engine.setScene(sceneOf([box], [instance('box', box, matte(0.6, { emissive: [1, 0.3, 0.7] }), { scale: [2, 1.5, 3] })]))
  await studio.engine.treesReady()
  await tracer.begin(view)
  // As many at once as may be: blocks of samples are summed apart all the same.
  while (tracer.samples < samples) await tracer.step(samples - tracer.samples)
  const whole = await tracer.read()
  const cut = new Float32Array(whole.length)
  const regions: readonly PathRegion[] = [{ x: 5, y: 0, width: 4, height }, { x: 0, y: 0, width: 5, height }]
  for (const region of regions) {
    const blocks: Float32Array[] = []
    // Later samples first: blocks are numbered, not queued.
    for (const firstSample of [2 * SAMPLE_BLOCK, SAMPLE_BLOCK, 0]) {
      await tracer.begin({ ...view, region, firstSample })
      while (tracer.samples < Math.min(SAMPLE_BLOCK, samples - firstSample)) await tracer.step()
      blocks.unshift(await tracer.readBlock())
    }
    const means = divideSums(blocks.reduce(addSums), samples)
    for (let y = 0; y < height; y++) cut.set(means.subarray(4 * y * region.width, 4 * (y + 1) * region.width), 4 * (y * width + region.x))
  }
  expect(cut).toEqual(whole)
  expect(new Set(whole).size).toBeGreaterThan(width * height)
  await expect(tracer.begin({ ...view, firstSample: 1 })).rejects.toThrow('begins no block')
}
