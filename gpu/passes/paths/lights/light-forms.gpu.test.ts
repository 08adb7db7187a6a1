import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPathStudio, type PathStudio } from '../../../headless/testing-path-studio.ts'
import type { Light, Material, SceneSnapshot } from '../../../scene.ts'
import { cameraAt, instance, material, sceneOf, squareMesh } from '../../../testing/shapes.ts'

/* Light of every kind, against what its closed form says. */

let studio: PathStudio
const shoot: PathStudio['shoot'] = (...shot) => studio.shoot(...shot)
beforeAll(async () => { studio = await createPathStudio() })
afterAll(() => studio.dispose())

/** Lambert's reflectance alone: no gloss. */
const matte = (albedo: number, change: Partial<Material> = {}) => material({ baseColor: [albedo, albedo, albedo], specular: 0, ...change })
const square = squareMesh()
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

test('a lamp behind a window lights the floor less what its two faces mirror: 2 R / (1 + R)', async () => {
  const lamp = light({ kind: 'point', position: [0, 2, 0], intensity: 12 })
  const pane = instance('pane', square, material({ baseColor: [1, 1, 1], roughness: 0, transmission: 1 }), { move: [0, 1.5, 0], scale: [3, 1, 3] })
  const camera = cameraAt([0, 1, 0], { orientation: DOWN.orientation, verticalFov: DOWN.verticalFov })
  const lit = await shoot(sceneOf([square], [floor(matte(0.5)), pane], { lights: [lamp] }), 16, {}, camera, 4)
  const open = await shoot(sceneOf([square], [floor(matte(0.5))], { lights: [lamp] }), 16, {}, camera, 4)
  // One surface stands for both faces of a pane.
  expect(lit.mean() / open.mean()).toBeCloseTo(1 - 0.08 / 1.04, 3)
})
