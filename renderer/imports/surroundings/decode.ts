import { FloatType } from 'three'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import { HDRLoader } from 'three/examples/jsm/loaders/HDRLoader.js'
import type { EnvironmentImage } from '../../../gpu/index.ts'
import { broken, isWhole, readHeader, type SurroundingsHeader } from './header.ts'

/** Pixels that are decoded at all: 8192 x 4096. As 32-bit floats they take half a gigabyte. */
const MOST_PIXELS = 2 ** 25
/** Columns that are kept: what a graphics card has textures of, at 16 bytes a pixel 134 MB. */
const MOST_COLUMNS = 4096
const BRIGHTEST = 1e9

/**
 * A Radiance or OpenEXR image, told apart by content: linear, as it stands, no wider than `mostColumns`. Pixels that are no numbers, or
 * negative, are black.
 *
 * @throws AtriumError `surroundings-invalid`, saying what is wrong
 */
export function decodeSurroundings(bytes: Uint8Array<ArrayBuffer>, key: string, mostColumns = MOST_COLUMNS): EnvironmentImage {
  const header = readHeader(bytes)
  const { kind, width, height } = header
  if (!(width >= 1 && height >= 1)) throw broken(`it claims to have ${width} x ${height} pixels`)
  if (width * height > MOST_PIXELS) throw broken(`it has ${width} x ${height} pixels; Atrium takes up to 8192 x 4096`)
  if (kind === 'hdr' && !isWhole(bytes, header)) throw broken('its end is missing')
  return shrunk({ key, width, height, rgb: plainColors(decode(bytes, header), header) }, mostColumns)
}

/**
 * The same for what becomes the surroundings: a whole sphere, with light in it.
 *
 * @throws AtriumError `surroundings-invalid`
 */
export function decodeSphere(bytes: Uint8Array<ArrayBuffer>, key: string): EnvironmentImage {
  const { width, height } = readHeader(bytes)
  if (Math.abs(width - 2 * height) > 2) throw broken(`it has ${width} x ${height} pixels; an equirectangular image is twice as wide as high`)
  const image = decodeSurroundings(bytes, key)
  if (!image.rgb.some((value) => value > 0)) throw broken('all of it is black')
  return image
}

interface Decoded { readonly width: number; readonly height: number; readonly data: Float32Array }

function decode(bytes: Uint8Array<ArrayBuffer>, { kind, width, height }: SurroundingsHeader): Float32Array {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const loader = kind === 'exr' ? new EXRLoader() : new HDRLoader()
  let decoded: Decoded
  try {
    decoded = loader.setDataType(FloatType).parse(buffer) as unknown as Decoded
  } catch (error) {
    throw broken(`its pixels cannot be decoded: ${(error as Error).message}`)
  }
  const channels = decoded.data.length / (width * height)
  if (decoded.width !== width || decoded.height !== height || (channels !== 4 && channels !== 1)) throw broken(`it holds ${decoded.data.length} values in ${width} x ${height} pixels`)
  return decoded.data
}

function plainColors(data: Float32Array, { kind, width, height }: SurroundingsHeader): Float32Array {
  const channels = data.length / (width * height)
  // three divides the mantissa of a Radiance pixel by 255; the format's own program divides by 256.
  const scale = kind === 'exr' ? 1 : 255 / 256
  const rgb = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    // EXRLoader gives rows from bottom to top, HDRLoader as they stand.
    const row = kind === 'exr' ? height - 1 - y : y
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const value = data[(row * width + x) * channels + (channels === 4 ? c : 0)] * scale
        rgb[(y * width + x) * 3 + c] = value > 0 ? Math.min(value, BRIGHTEST) : 0
      }
    }
  }
  return rgb
}

/** Each pixel the mean of those that it stands for: the light stays as strong. */
function shrunk(image: EnvironmentImage, mostColumns: number): EnvironmentImage {
  const step = Math.ceil(image.width / mostColumns)
  if (step <= 1) return image
  const [width, height] = [Math.floor(image.width / step), Math.max(1, Math.floor(image.height / step))]
  const rgb = new Float32Array(width * height * 3)
  const down = Math.min(step, image.height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let dy = 0; dy < down; dy++) for (let dx = 0; dx < step; dx++) sum += image.rgb[((y * step + dy) * image.width + x * step + dx) * 3 + c]
        rgb[(y * width + x) * 3 + c] = sum / (step * down)
      }
    }
  }
  return { ...image, width, height, rgb }
}
