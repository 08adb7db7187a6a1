import { decodePlain, shrunk } from '../pictures/decode-plain.ts'
import { encodePng } from '../pictures/encode-png.ts'
import { LIMITS } from '../bytes/limits.ts'
import { headerSize, mimeTypeOf, undecodedName } from '../pictures/picture-type.ts'
import { ImageUtils } from '@gltf-transform/core'
import type { DecodedImage, ReadOptions } from '../reader.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Of a channel: from here on it is opaque. */
const OPAQUE = 250

/**
 * One picture of a colour and a mask, which glTF has no place for: leaves, fences, lace. What the mask says is its alpha where it has one, else how light it is.
 *
 * @param color  null: white
 * @returns null: one of them is no picture that can be read
 */
export async function cutOut(color: Bytes | null, mask: Bytes, decodeImage: ReadOptions['decodeImage']): Promise<Bytes | null> {
  const [cut, shown] = [await decoded(mask, decodeImage), color === null ? null : await decoded(color, decodeImage)]
  if (cut === null || (color !== null && shown === null)) return null
  const { width, height } = shown ?? cut
  const rgba = shown === null ? new Uint8Array(4 * width * height).fill(255) : shown.rgba.slice()
  const hasAlpha = cut.rgba.some((value, i) => i % 4 === 3 && value < OPAQUE)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * cut.height) / height) * cut.width
    for (let x = 0; x < width; x++) {
      const from = 4 * (row + Math.floor((x * cut.width) / width))
      rgba[4 * (y * width + x) + 3] = hasAlpha ? cut.rgba[from + 3] : Math.round(0.2126 * cut.rgba[from] + 0.7152 * cut.rgba[from + 1] + 0.0722 * cut.rgba[from + 2])
    }
  }
  return encodePng({ width, height, rgba })
}

/** @returns null: it is no picture that can be read */
export async function decoded(bytes: Bytes, decodeImage: ReadOptions['decodeImage']): Promise<DecodedImage | null> {
  const mimeType = mimeTypeOf(bytes)
  if (mimeType === 'application/octet-stream' || undecodedName(mimeType) !== null) return null
  try {
    const size = headerSize(bytes, mimeType) ?? ImageUtils.getSize(bytes, mimeType)
    if (size === null || Math.max(...size) > LIMITS.imageSide || size[0] * size[1] > LIMITS.imagePixels) return null
    const plain = await decodePlain(bytes, mimeType)
    return plain === null ? await decodeImage(bytes, mimeType, LIMITS.textureSide) : shrunk(plain, LIMITS.textureSide)
  } catch {
    return null
  }
}
