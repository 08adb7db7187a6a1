import type { DecodedImage } from '../reader.ts'

/** The table of a GIF holds this many codes (12 bits). */
const CODES = 4096

/**
 * The first frame of a GIF in Node.
 * @throws Error of damaged data. The time is bounded by the bytes and by the pixels that the header names: the library itself follows
 * codes that refer to themselves for ever, and makes room for a frame of any size.
 * @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt, appendix F
 */
export async function readGif(bytes: Uint8Array): Promise<DecodedImage> {
  const { GifReader } = await import('omggif')
  const gif = new GifReader(bytes)
  const frame = gif.frameInfo(0)
  if (frame.x + frame.width > gif.width || frame.y + frame.height > gif.height) throw new Error('frame outside the picture')
  checkCodes(bytes.subarray(frame.data_offset, frame.data_offset + frame.data_length))
  const rgba = new Uint8Array(gif.width * gif.height * 4)
  gif.decodeAndBlitFrameRGBA(0, rgba)
  return { width: gif.width, height: gif.height, rgba }
}

/** Throws where a code stands before what it refers to; data are the size of the codes and the blocks. */
function checkCodes(data: Uint8Array): void {
  const least = data[0]
  if (least < 1 || least > 8) throw new Error('size of codes')
  const clear = 1 << least
  let [bits, next, first] = [least + 1, clear + 2, true]
  let [held, shift] = [0, 0]
  for (const byte of inBlocks(data)) {
    held |= byte << shift
    shift += 8
    while (shift >= bits) {
      const code = held & ((1 << bits) - 1)
      held >>= bits
      shift -= bits
      if (code === clear + 1) return
      if (code === clear) {
        ;[bits, next, first] = [least + 1, clear + 2, true]
        continue
      }
      if (code > next || (first && code >= clear)) throw new Error('code before what it refers to')
      // The first code of a run adds nothing to the table.
      if (!first && next < CODES && ++next >= 1 << bits && bits < 12) bits++
      first = false
    }
  }
}

/** The bytes of all blocks: each begins with its length, the last has none. */
function* inBlocks(data: Uint8Array): Generator<number> {
  for (let at = 1; at < data.length && data[at] > 0; at += data[at] + 1) yield* data.subarray(at + 1, at + 1 + data[at])
}
