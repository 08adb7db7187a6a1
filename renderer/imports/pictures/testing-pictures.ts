/*
 * The same picture in formats that modelling programs name, by our own writers from the formats' descriptions: 3 x 2 pixels, red, green,
 * blue over white, grey, black.
 */

export const [WIDTH, HEIGHT] = [3, 2]
const PIXELS = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [128, 128, 128], [0, 0, 0]] as const
export const RGBA = PIXELS.flatMap((pixel) => [...pixel, 255])

const ROWS = [PIXELS.slice(0, WIDTH), PIXELS.slice(WIDTH)] as const
const bgr = (pixel: readonly number[]): readonly number[] => pixel.toReversed()
const u16 = (...values: number[]): number[] => values.flatMap((value) => [value & 255, (value >> 8) & 255])
const u32 = (...values: number[]): number[] => values.flatMap((value) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24])
const bytes = (...values: (number | readonly number[])[]): Uint8Array<ArrayBuffer> => Uint8Array.from(values.flat())

/** From the lower left, as TGA is by default. */
const tga = (): Uint8Array<ArrayBuffer> => bytes(0, 0, 2, 0, 0, 0, 0, 0, u16(0, 0, WIDTH, HEIGHT), 24, 0, ROWS[1].flatMap(bgr), ROWS[0].flatMap(bgr))

/** In packets of one colour, from the upper left. */
const packedTga = (): Uint8Array<ArrayBuffer> => bytes(0, 0, 10, 0, 0, 0, 0, 0, u16(0, 0, WIDTH, HEIGHT), 24, 0x20, PIXELS.flatMap((pixel) => [0x80, ...bgr(pixel)]))

/** Rows from below, padded to four bytes. */
const bmp = (): Uint8Array<ArrayBuffer> => {
  const row = (pixels: readonly (readonly number[])[]): number[] => [...pixels.flatMap(bgr), 0, 0, 0]
  return bytes(0x42, 0x4d, u32(54 + 24, 0, 54, 40, WIDTH, HEIGHT), u16(1, 24), u32(0, 24, 2835, 2835, 0, 0), row(ROWS[1]), row(ROWS[0]))
}

/** Each pixel after a code that clears the table, so that codes stay at four bits. */
const gif = (): Uint8Array<ArrayBuffer> => {
  const [clear, end] = [8, 9]
  const codes = [...PIXELS.flatMap((_, i) => [clear, i]), end, 0]
  const data = codes.flatMap((code, i) => (i % 2 === 0 ? [code | (codes[i + 1] << 4)] : []))
  return bytes([...new TextEncoder().encode('GIF89a')], u16(WIDTH, HEIGHT), 0xa2, 0, 0, PIXELS.flat(), [0, 0, 0, 0, 0, 0], 0x2c, u16(0, 0, WIDTH, HEIGHT), 0, 3, data.length, data, 0, 0x3b)
}

/** Little-endian, one strip, without compression. */
const tiff = (): Uint8Array<ArrayBuffer> => {
  const entry = (tag: number, type: number, count: number, value: number): number[] => [...u16(tag, type), ...u32(count, value)]
  // Eight bytes of header, the directory with its link, three bit depths, the pixels.
  const bits = 8 + 2 + 12 * 9 + 4
  const entries = [
    entry(256, 3, 1, WIDTH), entry(257, 3, 1, HEIGHT), entry(258, 3, 3, bits), entry(259, 3, 1, 1), entry(262, 3, 1, 2), entry(273, 4, 1, bits + 6),
    entry(277, 3, 1, 3), entry(278, 3, 1, HEIGHT), entry(279, 4, 1, 18),
  ]
  return bytes(0x49, 0x49, 42, 0, u32(8), u16(entries.length), entries.flat(), u32(0), u16(8, 8, 8), PIXELS.flat())
}

export const PICTURES: readonly { readonly type: string; readonly name: string; readonly make: () => Uint8Array<ArrayBuffer> }[] = [
  { name: 'TGA', type: 'image/x-tga', make: tga }, { name: 'packed TGA', type: 'image/x-tga', make: packedTga }, { name: 'BMP', type: 'image/bmp', make: bmp },
  { name: 'GIF', type: 'image/gif', make: gif }, { name: 'TIFF', type: 'image/tiff', make: tiff },
]
