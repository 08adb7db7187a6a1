import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../index.ts'
import type { Camera, Material, SceneSnapshot } from '../scene.ts'
import { createHeadlessDevice } from '../testing/headless.ts'
import { createInlineExecutor } from '../testing/inline-executor.ts'
import { boxMesh, cameraAt, instance, material, PLAIN, sceneOf } from '../testing/shapes.ts'
import { createHeadlessEngine } from '../testing/still.ts'
import type { PathTracer, PathView } from './path-trace.ts'

let device: GPUDevice
let engine: Engine
let mirror: PathTracer
const uncaptured: string[] = []
beforeAll(async () => {
  device = await createHeadlessDevice()
  device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message))
  engine = await createHeadlessEngine(device)
  mirror = await engine.createPathTracer(createInlineExecutor())
})
afterAll(() => {
  engine.dispose()
  expect(uncaptured).toEqual([])
  device.destroy()
})

interface Shot { readonly size: number; readonly pixels: Float32Array; at(x: number, y: number): readonly [number, number, number]; mean(): number }

async function shoot(scene: SceneSnapshot, samples: number, change: Partial<PathView> = {}, camera: Camera = cameraAt([0, 0, 0]), size = 8, tracer = mirror): Promise<Shot> {
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
    const { pixels } = await shoot(scene, bounces === 0 ? 1 : 144, { bounces })
    const exact = Array.from({ length: bounces + 1 }, (_, i) => a ** i).reduce((sum, v) => sum + v, 0)
    let sum = 0
    for (let i = 0; i < pixels.length; i += 4) {
      sum += pixels[i]
      expect(Math.abs(pixels[i] - exact)).toBeLessThan(bounces === 0 ? 1e-5 : 0.06 * exact)
    }
    expect(Math.abs(sum / (pixels.length / 4) - exact)).toBeLessThan(0.005 * exact)
  }
})
