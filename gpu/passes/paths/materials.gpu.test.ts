import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import type { Camera, Material, SceneSnapshot } from '../../scene.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { askCpu, direction } from '../../testing/scatter.ts'
import { boxMesh, cameraAt, instance, material, paint, PLAIN, sceneOf, sphereMesh, squareMesh } from '../../testing/shapes.ts'
import type { PathTracer, PathView } from './path-trace.ts'

let engine: Engine
let cpu: PathTracer
beforeAll(async () => {
  engine = await createHeadlessEngine(await sharedDevice())
  cpu = await engine.createPathTracer(createInlineExecutor())
})
afterAll(() => engine.dispose())

/** Mean radiance of columns of a picture, red green blue. */
type Means = (from?: number, to?: number) => readonly number[]

async function shoot(scene: SceneSnapshot, samples: number, change: Partial<PathView> = {}, camera: Camera = cameraAt([0, 0, 0]), size = 8): Promise<Means> {
  engine.setScene(scene)
  await engine.treesReady()
  await cpu.begin({ camera, width: size, height: size, settings: PLAIN, bounces: 1, seed: 1, ...change })
  while (cpu.samples < samples) await cpu.step()
  const pixels = await cpu.read()
  expect(pixels.every(Number.isFinite)).toBe(true)
  return (from = 0, to = size) => [0, 1, 2].map((c) => {
    let sum = 0
    for (let y = 0; y < size; y++) for (let x = from; x < to; x++) sum += pixels[4 * (y * size + x) + c]
    return sum / (size * (to - from))
  })
}

const square = squareMesh()
const box = boxMesh()
const sphere = sphereMesh(48)
const matte = (albedo: number, change: Partial<Material> = {}) => material({ baseColor: [albedo, albedo, albedo], specular: 0, ...change })
const shining = (r: number, g: number, b: number, change: Partial<Material> = {}) => matte(0, { emissive: [r, g, b], ...change })
/** Across the view at z, facing the camera. */
const wallAt = (z: number, wears: Material, size = 9) => instance(`wall ${z}`, square, wears, { move: [0, 0, z], turn: [Math.PI / 2, 0, 0], scale: [size, 1, size] })
const DOWN = cameraAt([0, 1, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 2 * Math.atan(0.1) })
const across = (y: number, wears: Material, size = 20) => instance(`floor ${y}`, square, wears, { move: [0, y, 0], scale: [size, 1, size] })

test('a veil covers by its alpha, times that of its texture: the rest of what is behind it is seen, one veil behind the other', async () => {
  const halves = paint('halves', 256, 4, (x) => [255, 255, 255, x < 128 ? 102 : 204])
  const veil = (change: Partial<Material> = {}) => shining(1, 0, 0, { alphaMode: 'blend', ...change })
  const use = { texture: 'halves', wrapS: 'clamp', wrapT: 'clamp', offset: [0, 0], scale: [1, 1], rotation: 0 } as const
  const scene = sceneOf([square], [wallAt(-4, shining(0, 1, 0)), wallAt(-3, shining(0, 0, 1, { alphaMode: 'blend', alpha: 0.25 })), wallAt(-2, veil({ alpha: 0.5, baseColorTexture: use }))], { images: [halves] })
  const means = await shoot(scene, 256, { bounces: 0 })
  // 0.5 of 0.4 to the left, of 0.8 to the right; away from the texel's ramp between them.
  for (const [covered, from, to] of [[0.2, 0, 3], [0.4, 5, 8]] as const) {
    const exact = [covered, (1 - covered) * 0.75, (1 - covered) * 0.25]
    means(from, to).forEach((value, c) => expect(Math.abs(value - exact[c]), `columns ${from} to ${to}`).toBeLessThan(0.01))
  }
})

test('light of a lamp, of what shines and of the sky comes through a veil as far as that is not there', async () => {
  const black = matte(0, { alphaMode: 'blend', alpha: 0.3 })
  const around = { zenith: [1, 1, 1], nadir: [1, 1, 1] } as const
  const sky = { ...around, image: { key: 'white', width: 8, height: 4, rgb: new Float32Array(96).fill(1) } }
  const lamp = { id: 'l', kind: 'point', color: [1, 1, 1], on: true, position: [0, 3, 0], intensity: 9 } as const
  const panel = instance('panel', square, shining(3, 3, 3), { move: [0, 3, 0], scale: [1, 1, 1] })
  const under = async (veils: SceneSnapshot['instances'], more: Partial<SceneSnapshot>, things: SceneSnapshot['instances'] = []) =>
    (await shoot(sceneOf([square], [across(0, matte(0.5)), ...things, ...veils], more), 192, {}, DOWN, 4))()[0]
  for (const [name, more, things] of [['lamp', { lights: [lamp] }, []], ['panel', {}, [panel]], ['gradient', { environment: around }, []], ['image', { environment: sky }, []]] as const) {
    // The eye stands between the veil and the floor.
    const [open, veiled] = [await under([], more, things), await under([across(1.5, black, 200)], more, things)]
    expect(Math.abs(veiled / open - 0.7), name).toBeLessThan(0.012)
  }
})

test('the sky through a window is as bright by samples of its image as by scattered rays alone', async () => {
  const around = { zenith: [1, 1, 1], nadir: [1, 1, 1] } as const
  const image = { key: 'white', width: 8, height: 4, rgb: new Float32Array(96).fill(1) }
  const pane = across(1.5, material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1 }), 200)
  const lit = async (environment: SceneSnapshot['environment']) => (await shoot(sceneOf([square], [across(0, matte(0.5)), pane], { environment }), 512, { bounces: 1 }, DOWN, 4))()[0]
  const [scattered, both] = [await lit(around), await lit({ ...around, image })]
  expect(Math.abs(both / scattered - 1)).toBeLessThan(0.003)
})

test('a panel of which a texture lets one triangle shine lights as that triangle, by samples as by scattered rays', async () => {
  // Dark below the diagonal that parts the square's triangles, as far as texels can follow it.
  const image = paint('shade', 64, 64, (x, y) => (x > y ? [255, 255, 255, 255] : [0, 0, 0, 255]))
  const use = { texture: 'shade', wrapS: 'clamp', wrapT: 'clamp', offset: [0, 0], scale: [1, 1], rotation: 0 } as const
  const [whole, part] = [shining(3, 3, 3), shining(3, 3, 3, { emissiveTexture: use })]
  const lit = async (wears: Material) => (await shoot(sceneOf([square], [across(0, matte(0.5)), instance('panel', square, wears, { move: [0, 2, 0], scale: [0.6, 1, 0.6] })], { images: [image] }), 128, {}, DOWN, 4))()[0]
  // Under its middle, each half gives half.
  expect(Math.abs((await lit(part)) / (await lit(whole)) - 0.5)).toBeLessThan(0.02)
})

test.each([['along u', 0], ['turned to v', Math.PI / 2]])('a brushed floor stretches the highlight of a lamp %s', async (_, rotation) => {
  const brushed = material({ baseColor: [1, 1, 1], metallic: 1, roughness: 0.3, anisotropy: { strength: 0.7, rotation, texture: null } })
  const lamp = { id: 'l', kind: 'point', color: [1, 1, 1], on: true, position: [0, 1, 0], intensity: 1 } as const
  // The square's u runs along x; the picture is 1 m wide, x to the right.
  const camera = cameraAt([0, 1, 0], { orientation: DOWN.orientation, verticalFov: 2 * Math.atan(0.5) })
  engine.setScene(sceneOf([square], [across(0, brushed)], { lights: [lamp] }))
  await engine.treesReady()
  await cpu.begin({ camera, width: 9, height: 9, settings: PLAIN, bounces: 1, seed: 1 })
  while (cpu.samples < 4) await cpu.step()
  const pixels = await cpu.read()
  const at = (x: number, y: number): number => pixels[4 * (9 * y + x)]
  const [alongX, alongZ] = [at(0, 4) + at(8, 4), at(4, 0) + at(4, 8)]
  const [long, short] = rotation === 0 ? [alongX, alongZ] : [alongZ, alongX]
  expect(long).toBeGreaterThan(3 * short)
  expect(at(4, 4)).toBeGreaterThan(0.5 * long)
})

test('a mirror under a thin film has the colour of the film, whose thickness a texture says', async () => {
  const image = { ...paint('depth', 4, 4, () => [0, 128, 0, 255]), colorSpace: 'linear' as const }
  const use = { texture: 'depth', wrapS: 'clamp', wrapT: 'clamp', offset: [0, 0], scale: [1, 1], rotation: 0 } as const
  const film = material({ baseColor: [0.9, 0.9, 0.9], metallic: 1, roughness: 0, film: { factor: 1, ior: 1.6, thickness: [100, 500], factorTexture: null, thicknessTexture: use } })
  const scene = sceneOf([square], [wallAt(-2, film)], { environment: { zenith: [1, 1, 1], nadir: [1, 1, 1] }, images: [image] })
  const found = (await shoot(scene, 4, {}, cameraAt([0, 0, 0], { verticalFov: 0.1 })))()
  const look = { metallic: 1, roughness: 0, base_color: [0.9, 0.9, 0.9], film: 1, film_ior: 1.6, film_thickness: 100 + (400 * 128) / 255 }
  askCpu('mean_weight', [{ look, o: direction(1) }]).subarray(0, 3).forEach((exact, c) => expect(Math.abs(found[c] - exact)).toBeLessThan(0.005))
  expect(Math.max(...found) - Math.min(...found)).toBeGreaterThan(0.01)
})

const clear = (ior: number, change: Partial<Material> = {}) => material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1, ior, volume: { attenuationColor: [1, 1, 1], attenuationDistance: Infinity }, ...change })
/** Between two depths, wide enough that no side of it is seen. */
const slab = (near: number, far: number, wears: Material) => instance(`slab ${near}`, box, wears, { move: [0, 0, (near + far) / 2], scale: [9, 9, (near - far) / 2] })

/** What of light comes through clear layers, all reflections between them included: each interface adds to what lies before it. */
function throughLayers(indices: readonly number[], kept: readonly number[], cosine: number): number {
  const sine = Math.sqrt(1 - cosine ** 2)
  const cosineIn = indices.map((n) => Math.sqrt(1 - (sine / n) ** 2))
  // Reflectance from behind, and what comes through, of all before.
  let [back, passed] = [0, 1]
  for (let k = 0; k + 1 < indices.length; k++) {
    const [c, t, eta] = [cosineIn[k], cosineIn[k + 1], indices[k + 1] / indices[k]]
    const r = 0.5 * (((eta * c - t) / (eta * c + t)) ** 2 + ((c - eta * t) / (c + eta * t)) ** 2)
    const a = kept[k] ** (1 / cosineIn[k])
    const rBefore = back * a * a
    const tBefore = passed * a
    passed = (tBefore * (1 - r)) / (1 - rBefore * r)
    back = r + ((1 - r) ** 2 * rBefore) / (1 - rBefore * r)
  }
  return passed
}

test.each([0, 0.7])('water that reaches into its glass is bounded by the glass: Snell, Fresnel and Beer through all layers, %f off the normal', async (angle) => {
  // The eye looks through glass from 1 to 2 m, and water from 1.5 to 3 m: between 1.5 and 2 there is glass.
  const water = clear(1.33, { volume: { attenuationColor: [0.5, 0.8, 1], attenuationDistance: 1 } })
  const camera = cameraAt([0, 0, 0], { verticalFov: 0.02, orientation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] })
  const scene = sceneOf([square, box], [slab(-1, -2, clear(1.5)), slab(-1.5, -3, water), wallAt(-5, shining(1, 1, 1), 30)])
  const found = (await shoot(scene, 128, { bounces: 20 }, camera, 8))()
  for (const [c, kept] of [0.5, 0.8, 1].entries()) expect(Math.abs(found[c] - throughLayers([1, 1.5, 1.33, 1], [1, 1, kept], Math.cos(angle)))).toBeLessThan(0.01)
})

test('ice in water is there where it is asked to come first, though water is the denser', async () => {
  const [water, ice] = [clear(1.33, { volume: { attenuationColor: [0.2, 0.2, 0.2], attenuationDistance: 1 } }), clear(1.31)]
  const through = async (precedence: number) => {
    const scene = sceneOf([square, box], [slab(-1, -3, water), slab(-1.5, -2.5, { ...ice, precedence }), wallAt(-5, shining(1, 1, 1))])
    return (await shoot(scene, 64, { bounces: 20 }, cameraAt([0, 0, 0], { verticalFov: 0.02 }), 4))()[0]
  }
  expect(Math.abs(await through(1) - throughLayers([1, 1.33, 1.31, 1.33, 1], [1, 0.2 ** 0.5, 1, 0.2 ** 0.5, 1], 1))).toBeLessThan(0.01)
  expect(Math.abs(await through(0) - throughLayers([1, 1.33, 1], [1, 0.2 ** 2, 1], 1))).toBeLessThan(0.01)
})

test('a prism parts white light by the three indices of KHR_materials_dispersion, and keeps it white where it only passes', async () => {
  // Its front leans by 0.3; behind it one half of a wall shines.
  const lean = 0.3
  const positions = box.positions.map((value, i) => (i % 3 === 2 && value > 0 ? value + box.positions[i - 2] * Math.tan(lean) : value))
  const normals = box.normals.map((value, i) => (box.normals[i - (i % 3) + 2] > 0.5 ? [-Math.sin(lean), 0, Math.cos(lean)][i % 3] : value))
  const wedge = { ...box, key: 'wedge', positions, normals, bounds: { min: [-1, -1, -1.4], max: [1, 1, 1.4] } as const }
  const [ior, dispersion] = [1.5, 10]
  const prism = instance('prism', wedge, clear(ior, { dispersion }), { move: [0, 0, -3] })
  const half = instance('half', square, shining(1, 1, 1), { move: [50, 0, -10], turn: [Math.PI / 2, 0, 0], scale: [50, 1, 50] })
  const [red, , blue] = (await shoot(sceneOf([square, wedge], [prism, half]), 512, { bounces: 4 }, cameraAt([0, 0, 0], { verticalFov: 0.3 }), 8))()
  const mirrored = (cosine: number, eta: number): number => {
    const behind = Math.sqrt(1 - (1 - cosine ** 2) / eta ** 2)
    return 0.5 * (((eta * cosine - behind) / (eta * cosine + behind)) ** 2 + ((cosine - eta * behind) / (cosine + eta * behind)) ** 2)
  }
  /** What a ray of the eye sees of the wall, by Snell and Fresnel at both faces. @param slope  of the ray, x over depth */
  const seenBy = (slope: number, n: number): number => {
    const front = 2 / (1 + slope * Math.tan(lean))
    const [before, after] = [lean - Math.atan(slope), Math.asin(Math.sin(lean - Math.atan(slope)) / n)]
    // Turned from straight ahead towards the thicker side.
    const inside = lean - after
    const wall = slope * front + (4 - front) * Math.tan(inside) + 6 * Math.tan(Math.asin(n * Math.sin(inside)))
    return wall > 0 ? (1 - mirrored(Math.cos(before), n)) * (1 - mirrored(Math.cos(inside), 1 / n)) : 0
  }
  const exact = [0, 0]
  for (let k = 0; k < 100; k++) {
    const wave = (k + 0.5) / 100
    const n = ior + (ior - 1) * 0.025 * dispersion * 1.5 * (2 * wave - 1)
    const share = Array.from({ length: 200 }, (_, column) => seenBy(((column + 0.5) / 100 - 1) * Math.tan(0.15), n)).reduce((sum, v) => sum + v) / 200
    exact[0] += (4 * Math.max(1 - 2 * wave, 0) * share) / 100
    exact[1] += (4 * Math.max(2 * wave - 1, 0) * share) / 100
  }
  expect(exact[1] - exact[0]).toBeGreaterThan(0.05)
  expect(Math.abs(red - exact[0]), `${red} ${blue}, ${exact.join()}`).toBeLessThan(0.02)
  expect(Math.abs(blue - exact[1]), `${red} ${blue}, ${exact.join()}`).toBeLessThan(0.02)
  const ball = instance('ball', sphere, clear(1.5, { dispersion: 1 }), { move: [0, 0, -3] })
  const sky = (await shoot(sceneOf([sphere], [ball], { environment: { zenith: [1, 1, 1], nadir: [1, 1, 1] } }), 128, { bounces: 32 }, cameraAt([0, 0, 0], { verticalFov: 0.8 })))()
  sky.forEach((value) => expect(Math.abs(value - 1)).toBeLessThan(0.02))
})
