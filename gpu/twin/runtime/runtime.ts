import { EngineError } from '../../device/error.ts'

export { f16FromF32, f32FromF16, quantized } from './half.ts'
export { loadTexel, sizeAt, storeTexel, texel } from './texture.ts'

/**
 * What generated kernels call: WGSL's arithmetic where JavaScript's differs. Everything takes and gives numbers that are exact
 * f32, i32 or u32 values.
 */
const word = new ArrayBuffer(4)
const asF32 = new Float32Array(word)
const asU32 = new Uint32Array(word)
const asI32 = new Int32Array(word)

export const F = Math.fround
/** F on hardware that has no numbers between zero and the smallest normal one. */
export function flushed(x: number): number {
  const y = F(x)
  return y > -1.1754943508222875e-38 && y < 1.1754943508222875e-38 ? (y < 0 ? -0 : y > 0 ? 0 : y) : y
}

export function f2u(x: number): number { asF32[0] = x; return asU32[0] }
export function f2i(x: number): number { asF32[0] = x; return asI32[0] }
export function u2f(x: number): number { asU32[0] = x; return asF32[0] }
export function i2f(x: number): number { asI32[0] = x; return asF32[0] }

/** Casts from f32 saturate; NaN gives 0. */
export function satU(x: number): number { return x > 0 ? (x < 4294967040 ? x >>> 0 : 4294967040) : 0 }
export function satI(x: number): number { return x > -2147483648 ? (x < 2147483520 ? x | 0 : 2147483520) : x <= -2147483648 ? -2147483648 : 0 }

/** x / 0 is x, x % 0 is 0, and the one quotient that does not fit wraps. */
export function divU(a: number, b: number): number { return b === 0 ? a : (a / b) >>> 0 }
export function divI(a: number, b: number): number { return b === 0 ? a : (a / b) | 0 }
export function remU(a: number, b: number): number { return b === 0 ? 0 : a % b }
export function remI(a: number, b: number): number { return b === 0 ? 0 : (a % b) | 0 }

/** Half to even. */
export function roundEven(x: number): number {
  const below = Math.floor(x)
  const rest = x - below
  if (rest < 0.5) return below === 0 && x < 0 ? -0 : below
  if (rest > 0.5) return below === -1 ? -0 : below + 1
  return below % 2 === 0 ? below : below === -1 ? -0 : below + 1
}

export function inverseSqrt(x: number): number { return F(1 / F(Math.sqrt(x))) }
export function fract(x: number): number {
  const y = F(x - Math.floor(x))
  return y < 0.9999999403953552 ? y : 0.9999999403953552
}
export function ldexp(x: number, e: number): number { return F(x * 2 ** (e >> 1) * 2 ** (e - (e >> 1))) }
export function smoothstep(low: number, high: number, x: number): number {
  const s = F(F(x - low) / F(high - low))
  const t = s > 0 ? (s < 1 ? s : 1) : 0
  return F(F(t * t) * F(3 - F(2 * t)))
}

export function countOneBits(x: number): number {
  let v = x - ((x >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
export function reverseBits(x: number): number {
  let v = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1)
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2)
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4)
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8)
  return (v >>> 16) | (v << 16)
}
export function countTrailingZeros(x: number): number { return x === 0 ? 32 : 31 - Math.clz32(x & -x) }
/** -1 where there is no such bit. */
export function firstTrailingBit(x: number): number { return x === 0 ? -1 : 31 - Math.clz32(x & -x) }
export function firstLeadingBitU(x: number): number { return 31 - Math.clz32(x) }
export function firstLeadingBitI(x: number): number { return 31 - Math.clz32(x < 0 ? ~x : x) }
export function extractU(x: number, offset: number, count: number): number {
  const o = Math.min(offset, 32)
  const c = Math.min(count, 32 - o)
  return c === 0 ? 0 : (x << (32 - o - c)) >>> (32 - c)
}
export function extractI(x: number, offset: number, count: number): number {
  const o = Math.min(offset, 32)
  const c = Math.min(count, 32 - o)
  return c === 0 ? 0 : (x << (32 - o - c)) >> (32 - c)
}
export function insertBits(x: number, bits: number, offset: number, count: number): number {
  const o = Math.min(offset, 32)
  const c = Math.min(count, 32 - o)
  if (c === 0) return x | 0
  const mask = (0xffffffff >>> (32 - c)) << o
  return (x & ~mask) | ((bits << o) & mask)
}

const clamp = (x: number, low: number, high: number) => (x > low ? (x < high ? x : high) : low)
/** Packing rounds to even and unpacking multiplies by the reciprocal, as the software adapter does. */
export function snorm(x: number, scale: number): number { return roundEven(F(clamp(x, -1, 1) * scale)) }
export function unorm(x: number, scale: number): number { return roundEven(F(clamp(x, 0, 1) * scale)) }
export function unpackSnorm(bits: number, scale: number): number { return Math.max(F(bits * F(1 / scale)), -1) }
export function unpackUnorm(bits: number, scale: number): number { return F(bits * F(1 / scale)) }

type Words = ArrayBufferLike | ArrayBufferView

function span(resource: Words | undefined, name: string): { buffer: ArrayBufferLike; byteOffset: number; count: number } {
  if (resource === undefined) throw new EngineError('gpu-kernel', `nothing is bound to ${name}`, { binding: name })
  const { buffer, byteOffset } = ArrayBuffer.isView(resource) ? resource : { buffer: resource, byteOffset: 0 }
  return { buffer, byteOffset, count: resource.byteLength >> 2 }
}

/** The words of a bound resource as one type; a resource is a buffer, shared or not, or a view of a part of one. */
export function viewF(resource: Words | undefined, name: string): Float32Array {
  const { buffer, byteOffset, count } = span(resource, name)
  return new Float32Array(buffer, byteOffset, count)
}
export function viewU(resource: Words | undefined, name: string): Uint32Array {
  const { buffer, byteOffset, count } = span(resource, name)
  return new Uint32Array(buffer, byteOffset, count)
}
export function viewI(resource: Words | undefined, name: string): Int32Array {
  const { buffer, byteOffset, count } = span(resource, name)
  return new Int32Array(buffer, byteOffset, count)
}
/** Elements of a runtime-sized array that starts `offset` words into its buffer. */
export function elements(resource: Words | undefined, offset: number, stride: number): number {
  return Math.floor((span(resource, 'a buffer').count - offset) / stride)
}

/** Checked mode: an index that the GPU would clamp without a word. */
export function outside(what: string, index: number, count: number, at: string): never {
  throw new EngineError('gpu-kernel', `${at}: index ${index} is outside ${what}, which has ${count} elements`, { index, count })
}

export function atomicMin(words: Uint32Array | Int32Array, index: number, value: number): number {
  for (;;) {
    const old = Atomics.load(words, index)
    if (old <= value || Atomics.compareExchange(words, index, old, value) === old) return old
  }
}
export function atomicMax(words: Uint32Array | Int32Array, index: number, value: number): number {
  for (;;) {
    const old = Atomics.load(words, index)
    if (old >= value || Atomics.compareExchange(words, index, old, value) === old) return old
  }
}

type Invocation = (...ids: number[]) => Generator<null>

/** Runs one workgroup from barrier to barrier: nobody passes one before all have reached it. */
export function runWorkgroup(
  invocation: Invocation, x: number, y: number, z: number, width: number, height: number, depth: number, countX: number, countY: number, countZ: number,
): void {
  const waiting: Generator<null>[] = []
  for (let k = 0; k < depth; k++) for (let j = 0; j < height; j++) for (let i = 0; i < width; i++) waiting.push(invocation(x, y, z, i, j, k, countX, countY, countZ))
  while (waiting.length > 0) {
    const total = waiting.length
    for (let i = waiting.length - 1; i >= 0; i--) if (waiting[i].next().done === true) waiting.splice(i, 1)
    if (waiting.length > 0 && waiting.length < total) throw new EngineError('gpu-kernel', 'a barrier was not reached by the whole workgroup')
  }
}
