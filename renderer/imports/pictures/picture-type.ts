import { startsWith } from '../bytes/text.ts'

/* What a picture is, and how large, by its first bytes: names and declared types are often wrong. */

/** What no reader of ours decodes, by what people call it. */
const NAMED = {
  'image/x-exr': 'EXR', 'image/vnd.radiance': 'HDR', 'image/vnd.adobe.photoshop': 'PSD', 'image/vnd-ms.dds': 'DDS', 'image/jp2': 'JPEG 2000', 'image/jxl': 'JPEG XL', 'image/heic': 'HEIC', 'image/svg+xml': 'SVG',
} as const

/** `EXR`; null for types that are decoded, or are unknown. */
export const undecodedName = (mimeType: string): string | null => (NAMED as Readonly<Record<string, string>>)[mimeType] ?? null

const SIGNATURES: readonly (readonly [mimeType: string, signature: string | readonly number[], at?: number])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', 'WEBP', 8],
  ['image/gif', 'GIF8'],
  ['image/bmp', 'BM'],
  ['image/tiff', [0x49, 0x49, 42, 0]],
  ['image/tiff', [0x4d, 0x4d, 0, 42]],
  ['image/ktx2', [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30]],
  ['image/avif', 'ftypavif', 4],
  ['image/heic', 'ftyphei', 4],
  ['image/x-exr', [0x76, 0x2f, 0x31, 0x01]],
  ['image/vnd.radiance', '#?RADIANCE'],
  ['image/vnd.radiance', '#?RGBE'],
  ['image/vnd.adobe.photoshop', '8BPS'],
  ['image/vnd-ms.dds', 'DDS '],
  ['image/jp2', [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20]],
  ['image/jxl', [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20]],
  ['image/svg+xml', '<svg'],
]

/** `application/octet-stream` for what is none. */
export function mimeTypeOf(bytes: Uint8Array): string {
  const found = SIGNATURES.find(([, signature, at = 0]) => startsWith(bytes.subarray(at), signature))
  return found?.[0] ?? (isTga(bytes) ? 'image/x-tga' : 'application/octet-stream')
}

/** TGA has no signature: its header must make sense. */
function isTga(bytes: Uint8Array): boolean {
  if (bytes.length < 18) return false
  const [, colorMap, type] = bytes
  const [width, height] = tgaSize(bytes)
  return colorMap <= 1 && [1, 2, 3, 9, 10, 11].includes(type) && (type % 8 === 1) === (colorMap === 1) && [8, 16, 24, 32].includes(bytes[16]) && width > 0 && height > 0
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function tgaSize(bytes: Uint8Array): readonly [number, number] {
  return [viewOf(bytes).getUint16(12, true), viewOf(bytes).getUint16(14, true)]
}

/** Width and height in pixels, of types that say so in the header; null: it is damaged. */
export function headerSize(bytes: Uint8Array, mimeType: string): readonly [number, number] | null {
  const size = mimeType === 'image/x-tga' ? tgaSize(bytes) : mimeType === 'image/gif' ? gifSize(bytes) : mimeType === 'image/bmp' ? bmpSize(bytes) : mimeType === 'image/tiff' ? tiffSize(bytes) : mimeType === 'image/ktx2' ? ktx2Size(bytes) : null
  return size === null || !size.every((side) => side > 0) ? null : size
}

/**
 * Of the screen on which its frames stand (GIF89a, sections 18 to 20). null also where the first frame reaches past it: browsers make the screen larger,
 * others stop, so that one file would have two sizes.
 */
function gifSize(bytes: Uint8Array): readonly [number, number] | null {
  if (bytes.length < 13) return null
  const view = viewOf(bytes)
  const size = [view.getUint16(6, true), view.getUint16(8, true)] as const
  let at = 13 + (bytes[10] & 0x80 ? 3 << ((bytes[10] & 7) + 1) : 0)
  // Extensions: two bytes, then blocks that begin with their length; the last has none.
  while (bytes[at] === 0x21) {
    for (at += 2; bytes[at] > 0; at += bytes[at] + 1);
    at++
  }
  if (bytes[at] !== 0x2c || at + 10 > bytes.length) return null
  const [x, y, width, height] = [1, 3, 5, 7].map((from) => view.getUint16(at + from, true))
  return x + width > size[0] || y + height > size[1] ? null : size
}

/** Stored upside down, its height is below zero. */
const bmpSize = (bytes: Uint8Array): readonly [number, number] | null => (bytes.length < 26 ? null : [Math.abs(viewOf(bytes).getInt32(18, true)), Math.abs(viewOf(bytes).getInt32(22, true))])

/** KTX 2.0, section 3; one that is a line has no height. */
const ktx2Size = (bytes: Uint8Array): readonly [number, number] | null => (bytes.length < 28 ? null : [viewOf(bytes).getUint32(20, true), viewOf(bytes).getUint32(24, true)])

/** Tags 256 and 257 of the first directory; TIFF 6.0, section 2. */
function tiffSize(bytes: Uint8Array): readonly [number, number] | null {
  const view = viewOf(bytes)
  const isLittle = bytes[0] === 0x49
  if (bytes.length < 8) return null
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > bytes.length) return null
  const size = [0, 0]
  for (let i = view.getUint16(directory, isLittle) - 1; i >= 0; i--) {
    const at = directory + 2 + 12 * i
    if (at + 12 > bytes.length) return null
    const tag = view.getUint16(at, isLittle)
    if (tag === 256 || tag === 257) size[tag - 256] = view.getUint16(at + 2, isLittle) === 3 ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle)
  }
  return [size[0], size[1]]
}
