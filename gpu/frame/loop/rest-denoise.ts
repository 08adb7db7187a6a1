import { readBuffer } from '../../buffers/buffer.ts'
import { denoisePicture } from '../../denoise/denoise-rows.ts'
import type { Network } from '../../denoise/network.ts'
import { inErrorScope } from '../../device/error-scope.ts'
import { createKernel } from '../../kernels/kernel.ts'
import luminanceWgsl from '../../kernels/luminance.wgsl?raw'
import octahedralWgsl from '../../kernels/octahedral.wgsl?raw'
import rootsWgsl from '../../kernels/roots.wgsl?raw'
import guideWgsl from '../../passes/hybrid/guide.wgsl?raw'
import restWgsl from '../../passes/hybrid/rest.wgsl?raw'
import restGuidesWgsl from '../../passes/hybrid/rest-guides.wgsl?raw'
import type { FrameTargets } from '../../passes/targets.ts'
import { isFullSize, type Job } from '../job.ts'
import type { AccumulatePass } from '../passes/history.ts'
import { isHybrid } from '../plan.ts'

/** With so many samples little noise is left to take out. */
const CLEAN_SAMPLES = 1000

/** The denoiser as the last step of a picture at rest. What is gathered of it stays as it was traced. */
export interface RestDenoise {
  /** Whether this picture, as it stands, is still to be denoised. */
  wants(job: Job): boolean
  /**
   * Puts the denoised picture in place of the one that is shown, as far as that has noise; it is to be toned then. Newer input ends it between two slices of the network, and waits for two at most.
   *
   * @returns whether it did; a denoiser that fails is not asked again
   */
  run(job: Job, targets: FrameTargets): Promise<boolean>
  /** Newer input is there, or none any more. */
  stop(): void
  /** null: none. Whoever gave it keeps it. */
  use(network: Network | null): void
}

const PIECES = [octahedralWgsl, luminanceWgsl, rootsWgsl, guideWgsl, restWgsl, restGuidesWgsl]

/** @param join  of AccumulatePass */
export function createRestDenoise(device: GPUDevice, { join }: Pick<AccumulatePass, 'join'>): RestDenoise {
  let network: Network | null = null
  let stopping = new AbortController()
  /** What was denoised last. */
  let done: { readonly job: Job; readonly sample: number } | null = null

  async function gather({ width, height, ...targets }: FrameTargets) {
    const { rest, guides, turn } = targets.hybrid()
    const kernel = await createKernel(device, 'gather_rest_guides', PIECES)
    const gathered = await inErrorScope(device, 'rest guides', () => device.createBuffer({ label: 'rest guides', size: 48 * width * height, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC }))
    try {
      // accumulate.ts turns when it has recorded a frame: the last one's is the other.
      kernel.call({ rested_sums: rest, rested_guide: guides[1 - turn].createView(), rest_guides: gathered }, [Math.ceil(width / 8), Math.ceil(height / 8)])
      return new Float32Array(await readBuffer(device, gathered))
    } finally {
      gathered.destroy()
    }
  }

  return {
    wants: (job) => network !== null && isHybrid(job.input.settings) && job.input.settings.denoise && job.stage === 'done' && job.isFinal && job.isShown && isFullSize(job) && job.reason === null
      && job.sample + 1 < CLEAN_SAMPLES && !(done?.job === job && done.sample === job.sample),
    async run(job, targets) {
      stopping = new AbortController()
      const { signal } = stopping
      const { sample } = job
      try {
        const all = await gather(targets)
        signal.throwIfAborted()
        const length = all.length / 3
        const rows = { radiance: all.subarray(0, length), albedo: all.subarray(length, 2 * length), normal: all.subarray(2 * length) }
        const denoised = await denoisePicture(network!, rows, { width: targets.width, height: targets.height, signal, asksAhead: false })
        signal.throwIfAborted()
        const buffer = await inErrorScope(device, 'denoised', () => device.createBuffer({ label: 'denoised', size: denoised.byteLength, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST }))
        try {
          signal.throwIfAborted()
          device.queue.writeBuffer(buffer, 0, denoised.buffer, denoised.byteOffset, denoised.byteLength)
          const encoder = device.createCommandEncoder({ label: 'denoised' })
          join(encoder, buffer)
          device.queue.submit([encoder.finish()])
        } finally {
          buffer.destroy()
        }
        done = { job, sample }
        return true
      } catch {
        // Called off; or no room, or the device is gone, which the loop hears of by itself: the picture stays as it is.
        if (!signal.aborted) network = null
        return false
      }
    },
    stop: () => stopping.abort(),
    use(next) {
      stopping.abort()
      network = next
      done = null
    },
  }
}
