import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import type { Camera, Light, Material, SceneSnapshot } from '../../scene.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { hostileScene } from '../../testing/hostile.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { boxMesh, cameraAt, instance, material, MIRROR, PLAIN, sceneOf, sphereMesh, squareMesh } from '../../testing/shapes.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import { buildKdTree } from '../../kdtree/build/build.ts'
import { createSceneTables } from '../../tables/scene-tables.ts'
import { createPathQueue, type PathQueue } from './path-queue.ts'
import { createGpuPathRunner } from './path-runners.ts'
import { addSums, createPathTracer, divideSums, type PathRegion, type PathTracer, type PathView, SAMPLE_BLOCK } from './path-trace.ts'

let device: GPUDevice
let engine: Engine
let cpu: PathTracer
const uncaptured: string[] = []
beforeAll(async () => {
  device = await sharedDevice()
  device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message))
  engine = await createHeadlessEngine(device)
  cpu = await engine.createPathTracer(createInlineExecutor())
})
afterAll(() => {
  engine.dispose()
  expect(uncaptured).toEqual([])
})

interface Shot { readonly size: number; readonly pixels: Float32Array; readonly at: (x: number, y: number) => readonly [number, number, number]; readonly mean: () => number }

async function shoot(scene: SceneSnapshot, samples: number, change: Partial<PathView> = {}, camera: Camera = cameraAt([0, 0, 0]), size = 8, tracer = cpu): Promise<Shot> {
  engine.setScene(scene)
  await engine.treesReady()
  await tracer.begin({ camera, width: size, height: size, settings: PLAIN, bounces: 1, seed: 1, ...change })
  while (tracer.samples < samples) await tracer.step()
  const pixels = await tracer.read()
  expect(pixels.every(Number.isFinite)).toBe(true)
  return {
    size, pixels,
    at: (x, y) => [pixels[4 * (y * size + x)], pixels[4 * (y * size + x) + 1], pixels[4 * (y * size + x) + 2]],
    mean: () => pixels.reduce((sum, v, i) => (i % 4 === 1 ? sum + v : sum), 0) / (pixels.length / 4),
  }
}

const box = boxMesh()
/** Lambert's reflectance alone: no gloss. */
const matte = (albedo: number, change: Partial<Material> = {}) => material({ baseColor: [albedo, albedo, albedo], specular: 0, ...change })

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

const square = squareMesh()
const sphere = sphereMesh(48)
const HALF_TURN = Math.PI / 2
/** Looks straight down from 1 m above a floor at y = 0; the picture is 0.2 m wide. */
const DOWN = cameraAt([0, 1, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 2 * Math.atan(0.1) })
const floor = (wears: Material, size = 20) => instance('floor', square, wears, { scale: [size, 1, size] })
const light = (change: Partial<Light> & Pick<Light, 'kind'>): Light => ({ id: 'l', color: [1, 1, 1], on: true, ...change }) as Light

/** Irradiance under the middle of a rectangle of half edges a and b, h above the floor and parallel to it, radiance 1. */
function underRectangle(a: number, b: number, h: number): number {
  // Four times that of a quarter seen from its corner (Siegel and Howell, configuration factors, C-11).
  const [x, y] = [a / h, b / h]
  const [p, q] = [Math.sqrt(1 + x * x), Math.sqrt(1 + y * y)]
  return Math.PI * 4 * (1 / (2 * Math.PI)) * ((x / p) * Math.atan(y / p) + (y / q) * Math.atan(x / q))
}

test.each([
  ['a sphere', light({ kind: 'sphere', position: [0, 2, 0], radius: 0.5, radiance: 3 }), 3 * Math.PI * (0.5 / 2) ** 2],
  ['a disc', light({ kind: 'disc', position: [0, 2, 0], direction: [0, -1, 0], radius: 0.7, radiance: 3 }), (3 * Math.PI * 0.49) / (0.49 + 4)],
  ['a rectangle', light({ kind: 'rectangle', position: [0, 2, 0], halfU: [0.8, 0, 0], halfV: [0, 0, 0.4], radiance: 3 }), 3 * underRectangle(0.8, 0.4, 2)],
  ['a point', light({ kind: 'point', position: [0, 2, 0], intensity: 12 }), 3],
  ['a bulb of 5 cm', light({ kind: 'point', position: [0, 2, 0], intensity: 12, radius: 0.05 }), 3],
  ['the middle of a spot', light({ kind: 'spot', position: [0, 2, 0], direction: [0, -1, 0], intensity: 12, innerAngle: 0.2, outerAngle: 0.4 }), 3],
  ['the sun', light({ kind: 'directional', direction: [0, -0.8, 0.6], illuminance: 10, angularRadius: 0.00465 }), 8],
] as const)('a floor under %s is as bright as the closed form says', async (_, lamp, irradiance) => {
  const { mean } = await shoot(sceneOf([square], [floor(matte(0.5))], { lights: [lamp] }), 64, {}, DOWN, 4)
  // Half a per cent of noise, and what little the picture's edge is off the middle.
  expect(Math.abs(mean() / ((0.5 * irradiance) / Math.PI) - 1)).toBeLessThan(0.01)
})

test('a shining panel lights as the same rectangle of light does', async () => {
  const panel = instance('panel', square, matte(0, { emissive: [3, 3, 3] }), { move: [0, 2, 0], scale: [0.8, 1, 0.4] })
  const { mean } = await shoot(sceneOf([square], [floor(matte(0.5)), panel]), 64, {}, DOWN, 4)
  expect(Math.abs(mean() / ((0.5 * 3 * underRectangle(0.8, 0.4, 2)) / Math.PI) - 1)).toBeLessThan(0.01)
})

test('light without a light: scattered rays and samples of an image of the sky agree with the constant that it holds', async () => {
  const rgb = new Float32Array(32 * 16 * 3).fill(2)
  for (const image of [null, { key: 'sky', width: 32, height: 16, rgb }]) {
    const scene = sceneOf([square], [floor(matte(0.5))], { environment: { zenith: [2, 2, 2], nadir: [2, 2, 2], image } })
    expect((await shoot(scene, 32, {}, DOWN, 4)).mean()).toBeCloseTo(1, 2)
  }
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
  expect(Math.abs(ended - (1 - carried / 0.2))).toBeLessThan(0.03)
  const often = await shoot(scene, 64, { bounces: 3, endsFaint: true }, camera, 32)
  expect(Math.abs(often.mean() / whole.mean() - 1)).toBeLessThan(0.05)
})

test('a wall in a satin varnish asks for the sun by chance and keeps its mean', async () => {
  // What shines in a smooth one is shown without noise.
  const varnish = material({ baseColor: [0, 0, 0], roughness: 0.2 })
  const wall = instance('wall', square, matte(0.5), { move: [0, 1, -8], turn: [HALF_TURN, 0, 0], scale: [20, 1, 20] })
  const scene = sceneOf([square], [floor(varnish), wall], { lights: [light({ kind: 'directional', direction: [0, 0, -1], illuminance: 100 })] })
  const down = HALF_TURN / 3
  const camera = cameraAt([0, 1, 0], { orientation: [-Math.sin(down / 2), 0, 0, Math.cos(down / 2)], verticalFov: 0.02 })
  const litOf = ({ pixels }: Shot) => Array.from({ length: 32 * 32 }, (_, i) => pixels[4 * i + 1]).filter((found) => found > 0).length / (32 * 32)
  const whole = await shoot(scene, 64, { bounces: 2 }, camera, 32)
  expect(Math.abs(whole.mean() / ((0.07 * 0.5 * 100) / Math.PI) - 1)).toBeLessThan(0.2)
  expect(litOf(await shoot(scene, 1, { bounces: 2 }, camera, 32))).toBeGreaterThan(0.95)
  // Followed by the odds carried / 0.2, and then, carrying 0.2, asked by the odds 0.2 / 0.5.
  const carried = (whole.mean() * Math.PI) / (0.5 * 100)
  expect(Math.abs(litOf(await shoot(scene, 1, { bounces: 2, endsFaint: true }, camera, 32)) - carried / 0.5)).toBeLessThan(0.03)
  const often = await shoot(scene, 64, { bounces: 2, endsFaint: true }, camera, 32)
  expect(Math.abs(often.mean() / whole.mean() - 1)).toBeLessThan(0.03)
})

test('a bright spot in an image of the sky stands where the image has it', async () => {
  // Pixel (24, 4) of 32 x 16 looks along phi = pi / 2, theta = 4.5 pi / 16: to +z and up.
  const rgb = new Float32Array(32 * 16 * 3)
  rgb.fill(1000, 3 * (4 * 32 + 24), 3 * (4 * 32 + 24) + 3)
  const environment = { zenith: [0, 0, 0], nadir: [0, 0, 0], image: { key: 'spot', width: 32, height: 16, rgb } } as const
  const [phi, theta] = [(2 * Math.PI * 24.5) / 32 - Math.PI, (Math.PI * 4.5) / 16]
  const towards = [Math.sin(theta) * Math.cos(phi), Math.cos(theta), Math.sin(theta) * Math.sin(phi)] as const
  // It looks where the light comes from: turned about y to +z, then up.
  const half = (Math.PI / 2 - theta) / 2
  const turn = Math.atan2(-towards[0], -towards[2]) / 2
  const orientation = [Math.cos(turn) * Math.sin(half), Math.sin(turn) * Math.cos(half), -Math.sin(turn) * Math.sin(half), Math.cos(turn) * Math.cos(half)] as const
  const { at } = await shoot(sceneOf([square], [], { environment }), 16, {}, cameraAt([0, 0, 0], { orientation, verticalFov: 0.02 }), 4)
  expect(at(2, 2)[0]).toBeGreaterThan(900)
  // Solid angle of the pixel, spread by reading between pixels but not changed much: 2 pi / 32 * (cos of its edges).
  const solid = ((2 * Math.PI) / 32) * (Math.cos((4 * Math.PI) / 16) - Math.cos((5 * Math.PI) / 16))
  const { mean } = await shoot(sceneOf([square], [floor(matte(0.5))], { environment }), 64, {}, DOWN, 4)
  expect(Math.abs(mean() / ((0.5 * 1000 * solid * Math.cos(theta)) / Math.PI) - 1)).toBeLessThan(0.03)
})

test('an image of the sky that is turned, dimmed or not seen gives the light of one that was painted so', async () => {
  // A quarter counter-clockwise: columns move by a quarter of the image to the left.
  const [width, height, quarter] = [32, 16, 8]
  const painted = (move: number, by: number): SceneSnapshot['environment'] => {
    const rgb = new Float32Array(width * height * 3)
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgb.fill(by * (1 + ((x + move) % width)) * (y < 6 ? 30 : 1), 3 * (y * width + x), 3 * (y * width + x) + 3)
    return { zenith: [7, 7, 7], nadir: [7, 7, 7], image: { key: `${move} ${by}`, width, height, rgb } }
  }
  // A wall that one half of the sky lights.
  const wall = instance('wall', square, matte(0.5), { move: [0, 0, -2], turn: [Math.PI / 2, 0, 0], scale: [3, 1, 3] })
  const means: number[] = []
  for (const environment of [painted(quarter, 0.25), { ...painted(0, 1), turn: Math.PI / 2, strength: 0.25 }, { ...painted(0, 1), turn: Math.PI / 2, strength: 0.25, isSeen: false }]) {
    means.push((await shoot(sceneOf([square], [wall], { environment }), 48, {}, cameraAt([0, 0, 0], { verticalFov: 0.5 }), 4)).mean())
  }
  expect(means[0]).toBeGreaterThan(1)
  for (const mean of means.slice(1)) expect(Math.abs(mean / means[0] - 1)).toBeLessThan(0.01)
  // Seen past everything: the image as it was painted, or the gradient.
  const sky = async (environment: SceneSnapshot['environment']): Promise<number> => (await shoot(sceneOf([square], [], { environment }), 1, {}, cameraAt([0, 0, 0], { verticalFov: 0.01 }), 1)).mean()
  expect(Math.abs(await sky({ ...painted(0, 1), turn: Math.PI / 2, strength: 0.25 }) / await sky(painted(quarter, 0.25)) - 1)).toBeLessThan(1e-3)
  expect(await sky({ ...painted(0, 1), isSeen: false })).toBeCloseTo(7, 5)
})

test('a penumbra is as wide as the light seen through the edge of its caster', async () => {
  // The edge at x = 0, 1 m above the floor; the square light of 0.4 m 2 m above it: half of it is seen at x = 0, the penumbra spans +-0.2 m.
  const plate = instance('plate', square, matte(0), { move: [-2, 1, 0], scale: [2, 1, 4] })
  const lamp = light({ kind: 'rectangle', position: [0, 2, 0], halfU: [0.2, 0, 0], halfV: [0, 0, 0.2], radiance: 10 })
  const scene = sceneOf([square], [floor(matte(0.5)), plate], { lights: [lamp] })
  // From below the plate, at an angle: along x the picture spans 0.8 m.
  const camera = cameraAt([0, 0.5, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 2 * Math.atan(0.8) })
  const { pixels } = await shoot(scene, 128, { region: { x: 0, y: 15, width: 32, height: 2 } }, camera, 32)
  const row = Array.from({ length: 32 }, (_, x) => (pixels[4 * x] + pixels[4 * (32 + x)]) / 2)
  const xOf = (i: number) => ((i + 0.5) / 32 - 0.5) * 0.8
  const full = row[31]
  row.forEach((value, i) => {
    const x = xOf(i)
    const share = Math.min(1, Math.max(0, 0.5 + x / 0.4))
    if (Math.abs(x) < 0.3) expect(Math.abs(value / full - share), `x ${x}`).toBeLessThan(0.1)
  })
  expect(row.filter((value, i) => xOf(i) < -0.22 && value > 1e-6)).toEqual([])
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

test('a lamp behind a window lights the floor less what its two faces mirror: 2 R / (1 + R)', async () => {
  const lamp = light({ kind: 'point', position: [0, 2, 0], intensity: 12 })
  const pane = instance('pane', square, material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1 }), { move: [0, 1.5, 0], scale: [3, 1, 3] })
  const camera = cameraAt([0, 1, 0], { orientation: DOWN.orientation, verticalFov: DOWN.verticalFov })
  const lit = await shoot(sceneOf([square], [floor(matte(0.5)), pane], { lights: [lamp] }), 16, {}, camera, 4)
  const open = await shoot(sceneOf([square], [floor(matte(0.5))], { lights: [lamp] }), 16, {}, camera, 4)
  // One surface stands for both faces of a pane.
  expect(lit.mean() / open.mean()).toBeCloseTo(1 - 0.08 / 1.04, 3)
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

test('out of focus, a small light becomes the disc that the thin lens makes of it; in focus it stays a point', async () => {
  const size = 24
  const lens = { radius: 0.2, focusDistance: 2 }
  const camera = cameraAt([0, 0, 0], { verticalFov: 0.5, shift: [0.3, -0.2], lens })
  for (const depth of [1.4, 2, 6]) {
    const half = 0.025 * depth
    const square = squareMesh()
    // In the middle of the shifted picture.
    const middle = [0.3 * Math.tan(0.25) * depth, -0.2 * Math.tan(0.25) * depth, -depth] as const
    const scene = sceneOf([square], [instance('light', square, matte(0, { emissive: [1, 1, 1], doubleSided: true }), { move: middle, turn: [Math.PI / 2, 0, 0], scale: [half, 1, half] })])
    const { at } = await shoot(scene, 160, { bounces: 0 }, camera, size)
    let [sum, x1, y1, x2, y2] = [0, 0, 0, 0, 0]
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const [value] = at(x, y)
        const [px, py] = [x + 0.5 - size / 2, y + 0.5 - size / 2]
        sum += value
        x1 += value * px
        y1 += value * py
        x2 += value * px * px
        y2 += value * py * py
      }
    }
    // Second moments: of the disc, of the square itself, and of a pixel.
    const pixels = size / 2 / Math.tan(0.25)
    const disc = (lens.radius * Math.abs(depth - lens.focusDistance)) / (depth * lens.focusDistance) * pixels
    const exact = disc ** 2 / 4 + (half / depth * pixels) ** 2 / 3 + 1 / 12
    expect(sum).toBeGreaterThan(0)
    expect(Math.abs(x1 / sum)).toBeLessThan(0.2)
    expect(Math.abs(y1 / sum)).toBeLessThan(0.2)
    for (const second of [x2 / sum, y2 / sum]) expect(Math.abs(second / exact - 1)).toBeLessThan(0.12)
  }
})

test('in a panorama a lamp appears at its longitude and latitude, in a part of it too', async () => {
  const [width, height] = [96, 48]
  const eye = [1, 1.5, -2] as const
  // Turned to the left and tilted: only the turn counts.
  const [turn, tilt] = [(40 * Math.PI) / 180, 0.5]
  const [cy, sy, cx, sx] = [Math.cos(turn / 2), Math.sin(turn / 2), Math.cos(tilt / 2), Math.sin(tilt / 2)]
  const camera = cameraAt(eye, { orientation: [cy * sx, sy * cx, -sy * sx, cy * cx] })
  // Degrees to the right of where the camera looks, and above the horizon.
  for (const [longitude, latitude] of [[0, 0], [90, 0], [-135, 20], [60, -45], [170, 10]]) {
    const [a, b] = [turn - (longitude * Math.PI) / 180, (latitude * Math.PI) / 180]
    const position = [eye[0] - 5 * Math.cos(b) * Math.sin(a), eye[1] + 5 * Math.sin(b), eye[2] - 5 * Math.cos(b) * Math.cos(a)] as const
    const scene = sceneOf([], [], { lights: [light({ kind: 'sphere', position, radius: 0.3, radiance: 10 })] })
    const expected = [width * (0.5 + longitude / 360), height * (0.5 - latitude / 180)]
    const around = { x: Math.floor(expected[0]) - 8, y: Math.floor(expected[1]) - 8, width: 16, height: 16 }
    for (const region of [{ x: 0, y: 0, width, height }, ...(longitude < 100 && longitude > -100 ? [around] : [])]) {
      const change = { projection: 'panorama', width, height, region, bounces: 0, settings: { ...PLAIN, background: 'black' } } as const
      const { pixels } = await shoot(scene, 8, change, camera)
      let [x, y, sum] = [0, 0, 0]
      for (let i = 0; i < pixels.length / 4; i++) {
        x += pixels[4 * i] * (region.x + (i % region.width) + 0.5)
        y += pixels[4 * i] * (region.y + Math.floor(i / region.width) + 0.5)
        sum += pixels[4 * i]
      }
      expect(Math.hypot(x / sum - expected[0], y / sum - expected[1])).toBeLessThan(0.2)
    }
  }
})

/** A matte room with a lamp to one side and a chrome ball. */
function room(...more: SceneSnapshot['instances']): SceneSnapshot {
  const walls = instance('walls', box, matte(0.7), { scale: [4, 3, 6] })
  const chrome = instance('chrome', sphere, MIRROR, { move: [1, -0.5, -1.5], scale: [0.5, 0.5, 0.5] })
  return sceneOf([box, sphere], [walls, chrome, ...more], { lights: [light({ kind: 'point', position: [-1.2, 0.9, -0.8], intensity: 20 })] })
}

test('a panorama is the same on the GPU as by the processor, but for rounding', async () => {
  const change = { projection: 'panorama', width: 32, height: 16, bounces: 3 } as const
  const glowing = instance('glow', sphere, matte(0.5, { emissive: [2, 1, 0.5] }), { move: [-1, -1, 1], scale: [0.3, 0.3, 0.3] })
  const scene = room(
    glowing, instance('veil', box, matte(0.6, { alphaMode: 'blend', alpha: 0.4 }), { move: [0, 0, 2], scale: [0.5, 0.5, 0.1] }),
    instance('glass', sphere, matte(1, { roughness: 0, transmission: 1, dispersion: 1, volume: { attenuationColor: [0.9, 1, 0.9], attenuationDistance: 0.5 } }), { move: [2, 0, 0], scale: [0.7, 0.7, 0.7] }),
    instance('water', box, matte(1, { roughness: 0.2, transmission: 1, ior: 1.33, volume: { attenuationColor: [0.8, 0.9, 1], attenuationDistance: 1 } }), { move: [2.3, 0.2, 0.2], scale: [0.6, 0.6, 0.6] }),
    instance('brushed', sphere, { ...MIRROR, roughness: 0.3, anisotropy: { strength: 0.7, rotation: 0.5, texture: null }, film: { factor: 0.7, ior: 1.5, thickness: [100, 350], factorTexture: null, thicknessTexture: null } }, { move: [-2, 0, -1], scale: [0.6, 0.6, 0.6] }),
  )
  const { pixels: byThreads } = await shoot(scene, 2, change)
  const tracer = await engine.createPathTracer()
  const { pixels } = await shoot(scene, 2, change, undefined, undefined, tracer)
  tracer.dispose()
  const off = Array.from(pixels, (value, i) => Math.abs(value - byThreads[i]) / Math.max(0.1, byThreads[i]))
  // A few paths go another way at an edge.
  expect(off.filter((difference) => difference > 1e-3).length).toBeLessThan(0.02 * off.length)
  expect(off.reduce((sum, difference) => sum + difference, 0) / off.length).toBeLessThan(0.005)
})

test('a queue with room for one block of pixels gives the picture of one with room for all, to the bit', async () => {
  const tables = await createSceneTables(device, { buildTree: (mesh) => Promise.resolve(buildKdTree(mesh)), layout: 'plain', onTree() {} })
  tables.set(room())
  await tables.treesReady()
  const pictures: Float32Array[] = []
  for (const paths of [64, 512]) {
    const queue = createPathQueue(device)
    const limited = Object.create(queue, { reserve: { value: () => queue.reserve(paths) } }) as PathQueue
    const tracer = createPathTracer(tables, await createGpuPathRunner(device, tables, limited, 'standard-8'))
    await tracer.begin({ camera: cameraAt([0, 0, 0]), width: 20, height: 12, settings: PLAIN, bounces: 3, seed: 1 })
    while (tracer.samples < 2) await tracer.step()
    pictures.push(await tracer.read())
    tracer.dispose()
    queue.dispose()
  }
  tables.dispose()
  expect(pictures[0].some((value) => value > 0)).toBe(true)
  expect(pictures[0]).toEqual(pictures[1])
})

test('a panorama closes: its left edge goes on at its right one, and at a pole all pixels see the same', async () => {
  const [width, height] = [64, 32]
  const { pixels } = await shoot(room(), 8, { projection: 'panorama', width, height, bounces: 1 }, cameraAt([0.2, 0.1, 0.3]))
  const at = (x: number, y: number): number => pixels[4 * (y * width + (x + width) % width)]
  const step = (x: number, y: number): number => Math.abs(at(x, y) - at(x - 1, y))
  // Behind the eye stands a bare wall.
  for (let y = height / 2 - 4; y < height / 2 + 4; y++) {
    const usual = Math.max(...[-3, -2, -1, 1, 2, 3].map((x) => step(x, y)))
    expect(step(0, y), `row ${y}`).toBeLessThan(Math.max(1.5 * usual, 0.02 * at(0, y)))
    expect(at(0, y)).toBeGreaterThan(0)
  }
  for (const y of [0, height - 1]) {
    const row = Array.from({ length: width }, (_, x) => at(x, y))
    const mean = row.reduce((sum, value) => sum + value, 0) / width
    for (const value of row) expect(Math.abs(value / mean - 1)).toBeLessThan(0.2)
    for (let x = 0; x < width; x++) expect(step(x, y)).toBeLessThan(0.06 * mean)
  }
})

test('a picture cut into regions and blocks of samples has the bits of the whole one', () => cutAndWhole(cpu))
test('a picture cut into regions and blocks of samples has the bits of the whole one, traced in stages', { tags: 'proof' }, async () => {
  const tracer = await engine.createPathTracer()
  await cutAndWhole(tracer)
  tracer.dispose()
})

async function cutAndWhole(tracer: PathTracer): Promise<void> {
  const [width, height, samples] = [9, 1, 2 * SAMPLE_BLOCK + 2]
  const view: PathView = { camera: cameraAt([0, 0, 0]), width, height, settings: PLAIN, bounces: 1, seed: 7 }
  engine.setScene(sceneOf([box], [instance('box', box, matte(0.6, { emissive: [1, 0.3, 0.7] }), { scale: [2, 1.5, 3] })]))
  await engine.treesReady()
  await tracer.begin(view)
  while (tracer.samples < samples) await tracer.step()
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
