/** Times GPU passes by name; does nothing where the adapter has no timestamps. */
export interface Timestamps {
  readonly isSupported: boolean
  /** What a compute pass takes as `timestampWrites`; undefined without timestamps or when the batch is full. */
  writes(name: string): GPUComputePassTimestampWrites | undefined
  /** Ends a batch: records the copy of its values. */
  resolve(encoder: GPUCommandEncoder): void
  /** After submit: milliseconds of each name in the batch, passes of one name added up. */
  read(): Promise<Record<string, number>>
  dispose(): void
}

const CAPACITY = 64

/** One batch in flight at a time: writes, resolve, submit, read. */
export function createTimestamps(device: GPUDevice): Timestamps {
  if (!device.features.has('timestamp-query')) {
    return { isSupported: false, writes: () => undefined, resolve: () => {}, read: () => Promise.resolve({}), dispose: () => {} }
  }
  const querySet = device.createQuerySet({ label: 'timestamps', type: 'timestamp', count: CAPACITY })
  const usage = GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC
  const resolved = device.createBuffer({ label: 'timestamps resolved', size: CAPACITY * 8, usage })
  const mapped = device.createBuffer({ label: 'timestamps read', size: CAPACITY * 8, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST })
  let names: string[] = []
  return {
    isSupported: true,
    writes(name) {
      const first = names.length * 2
      if (first + 2 > CAPACITY) return undefined
      names.push(name)
      return { querySet, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 }
    },
    resolve(encoder) {
      if (names.length === 0) return
      encoder.resolveQuerySet(querySet, 0, names.length * 2, resolved, 0)
      encoder.copyBufferToBuffer(resolved, 0, mapped, 0, names.length * 16)
    },
    async read() {
      const batch = names
      names = []
      const milliseconds: Record<string, number> = {}
      if (batch.length === 0) return milliseconds
      await mapped.mapAsync(GPUMapMode.READ, 0, batch.length * 16)
      const times = new BigUint64Array(mapped.getMappedRange(0, batch.length * 16))
      for (const [i, name] of batch.entries()) {
        // A clock that was reset between two writes gives nonsense: count it as nothing.
        const ns = Number(times[2 * i + 1] - times[2 * i])
        milliseconds[name] = (milliseconds[name] ?? 0) + (ns > 0 && ns < 1e11 ? ns / 1e6 : 0)
      }
      mapped.unmap()
      return milliseconds
    },
    dispose() {
      querySet.destroy()
      resolved.destroy()
      mapped.destroy()
    },
  }
}
