import { createStorageBuffer } from '../../../buffers/buffer.ts'
import { inErrorScope } from '../../../device/error-scope.ts'
import { EngineError } from '../../../device/error.ts'
import { structOf } from '../../../kernels/kernel.ts'
import { PATH_KERNELS } from '../../pieces.ts'

/** Memory of the paths that are on their way at once, for whoever follows paths on this device: one after the other. */
export interface PathQueue {
  /** Paths that it holds. */
  readonly capacity: number
  /** `path_fields` and `path_queue` of path-queue.wgsl; others after reserve(). */
  readonly fields: GPUBuffer
  readonly lists: GPUBuffer
  /**
   * Makes room for so many paths, or for as many as the adapter binds at once and has memory for; more than `least` in any case.
   *
   * @throws EngineError `gpu-memory`
   */
  reserve(paths: number): Promise<void>
  /** After a slice of so many: one that took all there was was cut short by the queue, not by its time. Makes room for twice as many, up to `most`; where memory is short it stays as it is. */
  growAfter(paths: number, most: number): void
  /** Empties it. @param first  number of the first path, a multiple of its capacity */
  encodeReset(encoder: GPUCommandEncoder, first?: number): void
  dispose(): void
}

/** FIELDS of path-queue.wgsl. */
const FIELD_BYTES = 32 * 16
/** Light rays that a path may ask in a turn: LIGHT_KINDS of light-ray.wgsl. */
export const LIGHT_KINDS = 5
/** Two lists of paths, and one of each kind of light. */
const LIST_BYTES = (2 + LIGHT_KINDS) * 4
/** Paths that are worth a dispatch. */
const LEAST_PATHS = 4096

/** Paths that a queue is made for, and most that it grows to. Every slice ends with turns of few paths, which leave a card idle; a program that plays one gains nothing. 280 MB, 1.1 GB, 9 MB. */
export const pathsOf = (isSoftware: boolean): { readonly first: number; readonly most: number } => (isSoftware ? { first: 2 ** 14, most: 2 ** 14 } : { first: 2 ** 19, most: 2 ** 21 })

interface Memory { readonly capacity: number; readonly fields: GPUBuffer; readonly lists: GPUBuffer }

/** @param headerBytes  of the lists, before the first of them */
function create(device: GPUDevice, headerBytes: number, capacity: number): Memory {
  const { STORAGE, COPY_DST } = GPUBufferUsage
  return {
    capacity,
    fields: device.createBuffer({ label: 'path fields', size: capacity * FIELD_BYTES, usage: STORAGE }),
    lists: device.createBuffer({ label: 'path queue', size: headerBytes + capacity * LIST_BYTES, usage: STORAGE | COPY_DST }),
  }
}

function destroy({ fields, lists }: Memory): void {
  fields.destroy()
  lists.destroy()
}

/** As much as there is memory for, by halves. @throws EngineError `gpu-memory` where that is too little to be worth it */
async function createAtMost(device: GPUDevice, headerBytes: number, wanted: number): Promise<Memory> {
  let refused: EngineError | null = null
  for (let capacity = wanted; capacity >= Math.min(wanted, LEAST_PATHS); capacity /= 2) {
    const whole = Math.ceil(capacity / 64) * 64
    const made: Memory[] = []
    try {
      await inErrorScope(device, 'path queue', () => { made.push(create(device, headerBytes, whole)) })
      return made[0]
    } catch (error) {
      made.forEach(destroy)
      if (!(error instanceof EngineError) || error.code !== 'gpu-memory') throw error
      refused = error
    }
  }
  throw new EngineError('gpu-memory', `Light paths need ${LEAST_PATHS * FIELD_BYTES} bytes of graphics memory at least: ${refused?.message ?? ''}`, { label: 'path queue' })
}

export function createPathQueue(device: GPUDevice): PathQueue {
  const { offsets: { listed: headerBytes, first: firstOffset } } = structOf(PATH_KERNELS.count, 'PathQueue')
  const { maxStorageBufferBindingSize, maxBufferSize, maxComputeWorkgroupsPerDimension } = device.limits
  let most = 64 * Math.floor(Math.min(maxStorageBufferBindingSize / FIELD_BYTES / 64, maxBufferSize / FIELD_BYTES / 64, maxComputeWorkgroupsPerDimension))
  let memory: Memory | null = null
  let numbers: GPUBuffer | null = null
  let reserved: Promise<void> = Promise.resolve()
  let isDisposed = false
  const held = (): Memory => {
    if (memory === null) throw new EngineError('gpu-memory', 'No memory was reserved for paths')
    return memory
  }

  function release(lists: Memory | null, firsts: GPUBuffer | null): void {
    if (lists !== null) destroy(lists)
    firsts?.destroy()
  }

  async function grow(wanted: number): Promise<void> {
    if (isDisposed || (memory !== null && memory.capacity >= wanted)) return
    const held = memory?.capacity ?? 0
    const next = await createAtMost(device, headerBytes, wanted).catch((error: unknown) => {
      // What there is does.
      if (held === 0 || !(error instanceof EngineError) || error.code !== 'gpu-memory') throw error
      return null
    })
    // Not asked for again: who has recorded commands may rely on what there is.
    if (next === null || next.capacity < wanted) most = Math.max(next?.capacity ?? 0, held)
    if (next === null) return
    if (isDisposed || next.capacity <= held) return destroy(next)
    const [before, beforeNumbers] = [memory, numbers]
    memory = next
    numbers = null
    // Commands that were recorded with it may still be on their way to the queue.
    if (before !== null) void device.queue.onSubmittedWorkDone().catch(() => undefined).then(() => release(before, beforeNumbers))
  }

  return {
    get capacity() { return memory?.capacity ?? 0 },
    get fields() { return held().fields },
    get lists() { return held().lists },
    reserve(paths) {
      // One after the other, so that it only grows: whoever waited may find enough.
      reserved = reserved.catch(() => {}).then(() => grow(Math.min(most, Math.ceil(paths / 64) * 64)))
      return reserved
    },
    growAfter(paths, wanted) {
      const { capacity } = held()
      if (paths >= capacity && capacity < wanted) this.reserve(Math.min(2 * capacity, wanted)).catch(() => undefined)
    },
    encodeReset(encoder, first = 0) {
      const { lists, capacity } = held()
      encoder.clearBuffer(lists, 0, headerBytes)
      if (first === 0) return
      // A number that the commands hold themselves: they may be recorded before those of the first path ran.
      numbers ??= createStorageBuffer(device, 'path numbers', Uint32Array.from({ length: 256 }, (_, i) => i * capacity))
      encoder.copyBufferToBuffer(numbers, (first / capacity) * 4, lists, firstOffset, 4)
    },
    dispose() {
      isDisposed = true
      release(memory, numbers)
      memory = numbers = null
    },
  }
}
