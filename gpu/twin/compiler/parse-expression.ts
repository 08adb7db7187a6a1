import type { Expression, NameExpression } from './ast.ts'
import { compileError } from './lex.ts'
import type { TokenReader } from './tokens.ts'

const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1, '&&': 2, '|': 3, '^': 4, '&': 5, '==': 6, '!=': 6, '<': 7, '>': 7, '<=': 7, '>=': 7, '<<': 8, '>>': 8,
  '+': 9, '-': 9, '*': 10, '/': 10, '%': 10,
}

/** Names that open a template list where a value may stand; elsewhere `<` compares. */
const TEMPLATED = /^(?:vec[234]|mat[234]x[234]|array|bitcast|ptr|atomic|texture_\w+)$/

/** Parses one expression. In a template list `>` ends it, as WGSL says: a comparison there stands in parentheses. */
export function parseExpression(reader: TokenReader, inTemplate = false): Expression {
  return binary(reader, 0, inTemplate)
}

function binary(reader: TokenReader, above: number, inTemplate: boolean): Expression {
  let left = unary(reader)
  for (;;) {
    const operator = operatorAhead(reader, inTemplate)
    const precedence = operator === null ? 0 : PRECEDENCE[operator]
    if (operator === null || precedence <= above) return left
    const { at } = reader.peek()
    for (let i = operator.startsWith('>') ? operator.length : 1; i > 0; i--) reader.take()
    left = { kind: 'binary', at, operator, left, right: binary(reader, precedence, inTemplate) }
  }
}

/** The binary operator that comes next; `>` and what touches it become one. */
function operatorAhead(reader: TokenReader, inTemplate: boolean): string | null {
  const { text, kind } = reader.peek()
  if (kind !== 'symbol') return null
  if (text !== '>') return text in PRECEDENCE ? text : null
  if (inTemplate) return null
  const second = reader.peek(1)
  const third = reader.peek(2)
  if (second.joined && second.text === '>') return third.joined && (third.text === '=' || third.text === '==') ? null : '>>'
  return second.joined && second.text === '=' ? '>=' : '>'
}

function unary(reader: TokenReader): Expression {
  const { at } = reader.peek()
  for (const operator of ['-', '!', '~', '&', '*'] as const) {
    if (reader.accept(operator)) return { kind: 'unary', at, operator, operand: unary(reader) }
  }
  // && before an operand is two address-ofs: not WGSL. -- likewise.
  return parsePostfix(reader)
}

/** A primary expression with its members, indices and calls; also what may stand left of `=`. */
export function parsePostfix(reader: TokenReader): Expression {
  let value = primary(reader)
  for (;;) {
    const { at } = reader.peek()
    if (reader.accept('.')) value = { kind: 'member', at, base: value, member: reader.name() }
    else if (reader.accept('[')) {
      value = { kind: 'index', at, base: value, index: parseExpression(reader) }
      reader.expect(']')
    } else return value
  }
}

function primary(reader: TokenReader): Expression {
  const { at, kind, text } = reader.peek()
  if (kind === 'number') {
    reader.take()
    return { kind: 'number', at, text }
  }
  if (reader.accept('(')) {
    const inner = parseExpression(reader)
    reader.expect(')')
    return inner
  }
  if (kind !== 'name') throw compileError(at, `expected a value, found '${text}'`)
  if (reader.accept('true')) return { kind: 'bool', at, value: true }
  if (reader.accept('false')) return { kind: 'bool', at, value: false }
  const callee = parseName(reader, TEMPLATED.test(text))
  return reader.is('(') ? { kind: 'call', at, callee, args: parseArguments(reader) } : callee
}

/** A type, or a name with templates. */
export function parseType(reader: TokenReader): NameExpression {
  return parseName(reader, true)
}

function parseName(reader: TokenReader, templated: boolean): NameExpression {
  const { at } = reader.peek()
  const name = reader.name()
  if (!templated || !reader.accept('<')) return { kind: 'name', at, name, templates: null }
  const templates: Expression[] = []
  while (!reader.is('>')) {
    const { kind, text } = reader.peek()
    const isType = kind === 'name' && (reader.peek(1).text === '<' || reader.peek(1).text === ',' || reader.peek(1).text === '>') && text !== 'true'
    templates.push(isType ? parseType(reader) : parseExpression(reader, true))
    if (!reader.accept(',')) break
  }
  reader.expect('>')
  return { kind: 'name', at, name, templates }
}

export function parseArguments(reader: TokenReader): Expression[] {
  reader.expect('(')
  const args: Expression[] = []
  while (!reader.is(')')) {
    args.push(parseExpression(reader))
    if (!reader.accept(',')) break
  }
  reader.expect(')')
  return args
}
