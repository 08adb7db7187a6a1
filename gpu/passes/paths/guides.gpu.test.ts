import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import type { SceneSnapshot } from '../../scene.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createHeadlessEngine } from '../../headless/still.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { cameraAt, instance, material, MIRROR, PLAIN, sceneOf, squareMesh } from '../../testing/shapes.ts'
import type { PathGuides, PathTracer } from './path-trace.ts'

let engine: Engine
let byCores: PathTracer
beforeAll(async () => {
  engine = await createHeadlessEngine(await sharedDevice())
  byCores = await engine.createPathTracer(createInlineExecutor())
})
afterAll(() => { engine.dispose() })

const square = squareMesh()
const BRICK = material({ baseColor: [0.6, 0.3, 0.2], specular: 0, roughness: 1 })
/** Looks down from 1 m above: what it sees is 0.2 m wide. */
const DOWN = cameraAt([0, 1, 0], { orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], verticalFov: 2 * Math.atan(0.1) })

/** The processor's tracer and, as a proof, the card's: its kernels take long to compile. */
function byBoth(name: string, check: (tracer: PathTracer) => Promise<void>): void {
  test(name, () => check(byCores))
  test(`${name}: by the card`, { tags: 'proof' }, async () => {
    const byCard = await engine.createPathTracer()
    await check(byCard)
    byCard.dispose()
  })
}

interface Seen { readonly radiance: Float32Array; readonly guides: PathGuides | null }

async function look(tracer: PathTracer, scene: SceneSnapshot, guides: boolean, transparent = false): Promise<Seen> {
  engine.setScene(scene)
  await engine.treesReady()
  await tracer.begin({ camera: DOWN, width: 12, height: 9, settings: PLAIN, bounces: 3, seed: 1, guides, transparent })
  while (tracer.samples < 3) await tracer.step()
  return { radiance: await tracer.read(), guides: guides ? await tracer.readGuides() : null }
}

/** Unseen: with a veil in the scene the card's kernels are those that the panoramas have compiled. */
const VEIL = instance('veil', square, material({ alphaMode: 'blend', alpha: 0.5 }), { move: [0, -3, 0], scale: [0.1, 1, 0.1] })

/** A floor of bricks below, and a mirror that shows the ceiling's, 2 m above it, in the right half. */
const ROOM = sceneOf([square], [
  VEIL,
  instance('floor', square, BRICK, { scale: [5, 1, 5] }),
  instance('mirror', square, MIRROR, { move: [1, 0.5, 0], scale: [1, 1, 1] }),
  instance('ceiling', square, material({ baseColor: [0.1, 0.2, 0.9], specular: 0, roughness: 1, emissive: [2, 2, 2] }), { move: [0, 2, 0], scale: [5, 1, 5] }),
])

byBoth('guides are albedo, normal and distance of the first surface that is no mirror', async (tracer) => {
  const { albedo, normal } = (await look(tracer, ROOM, true)).guides!
  const at = (pixel: number): number[] => [...albedo.subarray(4 * pixel, 4 * pixel + 4), ...normal.subarray(4 * pixel, 4 * pixel + 4)]
  const floor = at(4 * 12 + 1)
  ;[0.6, 0.3, 0.2, 1, 0, 1, 0, 1].forEach((value, i) => expect(floor[i]).toBeCloseTo(value, 1))
  // Half a metre down to the mirror and a metre and a half up from there, a mirror's tint on it.
  const mirrored = at(4 * 12 + 10)
  expect(mirrored[2] / mirrored[0]).toBeCloseTo(9, 0)
  expect(mirrored[3]).toBeCloseTo(2, 1)
  expect(Math.abs(mirrored[5])).toBeCloseTo(1, 3)
})

byBoth('guides say which instance is seen, through mirrors too, in the order of the scene and not of the engine', async (tracer) => {
  const [veil, floor, mirror, ceiling] = ROOM.instances
  const seen = async (instances: SceneSnapshot['instances']) => (await look(tracer, { ...ROOM, instances }, true)).guides!.ids
  // In the engine's own order the ceiling now comes first: it was there before.
  for (const [instances, onFloor, inMirror] of [[[veil, floor, mirror, ceiling], 2, 4], [[ceiling, veil, mirror, floor], 4, 1]] as const) {
    const ids = await seen(instances)
    expect(ids).toHaveLength(12 * 9)
    expect([...ids.subarray(4 * 12, 4 * 12 + 5), ...ids.subarray(4 * 12 + 7, 5 * 12)]).toEqual([onFloor, onFloor, onFloor, onFloor, onFloor, inMirror, inMirror, inMirror, inMirror, inMirror])
  }
})

byBoth('a picture with guides has the light of one without, bit by bit', async (tracer) => {
  expect((await look(tracer, ROOM, true)).radiance).toEqual((await look(tracer, ROOM, false)).radiance)
})

byBoth('where nothing is met there is no normal and no distance, and no albedo before a transparent background', async (tracer) => {
  const nothing = sceneOf([square], [instance('floor', square, BRICK, { move: [50, 0, 0] })])
  const open = (await look(tracer, nothing, true)).guides!
  expect([...open.albedo.subarray(0, 4), ...open.normal.subarray(0, 4), ...open.ids.subarray(0, 2)]).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
  expect((await look(tracer, nothing, true, true)).guides!.albedo.every((value) => value === 0)).toBe(true)
})

byBoth('a mirror that shows the open sky has no normal and no distance either', async (tracer) => {
  const lake = sceneOf([square], [instance('mirror', square, MIRROR, { scale: [5, 1, 5] })])
  const { albedo, normal, ids } = (await look(tracer, lake, true)).guides!
  expect([albedo[3], ...normal.subarray(0, 4), ids[0]]).toEqual([0, 0, 0, 0, 0, 0])
})

test('guides of a picture that was begun without them are refused', async () => {
  await look(byCores, ROOM, false)
  await expect(byCores.readGuides()).rejects.toMatchObject({ code: 'scene-invalid' })
})
