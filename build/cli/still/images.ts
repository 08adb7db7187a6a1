import { FloatType } from 'three'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import { HDRLoader } from 'three/examples/jsm/loaders/HDRLoader.js'
import type { EnvironmentImage } from '../../../gpu/index.ts'

/**
 * A Radiance or OpenEXR image, linear, as it stands: 1 is 1 nit.
 *
 * @throws Error when the bytes are no such image
 */
export function decodeEnvironment(name: string, bytes: Uint8Array<ArrayBuffer>): EnvironmentImage {
  const isExr = /\.exr$/i.test(name)
  const { width, height, data, format } = isExr ? decode(new EXRLoader(), bytes) : decode(new HDRLoader(), bytes)
  // A file that is cut off is read on into what lies behind it, without a word.
  if (!isExr) {
    const behind = decode(new HDRLoader(), withMore(bytes))
    if (behind.data.subarray(0, width * height * 4).some((value, i) => value !== data[i])) throw new Error('its end is missing')
  }
  const channels = data.length / (width * height)
  if (!(width >= 1 && height >= 1) || !(channels === 4 || channels === 1)) throw new Error(`it holds ${width} x ${height} pixels of format ${format ?? 'unknown'}`)
  // three divides the mantissa of a Radiance pixel by 255; the format's own program divides by 256.
  const scale = isExr ? 1 : 255 / 256
  const rgb = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    // EXRLoader gives rows from bottom to top, HDRLoader as they stand.
    const row = isExr ? height - 1 - y : y
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const value = data[(row * width + x) * channels + (channels === 4 ? c : 0)] * scale
        rgb[(y * width + x) * 3 + c] = Number.isFinite(value) && value > 0 ? Math.min(value, 1e9) : 0
      }
    }
  }
  return { key: name, width, height, rgb }
}

interface Decoded { readonly width: number; readonly height: number; readonly data: Float32Array; readonly format?: number }

function decode(loader: EXRLoader | HDRLoader, bytes: Uint8Array<ArrayBuffer>): Decoded {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  return loader.setDataType(FloatType).parse(buffer) as unknown as Decoded
}

function withMore(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(bytes.length + 65536).fill(3)
  longer.set(bytes)
  return longer
}
