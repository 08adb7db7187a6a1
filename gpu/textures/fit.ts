import type { TextureData } from '../scene.ts'

/** An image no larger than `edge` in either direction: itself, or box-filtered in linear light, its proportions kept. */
export function fitTo(image: TextureData, edge: number): TextureData {
  const factor = Math.max(image.width, image.height) / edge
  if (factor <= 1) return image
  const width = Math.max(1, Math.round(image.width / factor))
  const height = Math.max(1, Math.round(image.height / factor))
  const decode = image.colorSpace === 'srgb' ? SRGB_TO_LINEAR : IDENTITY
  const encode = image.colorSpace === 'srgb' ? encodeSrgb : (value: number) => value
  // Columns first: 4 floats per target column and source row.
  const rows = new Float32Array(width * image.height * 4)
  const spansX = boxSpans(image.width, width)
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < width; x++) {
      for (const [source, weight] of spansX[x]) {
        const from = (y * image.width + source) * 4
        const to = (y * width + x) * 4
        for (let c = 0; c < 3; c++) rows[to + c] += weight * decode[image.rgba[from + c]]
        rows[to + 3] += weight * IDENTITY[image.rgba[from + 3]]
      }
    }
  }
  const rgba = new Uint8Array(width * height * 4)
  const spansY = boxSpans(image.height, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0, 0]
      for (const [source, weight] of spansY[y]) for (let c = 0; c < 4; c++) sum[c] += weight * rows[(source * width + x) * 4 + c]
      for (let c = 0; c < 4; c++) rgba[(y * width + x) * 4 + c] = Math.round(255 * (c < 3 ? encode(sum[c]) : sum[c]))
    }
  }
  return { ...image, width, height, rgba }
}

/** For each of `count` boxes over `length` texels: the texels it covers, weights that add up to 1. */
function boxSpans(length: number, count: number): [texel: number, weight: number][][] {
  const step = length / count
  return Array.from({ length: count }, (_, i) => {
    const [start, end] = [i * step, Math.min((i + 1) * step, length)]
    const span: [number, number][] = []
    for (let texel = Math.floor(start); texel < end; texel++) {
      const covered = Math.min(texel + 1, end) - Math.max(texel, start)
      if (covered > 1e-9) span.push([texel, covered / (end - start)])
    }
    return span
  })
}

const IDENTITY = Float32Array.from({ length: 256 }, (_, i) => i / 255)
const SRGB_TO_LINEAR = IDENTITY.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
const encodeSrgb = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
