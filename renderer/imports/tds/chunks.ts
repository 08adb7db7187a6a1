import { AtriumError } from '../../errors/atrium-error.ts'

/** An id, and where its content lies in the file. */
export interface Chunk { readonly id: number; readonly from: number; readonly to: number }

const HEAD_BYTES = 6

/**
 * The chunks of 3D Studio that lie between two places of a file, one after the other.
 *
 * @throws AtriumError `model-invalid` where one does not end within what holds it
 */
export function chunksIn(view: DataView, from: number, to: number): Chunk[] {
  const found: Chunk[] = []
  // Fewer bytes than a head has are left over, and mean nothing.
  for (let at = from; at + HEAD_BYTES <= to;) {
    const length = view.getUint32(at + 2, true)
    if (length < HEAD_BYTES || at + length > to) throw new AtriumError('model-invalid', `The file is damaged near byte ${at}: a part of it does not end where the next begins.`)
    found.push({ id: view.getUint16(at, true), from: at + HEAD_BYTES, to: at + length })
    at += length
  }
  return found
}

/** Reads the values of one chunk in their order; never beyond its end. */
export class Values {
  constructor(private readonly view: DataView, public at: number, private readonly end: number) {}

  /** Bytes that are left. */
  get left(): number {
    return this.end - this.at
  }

  word(): number {
    return this.view.getUint16(this.take(2), true)
  }

  long(): number {
    return this.view.getUint32(this.take(4), true)
  }

  float(): number {
    return this.view.getFloat32(this.take(4), true)
  }

  floats(count: number): Float32Array<ArrayBuffer> {
    const from = this.take(4 * count)
    return Float32Array.from({ length: count }, (_, i) => this.view.getFloat32(from + 4 * i, true))
  }

  bytes(count: number): number[] {
    const from = this.take(count)
    return Array.from({ length: count }, (_, i) => this.view.getUint8(from + i))
  }

  /** Up to a zero. Programs of the time wrote the code page of Western Europe. */
  text(): string {
    let end = this.at
    while (end < this.end && this.view.getUint8(end) !== 0) end++
    const text = new TextDecoder('windows-1252').decode(new Uint8Array(this.view.buffer, this.view.byteOffset + this.at, end - this.at))
    this.at = Math.min(end + 1, this.end)
    return text
  }

  private take(bytes: number): number {
    const from = this.at
    if (from + bytes > this.end) throw new AtriumError('model-invalid', `The file is damaged near byte ${from}: it announces more values than it holds.`)
    this.at = from + bytes
    return from
  }
}
