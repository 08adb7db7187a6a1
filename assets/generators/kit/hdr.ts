/**
 * An equirectangular Radiance image of plain pixels (Ward, "Real pixels", Graphics Gems II): three mantissas and one exponent each.
 *
 * @param color  linear, of a direction: unit, y up; the image's middle looks along +x
 */
export function radianceImage(width: number, height: number, color: (direction: readonly [number, number, number]) => readonly [number, number, number]): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`)
  const bytes = new Uint8Array(header.length + 4 * width * height)
  bytes.set(header)
  for (let y = 0; y < height; y++) {
    const theta = (Math.PI * (y + 0.5)) / height
    for (let x = 0; x < width; x++) {
      const phi = 2 * Math.PI * ((x + 0.5) / width - 0.5)
      const rgb = color([Math.sin(theta) * Math.cos(phi), Math.cos(theta), Math.sin(theta) * Math.sin(phi)])
      const exponent = Math.floor(Math.log2(Math.max(...rgb, 1e-30))) + 1
      const mantissas = rgb.map((value) => Math.min(255, Math.max(0, Math.floor((value / 2 ** exponent) * 256))))
      bytes.set([...mantissas, exponent + 128], header.length + 4 * (y * width + x))
    }
  }
  return bytes
}

/** What a camera sees on a meadow: blue above, pale at the horizon, green below; and a sun of its own, if wanted. The brightest of the sky is 1. */
export function meadow([x, y, z]: readonly [number, number, number], sun = 0): readonly [number, number, number] {
  if (y < 0) return [0.06, 0.09, 0.03]
  const height = Math.sqrt(y)
  // 40 degrees high over +x and +z, 12 degrees wide.
  const isSun = x * 0.5417 + y * 0.6428 + z * 0.5417 > Math.cos(0.1)
  return isSun && sun > 0 ? [sun, 0.95 * sun, 0.85 * sun] : [0.9 - 0.65 * height, 0.95 - 0.5 * height, 1 - 0.15 * height]
}
