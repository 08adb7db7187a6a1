import { readBuffer } from '../../buffers/buffer.ts'
import { readRested } from '../../passes/hybrid/hybrid-targets.ts'
import { isFullSize, type Job } from '../job.ts'
import { isHybrid } from '../plan.ts'
import type { Screen } from './screen.ts'

/** Sums over the samples: 4 floats per pixel, radiance in nits and of how many. */
export const readSums = async (device: GPUDevice, { targets }: Screen): Promise<Float32Array> => new Float32Array(await readBuffer(device, targets.radiance))

/** The finished picture before it was toned: 4 floats per pixel, radiance in nits and 1. null: there is none in full resolution. */
export async function readRadiance(device: GPUDevice, screen: Screen, job: Job | null): Promise<Float32Array | null> {
  if (job === null || !job.isShown || !isFullSize(job) || job.reason !== null) return null
  return isHybrid(job.input.settings) && job.isFinal ? readRested(device, screen.targets.hybrid()) : meansOf(await readSums(device, screen))
}

/** Of sums whose fourth says how many; 4 floats per pixel. */
function meansOf(sums: Float32Array): Float32Array {
  for (let i = 0; i < sums.length; i += 4) {
    const count = Math.max(sums[i + 3], 1)
    for (let c = 0; c < 4; c++) sums[i + c] /= count
  }
  return sums
}
