import { NativeUNetExecutor, parseTZA, validateUNetModel } from 'oidn-web/dist/oidn.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SLICE_MS } from '../kernels/slice-cost.ts'
import { AS_SHIPPED, randomWeights, writeTza } from '../testing/plain-denoiser.ts'
import { AIM_MS, createNetworkCost, type PassPart } from './network-cost.ts'
import { cutKernel, type NetworkPass, recordingDevice } from './network-passes.ts'
import { nextNetworkSlice, runInSlices } from './network-slices.ts'

beforeEach(() => void vi.stubGlobal('GPUBufferUsage', { STORAGE: 1, UNIFORM: 2, COPY_SRC: 4, COPY_DST: 8 }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const weights = writeTza(randomWeights(1, AS_SHIPPED))

/** What the network that ships does with pictures of a size, and the text of its kernels. */
function networkOf(width: number, height: number) {
  const texts: string[] = []
  const device = {
    features: new Set(), limits: { maxComputeWorkgroupStorageSize: 16_384, maxComputeInvocationsPerWorkgroup: 256, maxComputeWorkgroupSizeX: 256, maxComputeWorkgroupSizeY: 256 },
    createBuffer: ({ size }: GPUBufferDescriptor) => ({ getMappedRange: () => new ArrayBuffer(size), unmap() {}, destroy() {} }),
    createBindGroup: () => ({}),
    createShaderModule({ code }: GPUShaderModuleDescriptor) {
      texts.push(code)
      return {}
    },
    createComputePipeline: () => ({ getBindGroupLayout: () => ({}) }),
    queue: {},
  } as unknown as GPUDevice
  const recording = recordingDevice(device)
  const network = new NativeUNetExecutor(recording.device, validateUNetModel(parseTZA(weights.buffer)), { precision: 'fp32', kernel: 'implicit-gemm', shapeCacheSize: 1 })
  const inputs = [0, 1, 2].map(() => device.createBuffer({ size: 16, usage: 1 }))
  return { passes: recording.record(() => network.execute(inputs, width, height))[1], texts }
}

const workOf = (passes: readonly NetworkPass[], parts: readonly PassPart[]): number => parts.reduce((sum, { pass, count }) => sum + count * passes[pass].work, 0)

test('every kernel of the network begins where it is told to, and one that is written otherwise is refused', () => {
  const { passes, texts } = networkOf(64, 48)
  // Packing, four times halving, sixteen convolutions.
  expect(passes.length).toBe(1 + 4 + 16)
  expect(texts.length).toBeGreaterThan(10)
  for (const text of texts) {
    expect(text.match(/@group\(1\) @binding\(0\) var<uniform> slice_first: u32;/g)).toHaveLength(1)
    expect(text).toMatch(/slice_place: vec3<u32>\s*\) \{\n {2}let (workgroupId = slice_place \+ vec3<u32>\(slice_first, 0u, 0u\)|gid = slice_place \+ vec3<u32>\(0u, 8u \* slice_first, 0u\));/)
  }
  // Other names, and other workgroups than those whose rows are counted.
  for (const [size, name] of [['64', 'place'], ['16, 16, 1', 'gid'], ['8, 8, 2', 'gid'], ['64', 'gid']]) {
    expect(() => cutKernel(`@compute @workgroup_size(${size}) fn main(@builtin(global_invocation_id) ${name}: vec3<u32>) {}`), `${size} ${name}`).toThrow('cannot be cut')
  }
  expect(cutKernel('@compute @workgroup_size(8, 8, 1) fn main(@builtin(global_invocation_id) gid: vec3<u32>) {}').axis).toBe(1)
})

test('slices do every step of every pass once, in their order, however little there is time for', () => {
  const { passes } = networkOf(64, 48)
  for (const eachMs of [null, 1e-9, 0.01, 1, 1e9]) {
    const done = passes.map(() => 0)
    let last = 0
    for (let from = { pass: 0, first: 0 }; from.pass < passes.length;) {
      const { parts, work, next } = nextNetworkSlice(passes, from, { eachMs: () => eachMs, expectedMs: (_, work) => (eachMs ?? Infinity) * work, add() {} })
      expect(work).toBeCloseTo(workOf(passes, parts), 6)
      for (const [i, { pass, first, count }] of parts.entries()) {
        // One that is gone on with comes first: a slice has room for one such place.
        expect([first, pass >= last, i === 0 || first === 0]).toEqual([done[pass], true, true])
        done[pass] += count
        last = pass
      }
      from = next
    }
    expect(done).toEqual(passes.map(({ length }) => length))
  }
})

/**
 * Parts of a picture, one after the other, on a card that does so much work in a millisecond: the next one before this one is done where it is asked ahead. Layers differ
 * by their work: some take 1.6 times as long, others 0.6.
 *
 * @returns for each part what its slices took, milliseconds, the longest dispatch in them, and how many slices of all parts were on their way
 */
async function slicesOn(workPerMs: number, pictures: readonly (readonly NetworkPass[])[], { waitMs = 0, tickMs = 0, isAskedAhead = false, stopAfter = Infinity } = {}) {
  let [now, free] = [0, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const cost = createNetworkCost()
  const parts = pictures.map(() => ({ slices: [] as number[], longest: 0, flying: 0 }))
  const given: Promise<unknown>[] = []
  const flying: { readonly end: number; readonly land: () => void }[] = []
  const begin = (passes: readonly NetworkPass[], part: (typeof parts)[number]) => {
    const stop = new AbortController()
    const submit = (steps: readonly PassPart[]) => new Promise<void>((land) => {
      const each = steps.map((one) => (workOf(passes, [one]) / workPerMs) * [1, 1.6, 0.6][one.pass % 3])
      part.slices.push(each.reduce((sum, ms) => sum + ms, 0))
      part.longest = Math.max(part.longest, ...each)
      free = Math.max(free, now) + waitMs + part.slices.at(-1)!
      part.flying = Math.max(part.flying, flying.push({ end: free, land }))
      if (part.slices.length === stopAfter) stop.abort(new Error('enough'))
    })
    return runInSlices(passes, { cost, begun, submit, isAskedAhead: () => isAskedAhead, flying: given, signal: stop.signal })
  }
  /** When all that was submitted is done. */
  let begun: Promise<unknown> = Promise.resolve()
  let isOver = false
  void (async () => {
    for (const [i, passes] of pictures.entries()) {
      begun = (await begin(passes, parts[i])).done
      if (!isAskedAhead) await begun
    }
    await begun
  })().catch(() => undefined).finally(() => { isOver = true })
  // The clock stands still while the host has something to do.
  for (;;) {
    await new Promise((resolve) => { setImmediate(resolve) })
    if (isOver) break
    const first = flying.shift()!
    now = tickMs === 0 ? first.end : tickMs * Math.ceil(first.end / tickMs)
    first.land()
  }
  return parts
}

// An H200 does some 130,000 in a millisecond: full HD in 77.
test.each([[130_000, 'an H200'], [13_000, 'a card ten times slower'], [1300, 'a hundred times slower']])('no dispatch takes longer than 30 ms, from the first on: %f of work in a millisecond, %s', async (workPerMs) => {
  const { passes } = networkOf(1920, 1088)
  for (const isAskedAhead of [false, true]) {
    for (const waitMs of [0, 2]) {
      const [first, second, third] = await slicesOn(workPerMs, [passes, passes, passes], { isAskedAhead, waitMs })
      for (const { longest, flying } of [first, second, third]) {
        expect(longest).toBeLessThan(SLICE_MS)
        expect(flying).toBe(isAskedAhead ? 8 : 2)
      }
      // And once their cost is known in as many as there is time for, but that passes begin one.
      const ms = third.slices.reduce((sum, slice) => sum + slice, 0)
      expect(third.slices.length).toBeLessThan(1.5 * passes.length + 1.2 * (ms / AIM_MS))
    }
  }
})

test.each([130_000, 13_000, 1300])('nor where the host hears of it every four milliseconds, and little pictures seem to take none: %f of work in a millisecond', async (workPerMs) => {
  const pictures = [[64, 48], [640, 368], [1920, 1088]].map(([width, height]) => networkOf(width, height).passes)
  for (const isAskedAhead of [false, true]) {
    const all = [...pictures, ...pictures]
    const parts = await slicesOn(workPerMs, all, { isAskedAhead, tickMs: 4 })
    for (const { longest, slices } of parts) expect([longest < SLICE_MS, Math.max(...slices) < SLICE_MS]).toEqual([true, true])
  }
})

test('a card that is busy with something else gets no smaller slices for that', async () => {
  const { passes } = networkOf(1920, 1088)
  const [, second] = await slicesOn(13_000, [passes, passes], { waitMs: 100 })
  expect(second.slices.length).toBeLessThan(150)
})

test('a device that is lost before anything is submitted leaves no rejection that nobody hears of', async () => {
  const { passes } = networkOf(64, 48)
  const unheard: unknown[] = []
  const hear = (cause: unknown) => void unheard.push(cause)
  process.on('unhandledRejection', hear)
  const run = runInSlices(passes, { cost: createNetworkCost(), begun: Promise.reject(new Error('lost')), submit: () => { throw new Error('disposed') }, isAskedAhead: () => false, flying: [] })
  await expect(run).rejects.toThrow('disposed')
  await new Promise((resolve) => { setImmediate(resolve) })
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})

test('a part whose slices fail is given up at once, and does not fail the next', async () => {
  const { passes } = networkOf(640, 368)
  const flying: Promise<unknown>[] = []
  let submitted = 0
  const run = (submit: () => Promise<unknown>) => runInSlices(passes, { cost: createNetworkCost(), begun: Promise.resolve(), submit, isAskedAhead: () => true, flying })
  const failing = run(() => ++submitted === 3 ? Promise.reject(new Error('refused')) : Promise.resolve())
  await expect(failing).rejects.toThrow('refused')
  expect(submitted).toBeLessThan(12)
  await expect((await run(() => Promise.resolve())).done).resolves.toBeGreaterThan(0)
})

test('a part that is called off ends with the slices that are on their way', async () => {
  const { passes } = networkOf(1920, 1088)
  const [part] = await slicesOn(13_000, [passes], { stopAfter: 30 })
  expect(part.slices.length).toBeLessThanOrEqual(31)
})
