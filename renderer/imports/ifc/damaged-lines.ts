import { ANY_COUNT, type ValueCount } from './value-counts.ts'

const code = (character: string): number => character.charCodeAt(0)
const [NEWLINE, SPACE, HASH, QUOTE, DOUBLE, OPEN, CLOSE, STAR, COMMA, DOT, SLASH, DOLLAR, END, EQUALS] = ['\n', ' ', '#', '\'', '"', '(', ')', '*', ',', '.', '/', '$', ';', '='].map(code)

/** A table of bytes. */
function among(characters: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const character of characters) table[code(character)] = 1
  return table
}
const [UPPER, DIGITS] = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789']
const DIGIT = among(DIGITS)
const LETTER = among(UPPER + UPPER.toLowerCase())
const NAME = among(`${UPPER}${UPPER.toLowerCase()}${DIGITS}_`)
/** Of sections: `END-ISO-10303-21`. */
const WORD = among(`${UPPER}${UPPER.toLowerCase()}${DIGITS}_-`)
const NUMBER = among(`${DIGITS}.+-Ee`)
const HEX = among(`${DIGITS}ABCDEFabcdef`)

/**
 * Blanks the lines of a STEP file that are no such: what stands between their brackets is no list of values, or has fewer or more than their type. The kernel
 * looks for a list where the next value stands, and reads on behind the end of the file, for ever. ISO 10303-21, 6.3 and 7.
 *
 * @param valueCount  how many values a line of a type has
 * @returns the same bytes where nothing is damaged, otherwise a copy, as long; and how many lines were blanked
 *
 * O(bytes).
 */
export function withoutDamagedLines(bytes: Uint8Array<ArrayBuffer>, valueCount: (type: string) => ValueCount = () => ANY_COUNT): { readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number } {
  const lines = new Lines(bytes, valueCount)
  let sound = bytes
  let count = 0
  for (let start = lines.past(0); start < bytes.length;) {
    let end = lines.endOf(start)
    if (end === null) {
      end = lines.nextAfter(start)
      if (sound === bytes) sound = bytes.slice()
      sound.fill(SPACE, start, end)
      count++
    }
    start = lines.past(end)
  }
  return { bytes: sound, count }
}

/** Each of its functions is given where something begins, and says where it ends; null: it is none. */
class Lines {
  /** Words with values, such as FILE_NAME, stand before the first `#1=`. */
  private isData = false

  constructor(private readonly bytes: Uint8Array, private readonly valueCount: (type: string) => ValueCount) {}

  /** White space and comments. */
  past(at: number): number {
    const { bytes } = this
    while (at < bytes.length) {
      if (bytes[at] <= SPACE) at++
      else if (bytes[at] === SLASH && bytes[at + 1] === STAR) {
        at += 2
        while (at < bytes.length && !(bytes[at] === STAR && bytes[at + 1] === SLASH)) at++
        at = Math.min(bytes.length, at + 2)
      } else return at
    }
    return at
  }

  /** `#1=IFCA(…);` or `DATA;` */
  endOf(start: number): number | null {
    const { bytes } = this
    let at = start
    if (bytes[start] === HASH) {
      const equals = this.past(this.while(DIGIT, start + 1))
      if (bytes[equals] !== EQUALS || equals === start + 1) return null
      this.isData = true
      at = this.past(equals + 1)
    }
    const isLine = at > start
    const name = at
    // Several types at once have no name in front.
    if (!(isLine && bytes[at] === OPEN)) at = this.while(isLine ? NAME : WORD, at)
    const hasName = at > name
    const [open, values] = [this.past(at), { count: 0, derived: 0 }]
    if (bytes[open] === OPEN) {
      const close = this.isData && !isLine ? null : hasName ? this.values(open + 1, values) : this.several(open + 1)
      if (close === null) return null
      at = close
    } else if (isLine || !hasName) return null
    if (hasName && isLine) {
      const [least, most] = this.valueCount(String.fromCharCode(...bytes.subarray(name, Math.min(name + 100, this.while(NAME, name)))))
      // Derived values, `*`, are not among those that the kernel's constructors ask for.
      if (values.count < least || values.count - values.derived > most) return null
    }
    const end = this.past(at)
    return bytes[end] === END ? end + 1 : null
  }

  /** Where the next line begins behind a damaged one: behind its end, or at `#12=` after a line break, whatever is still open. */
  nextAfter(start: number): number {
    const { bytes } = this
    let at = start
    while (at < bytes.length && bytes[at] !== END) {
      if (at > start && this.beginsLine(at)) return at
      const next = bytes[at] === QUOTE ? this.text(at) : null
      at = next ?? at + 1
    }
    return Math.min(bytes.length, at + 1)
  }

  /** Values with commas between them, and the bracket that closes them. */
  private values(at: number, counted: { count: number; derived: number }): number | null {
    const { bytes } = this
    let [depth, isDue, mayClose] = [1, true, true]
    for (at = this.past(at); at < bytes.length; at = this.past(at)) {
      const byte = bytes[at]
      if (byte === COMMA) {
        if (isDue) return null
        ;[isDue, mayClose] = [true, false]
        at++
      } else if (byte === CLOSE) {
        if (isDue && !mayClose) return null
        isDue = false
        at++
        if (--depth === 0) return at
      } else {
        if (!isDue) return null
        if (depth === 1) {
          counted.count++
          if (byte === STAR) counted.derived++
        }
        // A typed value is its type and a list.
        const open = byte === OPEN ? at : LETTER[byte] === 1 ? this.past(this.while(NAME, at)) : null
        if (open !== null) {
          if (bytes[open] !== OPEN) return null
          depth++
          mayClose = true
          at = open + 1
        } else {
          const end = this.value(at)
          if (end === null) return null
          isDue = false
          at = end
        }
      }
    }
    return null
  }

  /** `A(…)B(…))` */
  private several(at: number): number | null {
    const { bytes } = this
    for (at = this.past(at); bytes[at] !== CLOSE; at = this.past(at)) {
      const open = this.past(this.while(NAME, at))
      const end = open === at || bytes[open] !== OPEN ? null : this.values(open + 1, { count: 0, derived: 0 })
      if (end === null) return null
      at = end
    }
    return at + 1
  }

  /** A text, a reference, a number, a constant, `$`, `*` or bits. */
  private value(at: number): number | null {
    const { bytes } = this
    const byte = bytes[at]
    if (byte === QUOTE) return this.text(at)
    if (byte === DOLLAR || byte === STAR) return at + 1
    const next = (table: Uint8Array, from = at + 1): number | null => (table[bytes[from]] === 1 ? this.while(table, from) : null)
    if (byte === HASH) return next(DIGIT)
    if (byte === DOUBLE || (byte === DOT && LETTER[bytes[at + 1]] === 1)) {
      const end = next(byte === DOT ? NAME : HEX)
      return end !== null && bytes[end] === byte ? end + 1 : null
    }
    return next(NUMBER, at)
  }

  /** `'it''s'`; it may run over several lines, but not into the next `#12=`. */
  private text(at: number): number | null {
    const { bytes } = this
    for (at++; at < bytes.length && !this.beginsLine(at); at++) {
      if (bytes[at] !== QUOTE) continue
      if (bytes[at + 1] !== QUOTE) return at + 1
      at++
    }
    return null
  }

  private beginsLine(at: number): boolean {
    const { bytes } = this
    if (bytes[at] !== HASH || bytes[at - 1] !== NEWLINE || DIGIT[bytes[at + 1]] === 0) return false
    let end = this.while(DIGIT, at + 1)
    while (bytes[end] === SPACE) end++
    return bytes[end] === EQUALS
  }

  private while(table: Uint8Array, at: number): number {
    while (at < this.bytes.length && table[this.bytes[at]] === 1) at++
    return at
  }
}
