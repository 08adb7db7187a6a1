const code = (character: string): number => character.charCodeAt(0)
const [NEWLINE, SPACE, HASH, QUOTE, OPEN, CLOSE, STAR, COMMA, DOT, SLASH, ZERO, NINE, END, EQUALS] = ['\n', ' ', '#', '\'', '(', ')', '*', ',', '.', '/', '0', '9', ';', '='].map(code)

/** Of types, with room to spare. */
const TYPE_LENGTH = 100

/** Of names, numbers, typed values and constants; `"` holds binary ones. By byte. */
const PLAIN = new Uint8Array(256)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+.$*=!&;"') PLAIN[code(character)] = 1

/**
 * Blanks the lines of a STEP file that are no such: a bracket, a text or a constant runs on beyond their end, a value between commas is missing, a
 * character stands where none may, or there are fewer values than their type has. The kernel looks for a list where the next value stands, and reads on
 * behind the end of the file, for ever. ISO 10303-21, 6.3 and 7.
 *
 * @param valueCount  how many values a line of a type has at least; 0: unknown
 * @returns the same bytes where nothing is damaged, otherwise a copy, as long; and how many lines were blanked
 *
 * O(bytes).
 */
export function withoutDamagedLines(bytes: Uint8Array<ArrayBuffer>, valueCount: (type: string) => number = () => 0): { readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number } {
  let sound = bytes
  let count = 0
  const blank = (from: number, to: number): void => {
    if (sound === bytes) sound = bytes.slice()
    sound.fill(SPACE, from, to)
    count++
  }
  const isDigit = (i: number): boolean => bytes[i] >= ZERO && bytes[i] <= NINE
  /** `#12=` after a line break: a line begins here, whatever is still open. */
  const beginsLine = (i: number): boolean => {
    if (bytes[i] !== HASH || bytes[i - 1] !== NEWLINE || !isDigit(i + 1)) return false
    let at = i + 1
    while (isDigit(at)) at++
    while (bytes[at] === SPACE) at++
    return bytes[at] === EQUALS
  }
  const isTooShort = (): boolean => equals > start && open > equals && values < valueCount(String.fromCharCode(...bytes.subarray(equals + 1, Math.min(open, equals + TYPE_LENGTH))).trim())
  let [start, depth, isDamaged, previous] = [0, 0, false, 0]
  /** Of the line at hand: where its type begins and ends, and how many values it has. */
  let [equals, open, values] = [-1, -1, 0]
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte <= SPACE) continue
    if (byte === HASH && start < i && beginsLine(i)) {
      if (hasWords(bytes, start, i)) blank(start, i)
      ;[start, depth, isDamaged] = [i, 0, false]
    } else if (byte === QUOTE) {
      i++
      while (i < bytes.length && bytes[i] !== QUOTE && !beginsLine(i)) i++
      if (bytes[i] !== QUOTE) i--
    } else if (byte === SLASH && bytes[i + 1] === STAR) {
      const from = i
      i += 2
      while (i < bytes.length && !(bytes[i] === STAR && bytes[i + 1] === SLASH)) i++
      if (i >= bytes.length) { blank(from, bytes.length); start = bytes.length } else i++
      continue
    } else if (byte === DOT && !isDigit(i - 1) && !isDigit(i + 1)) {
      i++
      while (i < bytes.length && ![DOT, COMMA, CLOSE, END, NEWLINE].includes(bytes[i])) i++
      if (bytes[i] !== DOT) { isDamaged = true; i-- }
    } else if (byte === EQUALS) equals = i
    else if (byte === OPEN) {
      if (depth++ === 0) [open, values] = [i, 0]
    } else if (byte === CLOSE) {
      isDamaged ||= --depth < 0 || previous === COMMA
      if (depth === 0 && previous !== OPEN) values++
    } else if (byte === COMMA) {
      isDamaged ||= previous === COMMA || previous === OPEN
      if (depth === 1) values++
    }
    else if (byte === HASH ? !isDigit(i + 1) : PLAIN[byte] === 0) isDamaged = true
    else if (byte === END) {
      if (depth !== 0 || isDamaged || isTooShort()) blank(start, i + 1)
      ;[start, depth, isDamaged] = [i + 1, 0, false]
    }
    previous = byte
  }
  if (depth !== 0 || isDamaged) blank(start, bytes.length)
  return { bytes: sound, count }
}

/** Between two lines may stand white space and comments. */
function hasWords(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (bytes[i] === SLASH && bytes[i + 1] === STAR) {
      i += 2
      while (i < to && !(bytes[i] === STAR && bytes[i + 1] === SLASH)) i++
      i++
    } else if (bytes[i] > SPACE) return true
  }
  return false
}
