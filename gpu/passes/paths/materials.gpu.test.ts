import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import type { Camera, Material, SceneSnapshot } from '../../scene.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { askCpu, direction } from '../../testing/scatter.ts'
import { cameraAt, instance, material, paint, PLAIN, sceneOf, squareMesh } from '../../testing/shapes.ts'
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
