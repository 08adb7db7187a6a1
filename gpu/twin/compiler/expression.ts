import type { Expression } from './ast.ts'
import { MATH } from './builtins.ts'
import { MEMORY } from './builtins-memory.ts'
import { PACKING } from './builtins-pack.ts'
import { parseNumber, fold } from './constant.ts'
import { bitcast, construct, constructInferred } from './construct.ts'
import type { Context, Place, Value } from './context.ts'
import { convert } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { elementOf, memberPlace, pin, valueAt } from './memory.ts'
import { binary, unary } from './operators.ts'
import { findGlobal, findType } from './resolve.ts'
import { isLiteral } from './writer.ts'
import { BOOL, leavesOf, nameOf, scalarType, type Type, vectorType } from './types.ts'

/** Types one expression and writes it as JavaScript; what has side effects is written before it. */
export function lowerExpression(cx: Context, expression: Expression): Value {
  const { at } = expression
  switch (expression.kind) {
    case 'number': {
      const { scalar, part } = parseNumber(expression.text, at)
      return { type: scalarType(scalar), parts: [part] }
    }
    case 'bool': return { type: BOOL, parts: [String(expression.value)] }
    case 'name': {
      if (expression.templates !== null) throw compileError(at, `${expression.name}<...> is a type, not a value`)
      const value = cx.scope.find(expression.name) ?? findGlobal(cx, expression.name)
      if (value === null) throw compileError(at, `${expression.name} is not declared`)
      if (value.lost === true) throw compileError(at, `${expression.name} stands behind a continue: declare it before the loop`)
      return value
    }
    case 'member': return member(cx, follow(cx, cx.expression(expression.base)), expression.member, at)
    case 'index': return elementOf(cx, follow(cx, cx.expression(expression.base)), cx.expression(expression.index), at)
    case 'unary': return lowerUnary(cx, expression)
    case 'binary': {
      if (expression.operator === '&&' || expression.operator === '||') return shortCircuit(cx, expression.operator, expression.left, expression.right, at)
      const [left, right] = cx.operands([expression.left, expression.right])
      return binary(cx, expression.operator, left, right, at)
    }
    case 'call': return lowerCall(cx, expression)
  }
}

/** Operands in order: what a later one's side effects could change is read before them. */
export function lowerOperands(cx: Context, expressions: readonly Expression[]): Value[] {
  const values: Value[] = []
  for (const expression of expressions) {
    const mark = cx.writer.mark()
    const value = cx.expression(expression)
    if (cx.writer.hasEffectSince(mark)) {
      cx.writer.insertAt(mark, () => {
        values.forEach((earlier, i) => {
          if (!earlier.parts.every((part) => cx.writer.isStable(part))) values[i] = { type: earlier.type, parts: pin(cx, earlier.parts) }
        })
      })
    }
    values.push(value)
  }
  return values
}

/** A pointer stands for what it points to where a composite is expected. */
function follow(cx: Context, value: Value): Value {
  return value.type.kind === 'pointer' ? valueAt(cx, value.place!) : value
}

function lowerUnary(cx: Context, { operator, operand, at }: Extract<Expression, { kind: 'unary' }>): Value {
  const value = cx.expression(operand)
  if (operator === '&') {
    if (value.place === undefined) throw compileError(at, 'only a variable has an address')
    return { type: { kind: 'pointer', space: spaceOf(value.place), to: value.type }, parts: [], place: value.place }
  }
  if (operator === '*') {
    if (value.type.kind !== 'pointer') throw compileError(at, `${nameOf(value.type)} is not a pointer`)
    return valueAt(cx, value.place!)
  }
  return unary(operator, value, at)
}

function spaceOf(place: Place): string {
  return place.kind === 'memory' ? place.memory.space : 'function'
}

/** The right side runs only where it must: what it writes goes into a branch. */
function shortCircuit(cx: Context, operator: '&&' | '||', left: Expression, right: Expression, at: Position): Value {
  const first = convert(cx.expression(left), BOOL, left.at).parts[0]
  const mark = cx.writer.mark()
  const second = convert(cx.expression(right), BOOL, right.at).parts[0]
  const lines = cx.writer.takeSince(mark)
  // A constant on the left decides now: either the right side alone counts, or nothing of it.
  if (first === (operator === '&&' ? 'false' : 'true')) return { type: BOOL, parts: [first] }
  if (isLiteral(first)) {
    cx.writer.putBack(lines)
    return { type: BOOL, parts: [second] }
  }
  if (lines.length === 0) return { type: BOOL, parts: fold([first, second], [`(${first} ${operator} ${second})`], at) }
  const name = cx.writer.unique('both')
  cx.writer.line(`let ${name} = ${first};`)
  cx.writer.line(`if (${operator === '&&' ? name : `!${name}`}) {`)
  cx.writer.putBack(lines, 1)
  cx.writer.indented(() => cx.writer.line(`${name} = ${second};`))
  cx.writer.line('}')
  cx.writer.markStable(name)
  return { type: BOOL, parts: [name] }
}

function member(cx: Context, value: Value, name: string, at: Position): Value {
  const { type } = value
  if (type.kind === 'struct') {
    let start = 0
    for (const { name: candidate, type: memberType, offset } of type.members) {
      // In memory a member is found by its offset, and listing what lies before it may be long.
      const count = value.place?.kind === 'memory' ? 0 : leavesOf(memberType).length
      if (candidate === name) return part(cx, value, memberType, start, count, offset)
      start += count
    }
  }
  if (type.kind === 'vector') {
    const lanes = Array.from(name, (letter) => Math.max('xyzw'.indexOf(letter), 'rgba'.indexOf(letter)))
    if (lanes.length <= 4 && lanes.every((lane) => lane >= 0 && lane < type.width)) {
      if (lanes.length === 1) return part(cx, value, scalarType(type.scalar), lanes[0], 1, lanes[0])
      const { parts } = value
      return { type: vectorType(type.scalar, lanes.length), parts: lanes.map((lane) => parts[lane]) }
    }
  }
  throw compileError(at, `${nameOf(type)} has no member ${name}`)
}

function part(cx: Context, value: Value, type: Type, start: number, count: number, offset: number): Value {
  if (value.place === undefined) return { type, parts: value.parts.slice(start, start + count) }
  return valueAt(cx, memberPlace(value.place, type, start, count, offset))
}

const INFERRED = /^(?:vec[234]|mat[234]x[234]|array)$/

function lowerCall(cx: Context, { callee, args, at }: Extract<Expression, { kind: 'call' }>): Value {
  const declaration = cx.module.declarations.get(callee.name)
  if (declaration?.kind === 'fn') return cx.call(declaration, args, at)
  if (callee.name === 'bitcast' && callee.templates !== null) return bitcast(cx, cx.typeOf(callee.templates[0]), cx.operands(args)[0], at)
  const type = findType(cx, callee)
  if (type !== null) return construct(cx, type, cx.operands(args), at)
  if (INFERRED.test(callee.name)) return constructInferred(cx, callee.name, cx.operands(args), at)
  const builtin = MATH[callee.name] ?? PACKING[callee.name] ?? MEMORY[callee.name]
  if (builtin === undefined || callee.templates !== null) throw compileError(at, `${callee.name} is not a function that the twin knows`)
  return builtin(cx, cx.operands(args), at)
}

