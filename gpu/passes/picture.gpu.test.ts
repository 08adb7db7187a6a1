import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHeadlessDevice } from '../testing/headless.ts'
import { boxMesh, cameraAt, encoded, glowing, instance, material, MIRROR, PLAIN, sceneOf, sphereMesh, squareMesh } from '../testing/shapes.ts'
import { pixelOf, renderStill } from '../testing/still.ts'

let device: GPUDevice
const uncaptured: string[] = []
beforeAll(async () => {
  device = await createHeadlessDevice()
  device.addEventListener('uncapturederror', ({ error }) => uncaptured.push(error.message))
})
afterAll(() => {
  expect(uncaptured).toEqual([])
  device.destroy()
})

const square = squareMesh()
const box = boxMesh()
const sphere = sphereMesh(48)

test('a point light falls off with the square of its distance', async () => {
  // A wall at z = -2, lit from z = -1 straight in front: irradiance I, albedo 0.5 less 4 % mirrored; GGX at roughness 1 adds its lobe.
  const wall = instance('wall', square, material(), { move: [0, 0, -2], turn: [Math.PI / 2, 0, 0], scale: [4, 1, 4] })
  const at = async (distance: number) => {
    const scene = sceneOf([square], [wall], { lights: [{ id: 'l', kind: 'point', position: [0, 0, -2 + distance], color: [1, 1, 1], intensity: 1.2, on: true }] })
    const still = await renderStill(device, scene, { camera: cameraAt([0, 0, 0]), settings: PLAIN, width: 33, height: 33 })
    return pixelOf(still, 16, 16)[0]
  }
  const diffuse = 0.5 * 0.96 / Math.PI
  const lobe = 0.04 * (1 / Math.PI) * 0.25
  for (const distance of [1, 1.5, 1.9]) expect(await at(distance)).toBeCloseTo(encoded((1.2 / distance ** 2) * (diffuse + lobe)), -0.4)
})
