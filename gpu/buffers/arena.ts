import { EngineError } from '../device/error.ts'
import { readBuffer } from './buffer.ts'

/** One storage buffer that many owners share; offsets and counts are in elements. */
export interface Arena {
  /** Another object after the arena has grown: bind groups that hold it must be made anew. */
  readonly buffer: GPUBuffer
  readonly usedElements: number
  readonly capacity: number
  /** Larger than at first, and three quarters of it are free. */
  readonly isWasteful: boolean
  /** @throws EngineError `gpu-memory` naming the limit that the arena would pass; the arena stays as it was */
  allocate(count: number): number
  free(offset: number, count: number): void
  /** Forgets everything it held and is as small as at first; between frames only. */
  clear(): void
  /** Writes at an element offset; the data's bytes are a whole number of elements. */
  write(offset: number, data: ArrayBufferView): void
  /**
   * The arena's bytes in memory that threads share: read back at the first call, from then on written along with the GPU's.
   * Another object after the arena has grown.
   */
  shadow(): Promise<SharedArrayBuffer>
  dispose(): void
}

interface Span { offset: number; count: number }

/**
 * A growing storage buffer with first-fit sub-allocation. Growing copies on the GPU; freed neighbours merge.
 *
 * @param label  named in every message
 * @param elementBytes  size of one element, a multiple of 4
 * @param row  elements that every run begins at a multiple of; `initialCount` is one
 */
export function createArena(device: GPUDevice, label: string, elementBytes: number, initialCount = 1024, row = 1): Arena {
  const inRows = (count: number): number => Math.ceil(count / row) * row
  let buffer = createStorage(device, label, initialCount * elementBytes)
  let capacity = initialCount
  let usedElements = 0
  // Sorted by offset, never adjacent.
  let free: Span[] = [{ offset: 0, count: capacity }]

  // Written while the first copy is still on its way from the GPU.
  let missed: { byteOffset: number; bytes: Uint8Array }[] | null = null
  let shadow: SharedArrayBuffer | null = null
  /** What is on its way is of before. */
  let isCleared = false
  let loading: Promise<void> | null = null

  async function loadShadow(): Promise<void> {
    missed = []
    isCleared = false
    try {
      const bytes = new Uint8Array(await readBuffer(device, buffer, 0, capacity * elementBytes))
      const memory = new Uint8Array(shadow = new SharedArrayBuffer(capacity * elementBytes))
      if (!isCleared) memory.set(bytes)
      for (const late of missed) memory.set(late.bytes, late.byteOffset)
    } finally {
      missed = null
      loading = null
    }
  }

  function grow(count: number): void {
    const last = free.at(-1)
    const missing = last !== undefined && last.offset + last.count === capacity ? count - last.count : count
    const needed = capacity + missing
    const most = Math.floor(Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize) / elementBytes / row) * row
    if (needed > most) {
      const limit = device.limits.maxStorageBufferBindingSize <= device.limits.maxBufferSize ? 'maxStorageBufferBindingSize' : 'maxBufferSize'
      throw new EngineError('gpu-memory', `${label}: ${needed * elementBytes} bytes pass the adapter's ${limit} of ${device.limits[limit]}`,
        { label, limit, neededBytes: needed * elementBytes, limitBytes: device.limits[limit] })
    }
    const next = Math.min(most, Math.max(needed, inRows(capacity * 1.5)))
    const larger = createStorage(device, label, next * elementBytes)
    const encoder = device.createCommandEncoder({ label: `${label} grow` })
    encoder.copyBufferToBuffer(buffer, 0, larger, 0, capacity * elementBytes)
    device.queue.submit([encoder.finish()])
    buffer.destroy()
    buffer = larger
    if (shadow !== null) {
      const before = new Uint8Array(shadow)
      new Uint8Array(shadow = new SharedArrayBuffer(next * elementBytes)).set(before)
    }
    release(capacity, next - capacity)
    capacity = next
  }

  function release(offset: number, count: number): void {
    const at = free.findIndex((span) => span.offset > offset)
    free.splice(at === -1 ? free.length : at, 0, { offset, count })
    const merged: Span[] = []
    for (const span of free) {
      const previous = merged.at(-1)
      if (previous !== undefined && previous.offset + previous.count === span.offset) previous.count += span.count
      else merged.push({ ...span })
    }
    free = merged
  }

  return {
    get buffer() { return buffer },
    get usedElements() { return usedElements },
    get capacity() { return capacity },
    get isWasteful() { return capacity > initialCount && usedElements * 4 <= capacity },
    allocate(wanted) {
      if (wanted === 0) return 0
      const count = inRows(wanted)
      let span = free.find((candidate) => candidate.count >= count)
      if (span === undefined) {
        grow(count)
        span = free.find((candidate) => candidate.count >= count)!
      }
      const { offset } = span
      span.offset += count
      span.count -= count
      free = free.filter((candidate) => candidate.count > 0)
      usedElements += count
      return offset
    },
    free(offset, freed) {
      if (freed === 0) return
      const count = inRows(freed)
      usedElements -= count
      release(offset, count)
    },
    clear() {
      buffer.destroy()
      buffer = createStorage(device, label, initialCount * elementBytes)
      capacity = initialCount
      usedElements = 0
      free = [{ offset: 0, count: capacity }]
      isCleared = true
      if (missed !== null) missed = []
      if (shadow !== null) shadow = new SharedArrayBuffer(capacity * elementBytes)
    },
    write(offset, data) {
      device.queue.writeBuffer(buffer, offset * elementBytes, data.buffer, data.byteOffset, data.byteLength)
      if (shadow === null && missed === null) return
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      if (shadow === null) missed?.push({ byteOffset: offset * elementBytes, bytes: bytes.slice() })
      else new Uint8Array(shadow).set(bytes, offset * elementBytes)
    },
    async shadow() {
      if (shadow === null) await (loading ??= loadShadow())
      return shadow!
    },
    dispose: () => buffer.destroy(),
  }
}

function createStorage(device: GPUDevice, label: string, sizeBytes: number): GPUBuffer {
  return device.createBuffer({ label, size: Math.max(16, sizeBytes), usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC })
}
