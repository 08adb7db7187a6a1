import { AtriumError } from '../../errors/atrium-error.ts'

export type SurroundingsKind = 'hdr' | 'exr'

/** What a file of the surroundings says about itself before a pixel is decoded. */
export interface SurroundingsHeader {
  readonly kind: SurroundingsKind
  readonly width: number
  readonly height: number
  /** Where the pixels begin; only of Radiance files. */
  readonly start: number
}

export const broken = (detail: string): AtriumError => new AtriumError('surroundings-invalid', detail)

/** @throws AtriumError `surroundings-invalid` for bytes that are no Radiance or OpenEXR image, or do not say how large it is */
export function readHeader(bytes: Uint8Array): SurroundingsHeader {
  if (bytes[0] === 0x76 && bytes[1] === 0x2f && bytes[2] === 0x31 && bytes[3] === 0x01) return readExrHeader(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 65_536))
  if (!/^#\?(RADIANCE|RGBE)/.test(head)) throw broken('it is neither a Radiance (HDR) nor an OpenEXR image')
  const size = /\n-Y (\d{1,9}) \+X (\d{1,9})\r?\n/.exec(head)
  if (size === null) throw broken('its size is missing, or its rows do not run from top to bottom')
  return { kind: 'hdr', width: Number(size[2]), height: Number(size[1]), start: size.index + size[0].length }
}

/** Bytes of the attributes that have one size only: three's loader takes as many, whatever the file says, and is lost where it says something else. */
const SIZES: Readonly<Record<string, number>> = { box2i: 16, box2f: 16, chromaticities: 32, compression: 1, double: 8, envmap: 1, float: 4, int: 4, lineOrder: 1, rational: 8, tiledesc: 9, timecode: 8, v2f: 8, v2i: 8, v3f: 12, v3i: 12 }

/** Whether channels fill their list to its last byte: each a name and sixteen bytes, and a zero behind them. three's loader goes on where they end, wherever that is. */
function areWhole(list: Uint8Array): boolean {
  let at = 0
  while (at < list.length - 1) {
    const end = list.indexOf(0, at)
    if (end <= at) return false
    at = end + 17
  }
  return at === list.length - 1 && list[at] === 0
}

/** Several images in one file. */
const MULTI_PART = 16
/** Of all of them: each has a dozen or some dozens. */
const MOST_ATTRIBUTES = 100_000

/** Attributes are a name, a type, a size and as many bytes: OpenEXR, "Technical introduction", structure of the header. */
function readExrHeader(bytes: Uint8Array): SurroundingsHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  const text = (): string => {
    const end = bytes.indexOf(0, at)
    if (end < 0 || end - at > 255) throw broken('its header is damaged')
    const read = new TextDecoder('latin1').decode(bytes.subarray(at, end))
    at = end + 1
    return read
  }
  let size: SurroundingsHeader | null = null
  // All are walked: three's loader runs on for ever where a name does not end.
  for (let k = 0; k < MOST_ATTRIBUTES && at < bytes.length; k++) {
    if (bytes[at] === 0) {
      if (size === null) break
      // The headers of further images follow, and an empty one.
      if ((bytes[5] & MULTI_PART) === 0 || bytes[++at] === 0) return size
      continue
    }
    const [name, type] = [text(), text()]
    if (at + 4 > bytes.length) break
    const length = view.getUint32(at, true)
    at += 4
    if (length > bytes.length - at || length !== (SIZES[type] ?? length) || (type === 'chlist' && !areWhole(bytes.subarray(at, at + length)))) break
    if (size === null && name === 'dataWindow' && type === 'box2i' && length === 16) {
      const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view.getInt32(at + offset, true))
      size = { kind: 'exr', width: right - left + 1, height: bottom - top + 1, start: 0 }
    }
    at += length
  }
  throw broken('its header is damaged or cut off')
}

/**
 * Whether all pixels of a Radiance image are there: three's loader reads on into nothing, without a word.
 *
 * Scan lines are run-length encoded by component (Ward, "Real pixels", Graphics Gems II), or plain pixels of four bytes.
 */
export function isWhole(bytes: Uint8Array, { width, height, start }: SurroundingsHeader): boolean {
  const isPacked = width >= 8 && width <= 0x7fff && bytes[start] === 2 && bytes[start + 1] === 2 && (bytes[start + 2] & 0x80) === 0
  if (!isPacked) return start + 4 * width * height <= bytes.length
  let at = start
  for (let row = 0; row < height; row++) {
    at += 4
    for (let left = 4 * width; left > 0;) {
      if (at >= bytes.length) return false
      const count = bytes[at] > 128 ? bytes[at] - 128 : bytes[at]
      if (count === 0) return false
      at += bytes[at] > 128 ? 2 : 1 + count
      left -= count
    }
  }
  return at <= bytes.length
}
