import { expect, test } from 'vitest'
import { hexFromRgb, hsvText, rgbFromHex, rgbFromHsvText, rgbFromText, rgbText } from './color.ts'

test.each([['#c81e1e', '200, 30, 30', '0°, 85%, 78%'], ['#000000', '0, 0, 0', '0°, 0%, 0%'], ['#ffffff', '255, 255, 255', '0°, 0%, 100%'], ['#0080ff', '0, 128, 255', '210°, 100%, 100%']])(
  '%s is one colour in all three notations', (hex, rgb, hsv) => {
    const color = rgbFromHex(hex)!
    expect([rgbText(color), hsvText(color)]).toEqual([rgb, hsv])
    expect(hexFromRgb(rgbFromText(rgb)!)).toBe(hex)
    // Per cent are coarser than bytes.
    const back = rgbText(rgbFromHsvText(hsv)!).split(', ').map(Number)
    rgb.split(', ').forEach((value, k) => expect(Math.abs(back[k] - Number(value))).toBeLessThanOrEqual(2))
  })

test('what is no colour is none', () => {
  for (const text of ['', 'red', '1, 2', '300, 0, 0']) expect(rgbFromText(text), text).toBeNull()
  for (const text of ['', '400, 10, 10', '10, 110, 10']) expect(rgbFromHsvText(text), text).toBeNull()
})
