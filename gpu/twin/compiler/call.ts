import type { Block, Expression, FunctionDeclaration, Statement } from './ast.ts'
import { type Context, type OutlinedFunction, type Place, Scope, type Value } from './context.ts'
import { convert } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { allocate, memberPlace, store, valueAt } from './memory.ts'
import { holdsArray, leavesOf, nameOf, type Scalar, sameType, scalarType, type Type, VOID } from './types.ts'
import type { Line } from './writer.ts'

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
  if (cx.outline.has(fn.name)) return callOutlined(cx, fn, values, args)
  const start = cx.writer.mark()
  const scope = new Scope(cx.moduleScope)
  fn.parameters.forEach((parameter, i) => {
    scope.values.set(parameter.name, bind(cx, parameter.name, values[i], cx.typeOf(parameter.type), args[i].at))
  })
  const value = writeBody(cx, fn, scope)
  cx.sizes.set(fn.name, Math.max(cx.sizes.get(fn.name) ?? 0, cx.writer.sizeSince(start)))
  return value
}

/** The body of a function in a scope that holds its parameters; its result. */
function writeBody(cx: Context, fn: FunctionDeclaration, scope: Scope): Value {
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

/** Numbers cross between functions here: as arguments they would be boxed one by one. */
const CROSSING = 'crossing'

const outOf = (scalar: Scalar, at: number): string => {
  const text = `${CROSSING}[${at}]`
  return scalar === 'u32' ? `${text} >>> 0` : scalar === 'i32' ? `${text} | 0` : scalar === 'bool' ? `${text} !== 0` : text
}
const into = (scalar: Scalar, at: number, part: string): string => `${CROSSING}[${at}] = ${scalar === 'bool' ? `${part} ? 1 : 0` : part};`

/** What crosses for one parameter: of a pointer the value it points to, there and back. */
const crossingType = (type: Type): Type => (type.kind === 'pointer' ? type.to : type)

/** Calls a function that stays one, because a kernel with all of them in place is more than engines optimise. */
function callOutlined(cx: Context, fn: FunctionDeclaration, values: readonly Value[], args: readonly Expression[]): Value {
  const { name, reads, writes } = cx.outlined.get(fn.name) ?? writeOutlined(cx, fn)
  const types = fn.parameters.map((parameter) => cx.typeOf(parameter.type))
  const leaves = types.flatMap((type) => leavesOf(crossingType(type)))
  const parts = values.flatMap((value, i) => (types[i].kind === 'pointer' ? valueAt(cx, placeOf(value, types[i], args[i].at)) : convert(value, types[i], args[i].at)).parts)
  parts.forEach((part, i) => { if (reads.has(i)) cx.writer.line(into(leaves[i].scalar, i, part)) })
  cx.writer.line(`${name}();`)
  const type = fn.result === null ? VOID : cx.typeOf(fn.result)
  const result = leavesOf(type).map(({ path, scalar }, i) => cx.writer.define(fn.name + path, outOf(scalar, i)))
  let [first, at] = [0, result.length]
  types.forEach((parameter, i) => {
    const own = leavesOf(crossingType(parameter))
    own.forEach(({ scalar, offset }, leaf) => {
      if (parameter.kind !== 'pointer' || !writes.has(first + leaf)) return
      store(cx, memberPlace(placeOf(values[i], parameter, args[i].at), scalarType(scalar), leaf, 1, offset), [outOf(scalar, at++)], args[i].at)
    })
    first += own.length
  })
  return { type, parts: result }
}

function placeOf(value: Value, type: Type, at: Position): Place {
  if (value.type.kind !== 'pointer' || type.kind !== 'pointer' || !sameType(value.type.to, type.to)) throw compileError(at, `expected ${nameOf(type)}, found ${nameOf(value.type)}`)
  return value.place!
}

function writeOutlined(cx: Context, fn: FunctionDeclaration): OutlinedFunction {
  const name = cx.writer.unique(fn.name)
  const parameters: { readonly name: string; readonly scalar: Scalar }[] = []
  let head = 0
  let result: readonly { readonly scalar: Scalar; readonly part: string }[] = []
  const lines = cx.writer.apart(() => {
    cx.writer.at = fn.at
    const scope = new Scope(cx.moduleScope)
    for (const parameter of fn.parameters) {
      const type = cx.typeOf(parameter.type)
      const names = leavesOf(crossingType(type)).map(({ path, scalar }) => {
        const at = parameters.length
        const local = type.kind === 'pointer' ? variable(cx, parameter.name + path, outOf(scalar, at)) : cx.writer.define(parameter.name + path, outOf(scalar, at))
        parameters.push({ name: local, scalar })
        return local
      })
      scope.values.set(parameter.name, type.kind === 'pointer' ? { type, parts: [], place: { kind: 'local', type: type.to, names, writable: true } } : { type, parts: names })
    }
    head = cx.writer.mark()
    const { type, parts } = writeBody(cx, fn, scope)
    result = leavesOf(type).map(({ scalar }, i) => ({ scalar, part: parts[i] }))
  })
  const own = new Set(parameters.map((parameter) => parameter.name))
  const [mentioned, assigned] = [new Set<string>(), new Set<string>()]
  const look = (text: string): void => {
    for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? []) {
      if (!own.has(word)) continue
      mentioned.add(word)
      if (text.includes(`${word} = `)) for (const [, target] of text.matchAll(/([A-Za-z_$][\w$]*) = /g)) assigned.add(target)
    }
  }
  const lookAll = (line: Line): void => {
    look(line.text)
    line.after.forEach(lookAll)
  }
  lines.slice(head).forEach(lookAll)
  for (const { part } of result) look(part)
  const indices = (names: ReadonlySet<string>) => new Set(parameters.flatMap((parameter, i) => (names.has(parameter.name) ? [i] : [])))
  const [reads, writes] = [indices(mentioned), indices(assigned)]
  const body = lines.filter((_, i) => i >= head || reads.has(i))
  const out = [...result, ...[...writes].map((i) => ({ scalar: parameters[i].scalar, part: parameters[i].name }))]
  const tail = cx.writer.apart(() => out.forEach(({ scalar, part }, i) => cx.writer.line(into(scalar, i, part))))
  const outlined = { name, lines: [...body, ...tail], reads, writes }
  cx.outlined.set(fn.name, outlined)
  return outlined
}

function variable(cx: Context, base: string, first: string): string {
  const name = cx.writer.unique(base)
  cx.writer.line(`let ${name} = ${first};`)
  return name
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
