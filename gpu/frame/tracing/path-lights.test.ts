import { expect, test } from 'vitest'
import { createCpuLightResources } from '../../passes/paths/lights/light-resources.ts'
import type { EnvironmentImage, SceneSnapshot } from '../../scene.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { createInlineExecutor } from '../../testing/inline-executor.ts'
import { sceneOf } from '../../testing/shapes.ts'
import { createPathLights } from './path-lights.ts'

const imageOf = (sun: number): EnvironmentImage => {
  const rgb = new Float32Array(3 * 64 * 32).fill(1000)
  rgb.set([sun, sun, sun], 3 * (8 * 64 + 5))
  return { key: `sky ${sun}` as EnvironmentImage['key'], width: 64, height: 32, rgb }
}
const under = (image: EnvironmentImage): SceneSnapshot => sceneOf([], [], { environment: { zenith: [1, 1, 1], nadir: [1, 1, 1], image } })

/** Whether light samples of a picture ask the sky. */
function asksSky(image: EnvironmentImage, { indirect, isFinal }: { readonly indirect: boolean; readonly isFinal: boolean }): boolean {
  const executor = createInlineExecutor()
  const lights = createPathLights({} as GPUDevice)
  const scene = { drawn: under(image), slotOf: () => null, luminaires: { find: () => null } } as unknown as Parameters<typeof lights.prepare>[0]
  lights.prepare(scene, { settings: { ...DEFAULT_SETTINGS, method: 'hybrid', indirect }, spread: 0.001, bounces: 4, mirrors: 4, isFinal }, executor)
  return (lights.onCpu(executor) as ReturnType<typeof createCpuLightResources>).known!.light.params.environment_width > 0
}

test('moving pictures with indirect light have a soft sky in their cache; its light is sampled at rest, without indirect light, and where a sun is in it', () => {
  const [soft, hard] = [imageOf(1000), imageOf(1e7)]
  expect(asksSky(soft, { indirect: true, isFinal: false })).toBe(false)
  expect(asksSky(soft, { indirect: true, isFinal: true })).toBe(true)
  expect(asksSky(soft, { indirect: false, isFinal: false })).toBe(true)
  expect(asksSky(hard, { indirect: true, isFinal: false })).toBe(true)
})
