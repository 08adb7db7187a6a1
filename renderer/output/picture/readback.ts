import type { Capture } from '../../interaction/viewport.ts'

/** Reads a display-referred picture back: 8-bit RGBA or BGRA, or half floats in 0..1. Needs COPY_SRC. */
export async function readPicture(device: GPUDevice, texture: GPUTexture): Promise<Capture> {
  const { width, height, format } = texture
  const isHalf = format === 'rgba16float'
  const bytesPerPixel = isHalf ? 8 : 4
  const bytesPerRow = Math.ceil(width * bytesPerPixel / 256) * 256
  const buffer = device.createBuffer({ label: 'picture readback', size: bytesPerRow * height, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ })
  try {
    const encoder = device.createCommandEncoder({ label: 'picture readback' })
    encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [width, height])
    device.queue.submit([encoder.finish()])
    await buffer.mapAsync(GPUMapMode.READ)
    const mapped = buffer.getMappedRange()
    const rgba = new Uint8ClampedArray(width * height * 4)
    for (let y = 0; y < height; y++) {
      if (isHalf) rgba.set(new Uint16Array(mapped, y * bytesPerRow, width * 4).map((half) => Math.round(255 * Math.min(1, fromHalf(half)))), y * width * 4)
      else rgba.set(new Uint8Array(mapped, y * bytesPerRow, width * 4), y * width * 4)
    }
    if (format.startsWith('bgra')) for (let i = 0; i < rgba.length; i += 4) [rgba[i], rgba[i + 2]] = [rgba[i + 2], rgba[i]]
    return { width, height, rgba }
  } finally {
    buffer.destroy()
  }
}

/** Non-negative half floats; negative ones count as 0. */
function fromHalf(bits: number): number {
  if (bits & 0x8000) return 0
  const exponent = bits >> 10
  const mantissa = bits & 0x3ff
  return exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15)
}

/** PNG or JPEG of a picture, shrunk so that its longer side is at most `longestSide` pixels. */
export async function encodePicture({ width, height, rgba }: Capture, longestSide = Infinity, type: 'image/png' | 'image/jpeg' = 'image/png'): Promise<Blob> {
  const factor = Math.min(1, longestSide / Math.max(width, height))
  const bitmap = await createImageBitmap(new ImageData(rgba, width, height))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor)))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No 2D canvas to encode a picture with')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type, quality: JPEG_QUALITY })
}

const JPEG_QUALITY = 0.85

/** A small file as text that an image shows. */
export async function dataUrlOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `data:${file.type};base64,${btoa(binary)}`
}
