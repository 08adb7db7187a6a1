import { expect, test, vi } from 'vitest'
import { createHeadlessDevice } from '../headless/headless.ts'
import { IN_FOURS, noisyPicture, plainDenoise, randomWeights, writeTza } from '../testing/plain-denoiser.ts'
import { resourcesOf } from '../device/resources.ts'
import { createGpuNetwork } from './gpu-network.ts'
import { parseUnet } from './unet.ts'

test('the card’s network gives what straight loops give, whatever stood there before, and leaves nothing', { tags: 'proof' }, async () => {
  const device = await createHeadlessDevice()
  const before = resourcesOf(device)!.mark()
  const network = await createGpuNetwork(device, parseUnet(writeTza(randomWeights(1, IN_FOURS))))
  // All are asked for before one is there.
  const asked = [[21, 17], [48, 32], [21, 17]].map(([width, height]) => {
    const picture = noisyPicture(width, height, 1)
    picture.radiance.set([NaN, Infinity, -1], 40)
    return { picture, answer: network.run(picture, width, { x: 0, y: 0, width, height }, 0.01) }
  })
  for (const { picture, answer } of asked) {
    const denoised = await answer
    picture.radiance.set([0, 3.4e38, 0], 40)
    const plain = plainDenoise(picture, randomWeights(1, IN_FOURS), 0.01)
    const floor = 1e-3 * plain.reduce((sum, value) => sum + value, 0) / plain.length
    const wrong = denoised.reduce((most, value, i) => Math.max(most, Math.abs(value - plain[i]) / (plain[i] + floor)), 0)
    expect(wrong).toBeLessThan(1e-4)
  }
  network.dispose()
  network.dispose()
  expect(resourcesOf(device)!.since(before)).toEqual([])
  device.destroy()
})

test('a network that is disposed of while parts wait leaves nothing, and says so to those who wait', { tags: 'proof' }, async () => {
  const device = await createHeadlessDevice()
  const before = resourcesOf(device)!.mark()
  for (const turns of [0, 1]) {
    const network = await createGpuNetwork(device, parseUnet(writeTza(randomWeights(1, IN_FOURS))))
    const asked = [[21, 17], [48, 32]].map(([width, height]) => network.run(noisyPicture(width, height, 1), width, { x: 0, y: 0, width, height }, 0.01))
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => { setImmediate(resolve) })
    network.dispose()
    for (const answer of await Promise.allSettled(asked)) expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'gpu-kernel', message: 'The denoiser was disposed' } })
    expect(resourcesOf(device)!.since(before)).toEqual([])
  }
  device.destroy()
})

test('a part in many slices has the bits of one that goes through at once; called off, it ends between two slices, and the network serves the next', async () => {
  const device = await createHeadlessDevice()
  const [width, height] = [40, 24]
  const picture = noisyPicture(width, height, 2)
  let eachMs = 1e-9
  let slices = 0
  let onSlice = () => {}
  const cost = {
    eachMs: () => eachMs,
    expectedMs: (_: number, work: number) => eachMs * work,
    add() {
      slices++
      onSlice()
    },
  }
  const network = await createGpuNetwork(device, parseUnet(writeTza(randomWeights(1, IN_FOURS))), { cost })
  const run = (signal?: AbortSignal) => network.run(picture, width, { x: 0, y: 0, width, height }, 0.01, signal)
  const whole = await run()
  expect([slices, new Set(whole).size > width * height]).toEqual([1, true])
  eachMs = 0.25
  slices = 0
  expect(await run()).toEqual(whole)
  expect(slices).toBeGreaterThan(20)
  slices = 0
  const stop = new AbortController()
  onSlice = () => { if (slices === 8) stop.abort(new Error('enough')) }
  await expect(run(stop.signal)).rejects.toThrow('enough')
  expect(slices).toBeLessThan(12)
  eachMs = 1e-9
  expect(await run()).toEqual(whole)
  network.dispose()
  device.destroy()
})

test('while a part is read the next one has eight slices on its way, and both together never more', async () => {
  const device = await createHeadlessDevice()
  const [width, height] = [40, 24]
  const picture = noisyPicture(width, height, 2)
  const network = await createGpuNetwork(device, parseUnet(writeTza(randomWeights(1, IN_FOURS))), { cost: { eachMs: () => 0.25, expectedMs: (_, work) => 0.25 * work, add() {} } })
  const run = () => network.run(picture, width, { x: 0, y: 0, width, height }, 0.01)
  const done = vi.spyOn(device.queue, 'onSubmittedWorkDone')
  const alone = await run()
  // One is asked for before the first slice of a part.
  const slices = done.mock.calls.length - 1
  expect(slices).toBeGreaterThan(20)

  const landings: (() => void)[] = []
  let both: Promise<Float32Array>[] = []
  let asked = 0
  await new Promise<void>((isFull) => {
    done.mockImplementation(() => ++asked <= slices ? Promise.resolve(undefined) : new Promise((land) => {
      // The last slice of the first part, what the second part waits for, and seven of its slices.
      if (landings.push(() => land(undefined)) === 1 + 1 + 7) isFull()
    }))
    both = [run(), run()]
  })
  const [first, second] = both
  landings[0]()
  expect(await first).toEqual(alone)
  expect(landings).toHaveLength(1 + 1 + 8)
  done.mockImplementation(() => Promise.resolve(undefined))
  for (const land of landings) land()
  expect(await second).toEqual(alone)
  done.mockRestore()
  network.dispose()
  device.destroy()
})

test('a device that is lost before or within a part says so', async () => {
  const device = await createHeadlessDevice()
  const [width, height] = [40, 24]
  const network = await createGpuNetwork(device, parseUnet(writeTza(randomWeights(1, IN_FOURS))), { cost: { eachMs: () => 0.25, expectedMs: (_, work) => 0.25 * work, add() {} } })
  const done = vi.spyOn(device.queue, 'onSubmittedWorkDone')
  for (const failing of [1, 2]) {
    let asked = 0
    done.mockImplementation(() => ++asked === failing ? Promise.reject(new Error('lost')) : Promise.resolve(undefined))
    await expect(network.run(noisyPicture(width, height, 2), width, { x: 0, y: 0, width, height }, 0.01)).rejects.toMatchObject({ code: 'gpu-lost' })
  }
  done.mockRestore()
  network.dispose()
  device.destroy()
})
