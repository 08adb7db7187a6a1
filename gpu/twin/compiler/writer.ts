import type { Position } from './lex.ts'

/** One line of generated JavaScript. */
export interface Line {
  readonly text: string
  indent: number
  readonly at: Position | null
  /** Assigns, calls or branches: values read before it must not be read after it. */
  readonly effect: boolean
  /** A `const` without effect: the line goes when nothing reads the name. */
  readonly declares: string | null
  /** Lines that were asked for later and stand right after this one. */
  readonly after: Line[]
}

/** Stands after nearly every line: only what was read from memory is asked for again. */
export const NOTHING_AFTER: Line[] = []

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
  'NaN Infinity F resources constants create kernel bound part dispatch invocation crossing again').split(' '))

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
  readonly #stable = new Set<string>()
  readonly #origins = new Map<string, Origin>()
  /** Those that may serve again, by their text. */
  #temporaries = new Map<string, { readonly name: string; readonly line: Line }>()
  /** How many names each base has given: what follows from that is not kept one by one. */
  readonly #counts = new Map<string, number>()

  /** `base`, or `base$2` and so on when it is taken. */
  unique(base: string): string {
    const given = this.#counts.get(base)
    if (given === undefined && !this.#isTaken(base)) {
      this.#counts.set(base, 1)
      return base
    }
    let count = (given ?? 1) + 1
    while (this.#counts.has(`${base}$${count}`)) count++
    this.#counts.set(base, count)
    return `${base}$${count}`
  }

  /** A base that nobody asked for, but that JavaScript, a module or another base's count has taken. */
  #isTaken(base: string): boolean {
    if (RESERVED.has(base)) return true
    const counted = /^(.*)\$(\d+)$/.exec(base)
    return counted !== null && Number(counted[2]) > 1 && Number(counted[2]) <= (this.#counts.get(counted[1]) ?? 0)
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
    if (text.startsWith('}')) for (const [known, { line }] of this.#temporaries) if (line.indent > this.indent) this.#temporaries.delete(known)
    return this.#write(text, effect, declares, NOTHING_AFTER)
  }

  #write(text: string, effect: boolean, declares: string | null, after: Line[]): Line {
    const line = { text, indent: this.indent, at: this.at, effect, declares, after }
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
    // What is kept was pure, and what is stable stays so.
    const known = this.#temporaries.get(text)
    if (known !== undefined) return known.name
    const isPure = (text.match(/[A-Za-z_$][\w$]*/g) ?? []).every((name) => PURE_NAMES.has(name) || this.#stable.has(name))
    const name = this.unique(base)
    const read = text.endsWith(']') ? MEMORY_READ.exec(text) : null
    const line = this.#write(`const ${name} = ${text};`, false, name, read === null ? NOTHING_AFTER : [])
    this.#stable.add(name)
    if (isPure) this.#temporaries.set(text, { name, line })
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
    origin.line.after.push({ ...origin.line, text: `const ${name} = ${origin.memory}_${view}[${origin.index}];`, declares: name, after: NOTHING_AFTER })
    this.#stable.add(name)
    return { text: name, memory: origin.memory }
  }

  /** What `body` writes, as lines of their own: another function. */
  apart(body: () => void): Line[] {
    const outer = { lines: this.lines, indent: this.indent, at: this.at, temporaries: this.#temporaries }
    this.lines = []
    this.indent = 0
    this.#temporaries = new Map()
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
    let sum = 0
    for (let i = mark; i < this.lines.length; i++) sum += this.lines[i].text.length
    return sum
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
    for (let i = mark; i < this.lines.length; i++) if (this.lines[i].effect) return true
    return false
  }

  takeSince(mark: number): Line[] {
    const taken = this.lines.splice(mark)
    // They may be put back into a branch.
    const gone = new Set(taken)
    for (const [text, { line }] of this.#temporaries) if (gone.has(line)) this.#temporaries.delete(text)
    return taken
  }

  /** Writes what `body` writes at an earlier mark instead of at the end. */
  insertAt(mark: number, body: () => void): void {
    const tail = this.takeSince(mark)
    body()
    this.lines.push(...tail)
  }

  putBack(lines: readonly Line[], deeper = 0): void {
    for (const line of lines) {
      // What comes after a line later stands as far in as it was then.
      if (line.after !== NOTHING_AFTER) this.lines.push(deeper === 0 ? line : { ...line, indent: line.indent + deeper })
      else {
        line.indent += deeper
        this.lines.push(line)
      }
    }
  }

  /** The lines of one function in order, without the constants that nothing reads. @param viewOf  what NAME_? stands for; null: the line goes */
  finish(written: readonly Line[], viewOf: (memory: string) => string | null): Line[] {
    const lines: Line[] = []
    const add = (line: Line): void => {
      // Asked first: the pattern looks at each name again from every character of it.
      const memory = line.text.includes('_?') ? /([\w$]+)_\?/.exec(line.text)?.[1] : undefined
      const view = memory === undefined ? null : viewOf(memory)
      if (memory === undefined) lines.push(line)
      else if (view !== null) lines.push({ ...line, text: line.text.replace('_?', `_${view}`) })
      for (const later of line.after) add(later)
    }
    for (const line of written) add(line)
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
