/** Blocks of 4 x 4 pixels of one colour each, UASTC mode 8. */
function solidBlock([r, g, b, a]: readonly number[]): Uint8Array {
  const block = new Uint8Array(16)
  // Mode 8 is the five bits 0x17, lowest first; the channels follow.
  const bits = 0x17n | (BigInt(r) << 5n) | (BigInt(g) << 13n) | (BigInt(b) << 21n) | (BigInt(a) << 29n)
  new DataView(block.buffer).setBigUint64(0, bits, true)
  return block
}

/**
 * A KTX2 file in UASTC without supercompression, one level: a row of blocks of one colour each, written from the Khronos and Basis specifications.
 *
 * @param blocks  red, green, blue, alpha, 0..255
 */
export function ktx2Of(blocks: readonly (readonly [number, number, number, number])[]): Uint8Array<ArrayBuffer> {
  const dfdAt = 104
  const dataAt = 160
  const bytes = new Uint8Array(dataAt + 16 * blocks.length)
  const view = new DataView(bytes.buffer)
  bytes.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a])
  // vkFormat, typeSize, width, height, depth, layers, faces, levels, supercompression, then where the DFD lies.
  const header = [0, 1, 4 * blocks.length, 4, 0, 0, 1, 1, 0, dfdAt, 44]
  header.forEach((value, i) => view.setUint32(12 + 4 * i, value, true))
  for (const [i, value] of [dataAt, 16 * blocks.length, 16 * blocks.length].entries()) view.setBigUint64(80 + 8 * i, BigInt(value), true)
  // One basic block: version 2, UASTC, BT.709, sRGB, texels of 4 x 4 in 16 bytes; one sample of RGBA.
  const dfd = [44, 0, 2 | (40 << 16), 166 | (1 << 8) | (2 << 16), 3 | (3 << 8), 16, 0, (127 << 16) | (3 << 24), 0, 0, 0xffffffff]
  dfd.forEach((value, i) => view.setUint32(dfdAt + 4 * i, value, true))
  blocks.forEach((color, i) => bytes.set(solidBlock(color), dataAt + 16 * i))
  return bytes
}
