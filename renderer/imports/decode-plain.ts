import type { DecodedImage } from './reader.ts'

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
  return new TIFFLoader().parse(bytes.slice().buffer) as unknown as Parsed
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
