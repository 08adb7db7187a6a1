import type { DecodeImage, DecodedImage } from '../reader.ts'

const AS_WRITTEN = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const

/**
 * Decodes a picture in the browser, in a worker too, without colour management and without multiplying by alpha: data in
 * textures must arrive as it was written. It needs no graphics card, which may be busy with a picture for minutes.
 */
export const decodeImage: DecodeImage = async (bytes, mimeType, maxSide) => {
  const straight = mimeType === 'image/jpeg' ? null : await decodeStraight(bytes, mimeType)
  if (straight !== null) return straight.width > maxSide || straight.height > maxSide ? shrinkStraight(straight, maxSide) : straight
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }), { ...AS_WRITTEN, imageOrientation: 'none' })
  return readShrunk(bitmap, maxSide)
}

/** Formats of four bytes a pixel, and where red stands in them; blue stands opposite. */
const RED: Partial<Record<string, 0 | 2>> = { RGBA: 0, RGBX: 0, BGRA: 2, BGRX: 2 }

/** Colours under transparent texels survive; null: the picture has no such pixels, or its type is none that comes this way. */
async function decodeStraight(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<DecodedImage | null> {
  if (!(await ImageDecoder.isTypeSupported(type))) return null
  const decoder = new ImageDecoder({ data: bytes, type, preferAnimation: false, ...AS_WRITTEN })
  try {
    const { image } = await decoder.decode()
    try {
      const { format, codedWidth: width, codedHeight: height } = image
      const red = RED[format ?? '']
      if (red === undefined) return null
      const pixels = new Uint8Array(width * height * 4)
      await image.copyTo(pixels, { rect: { x: 0, y: 0, width, height }, layout: [{ offset: 0, stride: width * 4 }] })
      const isOpaque = format?.endsWith('X') === true
      for (let at = 0; at < pixels.length; at += 4) {
        const first = pixels[at]
        pixels[at] = pixels[at + red]
        pixels[at + 2] = red === 0 ? pixels[at + 2] : first
        if (isOpaque) pixels[at + 3] = 255
      }
      return { width, height, rgba: pixels }
    } finally {
      image.close()
    }
  } finally {
    decoder.close()
  }
}

/** Colour and alpha are made smaller apart, each as an opaque picture, since one that is drawn is multiplied by its alpha. */
async function shrinkStraight({ width, height, rgba }: DecodedImage, maxSide: number): Promise<DecodedImage> {
  // In place of `from` and a function, which keeps all values in a list first: of 8192 x 8192 pixels none can be made, and the window was gone.
  const pixels = new Uint8ClampedArray(rgba)
  const shrink = async (): Promise<DecodedImage> => readShrunk(await createImageBitmap(new ImageData(pixels, width, height), AS_WRITTEN), maxSide)
  let isOpaque = true
  for (let at = 3; at < rgba.length; at += 4) {
    isOpaque &&= rgba[at] === 255
    pixels[at] = 255
  }
  const colour = await shrink()
  if (isOpaque) return colour
  for (let at = 0; at < rgba.length; at += 4) pixels[at] = pixels[at + 1] = pixels[at + 2] = rgba[at + 3]
  const alpha = await shrink()
  for (let at = 0; at < colour.rgba.length; at += 4) colour.rgba[at + 3] = alpha.rgba[at]
  return colour
}

/** Of an opaque picture, which is closed. */
async function readShrunk(bitmap: ImageBitmap, maxSide: number): Promise<DecodedImage> {
  const scale = maxSide / Math.max(bitmap.width, bitmap.height)
  if (scale >= 1) return readOpaque(bitmap)
  const size = { resizeWidth: Math.max(1, Math.round(bitmap.width * scale)), resizeHeight: Math.max(1, Math.round(bitmap.height * scale)) }
  const small = await createImageBitmap(bitmap, { ...AS_WRITTEN, ...size, resizeQuality: 'high' })
  bitmap.close()
  return readOpaque(small)
}

/** A 2D canvas multiplies by alpha, which is harmless where there is none. */
function readOpaque(bitmap: ImageBitmap): DecodedImage {
  const { width, height } = bitmap
  try {
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    return { width, height, rgba: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer) }
  } finally {
    bitmap.close()
  }
}
