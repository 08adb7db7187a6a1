import { compileError, type Position, type Token } from './lex.ts'

/** A place in a list of tokens, with the few moves a recursive descent needs. */
export class TokenReader {
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)]
  }

  get at(): Position {
    return this.peek().at
  }

  get done(): boolean {
    return this.peek().kind === 'end'
  }

  is(text: string): boolean {
    return this.peek().text === text && this.peek().kind !== 'number'
  }

  take(): Token {
    const token = this.peek()
    this.#next++
    return token
  }

  accept(text: string): boolean {
    if (!this.is(text)) return false
    this.#next++
    return true
  }

  expect(text: string): Token {
    if (!this.is(text)) throw compileError(this.at, `expected '${text}', found '${this.peek().text}'`)
    return this.take()
  }

  name(): string {
    const token = this.peek()
    if (token.kind !== 'name') throw compileError(token.at, `expected a name, found '${token.text}'`)
    this.#next++
    return token.text
  }
}
