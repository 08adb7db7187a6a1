import { BATCH_BYTES, createTimestampBatch, type TimestampBatch } from './timestamps.ts'

/** What a step brings back beside its picture: times and numbers, in one piece, when the GPU has done all of it. */
export interface Arrived {
  /** Of passes on the GPU by name, milliseconds; nothing where the adapter has no timestamps. */
  readonly ms: Readonly<Record<string, number>>
  /** By the name they were copied under; null: they were not. */
  words(name: string): Uint32Array | null
}

/** The way back from the GPU, of one step: the only thing that a step waits for. */
export interface Readback {
  readonly times: TimestampBatch
  /** Brings back so many bytes of a buffer, as they are then; multiples of 4. */
  encodeCopy(encoder: GPUCommandEncoder, name: string, from: GPUBuffer, byteOffset: number, sizeBytes: number): void
  /** Last of all: submit, then read. */
  encodeEnd(encoder: GPUCommandEncoder): void
  /** Waits for the GPU; another step may take it then. */
  read(): Promise<Arrived>
  /** Nothing of it will be read. */
  release(): void
}

/** As many as are in flight at once. */
export interface Readbacks {
  readonly isTimed: boolean
  take(): Readback
  dispose(): void
}

/** Beside the times. */
const MOST_BYTES = 2048

export function createReadbacks(device: GPUDevice): Readbacks {
  const free: Readback[] = []
  const made: { dispose(): void }[] = []

  function create(): Readback {
    const times = createTimestampBatch(device)
    const mapped = device.createBuffer({ label: 'readback', size: BATCH_BYTES + MOST_BYTES, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST })
    let places: { readonly name: string; readonly begin: number; readonly end: number }[] = []
    made.push(times, { dispose: () => mapped.destroy() })
    const readback: Readback = {
      times,
      encodeCopy(encoder, name, from, byteOffset, sizeBytes) {
        const begin = places.at(-1)?.end ?? BATCH_BYTES
        encoder.copyBufferToBuffer(from, byteOffset, mapped, begin, sizeBytes)
        places.push({ name, begin, end: begin + sizeBytes })
      },
      encodeEnd: (encoder) => times.encodeCopy(encoder, mapped),
      async read() {
        await mapped.mapAsync(GPUMapMode.READ)
        const copied = mapped.getMappedRange().slice(0)
        mapped.unmap()
        const [ms, placed] = [times.take(copied), places]
        readback.release()
        return {
          ms,
          words(name) {
            const place = placed.find((each) => each.name === name)
            return place === undefined ? null : new Uint32Array(copied.slice(place.begin, place.end))
          },
        }
      },
      release() {
        times.clear()
        places = []
        free.push(readback)
      },
    }
    return readback
  }

  const first = create()
  free.push(first)
  return {
    isTimed: first.times.isSupported,
    take: () => free.pop() ?? create(),
    dispose: () => { for (const each of made) each.dispose() },
  }
}
