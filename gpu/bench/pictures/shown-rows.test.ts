import { expect, test, vi } from 'vitest'
import type { Network } from '../../denoise/network.ts'
import type { FrameInput, OpenLoop } from '../../frame/frame.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { ROOM_CAMERA } from '../../testing/room.ts'
import type { Shot } from './picture-kit.ts'
import { finished, type Looked, refined } from './shown-rows.ts'

const SHOT: Shot = { camera: ROOM_CAMERA, settings: { ...DEFAULT_SETTINGS, method: 'hybrid' }, width: 1, height: 1 }

/**
 * An engine whose loops count their pictures, so that a look says which it was of: coarse ones, moving ones, samples, and 1,000 more when denoised. Each takes two steps.
 *
 * @param moving  before the first sample
 */
function engineOf(moving: number): { readonly pictures: Looked; readonly disposed: () => number } {
  let disposed = 0
  const numbers = new WeakMap<OpenLoop, () => number>()
  const createFrameLoop = (): OpenLoop => {
    let [steps, network, denoised]: [number, Network | null, number] = [0, null, 0]
    let input: FrameInput | null = null
    const report = (samples: number) => ({ samples }) as OpenLoop['report']
    let said = report(0)
    const loop = {
      get report() { return said },
      update: (next: FrameInput) => { input = next },
      denoiseRest: (next: Network | null) => { network = next },
      step() {
        const shown = Math.floor(steps / 2)
        if (said.samples === input!.settings.restSamples && shown > moving + 1) {
          if (network === null || denoised === said.samples) return Promise.resolve('idle')
          denoised = said.samples
          return Promise.resolve('working')
        }
        steps++
        if (steps % 2 === 0) said = report(steps === 2 ? 0 : Math.max(1, steps / 2 - moving - 1))
        return Promise.resolve('working')
      },
      dispose: () => { disposed++ },
    } as unknown as OpenLoop
    numbers.set(loop, () => Math.floor(steps / 2) + (denoised === said.samples ? 1000 : 0))
    return loop
  }
  const pictureOf = (by?: OpenLoop) => numbers.get(by!)!()
  return {
    disposed: () => disposed,
    pictures: {
      cpu: undefined,
      engine: { createFrameLoop, createPrimaryRasterizer: vi.fn<() => Promise<never>>() },
      shown: (_, by) => Promise.resolve({ width: 1, height: 1, rgba: new Uint8Array([pictureOf(by), 0, 0, 255]) }),
      radiance: (_, by) => Promise.resolve(new Float32Array([pictureOf(by), 0, 0, 1])),
    },
  }
}

test('a view is looked at after so many samples, and in the last moving picture before them', async () => {
  // The coarse picture is the first; it, or 24 moving ones, come before sample 1.
  const card = engineOf(24)
  const looks = await refined(card.pictures, SHOT, [1, 4, 16])
  expect(looks.map(({ samples, radiance: [number] }) => [samples, number - 25])).toEqual([[0, 0], [1, 1], [4, 4], [16, 16]])
  expect(looks.map(({ picture }) => picture.rgba[0])).toEqual(looks.map(({ radiance: [number] }) => number))
  expect(card.disposed()).toBe(1)

  const software = await refined(engineOf(0).pictures, SHOT, [1, 2])
  expect(software.map(({ samples, radiance: [number] }) => [samples, number])).toEqual([[1, 2], [2, 3]])
})

test('a view that has come to rest is looked at before the denoiser and after it, and goes on to more samples', async () => {
  const { pictures, disposed } = engineOf(2)
  const looks = await finished(pictures, SHOT, [1, 4], {} as Network)
  expect(looks.map(({ samples, noisy, denoised }) => [samples, noisy.radiance[0], denoised.radiance[0]])).toEqual([[1, 4, 1004], [4, 7, 1007]])
  expect(disposed()).toBe(1)
})
