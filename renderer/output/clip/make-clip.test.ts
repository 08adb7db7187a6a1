import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type SceneSnapshot } from '../../../gpu/index.ts'
import type { CameraPose } from '../../interaction/store.ts'
import { makeClip } from './make-clip.ts'
import type { ClipRequest } from '../export-protocol.ts'
import { DEFAULT_CLIP, EXPOSURES, possibleClip } from '../options.ts'
import type { Painter, Shot } from '../picture/picture.ts'
import type { Studio } from '../picture/studio.ts'

const at = (x: number): CameraPose => ({ position: [x, 1, 0], orientation: [0, 0, 0, 1], target: [x, 1, -1], verticalFov: 1 })
const request = (options: Partial<ClipRequest['options']>): ClipRequest => ({
  kind: 'clip', poses: [at(0), at(1)], settings: DEFAULT_SETTINGS, snapshot: {} as SceneSnapshot, trees: new Map(), document: null, executor: 'gpu', powerPreference: 'high-performance', threads: 1,
  options: possibleClip({ ...DEFAULT_CLIP, width: 16, height: 16, seconds: 0.5, framesPerSecond: 10, ...options }),
})

/** 4 nits are white. */
const tone = (radiance: Float32Array): Uint8Array => Uint8Array.from(radiance, (nits) => Math.round(255 * Math.min(1, nits / 4)))

/** Frames as an encoder gets them; the room is a wall that is black to the left of x = 0.5 and of 8 nits to its right. */
async function film(options: Partial<ClipRequest['options']>): Promise<{ frames: number[]; seen: number[]; shares: number[] }> {
  const [frames, seen, shares]: number[][] = [[], [], []]
  const paint = ({ camera, width }: Shot): Painter<Uint8Array> => (band) => {
    seen.push(camera.position[0])
    return Promise.resolve(new Uint8Array(width * band.rows * 4).fill(camera.position[0] < 0.5 ? 0 : 255))
  }
  const radiance = (shot: Shot): Painter<Float32Array> => async (band, tell) => Float32Array.from(await paint(shot)(band, tell), (byte) => (byte / 255) * 8)
  const studio = { framePainter: () => Promise.resolve(paint), radiancePainter: () => Promise.resolve(radiance), tone: () => Promise.resolve(tone) }
  await makeClip(studio as unknown as Studio, request(options), {
    frame: (rgba) => { frames.push(rgba[0]); return Promise.resolve() },
    end: () => { frames.push(-1); return Promise.resolve() },
  }, { progress: (share) => shares.push(share), preview: () => {}, denoising: () => {} })
  return { frames, seen, shares }
}

test('a clip has its frames from the first view to the last, and then ends', async () => {
  const { frames, seen } = await film({})
  expect(frames).toEqual([0, 0, 255, 255, 255, -1])
  expect([seen[0], seen[4], seen.length]).toEqual([0, 1, 5])
  expect((await film({})).seen).toEqual(seen)
})

test('with motion blur a frame is the mean of its exposures: of their light, before it is toned', async () => {
  const { frames, seen } = await film({ motionBlur: true })
  expect(seen.length).toBe(5 * EXPOSURES)
  // Half of the middle frame's exposures see 8 nits, half see none. Of what is shown of each, the mean were byte 128.
  expect(frames).toEqual([0, 0, 255, 255, 255, -1])
})
