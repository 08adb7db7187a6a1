import type { DecodedImage } from '../reader.ts'

/**
 * Decodes what neither a browser nor Node knows: TGA and TIFF, by three's loaders.
 *
 * @returns null for other types
 * @throws when the bytes are no picture
 */
export async function decodePlain(bytes: Uint8Array<ArrayBuffer>, mimeType: string): Promise<DecodedImage | null> {
  if (mimeType !== 'image/x-tga' && mimeType !== 'image/tiff') return null
  const { data, width, height } = mimeType === 'image/tiff' ? await parseTiff(bytes) : await parseTga(bytes)
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray) || data.length !== width * height * 4) throw new Error(`a picture of ${width} x ${height} has ${data?.length} values`)
  return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}

interface Parsed {
  readonly data?: ArrayBufferView & { readonly length: number }
  readonly width: number
  readonly height: number
}

async function parseTiff(bytes: Uint8Array<ArrayBuffer>): Promise<Parsed> {
  const { TIFFLoader } = await import('three/examples/jsm/loaders/TIFFLoader.js')
  const copy = bytes.slice()
  keepFirstDirectory(copy)
  return new TIFFLoader().parse(copy.buffer) as unknown as Parsed
}

/** Bytes of a value by its type (TIFF 6.0, page 15), of an entry, and tags under which other directories lie. */
const [VALUE_BYTES, ENTRY_BYTES, NESTED] = [[1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8], 12, new Set([330, 34_665, 34_853, 40_965])]
/** Of no meaning to anybody. */
const PRIVATE = 0xffff

/**
 * Leaves a picture the directory that is shown, and sees that it announces no more values than the file can hold: three's decoder would count them.
 *
 * @throws when it does
 */
function keepFirstDirectory(tiff: Uint8Array): void {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittle = tiff[0] === 0x49
  const directory = view.getUint32(4, isLittle)
  const count = view.getUint16(directory, isLittle)
  for (let i = 0; i < count; i++) {
    const at = directory + 2 + ENTRY_BYTES * i
    if (view.getUint32(at + 4, isLittle) * (VALUE_BYTES[view.getUint16(at + 2, isLittle)] ?? 1) > tiff.length) throw new Error('a TIFF announces more than it holds')
    if (NESTED.has(view.getUint16(at, isLittle))) view.setUint16(at, PRIVATE, isLittle)
  }
  const next = directory + 2 + ENTRY_BYTES * count
  if (next + 4 <= tiff.length) view.setUint32(next, 0, isLittle)
}

async function parseTga(bytes: Uint8Array<ArrayBuffer>): Promise<Parsed> {
  const { TGALoader } = await import('three/examples/jsm/loaders/TGALoader.js')
  return new TGALoader().parse(bytes.slice().buffer) as unknown as Parsed
}

/** A picture no wider or higher than `maxSide`, each pixel the mean of those it stands for. */
export function shrunk(image: DecodedImage, maxSide: number): DecodedImage {
  const step = Math.ceil(Math.max(image.width, image.height) / maxSide)
  if (step <= 1) return image
  const [width, height] = [Math.max(1, Math.floor(image.width / step)), Math.max(1, Math.floor(image.height / step))]
  const rgba = new Uint8Array(4 * width * height)
  const [across, down] = [Math.min(step, image.width), Math.min(step, image.height)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0, 0]
      for (let dy = 0; dy < down; dy++) {
        const from = 4 * ((y * step + dy) * image.width + x * step)
        for (let i = 0; i < 4 * across; i++) sum[i & 3] += image.rgba[from + i]
      }
      rgba.set(sum.map((value) => Math.round(value / (across * down))), 4 * (y * width + x))
    }
  }
  return { width, height, rgba }
}
