import { EngineError } from '../../device/error.ts'

/** One WGSL file: its name is what errors and source maps say. */
export interface Piece {
  readonly name: string
  readonly text: string
}

/** Where something stands in its piece; line and column count from 1. */
export interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface Token {
  readonly kind: 'name' | 'number' | 'symbol' | 'end'
  readonly text: string
  readonly at: Position
  /** Touches the token before it: `> >` is two closing brackets or a shift only by this. */
  readonly joined: boolean
}

/** What the compiler refuses: EngineError `gpu-kernel`, its message opens with file:line:column. */
export function compileError(at: Position, message: string): EngineError {
  return new EngineError('gpu-kernel', `${at.file}:${at.line}:${at.column}: ${message}`, { file: at.file, line: at.line, column: at.column })
}

/** A piece named by its own first line, `// name.wgsl: ...`, as every WGSL file of the engine has one. */
export function pieceOf(text: string): Piece {
  return { name: /^\/\/ ([\w./-]+?\.wgsl)\b/.exec(text)?.[1] ?? 'unnamed piece', text }
}

const TOKEN = /(?<space>\s+|\/\/[^\n]*)|(?<number>0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?\d+)?[iufh]?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[iufh]?)|(?<name>[A-Za-z_][A-Za-z_0-9]*)|(?<symbol><<=|<<|<=|->|&&|\|\||==|!=|\+\+|--|[-+*/%&|^]=|[-+*/%&|^!~<>=(){}[\];:,.@])/y

/**
 * Cuts a piece into tokens, in order. `>` never swallows what follows it: the parser joins `>>`, `>=` and `>>=` where they
 * are operators, since `array<vec2<f32>>` closes two lists.
 *
 * @throws EngineError `gpu-kernel` at the first character that is not WGSL
 */
export function lex(piece: Piece): Token[] {
  const tokens = lexPiece(piece)
  tokens.push({ kind: 'end', text: 'the end', at: { file: piece.name, line: piece.text.split('\n').length, column: 1 }, joined: false })
  return tokens
}

function lexPiece({ name: file, text }: Piece): Token[] {
  const tokens: Token[] = []
  let line = 1
  let lineStart = 0
  let position = 0
  let joined = false
  const skip = (end: number) => {
    for (let i = text.indexOf('\n', position); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) {
      line++
      lineStart = i + 1
    }
    position = end
    joined = false
  }
  while (position < text.length) {
    const at = { file, line, column: position - lineStart + 1 }
    if (text.startsWith('/*', position)) {
      skip(endOfComment(text, position, at))
      continue
    }
    TOKEN.lastIndex = position
    const groups = TOKEN.exec(text)?.groups
    if (groups === undefined) throw compileError(at, `'${text[position]}' is not WGSL`)
    if (groups.space !== undefined) {
      skip(position + groups.space.length)
      continue
    }
    const kind = groups.number !== undefined ? 'number' : groups.name !== undefined ? 'name' : 'symbol'
    const word = groups.number ?? groups.name ?? groups.symbol
    tokens.push({ kind, text: word, at, joined })
    position += word.length
    joined = true
  }
  return tokens
}

/** Block comments nest. */
function endOfComment(text: string, start: number, at: Position): number {
  let depth = 0
  const mark = /\/\*|\*\//g
  mark.lastIndex = start
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1
    if (depth === 0) return mark.lastIndex
  }
  throw compileError(at, 'the comment has no end')
}
