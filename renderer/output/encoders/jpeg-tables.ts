/** Tables of ITU-T T.81: the zigzag of figure 5, and those of annex K, which every program takes. */

/** Where the i-th coefficient stands in its block, row by row. */
export const ZIGZAG: readonly number[] = Array.from({ length: 64 }, (_, at) => [at >> 3, at & 7] as const)
  .sort(([y, x], [v, u]) => (y + x) - (v + u) || ((y + x) % 2 === 0 ? v - y : y - v))
  .map(([y, x]) => 8 * y + x)

/** K.1 */
export const LUMA_QUANTA: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
  18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]
/** K.2 */
export const CHROMA_QUANTA: readonly number[] = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
]

const hex = (digits: string): Uint8Array => Uint8Array.from(digits.replaceAll(/\s/g, '').match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** How many codes have 1, 2, ... 16 bits, of luma and chroma: K.3 to K.6. */
export const BIT_COUNTS = {
  dc: [hex('00010501010101010100000000000000'), hex('00030101010101010101010000000000')],
  ac: [hex('0002010303020403050504040000017d'), hex('00020102040403040705040400010277')],
} as const

const DC = hex('000102030405060708090a0b')
/** What the codes stand for, in their order. */
export const VALUES = {
  dc: [DC, DC],
  ac: [
    hex(`01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a
      535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9ca
      d2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa`),
    hex(`0001020311040521310612415107617113223281081442 91a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a
      535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9ca
      d2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa`),
  ],
} as const
