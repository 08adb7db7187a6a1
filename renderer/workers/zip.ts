import { configure, Writer } from '@zip.js/zip.js/lib/zip-core-native.js'

/** We are in a worker of our own already, and blob workers are not allowed by our policy. */
export const withoutWorkers = (): void => configure({ useWebWorkers: false })

/** How much a project file may ask for. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  /** Bytes of everything together, unpacked. */
  totalBytes: 4 * 2 ** 30,
  /** Unpacked to packed: deflate reaches 1000, a project file 20. */
  ratio: 200,
  /** Below this the ratio does not matter. */
  harmlessBytes: 16 * 2 ** 20,
  jsonBytes: 256 * 2 ** 20,
  thumbnailBytes: 16 * 2 ** 20,
  assetBytes: 2 ** 31 - 2 ** 21,
} as const

/** Gathers one entry; fails as soon as more arrives than the directory announced, whatever the data says. */
export class BoundedWriter extends Writer<Uint8Array<ArrayBuffer>> {
  private readonly bytes: Uint8Array<ArrayBuffer>
  private length = 0

  constructor(sizeBytes: number) {
    super()
    this.bytes = new Uint8Array(sizeBytes)
  }

  override writeUint8Array(chunk: Uint8Array): Promise<void> {
    if (this.length + chunk.byteLength > this.bytes.byteLength) return Promise.reject(new RangeError('more data than announced'))
    this.bytes.set(chunk, this.length)
    this.length += chunk.byteLength
    return Promise.resolve()
  }

  override getData(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.length < this.bytes.byteLength) return Promise.reject(new RangeError('less data than announced'))
    return Promise.resolve(this.bytes)
  }
}
