import { zlibSync } from 'three/examples/jsm/libs/fflate.module.js'
import type { DecodedImage } from '../reader.ts'

/** A PNG of straight alpha. Deflated in JavaScript: the bytes name the picture, and those of zlib differ between processors. */
export function encodePng({ width, height, rgba }: DecodedImage): Uint8Array<ArrayBuffer> {
  const stride = 4 * width
  const rows = new Uint8Array((stride + 1) * height)
  for (let y = 0; y < height; y++) rows.set(rgba.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, width)
  new DataView(header.buffer).setUint32(4, height)
  // Eight bits a channel, colour with alpha.
  header.set([8, 6, 0, 0, 0], 8)
  const parts = [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), chunk('IHDR', header), chunk('IDAT', zlibSync(rows, { level: 1 })), chunk('IEND', new Uint8Array())]
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) { whole.set(part, at); at += part.length }
  return whole
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(content, 8)
  view.setUint32(8 + content.length, crc(bytes.subarray(4, 8 + content.length)))
  return bytes
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/** ISO 3309, as PNG has it. */
function crc(bytes: Uint8Array): number {
  let c = 0xffffffff
  for (const byte of bytes) c = TABLE[(c ^ byte) & 255] ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
