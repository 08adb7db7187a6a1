import type { Attributes, Declaration, Expression, FunctionDeclaration, Module, Parameter, StructDeclaration } from './ast.ts'
import { compileError, lex, type Piece } from './lex.ts'
import { parseArguments, parseExpression, parseType } from './parse-expression.ts'
import { parseBlock } from './parse-statement.ts'
import { TokenReader } from './tokens.ts'

/**
 * Parses the pieces of one kernel into one module.
 *
 * @throws EngineError `gpu-kernel` with file:line:column at the first thing that is not WGSL as we use it
 */
export function parseModule(pieces: readonly Piece[]): Module {
  const declarations = new Map<string, Declaration>()
  const asserts: Expression[] = []
  for (const piece of pieces) {
    const parsed = parsedOf(piece)
    asserts.push(...parsed.asserts)
    for (const declaration of parsed.declarations) {
      const earlier = declarations.get(declaration.name)
      if (earlier !== undefined) {
        throw compileError(declaration.at, `${declaration.name} is already declared at ${earlier.at.file}:${earlier.at.line}`)
      }
      declarations.set(declaration.name, declaration)
    }
  }
  return { declarations, asserts }
}

interface ParsedPiece { readonly declarations: readonly Declaration[]; readonly asserts: readonly Expression[] }

/** Kernels share most of their pieces: each is parsed once. */
const known = new Map<string, ParsedPiece>()

function parsedOf(piece: Piece): ParsedPiece {
  const key = `${piece.name}\n${piece.text}`
  const parsed = known.get(key) ?? parsePiece(piece)
  known.set(key, parsed)
  return parsed
}

function parsePiece(piece: Piece): ParsedPiece {
  const reader = new TokenReader(lex(piece))
  const declarations: Declaration[] = []
  const asserts: Expression[] = []
  while (!reader.done) {
    if (reader.accept(';')) continue
    if (reader.is('diagnostic') || reader.is('requires')) {
      while (!reader.accept(';')) reader.take()
      continue
    }
    if (reader.is('enable')) throw compileError(reader.at, `enable ${reader.peek(1).text}: the twin has no extensions`)
    if (reader.accept('const_assert')) {
      asserts.push(parseExpression(reader))
      reader.expect(';')
      continue
    }
    declarations.push(parseDeclaration(reader))
  }
  return { declarations, asserts }
}

function parseDeclaration(reader: TokenReader): Declaration {
  const attributes = parseAttributes(reader)
  const { at, text } = reader.take()
  switch (text) {
    case 'fn': return parseFunction(reader, attributes)
    case 'struct': return parseStruct(reader)
    case 'alias': {
      const name = reader.name()
      reader.expect('=')
      const type = parseType(reader)
      reader.expect(';')
      return { kind: 'alias', at, name, type }
    }
    case 'var': {
      let space = 'handle'
      let access: string | null = null
      if (reader.accept('<')) {
        space = reader.name()
        if (reader.accept(',')) access = reader.name()
        reader.accept(',')
        reader.expect('>')
      }
      return { kind: 'global', attributes, space, access, ...parseRest(reader) }
    }
    case 'const':
    case 'override': return { kind: text, attributes, ...parseRest(reader) }
    default: throw compileError(at, `expected a declaration, found '${text}'`)
  }
}

/** name [: type] [= value] ; */
function parseRest(reader: TokenReader) {
  const { at } = reader
  const name = reader.name()
  const type = reader.accept(':') ? parseType(reader) : null
  const value = reader.accept('=') ? parseExpression(reader) : null
  reader.expect(';')
  return { at, name, type, value }
}

function parseAttributes(reader: TokenReader): Attributes {
  const attributes = new Map<string, readonly Expression[]>()
  while (reader.accept('@')) {
    const name = reader.name()
    attributes.set(name, reader.is('(') ? parseArguments(reader) : [])
  }
  return attributes
}

function parseFunction(reader: TokenReader, attributes: Attributes): FunctionDeclaration {
  const { at } = reader
  const name = reader.name()
  reader.expect('(')
  const parameters = parseMembers(reader, ')')
  let result: Expression | null = null
  if (reader.accept('->')) {
    parseAttributes(reader)
    result = parseType(reader)
  }
  return { kind: 'fn', at, attributes, name, parameters, result, body: parseBlock(reader) }
}

function parseStruct(reader: TokenReader): StructDeclaration {
  const { at } = reader
  const name = reader.name()
  reader.expect('{')
  return { kind: 'struct', at, name, members: parseMembers(reader, '}') }
}

function parseMembers(reader: TokenReader, end: string): Parameter[] {
  const members: Parameter[] = []
  while (!reader.is(end)) {
    const attributes = parseAttributes(reader)
    const { at } = reader
    const name = reader.name()
    reader.expect(':')
    members.push({ at, attributes, name, type: parseType(reader) })
    if (!reader.accept(',')) break
  }
  reader.expect(end)
  return members
}
