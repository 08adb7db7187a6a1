/** What passes take their times by. */
export interface PassTimer {
  /** What a compute pass takes as `timestampWrites`; undefined without timestamps or when the batch is full. */
  writes(name: string): GPUComputePassTimestampWrites | undefined
}

/** Of several passes that are timed as one: what the first takes, and the last. */
export const beginningOf = (timing: GPUComputePassTimestampWrites | undefined): GPUComputePassTimestampWrites | undefined =>
  timing && { querySet: timing.querySet, beginningOfPassWriteIndex: timing.beginningOfPassWriteIndex }
export const endOf = (timing: GPUComputePassTimestampWrites | undefined): GPUComputePassTimestampWrites | undefined =>
  timing && { querySet: timing.querySet, endOfPassWriteIndex: timing.endOfPassWriteIndex }

/** For passes that nobody times. */
export const UNTIMED: PassTimer = { writes: () => undefined }

/** Times of GPU passes by name, until they are taken; nothing where the adapter has no timestamps. */
export interface TimestampBatch extends PassTimer {
  readonly isSupported: boolean
  /** Times whatever is submitted from here, */
  encodeStart(encoder: GPUCommandEncoder, name: string): void
  /** to here. */
  encodeEnd(encoder: GPUCommandEncoder, name: string): void
  /** Records the copy of all values to the start of a buffer of BATCH_BYTES at least. */
  encodeCopy(encoder: GPUCommandEncoder, to: GPUBuffer): void
  /** Milliseconds of each name, passes of one name added up, of what was copied; the batch is empty then. */
  take(copied: ArrayBuffer): Record<string, number>
  /** Empties it. */
  clear(): void
  dispose(): void
}

const CAPACITY = 64
export const BATCH_BYTES = CAPACITY * 8

export function createTimestampBatch(device: GPUDevice): TimestampBatch {
  if (!device.features.has('timestamp-query')) {
    const nothing = () => {}
    return { ...UNTIMED, isSupported: false, encodeStart: nothing, encodeEnd: nothing, encodeCopy: nothing, take: () => ({}), clear: nothing, dispose: nothing }
  }
  const querySet = device.createQuerySet({ label: 'timestamps', type: 'timestamp', count: CAPACITY })
  const resolved = device.createBuffer({ label: 'timestamps resolved', size: BATCH_BYTES, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC })
  let names: string[] = []
  const moment = (encoder: GPUCommandEncoder, timestampWrites: GPUComputePassTimestampWrites) => encoder.beginComputePass({ label: 'moment', timestampWrites }).end()
  return {
    isSupported: true,
    writes(name) {
      const first = names.length * 2
      if (first + 2 > CAPACITY) return undefined
      names.push(name)
      return { querySet, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 }
    },
    encodeStart(encoder, name) {
      const first = names.length * 2
      if (first + 2 > CAPACITY) return
      names.push(name)
      moment(encoder, { querySet, endOfPassWriteIndex: first })
    },
    encodeEnd(encoder, name) {
      const first = names.indexOf(name) * 2
      if (first >= 0) moment(encoder, { querySet, beginningOfPassWriteIndex: first + 1 })
    },
    encodeCopy(encoder, to) {
      if (names.length === 0) return
      encoder.resolveQuerySet(querySet, 0, names.length * 2, resolved, 0)
      encoder.copyBufferToBuffer(resolved, 0, to, 0, names.length * 16)
    },
    take(copied) {
      const times = new BigUint64Array(copied, 0, names.length * 2)
      const milliseconds: Record<string, number> = {}
      for (const [i, name] of names.entries()) {
        // A clock that was reset between two writes gives nonsense: count it as nothing.
        const ns = Number(times[2 * i + 1] - times[2 * i])
        milliseconds[name] = (milliseconds[name] ?? 0) + (ns > 0 && ns < 1e11 ? ns / 1e6 : 0)
      }
      names = []
      return milliseconds
    },
    clear() { names = [] },
    dispose() {
      querySet.destroy()
      resolved.destroy()
    },
  }
}

/** Times GPU passes by name; does nothing where the adapter has no timestamps. */
export interface Timestamps extends PassTimer {
  readonly isSupported: boolean
  /** Ends a batch: records the copy of its values. */
  resolve(encoder: GPUCommandEncoder): void
  /** After submit: milliseconds of each name in the batch, passes of one name added up. */
  read(): Promise<Record<string, number>>
  dispose(): void
}

/** One batch in flight at a time: writes, resolve, submit, read. */
export function createTimestamps(device: GPUDevice): Timestamps {
  const batch = createTimestampBatch(device)
  const mapped = device.createBuffer({ label: 'timestamps read', size: BATCH_BYTES, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST })
  return {
    isSupported: batch.isSupported,
    writes: (name) => batch.writes(name),
    resolve: (encoder) => batch.encodeCopy(encoder, mapped),
    async read() {
      if (!batch.isSupported) return {}
      await mapped.mapAsync(GPUMapMode.READ)
      const milliseconds = batch.take(mapped.getMappedRange())
      mapped.unmap()
      return milliseconds
    },
    dispose() {
      batch.dispose()
      mapped.destroy()
    },
  }
}
