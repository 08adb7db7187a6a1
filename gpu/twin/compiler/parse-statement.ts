import type { Expression, Statement, SwitchCase, VariableDeclaration } from './ast.ts'
import { compileError } from './lex.ts'
import { parseExpression, parsePostfix, parseType } from './parse-expression.ts'
import type { TokenReader } from './tokens.ts'

export function parseBlock(reader: TokenReader): Statement[] {
  skipAttributes(reader)
  reader.expect('{')
  const body: Statement[] = []
  while (!reader.accept('}')) {
    if (reader.done) throw compileError(reader.at, "expected '}'")
    if (!reader.accept(';')) body.push(parseStatement(reader))
  }
  return body
}

/** @diagnostic(...) may stand before blocks and statements; it says nothing to us. */
function skipAttributes(reader: TokenReader): void {
  while (reader.is('@')) {
    const { at } = reader.take()
    const name = reader.name()
    if (name !== 'diagnostic') throw compileError(at, `@${name} does not stand before a statement`)
    while (!reader.accept(')')) reader.take()
  }
}

function parseStatement(reader: TokenReader): Statement {
  skipAttributes(reader)
  const { at, text } = reader.peek()
  switch (text) {
    case '{': return { kind: 'block', at, body: parseBlock(reader) }
    case 'if': return parseIf(reader)
    case 'loop': return parseLoop(reader)
    case 'while': {
      reader.take()
      const condition = parseExpression(reader)
      return { kind: 'while', at, condition, body: parseBlock(reader) }
    }
    case 'for': return parseFor(reader)
    case 'switch': return parseSwitch(reader)
    case 'break':
    case 'continue':
      reader.take()
      reader.expect(';')
      return { kind: text, at }
    case 'return': {
      reader.take()
      const value = reader.is(';') ? null : parseExpression(reader)
      reader.expect(';')
      return { kind: 'return', at, value }
    }
    case 'const_assert': {
      reader.take()
      const condition = parseExpression(reader)
      reader.expect(';')
      return { kind: 'const_assert', at, condition }
    }
    case 'discard': throw compileError(at, 'discard belongs to fragment shaders')
    default: {
      const statement = parseSimple(reader)
      reader.expect(';')
      return statement
    }
  }
}

function parseIf(reader: TokenReader): Statement {
  const { at } = reader.expect('if')
  const condition = parseExpression(reader)
  const body = parseBlock(reader)
  if (!reader.accept('else')) return { kind: 'if', at, condition, body, otherwise: null }
  return { kind: 'if', at, condition, body, otherwise: reader.is('if') ? [parseIf(reader)] : parseBlock(reader) }
}

function parseLoop(reader: TokenReader): Statement {
  const { at } = reader.expect('loop')
  skipAttributes(reader)
  reader.expect('{')
  const body: Statement[] = []
  const continuing: Statement[] = []
  let breakIf: Expression | null = null
  while (!reader.accept('}')) {
    if (reader.done) throw compileError(reader.at, "expected '}'")
    if (reader.accept(';')) continue
    if (!reader.accept('continuing')) {
      body.push(parseStatement(reader))
      continue
    }
    reader.expect('{')
    while (!reader.accept('}')) {
      if (reader.is('break') && reader.peek(1).text === 'if') {
        reader.take()
        reader.take()
        breakIf = parseExpression(reader)
        reader.expect(';')
      } else if (!reader.accept(';')) continuing.push(parseStatement(reader))
    }
    if (!reader.is('}')) throw compileError(reader.at, 'nothing may follow continuing')
  }
  return { kind: 'loop', at, body, continuing, breakIf }
}

function parseFor(reader: TokenReader): Statement {
  const { at } = reader.expect('for')
  reader.expect('(')
  const init = reader.is(';') ? null : parseSimple(reader)
  reader.expect(';')
  const condition = reader.is(';') ? null : parseExpression(reader)
  reader.expect(';')
  const update = reader.is(')') ? null : parseSimple(reader)
  reader.expect(')')
  return { kind: 'for', at, init, condition, update, body: parseBlock(reader) }
}

function parseSwitch(reader: TokenReader): Statement {
  const { at } = reader.expect('switch')
  const selector = parseExpression(reader)
  reader.expect('{')
  const cases: SwitchCase[] = []
  while (!reader.accept('}')) {
    const start = reader.at
    const selectors: (Expression | null)[] = []
    if (reader.accept('default')) selectors.push(null)
    else {
      reader.expect('case')
      while (!reader.is(':') && !reader.is('{')) {
        selectors.push(reader.accept('default') ? null : parseExpression(reader))
        if (!reader.accept(',')) break
      }
    }
    reader.accept(':')
    cases.push({ at: start, selectors, body: parseBlock(reader) })
  }
  return { kind: 'switch', at, selector, cases }
}

/** A declaration, an assignment, an increment or a call: what may stand in the head of a `for`. */
function parseSimple(reader: TokenReader): Statement {
  const { at, text } = reader.peek()
  if (text === 'var' || text === 'let' || text === 'const') return parseVariable(reader, text)
  if (text === '_' && reader.peek(1).text === '=') {
    reader.take()
    reader.take()
    return { kind: 'discard-value', at, value: parseExpression(reader) }
  }
  const target = parseTarget(reader)
  if (reader.accept('++')) return { kind: 'assign', at, operator: '+', target, value: { kind: 'number', at, text: '1' } }
  if (reader.accept('--')) return { kind: 'assign', at, operator: '-', target, value: { kind: 'number', at, text: '1' } }
  if (target.kind === 'call' && !reader.is('=')) return { kind: 'call', at, call: target }
  return { kind: 'assign', at, operator: assignment(reader), target, value: parseExpression(reader) }
}

function parseTarget(reader: TokenReader): Expression {
  const { at } = reader.peek()
  if (reader.accept('*')) return { kind: 'unary', at, operator: '*', operand: parseTarget(reader) }
  if (reader.accept('&')) return { kind: 'unary', at, operator: '&', operand: parseTarget(reader) }
  return parsePostfix(reader)
}

/** '' for `=`, '+' for `+=` and so on. */
function assignment(reader: TokenReader): string {
  const token = reader.take()
  if (token.text === '=') return ''
  if (/^(?:[-+*/%&|^]|<<)=$/.test(token.text)) return token.text.slice(0, -1)
  if (token.text === '>' && reader.peek().joined && reader.accept('>') && reader.accept('=')) return '>>'
  throw compileError(token.at, `expected an assignment, found '${token.text}'`)
}

function parseVariable(reader: TokenReader, kind: 'var' | 'let' | 'const'): VariableDeclaration {
  const { at } = reader.take()
  if (kind === 'var' && reader.accept('<')) {
    const space = reader.name()
    if (space !== 'function') throw compileError(at, `var<${space}> stands at module scope`)
    reader.expect('>')
  }
  const name = reader.name()
  const type = reader.accept(':') ? parseType(reader) : null
  const value = reader.accept('=') ? parseExpression(reader) : null
  if (type === null && value === null) throw compileError(at, `${name} has neither a type nor a value`)
  if (kind !== 'var' && value === null) throw compileError(at, `${name} has no value`)
  return { kind, at, name, type, value }
}

