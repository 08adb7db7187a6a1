import { fold } from './constant.ts'
import type { Context, Value } from './context.ts'
import { concretize, convert, unify } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { once } from './memory.ts'
import { arithmetic, binary, spread, widthOf } from './operators.ts'
import { type MatrixType, nameOf, type Scalar, scalarIn, scalarType, U32, vectorType, withScalar } from './types.ts'
import { isLiteral } from './writer.ts'

export type Builtin = (cx: Context, args: readonly Value[], at: Position) => Value

/** What a component function is allowed to be called with. */
type Kinds = 'float' | 'integer' | 'signed' | 'number' | 'any'

const ALLOWED: Readonly<Record<Kinds, readonly Scalar[]>> = {
  float: ['f32', 'abstract-float'],
  integer: ['i32', 'u32', 'abstract-int'],
  signed: ['f32', 'i32', 'abstract-float', 'abstract-int'],
  number: ['f32', 'i32', 'u32', 'abstract-float', 'abstract-int'],
  any: ['f32', 'i32', 'u32', 'bool', 'abstract-float', 'abstract-int'],
}

/** Arguments of one scalar kind and one width; `broadcast` lets scalars stand beside vectors. */
function prepare(cx: Context, args: readonly Value[], count: number, kinds: Kinds, at: Position, broadcast = false) {
  if (args.length !== count) throw compileError(at, `this takes ${count} arguments, not ${args.length}`)
  let { scalar, values } = unify(args, at)
  if (kinds === 'float' && scalar === 'abstract-int') {
    scalar = 'abstract-float'
    values = values.map((value) => convert(value, withScalar(value.type, 'abstract-float'), at))
  }
  if (!ALLOWED[kinds].includes(scalar)) throw compileError(at, `${nameOf(values[0].type)} is not what this takes`)
  const widths = values.map((value) => widthOf(value.type, at))
  const width = Math.max(...widths)
  if (!broadcast && widths.some((own) => own !== width)) throw compileError(at, 'these vectors differ in size')
  return { scalar, width, lists: spread(cx, values.map((value) => ({ ...value, parts: value.parts })), width, at) }
}

/** A function of components; `write` gets each component's texts, which it may repeat. */
function each(count: number, kinds: Kinds, write: (cx: Context, scalar: Scalar, parts: readonly string[], at: Position) => string, result?: Scalar): Builtin {
  return (cx, args, at) => {
    const { scalar, width, lists } = prepare(cx, args, count, kinds, at)
    const named = lists.map((list) => once(cx, list))
    const parts = Array.from({ length: width }, (_, i) => write(cx, scalar, named.map((list) => list[i]), at))
    return { type: vectorType(result ?? scalar, width), parts: fold(named.flat(), parts, at) }
  }
}

const math = (name: string): Builtin => each(1, 'float', (_, scalar, [x]) => round(scalar, `Math.${name}(${x})`))
/** Of the runtime; rounds by itself. */
const runtime = (name: string, count: number, kinds: Kinds, result?: Scalar): Builtin =>
  each(count, kinds, (cx, _, parts) => `${cx.rt(name)}(${parts.join(', ')})`, result)
const round = (scalar: Scalar, text: string): string => (scalar === 'f32' ? `F(${text})` : text)
/** For operations whose result is exact in f32. */
const exact = (write: (x: string) => string): Builtin => each(1, 'float', (_, __, [x]) => write(x))

const multiply = (cx: Context, scalar: Scalar, x: string, y: string, at: Position) => arithmetic(cx, '*', scalar, x, y, at)
const add = (cx: Context, scalar: Scalar, x: string, y: string, at: Position) => arithmetic(cx, '+', scalar, x, y, at)

/** min and max of the software adapter: the second operand where both are zero, the first where the second is NaN. */
export const minimum = (x: string, y: string): string => `(${y} <= ${x} ? ${y} : ${x})`
export const maximum = (x: string, y: string): string => `(${y} >= ${x} ? ${y} : ${x})`

const clamp = each(3, 'number', (cx, _, [x, low, high], at) => {
  const [raised] = once(cx, fold([x, low], [maximum(x, low)], at))
  return minimum(raised, high)
})
const saturated = (x: string): string => `(${x} > 0 ? (${x} < 1 ? ${x} : 1) : 0)`

/** Sum of products, first to last, unfused. */
export const dot: Builtin = (cx, args, at) => {
  const { scalar, lists: [a, b] } = prepare(cx, args, 2, 'number', at)
  const x = once(cx, a)
  const y = args[0] === args[1] ? x : once(cx, b)
  const sum = x.map((part, i) => multiply(cx, scalar, part, y[i], at)).reduce((total, term) => add(cx, scalar, total, term, at))
  return { type: scalarType(scalar), parts: fold([...x, ...y], [sum], at) }
}

/** The same components twice, named once. */
function square(cx: Context, value: Value, at: Position): string {
  const named = { type: value.type, parts: once(cx, value.parts) }
  return dot(cx, [named, named], at).parts[0]
}

const asFloat = (value: Value, at: Position): Value => convert(value, withScalar(value.type, 'f32'), at)

const length: Builtin = (cx, args, at) => {
  const value = asFloat(args[0], at)
  if (value.type.kind === 'scalar') return { type: value.type, parts: fold(value.parts, [`Math.abs(${value.parts[0]})`], at) }
  return { type: scalarType('f32'), parts: fold(value.parts, [`F(Math.sqrt(${square(cx, value, at)}))`], at) }
}

const normalize: Builtin = (cx, args, at) => {
  const value = asFloat(args[0], at)
  const named = { type: value.type, parts: once(cx, value.parts) }
  const factor = once(cx, fold(named.parts, [`${cx.rt('inverseSqrt')}(${square(cx, named, at)})`], at))[0]
  return { type: value.type, parts: fold([...named.parts, factor], named.parts.map((part) => `F(${part} * ${factor})`), at) }
}

const cross: Builtin = (cx, args, at) => {
  const { scalar, width, lists } = prepare(cx, args, 2, 'float', at)
  if (width !== 3) throw compileError(at, 'cross takes vec3')
  const [a, b] = lists.map((list) => once(cx, list))
  const component = (i: number, j: number) => round(scalar, `${multiply(cx, scalar, a[i], b[j], at)} - ${multiply(cx, scalar, a[j], b[i], at)}`)
  return { type: vectorType(scalar, 3), parts: fold([...a, ...b], [component(1, 2), component(2, 0), component(0, 1)], at) }
}

/** x + (y - x) a, as the software adapter mixes. */
const mix: Builtin = (cx, args, at) => {
  const { scalar, width, lists } = prepare(cx, args, 3, 'float', at, true)
  const [x, y, a] = lists.map((list) => once(cx, list))
  const parts = x.map((part, i) => add(cx, scalar, part, multiply(cx, scalar, arithmetic(cx, '-', scalar, y[i], part, at), a[i], at), at))
  return { type: vectorType(scalar, width), parts: fold([...x, ...y, ...a], parts, at) }
}

/** x - 2 dot(y, x) y. */
const reflect: Builtin = (cx, args, at) => {
  const [x, y] = args.map((value) => ({ type: asFloat(value, at).type, parts: once(cx, asFloat(value, at).parts) }))
  const twice = binary(cx, '*', { type: scalarType('f32'), parts: ['2'] }, dot(cx, [y, x], at), at)
  return binary(cx, '-', x, binary(cx, '*', { type: twice.type, parts: once(cx, twice.parts) }, y, at), at)
}

const refract: Builtin = (cx, args, at) => {
  const [i, n, eta] = args.map((value) => ({ type: asFloat(value, at).type, parts: once(cx, asFloat(value, at).parts) }))
  const [cosine] = once(cx, dot(cx, [n, i], at).parts)
  const [k] = once(cx, [`F(1 - F(F(${eta.parts[0]} * ${eta.parts[0]}) * F(1 - F(${cosine} * ${cosine}))))`])
  const [along] = once(cx, [`F(F(${eta.parts[0]} * ${cosine}) + F(Math.sqrt(${k})))`])
  return { type: i.type, parts: i.parts.map((x, at_) => `(${k} < 0 ? 0 : F(F(${eta.parts[0]} * ${x}) - F(${along} * ${n.parts[at_]})))`) }
}

const faceForward: Builtin = (cx, args, at) => {
  const [a, b, c] = args.map((value) => ({ type: asFloat(value, at).type, parts: once(cx, asFloat(value, at).parts) }))
  const [facing] = once(cx, [`(${dot(cx, [b, c], at).parts[0]} < 0)`])
  return { type: a.type, parts: a.parts.map((x) => `(${facing} ? ${x} : -${x})`) }
}

const select: Builtin = (cx, args, at) => {
  if (args.length !== 3) throw compileError(at, 'select takes three arguments')
  const united = unify(args.slice(0, 2), at)
  // Chosen at run time, even two constants are no constant any more.
  const values = args[2].parts.every(isLiteral) ? united.values : united.values.map((value) => concretize(value, at))
  const scalar = scalarIn(values[0].type)!
  const width = widthOf(values[0].type, at)
  if (widthOf(values[1].type, at) !== width) throw compileError(at, 'these vectors differ in size')
  const condition = convert(args[2], vectorType('bool', widthOf(args[2].type, at)), at)
  const [which] = spread(cx, [condition], width, at)
  const [no, yes] = values.map((value) => value.parts)
  const parts = which.map((c, i) => (no[i] === yes[i] || c === 'false' ? no[i] : c === 'true' ? yes[i] : `(${c} ? ${yes[i]} : ${no[i]})`))
  return { type: vectorType(scalar, width), parts: fold([...which, ...no, ...yes], parts, at) }
}

const anyAll = (joint: '||' | '&&'): Builtin => (_, [value], at) => {
  convert(value, vectorType('bool', widthOf(value.type, at)), at)
  return { type: scalarType('bool'), parts: fold(value.parts, [value.parts.length === 1 ? value.parts[0] : `(${value.parts.join(` ${joint} `)})`], at) }
}

const transpose: Builtin = (_, [value], at) => {
  if (value.type.kind !== 'matrix') throw compileError(at, `${nameOf(value.type)} is not a matrix`)
  const { columns, rows, scalar } = value.type
  const type: MatrixType = { kind: 'matrix', scalar, columns: rows, rows: columns }
  return { type, parts: Array.from({ length: rows * columns }, (__, i) => value.parts[(i % columns) * rows + Math.floor(i / columns)]) }
}

/** By cofactors of the first column; differs from the adapter in the last bits. */
const determinant: Builtin = (cx, [value], at) => {
  if (value.type.kind !== 'matrix' || value.type.columns !== value.type.rows) throw compileError(at, `${nameOf(value.type)} is not a square matrix`)
  const size = value.type.rows
  const m = once(cx, value.parts)
  const minor = (columns: readonly number[], rows: readonly number[]): string => {
    const [column, ...rest] = columns
    if (rest.length === 0) return m[column * size + rows[0]]
    const terms = rows.map((row, i) => ({ sign: i % 2, text: `F(${m[column * size + row]} * ${minor(rest, rows.filter((other) => other !== row))})` }))
    return terms.slice(1).reduce((sum, term) => `F(${sum} ${term.sign === 1 ? '-' : '+'} ${term.text})`, terms[0].text)
  }
  const all = Array.from({ length: size }, (_, i) => i)
  return { type: scalarType('f32'), parts: fold(m, [minor(all, all)], at) }
}

const bits = (signed: string, unsigned: string): Builtin => each(1, 'integer', (cx, scalar, [x]) =>
  (scalar === 'u32' ? `(${cx.rt(unsigned)}(${x}) >>> 0)` : `(${cx.rt(signed)}(${x}) | 0)`))

const extractBits: Builtin = (cx, args, at) => {
  const [value, offset, count] = [concretize(args[0], at), ...args.slice(1).map((arg) => convert(arg, U32, at))]
  const { scalar, width } = prepare(cx, [value], 1, 'integer', at)
  const name = cx.rt(scalar === 'u32' ? 'extractU' : 'extractI')
  const shared = [...once(cx, offset.parts), ...once(cx, count.parts)].join(', ')
  return { type: vectorType(scalar, width), parts: value.parts.map((part) => `${name}(${part}, ${shared})`) }
}

const insertBits: Builtin = (cx, args, at) => {
  const { scalar, width, lists: [value, fresh] } = prepare(cx, args.slice(0, 2).map((arg) => concretize(arg, at)), 2, 'integer', at)
  const shared = args.slice(2).flatMap((arg) => once(cx, convert(arg, U32, at).parts)).join(', ')
  return { type: vectorType(scalar, width), parts: value.map((part, i) => `(${cx.rt('insertBits')}(${part}, ${fresh[i]}, ${shared}) ${scalar === 'u32' ? '>>> 0' : '| 0'})`) }
}

const ldexp: Builtin = (cx, args, at) => {
  const x = asFloat(args[0], at)
  const e = convert(args[1], withScalar(args[1].type, 'i32'), at)
  return { type: x.type, parts: fold([...x.parts, ...e.parts], x.parts.map((part, i) => `${cx.rt('ldexp')}(${part}, ${e.parts[i]})`), at) }
}

/** Every built-in function that is pure arithmetic on its arguments. */
export const MATH: Readonly<Record<string, Builtin>> = {
  abs: each(1, 'number', (_, scalar, [x]) => (scalar === 'i32' ? `(Math.abs(${x}) | 0)` : scalar === 'u32' ? x : `Math.abs(${x})`)),
  acos: math('acos'), acosh: math('acosh'), asin: math('asin'), asinh: math('asinh'), atan: math('atan'), atanh: math('atanh'),
  atan2: each(2, 'float', (_, scalar, [y, x]) => round(scalar, `Math.atan2(${y}, ${x})`)),
  cos: math('cos'), cosh: math('cosh'), sin: math('sin'), sinh: math('sinh'), tan: math('tan'), tanh: math('tanh'),
  exp: math('exp'), exp2: each(1, 'float', (_, scalar, [x]) => round(scalar, `2 ** (${x})`)), log: math('log'), log2: math('log2'), sqrt: math('sqrt'),
  pow: each(2, 'float', (_, scalar, [x, y]) => round(scalar, `Math.pow(${x}, ${y})`)),
  inverseSqrt: runtime('inverseSqrt', 1, 'float'), fract: runtime('fract', 1, 'float'), round: runtime('roundEven', 1, 'float'),
  smoothstep: runtime('smoothstep', 3, 'float'), ldexp,
  ceil: exact((x) => `Math.ceil(${x})`), floor: exact((x) => `Math.floor(${x})`), trunc: exact((x) => `Math.trunc(${x})`),
  saturate: exact(saturated),
  degrees: each(1, 'float', (_, scalar, [x]) => round(scalar, `${x} * ${scalar === 'f32' ? Math.fround(180 / Math.PI) : 180 / Math.PI}`)),
  radians: each(1, 'float', (_, scalar, [x]) => round(scalar, `${x} * ${scalar === 'f32' ? Math.fround(Math.PI / 180) : Math.PI / 180}`)),
  sign: each(1, 'signed', (_, __, [x]) => `(${x} > 0 ? 1 : ${x} < 0 ? -1 : 0)`),
  step: each(2, 'float', (_, __, [edge, x]) => `(${edge} <= ${x} ? 1 : 0)`),
  min: each(2, 'number', (_, __, [x, y]) => minimum(x, y)), max: each(2, 'number', (_, __, [x, y]) => maximum(x, y)), clamp,
  fma: each(3, 'float', (cx, scalar, [x, y, z], at) => add(cx, scalar, multiply(cx, scalar, x, y, at), z, at)),
  quantizeToF16: runtime('quantized', 1, 'float'),
  dot, cross, length, normalize, mix, reflect, refract, faceForward, select, transpose, determinant,
  distance: (cx, args, at) => length(cx, [binary(cx, '-', args[0], args[1], at)], at),
  any: anyAll('||'), all: anyAll('&&'),
  countLeadingZeros: each(1, 'integer', (_, __, [x]) => `Math.clz32(${x})`),
  countOneBits: runtime('countOneBits', 1, 'integer'), countTrailingZeros: runtime('countTrailingZeros', 1, 'integer'),
  reverseBits: bits('reverseBits', 'reverseBits'), firstTrailingBit: bits('firstTrailingBit', 'firstTrailingBit'),
  firstLeadingBit: bits('firstLeadingBitI', 'firstLeadingBitU'), extractBits, insertBits,
}
