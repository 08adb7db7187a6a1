import type { Block, Expression, Statement, VariableDeclaration } from './ast.ts'
import { zero } from './construct.ts'
import { type Context, Scope, type Value } from './context.ts'
import { concretize, convert } from './convert.ts'
import { compileError, type Position } from './lex.ts'
import { allocate, clear, store, valueAt } from './memory.ts'
import { binary } from './operators.ts'
import { BOOL, holdsArray, leavesOf, nameOf } from './types.ts'
import { isLiteral } from './writer.ts'

/** Statements in the current scope; the caller opens one. */
export function lowerStatements(cx: Context, body: Block): void {
  for (const statement of body) lowerStatement(cx, statement)
}

/** A block with a scope of its own, one step in. */
function block(cx: Context, body: Block): Scope {
  const outer = cx.scope
  const inner = new Scope(outer)
  cx.scope = inner
  cx.writer.indented(() => cx.statements(body))
  cx.scope = outer
  return inner
}

function lowerStatement(cx: Context, statement: Statement): void {
  const { at } = statement
  cx.writer.at = at
  if (statement.kind !== 'block') cx.stop(at)
  switch (statement.kind) {
    case 'var':
    case 'let':
    case 'const': return declare(cx, statement)
    case 'assign': {
      const target = cx.expression(statement.target)
      if (target.place === undefined) throw compileError(at, 'this cannot be assigned')
      const mark = cx.writer.mark()
      const value = cx.expression(statement.value)
      let result = value
      if (statement.operator !== '') {
        // a += f(&a): the old value is read first.
        const old = cx.writer.hasEffectSince(mark) ? pinnedAt(cx, mark, target) : target
        result = binary(cx, statement.operator, old, value, at)
      }
      return store(cx, target.place, convert(result, target.type, statement.value.at).parts, at)
    }
    case 'discard-value': return void cx.expression(statement.value)
    case 'call': {
      if (statement.call.kind !== 'call') throw compileError(at, 'this is not a statement')
      cx.expression(statement.call)
      return
    }
    case 'block': {
      cx.writer.line('{')
      block(cx, statement.body)
      cx.writer.line('}')
      return
    }
    case 'if': return lowerIf(cx, statement)
    case 'loop': {
      const { breakIf } = statement
      return loop(cx, null, statement.body, statement.continuing, breakIf === null ? null : () => {
        cx.writer.line(`if (${condition(cx, breakIf)}) break;`)
      })
    }
    case 'while': return loop(cx, statement.condition, statement.body, [])
    case 'for': {
      const outer = cx.scope
      cx.scope = new Scope(outer)
      cx.writer.line('{')
      cx.writer.indented(() => {
        if (statement.init !== null) lowerStatement(cx, statement.init)
        loop(cx, statement.condition, statement.body, statement.update === null ? [] : [statement.update])
      })
      cx.writer.line('}')
      cx.scope = outer
      return
    }
    case 'switch': return lowerSwitch(cx, statement)
    case 'break': return void cx.writer.line('break;')
    case 'continue': {
      const inner = cx.frame?.loop
      if (inner === null || inner === undefined) throw compileError(at, 'continue stands in a loop')
      inner.used = true
      return void cx.writer.line(inner.label === '' ? 'continue;' : `break ${inner.label};`)
    }
    case 'return': return lowerReturn(cx, statement.value, at)
    case 'const_assert': {
      if (cx.expression(statement.condition).parts[0] !== 'true') throw compileError(at, 'const_assert failed')
    }
  }
}

function pinnedAt(cx: Context, mark: number, value: Value): Value {
  let parts: string[] = []
  cx.writer.insertAt(mark, () => { parts = value.parts.map((part) => cx.writer.define('$', part)) })
  return { type: value.type, parts }
}

function condition(cx: Context, expression: Expression): string {
  return convert(cx.expression(expression), BOOL, expression.at).parts[0]
}

function declare(cx: Context, { kind, name, type, value, at }: VariableDeclaration): void {
  const declared = type === null ? null : cx.typeOf(type)
  const found = value === null ? zero(declared!) : cx.expression(value)
  if (found.type.kind === 'pointer' && kind === 'let') {
    cx.scope.values.set(name, found)
    return
  }
  const first = kind === 'const' && declared === null ? found : declared === null ? concretize(found, at) : convert(found, declared, value?.at ?? at)
  if (first.type.kind === 'void') throw compileError(at, `${name} has no value`)
  if (kind === 'const' && !first.parts.every(isLiteral)) throw compileError(at, `${name} is not constant`)
  cx.scope.values.set(name, bindVariable(cx, kind, name, first, value === null, at))
}

function bindVariable(cx: Context, kind: 'var' | 'let' | 'const', name: string, first: Value, isZero: boolean, at: Position): Value {
  const { type } = first
  if (holdsArray(type)) {
    const place = allocate(cx, name, type, 'function')
    if (isZero) clear(cx, place.memory)
    else store(cx, place, first.parts, at)
    return valueAt(cx, kind === 'var' ? place : { ...place, memory: { ...place.memory, writable: false } })
  }
  const leaves = leavesOf(type)
  if (kind !== 'var') {
    const parts = first.parts.map((part, i) => (cx.writer.isStable(part) ? part : cx.writer.define(name + leaves[i].path, part)))
    return { type, parts }
  }
  const names = first.parts.map((part, i) => {
    const leaf = cx.writer.unique(name + leaves[i].path)
    cx.writer.line(`let ${leaf} = ${part};`)
    return leaf
  })
  return valueAt(cx, { kind: 'local', type, names, writable: true })
}

function lowerIf(cx: Context, { condition: test, body, otherwise }: Extract<Statement, { kind: 'if' }>): void {
  const text = condition(cx, test)
  if (isLiteral(text)) {
    // A parameter that is constant at this call: only one side is written.
    const taken = text === 'true' ? body : (otherwise ?? [])
    if (taken.length === 0) return
    cx.writer.line('{')
    block(cx, taken)
    cx.writer.line('}')
    return
  }
  cx.writer.line(`if (${text}) {`)
  block(cx, body)
  if (otherwise !== null && otherwise.length > 0) {
    cx.writer.line('} else {')
    block(cx, otherwise)
  }
  cx.writer.line('}')
}

/**
 * Every loop: test, body, then what runs before the next round. `continue` leaves a labelled block around the body where
 * something must still run, so names of the body are lost behind it.
 */
function loop(cx: Context, test: Expression | null, body: Block, after: Block, end: (() => void) | null = null): void {
  const frame = cx.frame!
  const outerLoop = frame.loop
  const outerScope = cx.scope
  const hasTail = after.length > 0 || end !== null
  const label = hasTail ? cx.writer.unique('$body') : ''
  frame.loop = { label, used: false }
  openLoop(cx, test)
  cx.writer.indented(() => {
    const mark = cx.writer.mark()
    const inner = new Scope(outerScope)
    cx.scope = inner
    cx.statements(body)
    if (hasTail && frame.loop!.used) {
      const lines = cx.writer.takeSince(mark)
      cx.writer.line(`${label}: {`)
      cx.writer.putBack(lines, 1)
      cx.writer.line('}')
      for (const [name, value] of inner.values) inner.values.set(name, { ...value, parts: [], lost: true })
    }
    cx.scope = new Scope(inner)
    frame.loop = null
    cx.statements(after)
    end?.()
  })
  cx.writer.line('}')
  cx.scope = outerScope
  frame.loop = outerLoop
}

function openLoop(cx: Context, test: Expression | null): void {
  if (test === null) return void cx.writer.line('for (;;) {')
  const mark = cx.writer.mark()
  cx.stop(test.at)
  const text = condition(cx, test)
  const lines = cx.writer.takeSince(mark)
  if (lines.length === 0) return void cx.writer.line(`while (${text}) {`)
  cx.writer.line('for (;;) {')
  cx.writer.putBack(lines, 1)
  cx.writer.indented(() => cx.writer.line(`if (!(${text})) break;`))
}

function lowerSwitch(cx: Context, { selector, cases, at }: Extract<Statement, { kind: 'switch' }>): void {
  const value = concretize(cx.expression(selector), at)
  if (value.type.kind !== 'scalar' || (value.type.scalar !== 'i32' && value.type.scalar !== 'u32')) throw compileError(at, `switch over ${nameOf(value.type)}`)
  cx.writer.line(`switch (${value.parts[0]}) {`)
  cx.writer.indented(() => {
    for (const { selectors, body, at: where } of cases) {
      cx.writer.at = where
      const labels = selectors.map((one) => {
        if (one === null) return 'default:'
        const constant = convert(cx.expression(one), value.type, one.at)
        if (!isLiteral(constant.parts[0])) throw compileError(one.at, 'a case is constant')
        return `case ${constant.parts[0]}:`
      })
      cx.writer.line(`${labels.join(' ')} {`)
      block(cx, body)
      cx.writer.indented(() => cx.writer.line('break;'))
      cx.writer.line('}')
    }
  })
  cx.writer.line('}')
}

function lowerReturn(cx: Context, expression: Expression | null, at: Position): void {
  const { exit, result, fn } = cx.frame!
  if (exit === null) throw compileError(at, 'nothing may follow this return')
  if (expression !== null) {
    const { parts } = convert(cx.expression(expression), result, expression.at)
    // The names are fresh: no part reads them.
    exit.names.forEach((name, i) => cx.writer.line(`${name} = ${parts[i]};`))
  } else if (result.kind !== 'void') throw compileError(at, `${fn.name} returns ${nameOf(result)}`)
  cx.writer.line(`break ${exit.label};`)
}
