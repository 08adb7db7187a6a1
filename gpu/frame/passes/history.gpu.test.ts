import { expect, test } from 'vitest'
import { UNTIMED } from '../../device/timestamps.ts'
import { sharedDevice } from '../../headless/headless.ts'
import { compileAccumulation } from '../../passes/hybrid/accumulate.ts'
import type { Composed } from '../../passes/hybrid/subpixel.ts'
import { buildPathLight } from '../../passes/paths/lights/path-light.ts'
import { createTargets } from '../../passes/targets.ts'
import { createRayQueue } from '../../passes/whitted/ray-queue.ts'
import { DEFAULT_SETTINGS, whiteOf } from '../../settings.ts'
import { boxMesh, cameraAt, instance, material, sceneOf } from '../../testing/shapes.ts'
import type { Portion } from '../pass.ts'
import { createAccumulatePass } from './history.ts'

test('which edges are seen is told by the exposure that the picture is shown with, and at rest nobody reconstructs any', async () => {
  const device = await sharedDevice()
  const [width, height, ev] = [16, 8, 3]
  const box = boxMesh()
  const drawn = sceneOf([box], [instance('a', box, material())])
  const [targets, queue] = [createTargets(device, width, height), createRayQueue(device, 64)]
  const ids = device.createTexture({ size: [width, height], format: 'rg32uint', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST })
  const bindings = {} as Composed['bindings']
  const pass = createAccumulatePass(device, {
    scene: { drawn, slotOf: () => 0, bindings: () => bindings }, lights: { light: buildPathLight(drawn, () => 0) }, queue, exposure: { evOf: () => ev }, compile: () => compileAccumulation(device),
  })
  await pass.ready?.()
  const asked: Composed[] = []
  const reconstruct = (_: GPUCommandEncoder, composed: Composed): void => { asked.push(composed) }
  for (const isFinal of [false, true]) {
    const encoder = device.createCommandEncoder()
    const job = { input: { camera: cameraAt([0, 0, 3]), settings: { ...DEFAULT_SETTINGS, method: 'hybrid', exposure: 'automatic' } }, gbuffer: { ids, width, height }, jitter: [0.25, -0.5], stride: 1, sample: 0, version: 1, isFinal }
    pass.encode?.(encoder, { job, targets, tracer: { kind: 'gpu', passes: { reconstruct } }, timestamps: UNTIMED } as unknown as Portion)
    device.queue.submit([encoder.finish()])
  }
  expect(asked.length).toBe(1)
  expect(asked[0]).toMatchObject({ bindings, ids, width, height, jitter: [0.25, -0.5], near: 0.01, white: whiteOf(ev) })
  for (const each of [pass, targets, queue]) each.dispose?.()
  ids.destroy()
})
