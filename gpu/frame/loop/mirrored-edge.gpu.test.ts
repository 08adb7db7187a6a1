import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readTexture } from '../../buffers/buffer.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createFrameStage, type FrameStage, mean, settingsOf, STAGE } from '../../headless/testing-frame-stage.ts'
import type { Camera } from '../../scene.ts'
import { cameraAt, instance, material, sceneOf, squareMesh } from '../../testing/shapes.ts'

/* A polished floor mirrors a bright wall far away, and a dark screen before its left half: from eyes that move, the screen's edge goes over the wall. */

const square = squareMesh()
const standing = (id: string, x: number, z: number, emissive: number) =>
  instance(id, square, material({ baseColor: [0, 0, 0], specular: 0, emissive: [emissive, emissive, emissive] }), { move: [x, 0, z], turn: [Math.PI / 2, 0, 0], scale: [20, 1, 20] })
const scene = sceneOf([square], [
  instance('floor', square, material({ baseColor: [0.1, 0.1, 0.1], roughness: 0.15 }), { scale: [60, 1, 60] }), standing('wall', 0, -30, 1000), standing('screen', -20, -4, 20),
], { environment: { zenith: [0, 0, 0], nadir: [0, 0, 0] } })

const DOWN = 0.35
const LAST = 15
/** Steps of 5 cm to the right. */
const walked = (k: number): Camera => cameraAt([0.05 * (k - LAST), 1, 0], { orientation: [-Math.sin(DOWN / 2), 0, 0, Math.cos(DOWN / 2)], verticalFov: 0.3 })
const columns = (picture: Float32Array): number[] =>
  Array.from({ length: STAGE.width }, (_, x) => mean(Array.from({ length: STAGE.height }, (__, y) => picture[4 * (y * STAGE.width + x) + 1])))


let stage: FrameStage
beforeAll(async () => { stage = await createFrameStage(scene) })
afterAll(() => stage.dispose())

/** What a frame of the walk shows, traced by the processor or by a card. */
function show(k: number, byCard: boolean): Promise<Float32Array> {
  const { cpu, ...input } = stage.inputOf(settingsOf({ denoise: true }), { camera: walked(k), interacting: true })
  return stage.finish({ ...input, ...(!byCard && { cpu: cpu! }) })
}

const edge = 'an edge that a floor mirrors is where it is on a walk'
test(edge, () => isWhereItIs(false))
test(`${edge}: traced by a card`, { tags: 'proof' }, () => isWhereItIs(true))

async function isWhereItIs(byCard: boolean): Promise<void> {
  const shown = await stage.inFreshLoop(1, async () => {
    for (let k = 0; k < LAST; k++) await show(k, byCard)
    return columns(await show(LAST, byCard))
  })
  const truth = columns(await stage.inFreshLoop(1, () => stage.trace(settingsOf({ restSamples: 32 }), 1, walked(LAST))))
  expect(Math.max(...truth)).toBeGreaterThan(20 * Math.min(...truth))
  expect(Math.sqrt(mean(truth.map((value, x) => (shown[x] - value) ** 2))) / mean(truth)).toBeLessThan(0.1)
}

test('a card tells as the processor does how far away it is what the floor mirrors', async () => {
  const device = await sharedDevice()
  const told = async (byCard: boolean) => {
    const made = vi.spyOn(device, 'createTexture')
    try {
      return await stage.inFreshLoop(1, async () => {
        await show(LAST, byCard)
        const mirrored = made.mock.results[made.mock.calls.findLastIndex(([{ label }]) => label === 'mirrored')].value as GPUTexture
        return new Float32Array((await readTexture(device, mirrored, 4)).buffer)
      })
    } finally {
      made.mockRestore()
    }
  }
  const [byCores, byCard] = [await told(false), await told(true)]
  // Of the screen, and of the wall.
  expect(byCores.filter((metres) => metres > 1 && metres < 10).length).toBeGreaterThan(50)
  expect(byCores.filter((metres) => metres > 20).length).toBeGreaterThan(50)
  // A ray at the screen's edge may go another way.
  expect(byCores.filter((metres, i) => Math.abs(byCard[i] - metres) > 1e-3 * metres).length).toBeLessThan(0.01 * byCores.length)
})
