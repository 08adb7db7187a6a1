import type { Position } from './lex.ts'

/** One line of generated JavaScript. */
export interface Line {
  readonly text: string
  readonly indent: number
  readonly at: Position | null
  /** Assigns, calls or branches: values read before it must not be read after it. */
  readonly effect: boolean
  /** A `const` without effect: the line goes when nothing reads the name. */
  readonly declares: string | null
  /** Lines that were asked for later and stand right after this one. */
  readonly after: Line[]
}

/** A `const` that was read from memory: the same words can be read again as another type. */
interface Origin {
  readonly line: Line
  readonly memory: string
  readonly index: string
}

/** JavaScript keywords, and the names that generated modules use themselves. */
const RESERVED = new Set(('arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
  'finally for function if implements import in instanceof interface let new null of package private protected public return static super ' +
  'switch this throw true try typeof undefined var void while with yield Math Atomics Int32Array Uint32Array Float32Array ArrayBuffer ' +
  'NaN Infinity F resources constants create kernel bound part dispatch invocation crossing').split(' '))

/** MEMORY_view[index] and nothing else. */
const MEMORY_READ = /^(\w[\w$]*)_([fui])\[([^[\]]*)\]$/

const PURE_NAMES = new Set(['Math', 'imul', 'abs', 'sqrt', 'floor', 'F', 'true', 'false'])

const LITERAL = /^(?:-?[\d.]+(?:e[+-]?\d+)?|true|false)$/

export const isLiteral = (text: string): boolean => LITERAL.test(text)

/** A name or a literal: costs nothing to write twice. */
export const isTrivial = (text: string): boolean => LITERAL.test(text) || /^[\w$]+$/.test(text)

/** Collects the lines of one module and hands out names that are unique in it. */
export class Writer {
  lines: Line[] = []
  indent = 0
  at: Position | null = null
  readonly #names = new Set<string>(RESERVED)
  readonly #stable = new Set<string>()
  readonly #origins = new Map<string, Origin>()
  #temporaries: { readonly text: string; readonly name: string; readonly line: Line }[] = []
  readonly #counters = new Map<string, number>()

  /** `base`, or `base$2` and so on when it is taken. */
  unique(base: string): string {
    if (!this.#names.has(base)) {
      this.#names.add(base)
      return base
    }
    for (let count = (this.#counters.get(base) ?? 1) + 1; ; count++) {
      const name = `${base}$${count}`
      if (this.#names.has(name)) continue
      this.#counters.set(base, count)
      this.#names.add(name)
      return name
    }
  }

  /** Never assigned again: may be read at any later point. */
  isStable(text: string): boolean {
    return LITERAL.test(text) || this.#stable.has(text)
  }

  markStable(name: string): void {
    this.#stable.add(name)
  }

  line(text: string, effect = true, declares: string | null = null): Line {
    // A closed block takes its temporaries along.
    if (text.startsWith('}')) this.#temporaries = this.#temporaries.filter(({ line }) => line.indent <= this.indent)
    const line = { text, indent: this.indent, at: this.at, effect, declares, after: [] }
    this.lines.push(line)
    return line
  }

  /** A temporary for an expression without side effects. */
  temporary(text: string): string {
    return this.define('$', text)
  }

  /**
   * A `const` without side effects; its name. One of the same text that is still in scope serves again, where the text reads
   * nothing that can change: stable names and views of read-only memory.
   */
  define(base: string, text: string): string {
    const isPure = (text.match(/[A-Za-z_$][\w$]*/g) ?? []).every((name) => PURE_NAMES.has(name) || this.#stable.has(name))
    const known = isPure ? this.#temporaries.find((temporary) => temporary.text === text) : undefined
    if (known !== undefined) return known.name
    const name = this.unique(base)
    const line = this.line(`const ${name} = ${text};`, false, name)
    this.#stable.add(name)
    if (isPure) this.#temporaries.push({ text, name, line })
    const read = MEMORY_READ.exec(text)
    if (read !== null) this.#origins.set(name, { line, memory: read[1], index: read[3] })
    return name
  }

  /** The bits of `text` read through another view (f, u, i), when they came straight from memory; else null. */
  reinterpret(text: string, view: string): { readonly text: string; readonly memory: string } | null {
    const direct = MEMORY_READ.exec(text)
    if (direct !== null) return { text: `${direct[1]}_${view}[${direct[3]}]`, memory: direct[1] }
    const origin = this.#origins.get(text)
    if (origin === undefined) return null
    const name = this.unique(`${text}_${view}`)
    origin.line.after.push({ ...origin.line, text: `const ${name} = ${origin.memory}_${view}[${origin.index}];`, declares: name, after: [] })
    this.#stable.add(name)
    return { text: name, memory: origin.memory }
  }

  /** What `body` writes, as lines of their own: another function. */
  apart(body: () => void): Line[] {
    const outer = { lines: this.lines, indent: this.indent, at: this.at, temporaries: this.#temporaries }
    this.lines = []
    this.indent = 0
    this.#temporaries = []
    body()
    const written = this.lines
    this.lines = outer.lines
    this.indent = outer.indent
    this.at = outer.at
    this.#temporaries = outer.temporaries
    return written
  }

  /** Characters written since a mark: how large a function has become. */
  sizeSince(mark: number): number {
    return this.lines.slice(mark).reduce((sum, line) => sum + line.text.length, 0)
  }

  /** Runs `body` one step further in. */
  indented(body: () => void): void {
    this.indent++
    body()
    this.indent--
  }

  mark(): number {
    return this.lines.length
  }

  hasEffectSince(mark: number): boolean {
    return this.lines.slice(mark).some((line) => line.effect)
  }

  takeSince(mark: number): Line[] {
    const taken = this.lines.splice(mark)
    // They may be put back into a branch.
    this.#temporaries = this.#temporaries.filter(({ line }) => !taken.includes(line))
    return taken
  }

  /** Writes what `body` writes at an earlier mark instead of at the end. */
  insertAt(mark: number, body: () => void): void {
    const tail = this.takeSince(mark)
    body()
    this.lines.push(...tail)
  }

  putBack(lines: readonly Line[], deeper = 0): void {
    for (const line of lines) this.lines.push(deeper === 0 ? line : { ...line, indent: line.indent + deeper })
  }

  /** The lines of one function in order, without the constants that nothing reads. @param viewOf  what NAME_? stands for; null: the line goes */
  finish(written: readonly Line[], viewOf: (memory: string) => string | null): Line[] {
    const lines = written.flatMap(function flat(line: Line): Line[] { return [line, ...line.after.flatMap(flat)] }).flatMap((line) => {
      // Asked first: the pattern looks at each name again from every character of it.
      const memory = line.text.includes('_?') ? /([\w$]+)_\?/.exec(line.text)?.[1] : undefined
      if (memory === undefined) return [line]
      const view = viewOf(memory)
      return view === null ? [] : [{ ...line, text: line.text.replace('_?', `_${view}`) }]
    })
    const uses = new Map<string, number>()
    const count = (text: string, by: number) => {
      for (const name of text.match(/[A-Za-z_$][\w$]*/g) ?? []) uses.set(name, (uses.get(name) ?? 0) + by)
    }
    for (const line of lines) count(line.text, 1)
    const kept: Line[] = []
    for (const line of lines.toReversed()) {
      // 1: the declaration itself. What it read is then read once less.
      if (line.declares !== null && uses.get(line.declares) === 1) count(line.text, -1)
      else kept.push(line)
    }
    return kept.reverse()
  }
}
