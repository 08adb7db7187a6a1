import { zlibSync } from 'three/examples/jsm/libs/fflate.module.js'

/** 8-bit sRGB, rows from top to bottom, 3 bytes per pixel. */
export interface Image {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
  /** 1 byte per pixel; left out: opaque. */
  readonly alpha?: Uint8Array
}

/** Calls `color` for every pixel's centre; sRGB 0..255. */
export function paint(width: number, height: number, color: (x: number, y: number) => readonly number[]): Image {
  const rgb = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const c = color(x, y)
      for (let k = 0; k < 3; k++) rgb[3 * (y * width + x) + k] = Math.max(0, Math.min(255, Math.round(c[k])))
    }
  }
  return { width, height, rgb }
}

/**
 * Encodes a PNG: with a palette where 256 colours suffice, else true colour.
 *
 * Deflated in JavaScript, because zlib's bytes differ between processors and the files must not.
 */
export function encodePng(image: Image): Uint8Array<ArrayBuffer> {
  const { width, height, rgb, alpha } = image
  const palette = new Map<number, number>()
  for (let i = 0; i < rgb.length; i += 3) {
    const color = (rgb[i] << 16) | (rgb[i + 1] << 8) | rgb[i + 2]
    if (!palette.has(color)) palette.set(color, palette.size)
    if (palette.size > 256) break
  }
  const indexed = palette.size <= 256 && alpha === undefined
  const channels = indexed ? 1 : alpha === undefined ? 3 : 4
  const pixels = alpha === undefined ? rgb : withAlpha(rgb, alpha)
  const stride = channels * width
  const rows = new Uint8Array((stride + 1) * height)
  for (let y = 0; y < height; y++) {
    const row = rows.subarray(y * (stride + 1), (y + 1) * (stride + 1))
    if (indexed) {
      for (let x = 0; x < width; x++) {
        const i = 3 * (y * width + x)
        row[x + 1] = palette.get((rgb[i] << 16) | (rgb[i + 1] << 8) | rgb[i + 2])!
      }
    } else {
      row[0] = 4
      for (let i = 0; i < stride; i++) row[i + 1] = pixels[y * stride + i] - paeth(pixels, y, i, stride, channels)
    }
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, indexed ? 3 : channels === 3 ? 2 : 6, 0, 0, 0], 8)
  const colors = new Uint8Array([...palette.keys()].flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]))
  const parts = [
    new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    ...(indexed ? [chunk('PLTE', colors)] : []),
    chunk('IDAT', zlibSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ]
  return concatenate(parts)
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function withAlpha(rgb: Uint8Array, alpha: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(4 * alpha.length)
  for (let i = 0; i < alpha.length; i++) rgba.set([rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2], alpha[i]], 4 * i)
  return rgba
}

/** The PNG predictor of left, above and above-left. */
function paeth(pixels: Uint8Array, y: number, i: number, stride: number, channels: number): number {
  const left = i >= channels ? pixels[y * stride + i - channels] : 0
  const above = y > 0 ? pixels[(y - 1) * stride + i] : 0
  const corner = i >= channels && y > 0 ? pixels[(y - 1) * stride + i - channels] : 0
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff
  for (const byte of bytes) c = CRC_TABLE[(c ^ byte) & 255] ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
