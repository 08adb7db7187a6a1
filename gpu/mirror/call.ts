import type { Block, Expression, FunctionDeclaration, Statement } from './ast.ts'
import { type Context, Scope, type Value } from './context.ts'
import { convert } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { allocate, store, valueAt } from './memory.ts'
import { holdsArray, leavesOf, nameOf, sameType, VOID } from './types.ts'

/**
 * Writes a call by writing the function's body in its place: WGSL has no recursion, pointers resolve to the variables they
 * point to, and no number is boxed on its way. A body with one return at its end becomes an expression.
 */
export function inlineCall(cx: Context, fn: FunctionDeclaration, args: readonly Expression[], at: Position): Value {
  for (let frame = cx.frame; frame !== null; frame = frame.caller) {
    if (frame.fn === fn) throw compileError(at, `${fn.name} calls itself`)
  }
  if (args.length !== fn.parameters.length) throw compileError(at, `${fn.name} takes ${fn.parameters.length} arguments, not ${args.length}`)
  const values = cx.operands(args)
  const scope = new Scope(cx.moduleScope)
  fn.parameters.forEach((parameter, i) => {
    scope.values.set(parameter.name, bind(cx, parameter.name, values[i], cx.typeOf(parameter.type), args[i].at))
  })
  const result = fn.result === null ? VOID : cx.typeOf(fn.result)
  const last = fn.body.at(-1)
  const returns = countReturns(fn.body)
  const tail = last?.kind === 'return' ? last : null
  const isSimple = returns === (tail === null ? 0 : 1)
  const outer = { scope: cx.scope, frame: cx.frame, at: cx.writer.at }
  cx.scope = scope
  let value: Value
  if (isSimple) {
    cx.frame = { fn, result, exit: null, loop: null, caller: outer.frame }
    cx.scope = new Scope(scope)
    cx.statements(tail === null ? fn.body : fn.body.slice(0, -1))
    value = tail === null || tail.value === null ? { type: VOID, parts: [] } : settle(cx, tail.value, result)
  } else value = labelled(cx, fn, scope, result)
  cx.scope = outer.scope
  cx.frame = outer.frame
  cx.writer.at = outer.at
  if (result !== VOID && value.type === VOID) throw compileError(fn.at, `${fn.name} does not return ${nameOf(result)}`)
  return value
}

function settle(cx: Context, expression: Expression, result: Value['type']): Value {
  cx.stop(expression.at)
  const value = convert(cx.expression(expression), result, expression.at)
  return { type: value.type, parts: value.parts }
}

/** Several returns: the result goes into variables, and each return leaves the labelled block. */
function labelled(cx: Context, fn: FunctionDeclaration, scope: Scope, result: Value['type']): Value {
  const names = leavesOf(result).map((leaf) => {
    const name = cx.writer.unique(`${fn.name}${leaf.path}`)
    cx.writer.line(`let ${name} = ${leaf.scalar === 'bool' ? 'false' : '0'};`)
    return name
  })
  const label = cx.writer.unique(`$${fn.name}`)
  cx.frame = { fn, result, exit: { names, label }, loop: null, caller: cx.frame }
  cx.scope = new Scope(scope)
  cx.writer.line(`${label}: {`)
  cx.writer.indented(() => cx.statements(fn.body))
  cx.writer.line('}')
  for (const name of names) cx.writer.markStable(name)
  return { type: result, parts: names }
}

/** A parameter: a pointer stands for its target, all else is a constant copy. */
function bind(cx: Context, name: string, value: Value, type: Value['type'], at: Position): Value {
  if (type.kind === 'pointer') {
    if (value.type.kind !== 'pointer' || !sameType(value.type.to, type.to)) throw compileError(at, `expected ${nameOf(type)}, found ${nameOf(value.type)}`)
    return value
  }
  if (type.kind === 'texture') {
    if (value.type.kind !== 'texture') throw compileError(at, `expected ${nameOf(type)}, found ${nameOf(value.type)}`)
    return value
  }
  const converted = convert(value, type, at)
  if (holdsArray(type)) {
    const place = allocate(cx, name, type, 'function')
    store(cx, place, converted.parts, at)
    return valueAt(cx, { ...place, memory: { ...place.memory, writable: false } })
  }
  const leaves = leavesOf(type)
  return { type, parts: converted.parts.map((part, i) => (cx.writer.isStable(part) ? part : cx.writer.define(name + leaves[i].path, part))) }
}

/** Returns anywhere in a block. */
export function countReturns(block: Block): number {
  return block.reduce((sum, statement) => sum + returnsIn(statement), 0)
}

function returnsIn(statement: Statement): number {
  switch (statement.kind) {
    case 'return': return 1
    case 'block': return countReturns(statement.body)
    case 'if': return countReturns(statement.body) + countReturns(statement.otherwise ?? [])
    case 'loop': return countReturns(statement.body) + countReturns(statement.continuing)
    case 'while':
    case 'for': return countReturns(statement.body)
    case 'switch': return statement.cases.reduce((sum, { body }) => sum + countReturns(body), 0)
    default: return 0
  }
}
