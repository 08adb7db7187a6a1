const word = new Float32Array(1)
const bitsOfWord = new Uint32Array(word.buffer)

/** f16 bits of an f32, rounded to even. */
export function f16FromF32(value: number): number {
  word[0] = value
  const [bits] = bitsOfWord
  const sign = (bits >>> 16) & 0x8000
  const rest = bits & 0x7fffffff
  if (rest >= 0x7f800000) return sign | (rest > 0x7f800000 ? 0x7e00 : 0x7c00)
  if (rest >= 0x477ff000) return sign | 0x7c00
  if (rest < 0x38800000) {
    const scaled = Math.abs(value) * 2 ** 24
    const below = Math.floor(scaled)
    return sign | (scaled - below > 0.5 || (scaled - below === 0.5 && below % 2 === 1) ? below + 1 : below)
  }
  return sign | ((rest + 0xfff + ((rest >>> 13) & 1) - 0x38000000) >>> 13)
}

/** The f32 that f16 bits stand for; exact. */
export function f32FromF16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >>> 10) & 31
  const mantissa = bits & 1023
  if (exponent === 0) return sign * mantissa * 2 ** -24
  if (exponent === 31) return mantissa === 0 ? sign * Infinity : NaN
  return sign * (1 + mantissa / 1024) * 2 ** (exponent - 15)
}

/** Cut to the precision of f16, as quantizeToF16 does on the software adapter: towards zero, what is too small becomes zero. */
export function quantized(value: number): number {
  word[0] = value
  const rest = bitsOfWord[0] & 0x7fffffff
  if (rest < 0x38800000) {
    bitsOfWord[0] &= 0x80000000
    return word[0]
  }
  if (rest >= 0x47800000) return rest > 0x7f800000 ? NaN : value < 0 ? -Infinity : Infinity
  bitsOfWord[0] &= 0xffffe000
  return word[0]
}
