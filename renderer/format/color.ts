import type { Rgb } from '../../gpu/index.ts'
import { percent } from '../words/numbers.ts'

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

/** `200, 30, 30`: sRGB, 0..255. */
export const rgbText = (color: Rgb): string => color.map((channel) => Math.round(255 * encode(Math.min(1, Math.max(0, channel))))).join(', ')

/** `0°, 85%, 78%`: hue, saturation and value of the sRGB colour. */
export function hsvText(color: Rgb): string {
  const [r, g, b] = color.map((channel) => encode(Math.min(1, Math.max(0, channel))))
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const spread = most - least
  const hue = spread < 1e-6 ? 0 : most === r ? ((g - b) / spread + 6) % 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  return `${Math.round(60 * hue) % 360}°, ${percent(most === 0 ? 0 : spread / most)}, ${percent(most)}`
}

const numbersIn = (text: string): number[] | null => {
  const numbers = text.match(/\d+(\.\d+)?/g)?.map(Number)
  return numbers?.length === 3 ? numbers : null
}

/** What `rgbText` writes, or null. */
export function rgbFromText(text: string): Rgb | null {
  const numbers = numbersIn(text)
  return numbers === null || numbers.some((value) => value > 255) ? null : (numbers.map((value) => decode(value / 255)) as unknown as Rgb)
}

/** What `hsvText` writes, or null. */
export function rgbFromHsvText(text: string): Rgb | null {
  const numbers = numbersIn(text)
  if (numbers === null || numbers[0] > 360 || numbers[1] > 100 || numbers[2] > 100) return null
  const [hue, saturation, value] = [numbers[0] / 60, numbers[1] / 100, numbers[2] / 100]
  const channel = (n: number): number => {
    const k = (n + hue) % 6
    return decode(value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1)))
  }
  return [channel(5), channel(3), channel(1)]
}
