import { checkRange, literal } from './constant.ts'
import type { Value } from './context.ts'
import { compileError, type Position } from './lex.ts'
import { arrayOf, concrete, isAbstract, leavesOf, nameOf, type Scalar, sameType, scalarIn, type Type, withScalar } from './types.ts'

/** A value as the type that its use asks for: only abstract numbers change, all else must match. */
export function convert(value: Value, target: Type, at: Position): Value {
  if (sameType(value.type, target)) return value
  const scalar = scalarIn(target)
  if (isAbstract(value.type) && scalar !== null && target.kind === value.type.kind && sameType(withScalar(value.type, scalar), target)) {
    return { type: target, parts: value.parts.map((part) => abstractTo(part, scalar, nameOf(value.type), at)) }
  }
  if (isAbstract(value.type) && value.type.kind === 'array' && target.kind === 'array' && value.type.count === target.count) {
    const leaves = leavesOf(target)
    return { type: target, parts: value.parts.map((part, i) => abstractTo(part, leaves[i].scalar, nameOf(value.type), at)) }
  }
  throw compileError(at, `expected ${nameOf(target)}, found ${nameOf(value.type)}`)
}

/** i32 or f32 for what is still abstract. */
export function concretize(value: Value, at: Position): Value {
  return isAbstract(value.type) ? convert(value, concrete(value.type), at) : value
}

/** An abstract literal as a literal of another scalar. */
export function abstractTo(part: string, scalar: Scalar, from: string, at: Position): string {
  const number = Number(part)
  switch (scalar) {
    case 'f32': {
      if (!Number.isFinite(Math.fround(number))) throw compileError(at, `${part} does not fit f32`)
      return literal(Math.fround(number), at)
    }
    case 'i32':
    case 'u32':
      if (from.includes('float')) throw compileError(at, `expected ${scalar}, found ${from}`)
      checkRange(number, scalar, at)
      return part
    case 'abstract-float': return part
    case 'abstract-int':
      if (from.includes('float')) throw compileError(at, `${part} is not an integer`)
      return part
    case 'bool': throw compileError(at, `expected bool, found a number`)
  }
}

/** The scalar that both sides become; throws when they differ and neither is abstract. */
export function commonScalar(a: Scalar, b: Scalar, at: Position): Scalar {
  if (a === b) return a
  const rank: Record<Scalar, number> = { 'abstract-int': 0, 'abstract-float': 1, i32: 2, u32: 2, f32: 2, bool: 3 }
  const [low, high] = rank[a] < rank[b] ? [a, b] : [b, a]
  const fits = low === 'abstract-int' ? high !== 'bool' : low === 'abstract-float' && high === 'f32'
  if (!fits) throw compileError(at, `${a} and ${b} do not mix`)
  return high
}

/** Values brought to one scalar, each keeping its shape. */
export function unify(values: readonly Value[], at: Position): { scalar: Scalar; values: Value[] } {
  const scalars = values.map((value) => scalarIn(value.type))
  const missing = scalars.indexOf(null)
  if (missing >= 0) throw compileError(at, `${nameOf(values[missing].type)} is not a number`)
  const scalar = (scalars as Scalar[]).reduce((a, b) => commonScalar(a, b, at))
  return { scalar, values: values.map((value) => convert(value, withScalar(value.type, scalar), at)) }
}

/** The type of an array literal whose elements have these types. */
export function arrayOfValues(values: readonly Value[], at: Position): Value {
  const first = values[0].type
  if (scalarIn(first) === null) {
    return { type: arrayOf(first, values.length), parts: values.flatMap((value) => convert(value, first, at).parts) }
  }
  const unified = unify(values, at)
  const { type } = unified.values[0]
  return { type: arrayOf(type, values.length), parts: unified.values.flatMap((value) => convert(value, type, at).parts) }
}
