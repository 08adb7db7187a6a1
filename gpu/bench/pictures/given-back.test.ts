import { afterEach, expect, test, vi } from 'vitest'
import type { Bench } from '../bench.ts'
import { denoisedRows, denoiseTimeRows } from './denoised-rows.ts'
import type { PictureSource } from './picture-scenes.ts'
import { standingRows } from './standing-rows.ts'

const given = vi.hoisted(() => ({ made: 0, disposed: 0, paces: [] as unknown[] }))
const failing = vi.hoisted(() => () => Promise.reject(new Error('lost')))
const owned = vi.hoisted(() => <T extends object>(parts: T) => {
  given.made++
  return Promise.resolve({ ...parts, dispose: () => { given.disposed++ } })
})
vi.mock('./picture-kit.ts', () => ({
  createPictures(...args: readonly unknown[]) {
    given.paces.push(args[4])
    return owned({ reference: failing, atRest: failing })
  },
}))
vi.mock('./open-network.ts', () => ({ openNetwork: () => owned({}) }))
vi.mock('../../testing/plain-denoiser.ts', () => ({ noisyPicture() { throw new Error('lost') } }))

afterEach(() => void Object.assign(given, { made: 0, disposed: 0, paces: [] }))

const view = { name: 'first', camera: { position: [0, 0, 0] } }
const source = { name: 'room', load: () => ({ name: 'room', snapshot: {}, settings: {}, views: [view] }) } as unknown as PictureSource
const bench = { device: {}, isSoftware: false, clock: { now: () => 0 } } as unknown as Bench

test.each([['denoised', denoisedRows(source), 2], ['denoise-time', denoiseTimeRows(), 1], ['standing', standingRows(source), 1]])('what an experiment makes is given back where it fails, and nothing is made in vain: %s', async (_, experiment, made) => {
  await expect(experiment.run(bench, 1)).rejects.toThrow('lost')
  expect(given).toMatchObject({ made, disposed: made })
})

test('pictures of a view that stands have all their pixels', async () => {
  await expect(standingRows(source).run(bench, 1)).rejects.toThrow('lost')
  expect(given.paces).toMatchObject([{ quickMs: 0 }])
})
