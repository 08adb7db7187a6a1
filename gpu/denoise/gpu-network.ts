import { createStorageBuffer, createUniform } from '../buffers/buffer.ts'
import { inErrorScope } from '../device/error-scope.ts'
import { EngineError } from '../device/error.ts'
import { createKernel, structOf } from '../kernels/kernel.ts'
import denoiseCurveWgsl from './denoise-curve.wgsl?raw'
import denoisePutWgsl from './denoise-put.wgsl?raw'
import denoiseTakeWgsl from './denoise-take.wgsl?raw'
import type { GuidedRows, Network, Part } from './network.ts'
import { createNetworkCost, type NetworkCost, type PassPart } from './network-cost.ts'
import { createPassSubmitter, recordingDevice } from './network-passes.ts'
import { runInSlices } from './network-slices.ts'
import { CURVE_SCALE } from './transfer.ts'
import { SIDE_STEP, type Unet } from './unet.ts'

/** Of a part: its buffers and those of the network take some 780 bytes for each. Of those who bind two gigabytes at once, full HD is one part, and 4K six. */
const [MOST_PIXELS, MANY_PIXELS, MANY_BYTES] = [700_000, 65_535 * 32, 2 ** 31 - 4]
/** Channels of the widest layer, as 32-bit floats in one binding. */
const WIDEST_BYTES = 64 * 4

const PUT = [denoiseCurveWgsl, denoisePutWgsl]
const TAKE = [denoiseCurveWgsl, denoiseTakeWgsl]
const up = (value: number): number => Math.ceil(value / SIDE_STEP) * SIDE_STEP

function throwLost(cause: unknown): never {
  throw cause instanceof EngineError ? cause : new EngineError('gpu-lost', 'The device was lost while it denoised', { label: 'denoiser' }, cause)
}

/** Buffers of parts of one size. */
interface Buffers { readonly padded: number; readonly size: number; readonly given: readonly GPUBuffer[]; readonly inputs: readonly GPUBuffer[] }

export interface GpuNetworkOptions {
  /** 'fp16' is twice as fast where the device has it, and off by 0.1 % */
  readonly precision?: 'fp32' | 'fp16'
  readonly mostPixels?: number
  /** What its slices cost. */
  readonly cost?: NetworkCost
}

/**
 * The network on a card, by oidn-web's kernels; padding, curve and cutting are ours (its own fill what is missing with whatever follows in
 * memory). Compiles everything first: about a second. A part goes through in slices, submissions of 15 ms by what slices before took.
 *
 * @throws EngineError `gpu-kernel`, `gpu-memory`
 */
export async function createGpuNetwork(device: GPUDevice, unet: Unet, { precision = 'fp32', mostPixels = device.limits.maxStorageBufferBindingSize >= MANY_BYTES ? MANY_PIXELS : MOST_PIXELS, cost = createNetworkCost() }: GpuNetworkOptions = {}): Promise<Network> {
  const { NativeUNetExecutor, parseTZA, validateUNetModel } = await import('oidn-web/dist/oidn.js')
  const recording = recordingDevice(device)
  const network = await inErrorScope(device, 'denoiser', () => new NativeUNetExecutor(recording.device, validateUNetModel(parseTZA(unet.bytes.slice().buffer)), { precision, kernel: 'implicit-gemm', shapeCacheSize: 1 }))
  const [put, take] = await Promise.all([
    createKernel(device, 'put_denoise', PUT), createKernel(device, 'take_denoise', TAKE),
    network.prepare().catch((cause: unknown) => { throw new EngineError('gpu-kernel', `The denoiser: ${String(cause)}`, { label: 'denoiser' }, cause) }),
  ])
  const submitter = createPassSubmitter(device)
  const params = createUniform(device, structOf(PUT, 'DenoiseParams'))
  let buffers: Buffers | null = null
  let packed = new Float32Array()
  let isDisposed = false
  /** Parts are submitted one after the other, each before the one before is read. */
  let last: Promise<unknown> = Promise.resolve()
  /** Those that are not read yet. */
  let asked = 0
  /** Slices on their way, of all parts. */
  const flying: Promise<unknown>[] = []

  function forget(): void {
    for (const buffer of [...buffers?.given ?? [], ...buffers?.inputs ?? []]) buffer.destroy()
    buffers = null
  }

  function throwIfDisposed(): void {
    if (isDisposed) throw new EngineError('gpu-kernel', 'The denoiser was disposed')
  }

  /** Parts of a picture are of few sizes: only what is too small is made anew. */
  async function prepare(size: number, padded: number): Promise<Buffers> {
    if (buffers !== null && buffers.size >= size && buffers.padded >= padded) return buffers
    forget()
    try {
      // They are ours from here on: whoever disposes of the network while the device looks at them gives them back.
      return await inErrorScope(device, 'denoiser', () => (buffers = {
        size, padded,
        given: ['radiance', 'albedo', 'normal'].map((name) => createStorageBuffer(device, `denoiser ${name}`, 16 * size)),
        inputs: ['radiance', 'albedo', 'normal'].map((name) => createStorageBuffer(device, `denoiser network ${name}`, 16 * padded)),
      }))
    } catch (cause) {
      forget()
      throw cause
    }
  }

  function upload(buffer: GPUBuffer, values: Float32Array, width: number, part: Part): void {
    const first = 4 * (part.y * width + part.x)
    if (part.width === width) {
      device.queue.writeBuffer(buffer, 0, values.buffer, values.byteOffset + 4 * first, 16 * part.width * part.height)
      return
    }
    // Thousands of small writes would take longer than the network, and so would new memory for each.
    const length = 4 * part.width * part.height
    if (packed.length < length) packed = new Float32Array(length)
    for (let y = 0; y < part.height; y++) packed.set(values.subarray(first + 4 * y * width, first + 4 * (y * width + part.width)), 4 * y * part.width)
    device.queue.writeBuffer(buffer, 0, packed.buffer, 0, 4 * length)
  }

  /** @returns what the network is to do, and where what it makes will be */
  function begin({ given, inputs }: Buffers, rows: GuidedRows, width: number, part: Part, scale: number) {
    const [w, h] = [up(part.width), up(part.height)]
    upload(given[0], rows.radiance, width, part)
    upload(given[1], rows.albedo, width, part)
    upload(given[2], rows.normal, width, part)
    params.write({ size: [part.width, part.height], padded: [w, h], exposure: scale, unit: CURVE_SCALE })
    put.call({
      denoise_put: params.buffer, put_radiance: given[0], put_albedo: given[1], put_normal: given[2], net_radiance: inputs[0], net_albedo: inputs[1], net_normal: inputs[2],
    }, [Math.ceil(w / 8), Math.ceil(h / 8)])
    return recording.record(() => network.execute(inputs, w, h))
  }

  /** @param into  receives the answer: the next part may be submitted before this one is read */
  function end({ given }: Buffers, output: GPUBuffer, { width, height }: Part, into: GPUBuffer): void {
    take.call({ denoise_take: params.buffer, net_output: output, taken_radiance: given[0] }, [Math.ceil(width / 8), Math.ceil(height / 8)])
    const encoder = device.createCommandEncoder({ label: 'denoiser' })
    encoder.copyBufferToBuffer(given[0], 0, into, 0, into.size)
    device.queue.submit([encoder.finish()])
  }

  /** @returns what the answer comes in, and when all before it is done */
  async function submitPart(rows: GuidedRows, width: number, part: Part, scale: number, signal?: AbortSignal): Promise<{ readonly answer: GPUBuffer; readonly done: Promise<unknown> }> {
    throwIfDisposed()
    const made = await prepare(part.width * part.height, up(part.width) * up(part.height))
    const answer = await inErrorScope(device, 'denoiser', () => device.createBuffer({ label: 'denoiser answer', size: 16 * part.width * part.height, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST }))
    try {
      throwIfDisposed()
      const [output, passes] = await inErrorScope(device, 'denoiser', () => begin(made, rows, width, part, scale))
      const submit = (parts: readonly PassPart[]): Promise<unknown> => {
        throwIfDisposed()
        const scoped = inErrorScope(device, 'denoiser', () => submitter.submit(passes, parts))
        // Asked for at once: what is submitted from now on does not count.
        return Promise.all([scoped, device.queue.onSubmittedWorkDone().catch(throwLost)])
      }
      const { done } = await runInSlices(passes, { cost, begun: device.queue.onSubmittedWorkDone().catch(throwLost), submit, isAskedAhead: () => asked > 1, flying, signal })
      throwIfDisposed()
      await inErrorScope(device, 'denoiser', () => end(made, output, part, answer))
      return { answer, done }
    } catch (cause) {
      answer.destroy()
      throw cause
    }
  }

  async function readAnswer({ answer, done }: Awaited<ReturnType<typeof submitPart>>): Promise<Float32Array> {
    try {
      await done
      await answer.mapAsync(GPUMapMode.READ)
      return new Float32Array(answer.getMappedRange().slice(0))
    } catch (cause) {
      return throwLost(cause)
    } finally {
      answer.destroy()
    }
  }

  return {
    // An invocation takes 32 pixels, and a dispatch has 65,535 of a row at most.
    mostPixels: Math.min(mostPixels, MANY_PIXELS, Math.floor(device.limits.maxStorageBufferBindingSize / WIDEST_BYTES)),
    async run(rows, width, part, scale, signal) {
      signal?.throwIfAborted()
      asked++
      try {
        const submitted = last.then(() => {
          signal?.throwIfAborted()
          return submitPart(rows, width, part, scale, signal)
        })
        last = submitted.catch(() => undefined)
        return await readAnswer(await submitted)
      } finally {
        asked--
      }
    },
    dispose() {
      if (isDisposed) return
      isDisposed = true
      network.dispose()
      params.dispose()
      submitter.dispose()
      forget()
    },
  }
}
