import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPathStudio, type PathStudio } from '../../headless/testing-path-studio.ts'
import type { Light, Material, SceneSnapshot } from '../../scene.ts'
import { boxMesh, cameraAt, instance, material, MIRROR, PLAIN, sceneOf, sphereMesh, squareMesh } from '../../testing/shapes.ts'

/* Lenses and panoramas: where things stand in their pictures. */

let studio: PathStudio
const shoot: PathStudio['shoot'] = (...shot) => studio.shoot(...shot)
beforeAll(async () => { studio = await createPathStudio() })
afterAll(() => studio.dispose())

const box = boxMesh()
const sphere = sphereMesh(48)
/** Lambert's reflectance alone: no gloss. */
const matte = (albedo: number, change: Partial<Material> = {}) => material({ baseColor: [albedo, albedo, albedo], specular: 0, ...change })
const light = (change: Partial<Light> & Pick<Light, 'kind'>): Light => ({ id: 'l', color: [1, 1, 1], on: true, ...change }) as Light

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

// The reference's kernels for the card take a quarter of a minute to compile. The hybrid frame's, made of the same pieces, are held to the processor in every run.
test('a panorama is the same on the GPU as by the processor, but for rounding', { tags: 'proof' }, () => panoramaByBoth(0.02))
test('so is one of what is brushed and under a film, which has kernels of its own', { tags: 'proof' }, () => panoramaByBoth(
  // A film's waves make more of a rounding: 2.2 % were counted, and the mean is the same to 4e-4.
  0.03,
  instance('brushed', sphere, { ...MIRROR, roughness: 0.3, anisotropy: { strength: 0.7, rotation: 0.5, texture: null }, film: { factor: 0.7, ior: 1.5, thickness: [100, 350], factorTexture: null, thicknessTexture: null } }, { move: [-2, 0, -1], scale: [0.6, 0.6, 0.6] }),
))

/** @param flips  of all values, those that may differ by more than a thousandth: a few paths go another way at an edge */
async function panoramaByBoth(flips: number, ...more: SceneSnapshot['instances']): Promise<void> {
  // With guides and a veil: so the card's kernels are those that the test of guides compiles.
  const tracer = await studio.engine.createPathTracer()
  const change = { projection: 'panorama', width: 32, height: 16, bounces: 3, guides: true } as const
  const glowing = instance('glow', sphere, matte(0.5, { emissive: [2, 1, 0.5] }), { move: [-1, -1, 1], scale: [0.3, 0.3, 0.3] })
  const scene = room(
    glowing, instance('veil', box, matte(0.6, { alphaMode: 'blend', alpha: 0.4 }), { move: [0, 0, 2], scale: [0.5, 0.5, 0.1] }),
    instance('glass', sphere, matte(1, { roughness: 0, transmission: 1, dispersion: 1, volume: { attenuationColor: [0.9, 1, 0.9], attenuationDistance: 0.5 } }), { move: [2, 0, 0], scale: [0.7, 0.7, 0.7] }),
    instance('water', box, matte(1, { roughness: 0.2, transmission: 1, ior: 1.33, volume: { attenuationColor: [0.8, 0.9, 1], attenuationDistance: 1 } }), { move: [2.3, 0.2, 0.2], scale: [0.6, 0.6, 0.6] }),
    ...more,
  )
  const { pixels: byThreads } = await shoot(scene, 2, change)
  const { pixels } = await shoot(scene, 2, change, undefined, undefined, tracer)
  tracer.dispose()
  const off = Array.from(pixels, (value, i) => Math.abs(value - byThreads[i]) / Math.max(0.1, byThreads[i]))
  expect(off.filter((difference) => difference > 1e-3).length).toBeLessThan(flips * off.length)
  expect(off.reduce((sum, difference) => sum + difference, 0) / off.length).toBeLessThan(0.005)
}

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
