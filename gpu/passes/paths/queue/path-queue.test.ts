import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPathQueue } from './path-queue.ts'

beforeEach(() => void vi.stubGlobal('GPUBufferUsage', { STORAGE: 1, INDIRECT: 2, COPY_DST: 4 }))
afterEach(() => void vi.unstubAllGlobals())

/** A device that has memory for so many bytes at once; `held`: bytes of the buffers that live. */
function deviceWith(memory: number, limits: Partial<GPUSupportedLimits> = {}) {
  const sizes = new Set<{ readonly size: number }>()
  let refused = false
  let pops = 0
  const held = () => [...sizes].reduce((sum, { size }) => sum + size, 0)
  let arrive = () => {}
  const submitted = new Promise<void>((resolve) => { arrive = resolve })
  const device = {
    queue: { onSubmittedWorkDone: () => submitted },
    limits: { maxStorageBufferBindingSize: 2 ** 30, maxBufferSize: 2 ** 30, maxComputeWorkgroupsPerDimension: 65535, ...limits },
    pushErrorScope() {},
    // Validation first, memory last: as scopes close.
    popErrorScope: () => Promise.resolve(++pops % 3 === 0 && refused ? { message: 'out of memory' } : null),
    createBuffer({ size }: { readonly size: number }) {
      const entry = { size }
      sizes.add(entry)
      if (pops % 3 === 0 && sizes.size > 0) refused = held() > memory
      return { destroy: () => sizes.delete(entry) }
    },
  }
  return { device: device as unknown as GPUDevice, held, arrive: () => arrive() }
}

test('a queue holds what was asked for, and grows but never shrinks', async () => {
  const { device, held, arrive } = deviceWith(2 ** 30)
  const queue = createPathQueue(device)
  expect(queue.capacity).toBe(0)
  await Promise.all([queue.reserve(10_000), queue.reserve(100)])
  expect(queue.capacity).toBe(10_048)
  const before = held()
  await queue.reserve(20_032)
  expect(queue.capacity).toBe(20_032)
  // What was recorded with the old one is still to be submitted.
  expect(held() / before).toBeCloseTo(3, 1)
  arrive()
  await queue.reserve(1)
  expect(held() / before).toBeCloseTo(2, 1)
  queue.dispose()
  expect(held()).toBe(0)
})

test('it grows where it cut a slice short, as far as asked and as there is memory for', async () => {
  const { device } = deviceWith(100e6)
  const queue = createPathQueue(device)
  const after = async (paths: number, most: number) => {
    queue.growAfter(paths, most)
    await queue.reserve(1)
    return queue.capacity
  }
  await queue.reserve(2 ** 15)
  expect(await after(2 ** 15 - 64, 2 ** 17)).toBe(2 ** 15)
  expect(await after(2 ** 15, 2 ** 16)).toBe(2 ** 16)
  expect(await after(2 ** 16, 2 ** 16)).toBe(2 ** 16)
  // Twice the room would need more than there is beside what it has.
  expect(await after(2 ** 16, 2 ** 18)).toBe(2 ** 16)
})

test('where there is no memory for any other it goes on with what it has, and asks no more', async () => {
  const { device, held } = deviceWith(20e6)
  const queue = createPathQueue(device)
  await queue.reserve(2 ** 15)
  const before = held()
  await queue.reserve(2 ** 18)
  expect([queue.capacity, held()]).toEqual([2 ** 15, before])
  const made = vi.spyOn(device, 'createBuffer')
  await queue.reserve(2 ** 18)
  expect(made).not.toHaveBeenCalled()
})

test('one that is disposed of while it grows leaves nothing behind', async () => {
  const { device, held, arrive } = deviceWith(2 ** 30)
  const queue = createPathQueue(device)
  await queue.reserve(2 ** 12)
  const growth = queue.reserve(2 ** 14)
  await Promise.resolve()
  queue.dispose()
  arrive()
  await growth
  expect(held()).toBe(0)
})

test('it binds no more than the adapter does, nor more workgroups than one dispatch has', async () => {
  const bound = createPathQueue(deviceWith(2 ** 40, { maxStorageBufferBindingSize: 2 ** 27 }).device)
  await bound.reserve(2 ** 20)
  expect(bound.capacity).toBe(2 ** 18)
  const dispatched = createPathQueue(deviceWith(2 ** 40, { maxComputeWorkgroupsPerDimension: 1000 }).device)
  await dispatched.reserve(2 ** 21)
  expect(dispatched.capacity).toBe(64_000)
})

test('where memory is short it is smaller, and where there is none it says so and leaves nothing behind', async () => {
  const short = deviceWith(40e6)
  const queue = createPathQueue(short.device)
  await queue.reserve(2 ** 18)
  expect(queue.capacity).toBe(2 ** 16)
  const none = deviceWith(1e6)
  await expect(createPathQueue(none.device).reserve(2 ** 18)).rejects.toMatchObject({ code: 'gpu-memory', message: expect.stringMatching(/4096|bytes/) as unknown })
  expect(none.held()).toBe(0)
})
