import type { Piece } from './lex.ts'
import type { Line } from './writer.ts'

export interface SourceMap {
  readonly version: 3
  readonly file: string
  readonly sources: readonly string[]
  readonly sourcesContent: readonly string[]
  readonly names: readonly string[]
  readonly mappings: string
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base-64 digits of 5 bits, lowest first, the sign in the lowest bit. */
function variableLength(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}

/** Source map version 3: every generated line goes to the WGSL statement that it belongs to. */
export function sourceMapOf(file: string, lines: readonly Pick<Line, 'at' | 'indent'>[], pieces: readonly Piece[]): SourceMap {
  let previous = { source: 0, line: 0, column: 0 }
  const mappings = lines.map(({ at, indent }) => {
    if (at === null) return ''
    const next = { source: pieces.findIndex((piece) => piece.name === at.file), line: at.line - 1, column: at.column - 1 }
    const segment = [indent * 2, next.source - previous.source, next.line - previous.line, next.column - previous.column].map(variableLength).join('')
    previous = next
    return segment
  })
  return {
    version: 3, file, names: [], mappings: mappings.join(';'),
    sources: pieces.map((piece) => piece.name), sourcesContent: pieces.map((piece) => piece.text),
  }
}
