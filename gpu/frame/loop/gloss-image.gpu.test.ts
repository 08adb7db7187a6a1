import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readTexture } from '../../buffers/buffer.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { createFrameStage, type FrameStage, settingsOf } from '../../headless/testing-frame-stage.ts'
import type { Material, SceneSnapshot } from '../../scene.ts'
import { cameraAt, instance, material, sceneOf, squareMesh } from '../../testing/shapes.ts'

/* Where what a polished floor mirrors seems to stand, as a moving picture's paths tell it. */

const square = squareMesh()
const standing = (id: string, z: number, wears: Material) => instance(id, square, wears, { move: [0, 1, z], turn: [Math.PI / 2, 0, 0], scale: [30, 1, 30] })
const wall = standing('wall', -9, material({ baseColor: [0.5, 0.5, 0.5], specular: 0, emissive: [10, 10, 10] }))
const veil = (alpha: number) => material({ baseColor: [1, 1, 1], specular: 0, alpha, alphaMode: 'blend' })
const pane = (roughness: number) => material({ baseColor: [1, 1, 1], roughness, transmission: 1 })
const floor = (grey: number) => instance('floor', square, material({ baseColor: [grey, grey, grey], roughness: 0.1 }), { scale: [40, 1, 40] })

/** Looks down at the floor: by it what stands between is 4.85 m away, the wall behind it 10.9 m. */
const DOWN = 0.6
const CAMERA = cameraAt([0, 1, 0], { orientation: [-Math.sin(DOWN / 2), 0, 0, Math.cos(DOWN / 2)], verticalFov: 0.1 })
const [BETWEEN, WALL] = [4 / Math.cos(DOWN), 9 / Math.cos(DOWN)]

let stage: FrameStage
let device: GPUDevice
beforeAll(async () => {
  device = await sharedDevice()
  stage = await createFrameStage(sceneOf([square], [floor(0), wall]))
})
afterAll(() => stage.dispose())

/** @returns of the paths that tell where what they show stands, the share of those that name the wall and not what stands between */
async function shareOfWall(grey: number, between: Material, byCard: boolean): Promise<number> {
  const found = await toldOf(sceneOf([square], [floor(grey), standing('between', -4, between), wall]), byCard)
  expect(found.length).toBeGreaterThan(50)
  return found.filter((metres) => Math.abs(metres - WALL) < Math.abs(metres - BETWEEN)).length / found.length
}

/** Metres to what is mirrored, of the paths that tell them. */
async function toldOf(scene: SceneSnapshot, byCard: boolean): Promise<readonly number[]> {
  stage.engine.setScene(scene)
  await stage.engine.treesReady()
  const made = vi.spyOn(device, 'createTexture')
  try {
    return await stage.inFreshLoop(1, async () => {
      const { cpu, ...input } = stage.inputOf(settingsOf({}), { camera: CAMERA, interacting: true })
      await stage.finish({ ...input, ...(!byCard && { cpu: cpu! }) })
      const glossy = made.mock.results[made.mock.calls.findLastIndex(([{ label }]) => label === 'glossy')].value as GPUTexture
      return [...new Float32Array((await readTexture(device, glossy, 16)).buffer)].filter((metres, i) => i % 4 === 3 && metres > 0)
    })
  } finally {
    made.mockRestore()
  }
}

// 0 and 0.4 where what a path leaves for is the veil, though it goes past it.
test.each([['a grey floor', 0.5], ['a black one', 0]] as const)('what %s mirrors stands behind a veil that paths go past, and at one that they meet', async (_, grey) => {
  expect(await shareOfWall(grey, veil(0.02), false)).toBeGreaterThan(0.9)
  expect(await shareOfWall(grey, veil(0.98), false)).toBeLessThan(0.1)
})

// 0 where it is the pane.
test('what a floor mirrors stands behind a clear pane, and at one that blurs', async () => {
  expect(await shareOfWall(0.5, pane(0), false)).toBeGreaterThan(0.85)
  expect(await shareOfWall(0.5, pane(0.5), false)).toBeLessThan(0.1)
})

// A quarter nearer where the way to the pane is left out.
const byThePane = 'what a floor mirrors of what a clear pane mirrors stands as far away as the whole way is long'
test(byThePane, () => standsBehindEye(false))
test(`${byThePane}: for a card`, { tags: 'proof' }, () => standsBehindEye(true))

async function standsBehindEye(byCard: boolean): Promise<void> {
  const behindEye = { ...wall, id: 'behind', worldFromObject: standing('behind', 5, wall.materials[0]).worldFromObject }
  const glass = { ...pane(0), ior: 2.5 }
  // By the pane 4 m away the wall 5 m behind the eye stands 13 m before it. All others go past the pane and meet nothing.
  const found = (await toldOf(sceneOf([square], [floor(0), standing('between', -4, glass), behindEye]), byCard)).filter((metres) => metres < 100)
  expect(found.length).toBeGreaterThan(50)
  for (const metres of found) expect(Math.abs(metres * Math.cos(DOWN) / 13 - 1)).toBeLessThan(0.1)
}

test('and so for a card', { tags: 'proof' }, async () => {
  for (const [grey, between] of [[0, veil(0.02)], [0.5, veil(0.02)], [0.5, pane(0)]] as const) expect(await shareOfWall(grey, between, true)).toBeGreaterThan(0.85)
})
