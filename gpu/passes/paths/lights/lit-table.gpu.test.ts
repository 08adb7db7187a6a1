import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildKdTree } from '../../../kdtree/build/build.ts'
import { createPathStudio, type PathStudio, type Shot } from '../../../headless/testing-path-studio.ts'
import type { Light } from '../../../scene.ts'
import { createSceneTables } from '../../../tables/scene-tables.ts'
import { createPathQueue } from '../queue/path-queue.ts'
import { createGpuPathRunner } from '../queue/path-runners.ts'
import { LIT_FOUND } from './lit-table.ts'
import type { PathTracer, PathView } from '../path-trace.ts'
import { createInlineExecutor } from '../../../testing/inline-executor.ts'
import { boxMesh, cameraAt, instance, material, PLAIN, sceneOf, squareMesh } from '../../../testing/shapes.ts'

let studio: PathStudio
beforeAll(async () => { studio = await createPathStudio() })
afterAll(() => studio.dispose())

const box = boxMesh()
const square = squareMesh()
const matte = material({ baseColor: [0.7, 0.7, 0.7], specular: 0 })
const varnished = material({ baseColor: [0.7, 0.7, 0.7], roughness: 0.3 })
const sunFrom = (direction: readonly [number, number, number], angularRadius: number): Light => ({ id: 'sun', kind: 'directional', color: [1, 1, 1], on: true, direction, illuminance: 1000, angularRadius })

/** Of a floor, as a small tile above its middle and parallel to it sees it: four rectangles with a corner below the tile. */
function formFactor(halfWidth: number, height: number): number {
  const a = halfWidth / height
  const root = Math.sqrt(1 + a * a)
  return 4 * (a / root) * Math.atan(a / root) / Math.PI
}

test.each([0, 0.02])('the underside of a tile has the light that a floor in the sun sends up (a sun of %f radians)', async (angularRadius) => {
  const scene = sceneOf([square, box], [
    instance('floor', square, matte, { scale: [2, 1, 2] }), instance('tile', box, matte, { move: [0, 1.001, 0], scale: [0.02, 0.001, 0.02] }),
  ], { lights: [sunFrom([0.6, -0.8, 0], angularRadius)] })
  // Looks straight up at a part of it that is 2 mm wide.
  const camera = cameraAt([0, 0.9, 0], { orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 0.02 })
  const exact = (0.7 * 0.7 * 1000 * 0.8 * formFactor(2, 1)) / Math.PI
  const means: number[] = []
  for (const connectsLit of [false, true]) means.push((await studio.shoot(scene, 256, { bounces: 2, connectsLit }, camera, 8)).mean())
  for (const mean of means) expect(Math.abs(mean / exact - 1)).toBeLessThan(0.003)
})

test('under a roof that is too wide for the grid no place is in the sun', async () => {
  const scene = sceneOf([square, box], [
    instance('roof', square, matte, { move: [0, 6, 0], scale: [60, 1, 60] }), instance('floor', square, matte, { scale: [2, 1, 2] }), instance('tile', box, matte, { move: [0, 1.001, 0], scale: [0.02, 0.001, 0.02] }),
  ], { lights: [sunFrom([0.6, -0.8, 0], 0)] })
  const camera = cameraAt([0, 0.9, 0], { orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 0.02 })
  expect((await studio.shoot(scene, 16, { bounces: 2, connectsLit: true }, camera)).mean()).toBe(0)
})

const sun = sunFrom([0.3, -0.9, 0.1], 0.00465)

/** 4 x 3 x 4 m, closed but for a hole of 2 x 2 m in the ceiling: all light is the sun's. @param pane  closes the hole */
function room({ pane = false, lights = [sun] }: { readonly pane?: boolean; readonly lights?: readonly Light[] } = {}) {
  const slab = (id: string, wears: typeof matte, move: readonly [number, number, number], size: readonly [number, number, number]) => instance(id, box, wears, { move, scale: [size[0] / 2, size[1] / 2, size[2] / 2] })
  return sceneOf([box, square], [
    slab('floor', varnished, [0, -0.05, 0], [4.2, 0.1, 4.2]), slab('west', matte, [-2.05, 1.5, 0], [0.1, 3, 4.2]), slab('east', matte, [2.05, 1.5, 0], [0.1, 3, 4.2]),
    slab('north', matte, [0, 1.5, -2.05], [4.2, 3, 0.1]), slab('south', matte, [0, 1.5, 2.05], [4.2, 3, 0.1]),
    slab('a', matte, [-1.55, 3.05, 0], [1.1, 0.1, 4.2]), slab('b', matte, [1.55, 3.05, 0], [1.1, 0.1, 4.2]), slab('c', matte, [0, 3.05, -1.55], [2, 0.1, 1.1]), slab('d', matte, [0, 3.05, 1.55], [2, 0.1, 1.1]),
    ...(pane ? [instance('pane', square, material({ transmission: 1, roughness: 0, baseColor: [0.9, 0.7, 0.9] }), { move: [0, 3.05, 0], scale: [1.2, 1, 1.2] })] : []),
  ], { lights: [...lights] })
}
const INSIDE = cameraAt([-1.5, 1.5, 1.8], { verticalFov: 1.2 })
const apart = (a: Shot, b: Shot): number => a.pixels.reduce((sum, v, i) => sum + (v - b.pixels[i]) ** 2, 0)

test('a room with a patch of sun is as bright with the table as without, and calmer', { tags: 'proof' }, async () => {
  const shots = { off: [] as Shot[], on: [] as Shot[] }
  for (const part of [0, 1, 2, 3]) {
    shots.off.push(await studio.shoot(room(), 256, { bounces: 4, connectsLit: false, firstSample: 256 * part }, INSIDE, 16))
    shots.on.push(await studio.shoot(room(), 128, { bounces: 4, connectsLit: true, firstSample: 128 * part }, INSIDE, 16))
  }
  const mean = (of: readonly Shot[]): number => of.reduce((sum, shot) => sum + shot.mean() / of.length, 0)
  expect(Math.abs(mean(shots.on) / mean(shots.off) - 1)).toBeLessThan(0.003)
  /** Of pairs of pictures, for one sample. */
  const variance = ([a, b, c, d]: readonly Shot[], samples: number): number => samples * (apart(a, b) + apart(c, d))
  expect(variance(shots.on, 128)).toBeLessThan(0.7 * variance(shots.off, 256))
})

test('where there is no sun, or two, or nothing keeps light away, pictures are what they are without a table, to the bit', async () => {
  const [shadowless, unlit] = [{ settings: { ...PLAIN, shadows: false } }, { settings: { ...PLAIN, lights: false } }]
  const cases: readonly (readonly [readonly Light[], Partial<PathView>])[] = [
    [[sun, { ...sun, id: 'second' }], {}], [[{ id: 'lamp', kind: 'point', color: [1, 1, 1], on: true, position: [0, 2, 0], intensity: 100, radius: 0 }], {}],
    [[{ ...sun, illuminance: 0 } as Light], {}], [[{ ...sun, on: false }], {}], [[sun], shadowless], [[sun], unlit],
  ]
  for (const [lights, change] of cases) {
    const [off, on] = [await studio.shoot(room({ lights }), 2, { bounces: 4, connectsLit: false, ...change }, INSIDE), await studio.shoot(room({ lights }), 2, { bounces: 4, connectsLit: true, ...change }, INSIDE)]
    expect(on.pixels).toEqual(off.pixels)
  }
  const [off, on] = [await studio.shoot(room(), 2, { bounces: 4, connectsLit: false }, INSIDE), await studio.shoot(room(), 2, { bounces: 4, connectsLit: true }, INSIDE)]
  expect(apart(off, on)).toBeGreaterThan(0)
})

test('what was found for a picture without lights, or with other offsets of rays, is not taken for the next', async () => {
  const shotAfter = async (before: Partial<PathView>): Promise<Shot> => {
    const scene = room()
    await studio.shoot(scene, 1, { bounces: 2, connectsLit: true, ...before }, INSIDE)
    return studio.shoot(scene, 1, { bounces: 2, connectsLit: true }, INSIDE)
  }
  const other = await shotAfter({ seed: 2 })
  for (const change of [{ lights: false }, { epsilon: 0.5 }]) expect((await shotAfter({ settings: { ...PLAIN, ...change } })).pixels).toEqual(other.pixels)
})

test('what was found for one snapshot serves another of the same things in the same sun, to the bit', async () => {
  const scene = room()
  const next = { ...scene, instances: [...scene.instances], lights: [{ ...sun }], environment: { zenith: [1, 2, 3], nadir: [0, 0, 1] } } satisfies typeof scene
  const shootBy = (of: typeof scene, by?: PathTracer): Promise<Shot> => studio.shoot(of, 1, { bounces: 2, connectsLit: true }, INSIDE, 8, by)
  await shootBy(scene)
  const [kept, fresh] = [await shootBy(next), await studio.engine.createPathTracer(createInlineExecutor())]
  expect(kept.pixels).toEqual((await shootBy(next, fresh)).pixels)
  fresh.dispose()
})

test('a room into which the sun falls has a table, and a yard in the sun has none', async () => {
  const yard = sceneOf([box, square], [
    instance('ground', square, matte, { scale: [6, 1, 6] }), instance('wall', box, matte, { move: [1, 1, 0], scale: [0.1, 1, 3] }),
  ], { lights: [sun] })
  // Large enough, and as small as that may be.
  const shotOf = async (scene: typeof yard, connectsLit: boolean | undefined): Promise<Shot> => studio.shoot(scene, 1, { bounces: 2, connectsLit }, INSIDE, 128)
  const [byItself, without] = [await shotOf(yard, undefined), await shotOf(yard, false)]
  expect(byItself.pixels).toEqual(without.pixels)
  expect((await shotOf(room(), undefined)).pixels).toEqual((await shotOf(room(), true)).pixels)
})

test('a part of a picture with a table has the sums of the whole', async () => {
  const view = { camera: INSIDE, width: 8, height: 8, settings: PLAIN, bounces: 4, seed: 1, connectsLit: true }
  const sumsOf = async (change: Partial<PathView>, samples: number): Promise<Float32Array> => {
    await studio.cpu.begin({ ...view, ...change })
    while (studio.cpu.samples < samples) await studio.cpu.step()
    return studio.cpu.readBlock()
  }
  const whole = await sumsOf({}, 64 + 10)
  expect(await sumsOf({ region: { x: 0, y: 4, width: 8, height: 4 }, firstSample: 64 }, 10)).toEqual(whole.slice(4 * 8 * 4))
})

test('a runner that was given back takes no memory for a table that was half drawn', async () => {
  const tables = await createSceneTables(studio.device, { buildTree: (mesh) => Promise.resolve(buildKdTree(mesh)), layout: 'plain', onTree() {} })
  const queue = createPathQueue(studio.device)
  const runner = createGpuPathRunner(studio.device, tables, queue, 'standard-8')
  const words = new Float32Array(4)
  runner.lit.give(words)
  const isHeld = runner.lit.found()
  runner.dispose()
  await expect(isHeld).resolves.toHaveLength(4 * LIT_FOUND)
  expect(() => { runner.lit.give(words) }).toThrow('No picture')
  expect(() => { runner.lit.write(words, 0) }).toThrow('No picture')
  await expect(runner.lit.found()).rejects.toThrow('No picture')
  queue.dispose()
  tables.dispose()
})

test('stages on the GPU draw and connect as the processor does, through a pane, too', { tags: 'proof' }, async () => {
  const tracer = await studio.engine.createPathTracer()
  const shotBy = (by?: PathTracer, seed = 1): Promise<Shot> => studio.shoot(room({ pane: true }), 16, { bounces: 4, connectsLit: true, seed }, INSIDE, 16, by)
  const [by, cpu, other] = [await shotBy(tracer), await shotBy(), await shotBy(undefined, 2)]
  tracer.dispose()
  expect(Math.abs(by.mean() / cpu.mean() - 1)).toBeLessThan(0.002)
  // A ray at the edge of the patch that rounding leads elsewhere shifts the shares of all cells behind it, and with them entries.
  expect(apart(by, cpu)).toBeLessThan(0.02 * apart(by, other))
})
