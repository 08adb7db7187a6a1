import { beforeAll, describe, expect, test } from 'vitest'
import { createStorageBuffer } from '../buffers/buffer.ts'
import { acquireAlbedoTexture } from '../textures/albedo.ts'
import { createBinder, structOf } from '../kernels/kernel.ts'
import { createTwinTexture } from '../twin/runtime/texture.ts'
import { sharedDevice } from '../headless/headless.ts'
import { randomDirection, seeded } from '../testing/random.ts'
import { instancedScene } from '../testing/scenes.ts'
import { loadShippedTwin } from '../testing/shipped-twin.ts'
import { packScene } from '../testing/tracer.ts'
import type { TraversalName } from '../traversal/traversals.ts'
import { createDebugPixel, createRayReplay, type PixelRequest } from './debug-pixel.ts'
import { debugPieces } from './debug-pieces.ts'
import { replayPixel } from './replay.ts'

let device: GPUDevice
beforeAll(async () => { device = await sharedDevice() })

const SEED = 4
const IMAGES = [256, 512, 1024, 2048].flatMap((edge) => ['color', 'data'].map((use) => `${use}_${edge}`))

/** Shiny instances under two lights, as bytes for both sides. */
function makeScene(traversal: TraversalName) {
  const pieces = debugPieces('uber', traversal)
  const packed = packScene(instancedScene(SEED), traversal)
  const materialLayout = structOf(pieces, 'Material')
  const materials = new DataView(new ArrayBuffer(materialLayout.sizeBytes))
  const none = { texture: 0xffffffff, wrap: 0, offset: [0, 0], row_u: [1, 0], row_v: [0, 1] }
  materialLayout.write(materials, 0, {
    base_color: [0.9, 0.8, 0.7], metallic: 1, roughness: 0.1, normal_scale: 1, alpha: 1, base_color_texture: none, metallic_roughness_texture: none, normal_texture: none, emissive_texture: none,
  })
  const uniforms = new DataView(packed.uniforms.buffer.slice(0))
  structOf(pieces, 'SceneUniforms').write(uniforms, 0, {
    zenith: [1, 1, 1], nadir: [0.2, 0.2, 0.2], ambient_zenith: [1, 1, 1], ambient_nadir: [0.2, 0.2, 0.2], light_count: 2, mode: 2, settings: 7, white: 1,
    lights: [{ place: [0.48, 0.6, 0.64], kind: 0, intensity: [3, 3, 3] }, { place: [1, 3, 2], kind: 1, intensity: [20, 20, 20], profile: 0xffffffff }],
  })
  const attributes = new Uint32Array(12 * 4096)
  return { pieces, buffers: { nodes: packed.nodes, references: packed.references, triangles: packed.triangles, attributes, instances: packed.instances, materials }, uniforms }
}

const requests = (count: number): PixelRequest[] => {
  const random = seeded(SEED)
  const still = [0, 0, 0] as const
  return Array.from({ length: count }, () => {
    const position = [6 * random() - 3, 6 * random() - 3, 7] as const
    const corner = randomDirection(random) as [number, number, number]
    return { camera: { position, corner, stepX: still, stepY: still, forward: corner, spread: 0.001 }, pixel: [0, 0] as const, bounces: 3, mirrors: 3 }
  })
}

async function traceBoth(traversal: TraversalName, count: number, entries?: number) {
  const { pieces, buffers, uniforms } = makeScene(traversal)
  const debugPixel = await createDebugPixel(device, 'uber', traversal, { rare: false }, entries)
  const scene = device.createBuffer({ size: uniforms.byteLength, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST })
  device.queue.writeBuffer(scene, 0, uniforms.buffer as ArrayBuffer)
  const view = device.createTexture({ size: [1, 1, 1], format: 'rgba8unorm', usage: GPUTextureUsage.TEXTURE_BINDING }).createView({ dimension: '2d-array' })
  const profiles = device.createTexture({ size: [1, 1], format: 'r32float', usage: GPUTextureUsage.TEXTURE_BINDING }).createView()
  const bindings = {
    scene: createBinder(device, 'scene', pieces, 0)({ ...Object.fromEntries(Object.entries(buffers).map(([name, data]) => [name, createStorageBuffer(device, name, data)])), scene }),
    textures: createBinder(device, 'textures', pieces, 1)({ ...Object.fromEntries(IMAGES.map((name) => [name, view])), profiles, albedo_table: acquireAlbedoTexture(device).resource.createView(), environment_image: acquireAlbedoTexture(device).resource.createView() }),
  }
  const logs: Uint32Array[] = []
  for (const request of requests(count)) logs.push(await debugPixel.trace(bindings, request))
  debugPixel.dispose()
  const module = await loadShippedTwin(`debug-ray/uber/${traversal}`)
  const image = createTwinTexture('rgba8unorm', 1, 1)
  const replay = createRayReplay(module, { ...buffers, scene: uniforms, ...Object.fromEntries(IMAGES.map((name) => [name, image])), profiles: createTwinTexture('r32float', 1, 1), albedo_table: createTwinTexture('rgba32float', 1, 1), environment_image: createTwinTexture('rgba32float', 1, 1) })
  return { logs, replay }
}

// One with a stack and, as proofs, one without and the other tree: compiling each for the GPU takes seconds, and the twin's own tests compile the log of every traversal.
describe('the debug pixel through standard-8', () => comparesSteps('standard-8'))
describe('the debug pixel through ropes-plus-plus', { tags: 'proof' }, () => comparesSteps('ropes-plus-plus'))
describe('the debug pixel through bvh', { tags: 'proof' }, () => comparesSteps('bvh'))

function comparesSteps(traversal: TraversalName): void {
  test(`every step that the GPU wrote down is the twin's, for all rays of 6 pixels, seed ${SEED}`, async () => {
    const { logs, replay } = await traceBoth(traversal, 6)
    const reports = logs.map((log) => replayPixel(log, replay))
    expect(reports.map(({ divergence }) => divergence)).toEqual(reports.map(() => null))
    const rays = reports.flatMap((report) => report.rays)
    expect(new Set(rays.map(({ kind }) => kind))).toEqual(new Set(['primary', 'shadow', 'bounce']))
    expect(rays.some(({ steps }) => steps.some((step) => step.kind === 'triangle'))).toBe(true)
    expect(reports[0].summary).toBe(`equal for ${reports[0].rays.reduce((sum, ray) => sum + ray.steps.length, 0)} steps`)
    for (const ray of rays) if (ray.question === 'closest') expect(ray.seen).not.toBeNull()
  })
}

test('the first step that differs is named with both states', async () => {
  const { logs: [log], replay } = await traceBoth('standard-8', 1)
  const { rays } = replayPixel(log, replay)
  const [primary] = rays
  const step = primary.steps.findIndex(({ kind }) => kind === 'node') + 2
  const wrong = log.slice()
  wrong[4 + 4 * (primary.entries[0] + 3 + step) + 1] = 77
  const report = replayPixel(wrong, replay)
  expect(report.equalSteps).toBe(step)
  expect(report.divergence).toMatchObject({ ray: 0, step, gpu: { kind: 'node', node: 77 }, twin: primary.steps[step] })
  expect(report.summary).toMatch(new RegExp(`^equal for ${step} steps; then step ${step} of ray 0 \\(primary\\): GPU reads node 77 `))
})

test('a full log ends the walk, says how much is missing at least, and what it holds is still compared', async () => {
  const { logs: [whole] } = await traceBoth('standard-8', 1)
  const { logs: [cut], replay } = await traceBoth('standard-8', 1, 12)
  expect(cut.subarray(4, 4 + 4 * 12)).toEqual(whole.subarray(4, 4 + 4 * 12))
  // A few entries were on their way when it was found full; the walk went nowhere after that.
  expect(cut[0]).toBeLessThan(12 + 4)
  expect(cut[0]).toBeLessThan(whole[0])
  const report = replayPixel(cut, replay)
  expect(report.missing).toBe(cut[0] - 12)
  expect(report.divergence).toBeNull()
})
