import { structOf } from '../../kernels/kernel.ts'
import { FRAME_PIECES } from '../pieces.ts'

/** Mirrored rays between bounces, with the counters of the frame. */
export interface RayQueue {
  /** `RayQueue` of frame.wgsl. */
  readonly buffer: GPUBuffer
  /** Indirect dispatch of the next bounce. */
  readonly workgroups: GPUBuffer
  /** Rays in each half: no dispatch may start more. */
  readonly capacity: number
  /** Forgets the rays; the frame's counters go on. */
  encodeReset(encoder: GPUCommandEncoder): void
  /** Sets the frame's counters to zero. */
  encodeClearCounters(encoder: GPUCommandEncoder): void
  /** Shadow and mirrored rays since the counters were cleared; waits for the GPU. */
  readCounters(): Promise<{ shadow: number; reflection: number }>
  dispose(): void
}

const HEADER_BYTES = 64

export function createRayQueue(device: GPUDevice, capacity = 65536): RayQueue {
  const ray = structOf(FRAME_PIECES, 'QueuedRay')
  const { STORAGE, COPY_SRC, COPY_DST, INDIRECT, MAP_READ } = GPUBufferUsage
  const buffer = device.createBuffer({ label: 'ray queue', size: HEADER_BYTES + 2 * capacity * ray.sizeBytes, usage: STORAGE | COPY_SRC | COPY_DST })
  const workgroups = device.createBuffer({ label: 'bounce workgroups', size: 16, usage: STORAGE | INDIRECT })
  const counters = device.createBuffer({ label: 'ray counters', size: 8, usage: MAP_READ | COPY_DST })
  return {
    buffer, workgroups, capacity,
    encodeReset(encoder) {
      encoder.clearBuffer(buffer, 0, 4)
      encoder.clearBuffer(buffer, 12, HEADER_BYTES - 12)
    },
    encodeClearCounters: (encoder) => encoder.clearBuffer(buffer, 4, 8),
    async readCounters() {
      const encoder = device.createCommandEncoder({ label: 'ray counters' })
      encoder.copyBufferToBuffer(buffer, 4, counters, 0, 8)
      device.queue.submit([encoder.finish()])
      await counters.mapAsync(GPUMapMode.READ)
      const [shadow, reflection] = new Uint32Array(counters.getMappedRange())
      counters.unmap()
      return { shadow, reflection }
    },
    dispose() {
      buffer.destroy()
      workgroups.destroy()
      counters.destroy()
    },
  }
}
