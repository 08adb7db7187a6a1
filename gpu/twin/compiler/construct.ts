import { fold } from './constant.ts'
import type { Context, Value } from './context.ts'
import { arrayOfValues, convert } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { once } from './memory.ts'
import {
  type ArrayType, leavesOf, type MatrixType, nameOf, type Scalar, scalarIn, type StructType, type Type, vectorType, type VectorType,
} from './types.ts'
import { isLiteral } from './writer.ts'

/** The zero of a type. */
export function zero(type: Type): Value {
  return { type, parts: leavesOf(type).map(({ scalar }) => (scalar === 'bool' ? 'false' : '0')) }
}

/** T(...): zero values, casts, vectors from pieces, matrices from columns, structs and arrays from their members. */
export function construct(cx: Context, type: Type, args: readonly Value[], at: Position): Value {
  if (args.length === 0) return zero(type)
  switch (type.kind) {
    case 'scalar': {
      if (args.length > 1) throw compileError(at, `${type.scalar} takes one value`)
      return { type, parts: cast(cx, args[0], type.scalar, at) }
    }
    case 'vector': return vector(cx, type, args, at)
    case 'matrix': return matrix(type, args, at)
    case 'struct': return struct(type, args, at)
    case 'array': return array(type, args, at)
    default: throw compileError(at, `${nameOf(type)} has no constructor`)
  }
}

function vector(cx: Context, type: VectorType, args: readonly Value[], at: Position): Value {
  const parts = args.flatMap((arg) => {
    if (arg.type.kind !== 'scalar' && arg.type.kind !== 'vector') throw compileError(at, `${nameOf(arg.type)} does not fit into ${nameOf(type)}`)
    const isCast = args.length === 1 && arg.type.kind === 'vector'
    return isCast ? cast(cx, arg, type.scalar, at) : convert(arg, vectorType(type.scalar, arg.type.kind === 'vector' ? arg.type.width : 1), at).parts
  })
  if (parts.length === 1) return { type, parts: Array<string>(type.width).fill(once(cx, parts)[0]) }
  if (parts.length !== type.width) throw compileError(at, `${nameOf(type)} takes ${type.width} numbers, not ${parts.length}`)
  return { type, parts }
}

function matrix(type: MatrixType, args: readonly Value[], at: Position): Value {
  if (args.length === 1 && args[0].type.kind === 'matrix') return convert(args[0], type, at)
  const parts = args.flatMap((arg) => {
    if (arg.type.kind === 'vector' && arg.type.width !== type.rows) throw compileError(at, `a column of ${nameOf(type)} has ${type.rows} numbers`)
    return convert(arg, vectorType(type.scalar, arg.type.kind === 'vector' ? arg.type.width : 1), at).parts
  })
  if (parts.length !== type.columns * type.rows) throw compileError(at, `${nameOf(type)} takes ${type.columns * type.rows} numbers, not ${parts.length}`)
  return { type, parts }
}

function struct(type: StructType, args: readonly Value[], at: Position): Value {
  if (args.length !== type.members.length) throw compileError(at, `${type.name} has ${type.members.length} members, not ${args.length}`)
  return { type, parts: args.flatMap((arg, i) => convert(arg, type.members[i].type, at).parts) }
}

function array(type: ArrayType, args: readonly Value[], at: Position): Value {
  if (args.length !== type.count) throw compileError(at, `${nameOf(type)} takes ${type.count} elements, not ${args.length}`)
  return { type, parts: args.flatMap((arg) => convert(arg, type.element, at).parts) }
}

/** vec3(...), mat2x2(...), array(...): the element type follows from the arguments. */
export function constructInferred(cx: Context, name: string, args: readonly Value[], at: Position): Value {
  if (args.length === 0) throw compileError(at, `${name}() needs its element type`)
  if (name === 'array') return arrayOfValues(args, at)
  const scalars = args.map((arg) => scalarIn(arg.type))
  const strongest = (['bool', 'f32', 'u32', 'i32', 'abstract-float', 'abstract-int'] as const).find((scalar) => scalars.includes(scalar))
  if (strongest === undefined) throw compileError(at, `${name} takes numbers`)
  const matrixSize = /^mat([234])x([234])$/.exec(name)
  if (matrixSize === null) return construct(cx, vectorType(strongest, Number(name.slice(3))), args, at)
  const scalar: Scalar = strongest.startsWith('abstract') ? 'f32' : strongest
  return construct(cx, { kind: 'matrix', scalar, columns: Number(matrixSize[1]), rows: Number(matrixSize[2]) }, args, at)
}

/** A value conversion per component: floats saturate into integers, integers keep their bits, bool is 0 or 1. */
function cast(cx: Context, value: Value, to: Scalar, at: Position): readonly string[] {
  const from = scalarIn(value.type)
  if (from === null) throw compileError(at, `${nameOf(value.type)} is not a number`)
  if (from === to) return value.parts
  if (from === 'abstract-int' && to !== 'bool') return convert(value, vectorType(to, value.parts.length), at).parts
  const parts = value.parts.map((part) => {
    if (to === 'bool') return `(${part} !== 0)`
    if (from === 'bool') return `(${part} ? 1 : 0)`
    if (to === 'f32') return `F(${part})`
    if (from === 'f32' || from === 'abstract-float') return `${cx.rt(to === 'u32' ? 'satU' : 'satI')}(${part})`
    return to === 'u32' ? `(${part} >>> 0)` : `(${part} | 0)`
  })
  return fold(value.parts, parts, at)
}

/** bitcast<T>(value): the same bits; words that were just read from memory are read again as T. */
export function bitcast(cx: Context, type: Type, value: Value, at: Position): Value {
  const to = scalarIn(type)
  const concreteValue = scalarIn(value.type)?.startsWith('abstract') === true && to !== null
    ? convert(value, vectorType(scalarIn(value.type) === 'abstract-float' ? 'f32' : Number(value.parts[0]) < 0 ? 'i32' : 'u32', value.parts.length), at) : value
  const from = scalarIn(concreteValue.type)
  if (from === null || to === null || from === 'bool' || to === 'bool' || value.type.kind === 'matrix' || type.kind === 'matrix') {
    throw compileError(at, `bitcast from ${nameOf(value.type)} to ${nameOf(type)}`)
  }
  if (leavesOf(type).length !== value.parts.length) throw compileError(at, `bitcast from ${nameOf(value.type)} to ${nameOf(type)} changes the size`)
  if (from === to) return { type, parts: concreteValue.parts }
  const parts = concreteValue.parts.map((part) => {
    if (from !== 'f32' && to !== 'f32') return to === 'u32' ? `(${part} >>> 0)` : `(${part} | 0)`
    if (!isLiteral(part)) {
      const again = cx.writer.reinterpret(part, to[0])
      if (again !== null) {
        cx.memories.get(again.memory)?.views.add(to[0])
        return again.text
      }
    }
    return `${cx.rt(`${from[0]}2${to[0]}`)}(${part})`
  })
  return { type, parts: fold(concreteValue.parts, parts, at) }
}

