import { expect, test } from 'vitest'
import { type Network, type PathRegion, type PathTracer, type PathView } from '../../../gpu/index.ts'
import { DEFAULT_SETTINGS } from '../../../gpu/settings.ts'
import { cameraAt } from '../../../gpu/testing/shapes.ts'
import { createChunkSink } from '../encoders/chunk-sink.ts'
import type { PictureRequest } from '../export-protocol.ts'
import { DEFAULT_PICTURE } from '../options.ts'
import { makePicture } from './make-picture.ts'
import type { Studio } from './studio.ts'

/** What is told while a little picture is made and denoised, and the widths of what the network was given. */
async function toldOf(usesThreads: boolean) {
  const told: string[] = []
  const widths: number[] = []
  let region: PathRegion = { x: 0, y: 0, width: 1, height: 1 }
  const pixels = (): Promise<Float32Array> => Promise.resolve(new Float32Array(4 * region.width * region.height).fill(1))
  const tracer = {
    samples: 1000, fraction: 0, read: pixels,
    begin(view: PathView) {
      told.push('traces')
      region = view.region!
      return Promise.resolve()
    },
    readGuides: async () => ({ albedo: await pixels(), normal: await pixels(), ids: new Float32Array(region.width * region.height) }),
  } as unknown as PathTracer
  const network: Network = {
    mostPixels: 60_000, dispose() {},
    run(_, __, { width, height }) {
      widths.push(width)
      return Promise.resolve(new Float32Array(4 * width * height).fill(1))
    },
  }
  const studio = { usesThreads, tracer: () => Promise.resolve(tracer), tone: () => Promise.resolve(() => new Uint8Array()), denoiser: () => Promise.resolve(network) } as unknown as Studio
  const request = {
    camera: cameraAt([0, 0, 3]), settings: { ...DEFAULT_SETTINGS, exposure: 'locked' }, weights: new Uint8Array(1),
    options: { ...DEFAULT_PICTURE, width: 32, height: 16, samples: 1, format: 'exr' },
  } as unknown as PictureRequest
  await makePicture(studio, request, createChunkSink(() => Promise.resolve()), {
    progress: () => undefined, preview: () => undefined,
    denoising(seconds) {
      expect(seconds).toBeGreaterThan(0)
      told.push('denoising')
    },
  })
  return { told, widths }
}

test('how long the processor will denoise is told before anything of the picture is traced', async () => {
  expect((await toldOf(true)).told).toEqual(['denoising', 'traces'])
})

test('a card denoises in no time, and nothing is tried for that', async () => {
  expect(await toldOf(false)).toEqual({ told: ['traces'], widths: [32] })
})
