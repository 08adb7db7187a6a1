import type { Builtin } from './builtins.ts'
import { fold } from './constant.ts'
import type { Context } from './context.ts'
import { convert } from './convert.ts'
import { once } from './memory.ts'
import { type Scalar, U32, vectorType } from './types.ts'

/** Lanes of a word, lowest first, each made by `write` and cut to its bits. */
function pack(lanes: number, scalar: Scalar, write: (cx: Context, x: string) => string): Builtin {
  const size = 32 / lanes
  return (cx, [value], at) => {
    const { parts } = convert(value, vectorType(scalar, lanes), at)
    const mask = 2 ** size - 1
    const words = parts.map((part, i) => (i === 0 ? `(${write(cx, part)} & ${mask})` : `((${write(cx, part)} & ${mask}) << ${i * size})`))
    return { type: U32, parts: fold(parts, [`((${words.join(' | ')}) >>> 0)`], at) }
  }
}

function unpack(lanes: number, scalar: Scalar, signed: boolean, write: (cx: Context, bits: string) => string): Builtin {
  const size = 32 / lanes
  return (cx, [value], at) => {
    const [word] = once(cx, convert(value, U32, at).parts)
    const parts = Array.from({ length: lanes }, (_, i) => (signed
      ? write(cx, `(${word} << ${32 - (i + 1) * size} >> ${32 - size})`) : write(cx, `(${word} >>> ${i * size} & ${2 ** size - 1})`)))
    return { type: vectorType(scalar, lanes), parts: fold([word], parts, at) }
  }
}

/** Packing to and from words. */
export const PACKING: Readonly<Record<string, Builtin>> = {
  pack4x8snorm: pack(4, 'f32', (cx, x) => `${cx.rt('snorm')}(${x}, 127)`),
  pack4x8unorm: pack(4, 'f32', (cx, x) => `${cx.rt('unorm')}(${x}, 255)`),
  pack2x16snorm: pack(2, 'f32', (cx, x) => `${cx.rt('snorm')}(${x}, 32767)`),
  pack2x16unorm: pack(2, 'f32', (cx, x) => `${cx.rt('unorm')}(${x}, 65535)`),
  pack2x16float: pack(2, 'f32', (cx, x) => `${cx.rt('f16FromF32')}(${x})`),
  pack4xI8: pack(4, 'i32', (_, x) => x),
  pack4xU8: pack(4, 'u32', (_, x) => x),
  unpack4x8snorm: unpack(4, 'f32', true, (cx, bits) => `${cx.rt('unpackSnorm')}(${bits}, 127)`),
  unpack4x8unorm: unpack(4, 'f32', false, (cx, bits) => `${cx.rt('unpackUnorm')}(${bits}, 255)`),
  unpack2x16snorm: unpack(2, 'f32', true, (cx, bits) => `${cx.rt('unpackSnorm')}(${bits}, 32767)`),
  unpack2x16unorm: unpack(2, 'f32', false, (cx, bits) => `${cx.rt('unpackUnorm')}(${bits}, 65535)`),
  unpack2x16float: unpack(2, 'f32', false, (cx, bits) => `${cx.rt('f32FromF16')}(${bits})`),
  unpack4xI8: unpack(4, 'i32', true, (_, bits) => bits),
  unpack4xU8: unpack(4, 'u32', false, (_, bits) => bits),
}
