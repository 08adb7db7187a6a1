import type { Rgb } from '../../gpu/index.ts'

const encode = (linear: number): number => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)
const decode = (srgb: number): number => (srgb <= 0.04045 ? srgb / 12.92 : ((srgb + 0.055) / 1.055) ** 2.4)

/** Linear Rec. 709, 0..1 (brighter is clipped) → `#rrggbb` in sRGB. */
export function hexFromRgb(rgb: Rgb): string {
  const bytes = rgb.map((channel) => Math.round(255 * encode(Math.min(1, Math.max(0, channel)))))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** `#rrggbb` → linear Rec. 709, or null. */
export function rgbFromHex(hex: string): Rgb | null {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim())
  if (match === null) return null
  const [r, g, b] = match.slice(1).map((pair) => decode(Number.parseInt(pair, 16) / 255))
  return [r, g, b]
}
