import type { Arrived, Readback } from '../../device/readback.ts'
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
  /** Brings the counters back, for countersOf(). */
  encodeCopyCounters(encoder: GPUCommandEncoder, readback: Pick<Readback, 'encodeCopy'>): void
  dispose(): void
}

const HEADER_BYTES = 64

export function createRayQueue(device: GPUDevice, capacity = 65536): RayQueue {
  const ray = structOf(FRAME_PIECES, 'QueuedRay')
  const { STORAGE, COPY_SRC, COPY_DST, INDIRECT } = GPUBufferUsage
  const buffer = device.createBuffer({ label: 'ray queue', size: HEADER_BYTES + 2 * capacity * ray.sizeBytes, usage: STORAGE | COPY_SRC | COPY_DST })
  const workgroups = device.createBuffer({ label: 'bounce workgroups', size: 16, usage: STORAGE | INDIRECT })
  return {
    buffer, workgroups, capacity,
    encodeReset(encoder) {
      encoder.clearBuffer(buffer, 0, 4)
      encoder.clearBuffer(buffer, 12, HEADER_BYTES - 12)
    },
    encodeClearCounters: (encoder) => encoder.clearBuffer(buffer, 4, 8),
    encodeCopyCounters: (encoder, readback) => readback.encodeCopy(encoder, 'rays', buffer, 4, 8),
    dispose() {
      buffer.destroy()
      workgroups.destroy()
    },
  }
}

/** Shadow and mirrored rays since the counters were cleared. */
export function countersOf(arrived: Pick<Arrived, 'words'>): { readonly shadow: number; readonly reflection: number } {
  const [shadow = 0, reflection = 0] = arrived.words('rays') ?? []
  return { shadow, reflection }
}
