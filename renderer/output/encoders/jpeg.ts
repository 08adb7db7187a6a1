import { joined, text } from './bytes.ts'
import { BIT_COUNTS, CHROMA_QUANTA, LUMA_QUANTA, VALUES, ZIGZAG } from './jpeg-tables.ts'
import type { PictureEncoder, PictureFacts, Sink } from './sink.ts'
import { panoramaXmp } from './xmp.ts'

/** Of 100, as libjpeg counts. */
const QUALITY = 95
/** Coded bytes are handed on in chunks of about this size. */
const PIECE_BYTES = 1 << 16

/**
 * A baseline JPEG, eight rows at a time: full color resolution, the tables of the standard's annex K (ITU-T T.81). Eight rows are in memory,
 * whatever the picture's size.
 */
export async function createJpegEncoder(sink: Sink, { width, height, panorama }: Omit<PictureFacts, 'transparent'>): Promise<PictureEncoder<Uint8Array>> {
  const quanta = [LUMA_QUANTA, CHROMA_QUANTA].map((table) => scaledQuanta(table, QUALITY))
  await sink.write(headerOf(width, height, quanta, panorama))
  const code = createEntropyCoder()
  const blocks = quanta.map((table) => createBlockTransform(table))
  const last = [0, 0, 0]
  const columns = Math.ceil(width / 8)
  const waiting = new Uint8Array(columns * 8 * 8 * 4)
  let waitingRows = 0
  let rows = 0
  const [luma, blue, red] = [new Float32Array(64), new Float32Array(64), new Float32Array(64)]

  async function writeBlocks(): Promise<void> {
    for (let column = 0; column < columns; column++) {
      for (let i = 0; i < 64; i++) {
        const at = 4 * ((i >> 3) * columns * 8 + column * 8 + (i & 7))
        const r = waiting[at]
        const g = waiting[at + 1]
        const b = waiting[at + 2]
        // BT.601, as every JPEG.
        luma[i] = 0.299 * r + 0.587 * g + 0.114 * b - 128
        blue[i] = -0.168736 * r - 0.331264 * g + 0.5 * b
        red[i] = 0.5 * r - 0.418688 * g - 0.081312 * b
      }
      last[0] = code.block(blocks[0](luma), last[0], 0)
      last[1] = code.block(blocks[1](blue), last[1], 1)
      last[2] = code.block(blocks[1](red), last[2], 1)
      if (code.size > PIECE_BYTES) await sink.write(code.take())
    }
    waitingRows = 0
  }

  return {
    async rows(rgba) {
      const stride = width * 4
      for (let y = 0; y * stride < rgba.length; y++) {
        const to = waiting.subarray(waitingRows * columns * 32, (waitingRows + 1) * columns * 32)
        to.set(rgba.subarray(y * stride, (y + 1) * stride))
        // Blocks reach beyond the edge: its last pixel goes on.
        for (let x = width; x < columns * 8; x++) to.copyWithin(4 * x, 4 * (width - 1), 4 * width)
        rows++
        if (++waitingRows === 8) await writeBlocks()
      }
    },
    async end() {
      if (rows !== height) throw new Error(`${rows} of ${height} rows were written`)
      if (waitingRows > 0) {
        const from = (waitingRows - 1) * columns * 32
        for (let y = waitingRows; y < 8; y++) waiting.copyWithin(y * columns * 32, from, from + columns * 32)
        await writeBlocks()
      }
      code.flush()
      await sink.write(joined(code.take(), Uint8Array.of(0xff, 0xd9)))
    },
  }
}

function headerOf(width: number, height: number, quanta: readonly Uint8Array[], panorama: boolean): Uint8Array<ArrayBuffer> {
  const big = (value: number) => [value >> 8, value & 255]
  const segment = (marker: number, ...parts: readonly (Uint8Array | readonly number[])[]) => {
    const body = joined(...parts.map((part) => Uint8Array.from(part)))
    return joined(Uint8Array.of(0xff, marker, ...big(body.length + 2)), body)
  }
  const huffman = (id: number, kind: 'dc' | 'ac', which: 0 | 1) => joined(Uint8Array.of(id), BIT_COUNTS[kind][which], VALUES[kind][which])
  return joined(
    Uint8Array.of(0xff, 0xd8),
    segment(0xe0, text('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 0, 0]),
    panorama ? segment(0xe1, text('http://ns.adobe.com/xap/1.0/\0'), panoramaXmp(width, height)) : new Uint8Array(0),
    segment(0xdb, [0], ZIGZAG.map((at) => quanta[0][at]), [1], ZIGZAG.map((at) => quanta[1][at])),
    segment(0xc0, [8, ...big(height), ...big(width), 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]),
    segment(0xc4, huffman(0x00, 'dc', 0), huffman(0x10, 'ac', 0), huffman(0x01, 'dc', 1), huffman(0x11, 'ac', 1)),
    segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
  )
}

/** libjpeg's scale. */
function scaledQuanta(table: readonly number[], quality: number): Uint8Array {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
  return Uint8Array.from(table, (value) => Math.min(255, Math.max(1, Math.floor((value * percent + 50) / 100))))
}

const COSINES = Float32Array.from({ length: 64 }, (_, i) => {
  const [k, x] = [i >> 3, i & 7]
  return (k === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * k * Math.PI) / 16)
})

/** 64 samples, row by row, to quantized coefficients in zigzag order: the discrete cosine transform, first along rows, then columns. */
function createBlockTransform(quanta: Uint8Array): (samples: Float32Array) => Int16Array {
  const half = new Float32Array(64)
  const out = new Int16Array(64)
  const natural = new Int16Array(64)
  return (samples) => {
    for (let y = 0; y < 64; y += 8) {
      for (let k = 0; k < 8; k++) {
        let sum = 0
        for (let x = 0; x < 8; x++) sum += COSINES[8 * k + x] * samples[y + x]
        half[y + k] = sum
      }
    }
    for (let k = 0; k < 8; k++) {
      for (let x = 0; x < 8; x++) {
        let sum = 0
        for (let y = 0; y < 8; y++) sum += COSINES[8 * k + y] * half[8 * y + x]
        natural[8 * k + x] = Math.round(sum / quanta[8 * k + x])
      }
    }
    for (let i = 0; i < 64; i++) out[i] = natural[ZIGZAG[i]]
    return out
  }
}

interface HuffmanCode { readonly bits: Uint8Array; readonly code: Uint16Array }

/** Codes in the order of their lengths (T.81, annex C). */
function codesOf(counts: Uint8Array, values: Uint8Array): HuffmanCode {
  const bits = new Uint8Array(256)
  const code = new Uint16Array(256)
  let [next, at] = [0, 0]
  counts.forEach((count, length) => {
    for (let i = 0; i < count; i++, at++, next++) {
      bits[values[at]] = length + 1
      code[values[at]] = next
    }
    next <<= 1
  })
  return { bits, code }
}

/** Huffman-coded blocks, bit by bit, a zero behind every 0xff. */
function createEntropyCoder() {
  const dc = [0, 1].map((which) => codesOf(BIT_COUNTS.dc[which], VALUES.dc[which]))
  const ac = [0, 1].map((which) => codesOf(BIT_COUNTS.ac[which], VALUES.ac[which]))
  let bytes = new Uint8Array(2 * PIECE_BYTES)
  let size = 0
  let held = 0
  let heldBits = 0

  function put(value: number, count: number): void {
    held = (held << count) | value
    heldBits += count
    while (heldBits >= 8) {
      const byte = (held >> (heldBits - 8)) & 255
      bytes[size++] = byte
      if (byte === 0xff) bytes[size++] = 0
      heldBits -= 8
    }
    held &= (1 << heldBits) - 1
  }
  const sizeOf = (value: number): number => 32 - Math.clz32(Math.abs(value))
  const putValue = (value: number, count: number): void => put(value < 0 ? value + (1 << count) - 1 : value, count)
  const putCode = ({ bits, code }: HuffmanCode, symbol: number): void => put(code[symbol], bits[symbol])

  return {
    get size() { return size },
    /** @returns the block's first coefficient, which the next of the same component is told from */
    block(coefficients: Int16Array, before: number, kind: 0 | 1): number {
      const difference = coefficients[0] - before
      putCode(dc[kind], sizeOf(difference))
      putValue(difference, sizeOf(difference))
      let zeros = 0
      for (let i = 1; i < 64; i++) {
        const value = coefficients[i]
        if (value === 0) {
          zeros++
          continue
        }
        for (; zeros > 15; zeros -= 16) putCode(ac[kind], 0xf0)
        putCode(ac[kind], (zeros << 4) | sizeOf(value))
        putValue(value, sizeOf(value))
        zeros = 0
      }
      if (zeros > 0) putCode(ac[kind], 0)
      return coefficients[0]
    },
    /** The last byte is filled up with ones. */
    flush(): void {
      if (heldBits > 0) put((1 << (8 - heldBits)) - 1, 8 - heldBits)
    },
    take(): Uint8Array<ArrayBuffer> {
      const taken = bytes.slice(0, size)
      size = 0
      return taken
    },
  }
}
