/** What is written: whole numbers as `{ int }`, ids as `{ id }`, else reals, texts, bytes, and arrays of reals or of whole numbers. */
export type Written = number | string | Uint8Array | Float64Array | Int32Array | { readonly int: number } | { readonly id: number }

export interface WrittenNode {
  readonly name: string
  readonly values?: readonly Written[]
  readonly children?: readonly WrittenNode[]
}

const MARK = 'Kaydara FBX Binary  \0\x1a\0'
const VERSION = 7400
/** Zeros that end a list, and the file: loaders know its end by what is left behind the last node. */
const [LIST_END, FOOT] = [13, 176]

/** A binary FBX file of version 7.4, nothing compressed. */
export function writeBinary(nodes: readonly WrittenNode[]): Uint8Array<ArrayBuffer> {
  const out = new Growing()
  out.bytes(new TextEncoder().encode(MARK))
  out.u32(VERSION)
  for (const node of nodes) writeNode(out, node)
  out.bytes(new Uint8Array(LIST_END + FOOT))
  return out.whole()
}

function writeNode(out: Growing, { name, values = [], children = [] }: WrittenNode): void {
  const start = out.length
  out.u32(0)
  out.u32(values.length)
  out.u32(0)
  const encoded = new TextEncoder().encode(name)
  out.u8(encoded.length)
  out.bytes(encoded)
  const before = out.length
  for (const value of values) writeValue(out, value)
  out.patch(start + 8, out.length - before)
  for (const child of children) writeNode(out, child)
  if (children.length > 0) out.bytes(new Uint8Array(LIST_END))
  out.patch(start, out.length)
}

function writeValue(out: Growing, value: Written): void {
  const typed = (type: string): void => out.u8(type.charCodeAt(0))
  if (typeof value === 'number') {
    typed('D')
    out.f64(value)
  } else if (typeof value === 'string' || value instanceof Uint8Array) {
    const content = typeof value === 'string' ? new TextEncoder().encode(value) : value
    typed(typeof value === 'string' ? 'S' : 'R')
    out.u32(content.length)
    out.bytes(content)
  } else if (value instanceof Float64Array || value instanceof Int32Array) {
    typed(value instanceof Float64Array ? 'd' : 'i')
    out.u32(value.length)
    out.u32(0)
    out.u32(value.byteLength)
    out.bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  } else if ('int' in value) {
    typed('I')
    out.u32(value.int)
  } else {
    typed('L')
    out.u32(value.id % 2 ** 32)
    out.u32(Math.floor(value.id / 2 ** 32))
  }
}

/** Little-endian, as every machine that runs this. */
class Growing {
  length = 0
  #held = new Uint8Array(2 ** 16)
  #view = new DataView(this.#held.buffer)

  u8(value: number): void {
    const at = this.#more(1)
    this.#view.setUint8(at, value)
  }

  u32(value: number): void {
    const at = this.#more(4)
    this.#view.setUint32(at, value, true)
  }

  f64(value: number): void {
    const at = this.#more(8)
    this.#view.setFloat64(at, value, true)
  }

  bytes(content: Uint8Array): void {
    const at = this.#more(content.length)
    this.#held.set(content, at)
  }

  patch(at: number, value: number): void {
    this.#view.setUint32(at, value, true)
  }

  whole(): Uint8Array<ArrayBuffer> {
    return this.#held.slice(0, this.length)
  }

  /** Where so many bytes go; what holds them may be another array afterwards. */
  #more(count: number): number {
    const at = this.length
    this.length += count
    if (this.length > this.#held.length) {
      const larger = new Uint8Array(2 ** Math.ceil(Math.log2(this.length)))
      larger.set(this.#held)
      this.#held = larger
      this.#view = new DataView(larger.buffer)
    }
    return at
  }
}
