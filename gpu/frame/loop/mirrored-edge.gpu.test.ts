import { expect, test } from 'vitest'
import { createFrameStage, mean, settingsOf, STAGE } from '../../headless/testing-frame-stage.ts'
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

test('an edge that a floor mirrors is where it is on a walk, traced by the processor and by a card', async () => {
  const stage = await createFrameStage(scene)
  const walk = (byCard: boolean) => stage.inFreshLoop(1, async () => {
    let picture: Float32Array = new Float32Array()
    for (let k = 0; k <= LAST; k++) {
      const { cpu, ...input } = stage.inputOf(settingsOf({ denoise: true }), { camera: walked(k), interacting: true })
      picture = await stage.finish({ ...input, ...(!byCard && { cpu: cpu! }) })
    }
    return columns(picture)
  })
  try {
    const truth = columns(await stage.inFreshLoop(1, () => stage.trace(settingsOf({ restSamples: 32 }), 1, walked(LAST))))
    expect(Math.max(...truth)).toBeGreaterThan(20 * Math.min(...truth))
    for (const shown of [await walk(false), await walk(true)]) expect(Math.sqrt(mean(truth.map((value, x) => (shown[x] - value) ** 2))) / mean(truth)).toBeLessThan(0.1)
  } finally {
    stage.dispose()
  }
})
