import type { DecodeImage, DecodedImage } from './reader.ts'

/**
 * Decodes a picture in the browser, in a worker too, without colour management and without multiplying by alpha: data in
 * textures must arrive as it was written.
 */
export const decodeImage: DecodeImage = async (bytes, mimeType, maxSide) => {
  const blob = new Blob([bytes], { type: mimeType })
  const asWritten: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none', imageOrientation: 'none' }
  let bitmap = await createImageBitmap(blob, asWritten)
  try {
    const scale = maxSide / Math.max(bitmap.width, bitmap.height)
    if (scale < 1) {
      const size = { resizeWidth: Math.max(1, Math.round(bitmap.width * scale)), resizeHeight: Math.max(1, Math.round(bitmap.height * scale)) }
      const large = bitmap
      bitmap = await createImageBitmap(large, { ...asWritten, ...size, resizeQuality: 'high' })
      large.close()
    }
    return mimeType === 'image/jpeg' ? readOpaque(bitmap) : (readStraight(bitmap) ?? readOpaque(bitmap))
  } finally {
    bitmap.close()
  }
}

/** A 2D canvas multiplies by alpha, which is harmless where there is none. */
function readOpaque(bitmap: ImageBitmap): DecodedImage {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0)
  return { width, height, rgba: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer) }
}

let gl: WebGL2RenderingContext | null | undefined

/** Colours under transparent texels survive the way through a WebGL texture; null where there is no WebGL. */
function readStraight(bitmap: ImageBitmap): DecodedImage | null {
  gl ??= new OffscreenCanvas(1, 1).getContext('webgl2')
  if (gl === null || gl.isContextLost()) return null
  const { width, height } = bitmap
  const texture = gl.createTexture()
  const framebuffer = gl.createFramebuffer()
  try {
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
    if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE) return null
    const rgba = new Uint8Array(width * height * 4)
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rgba)
    return gl.getError() === gl.NO_ERROR ? { width, height, rgba } : null
  } finally {
    gl.deleteTexture(texture)
    gl.deleteFramebuffer(framebuffer)
  }
}
