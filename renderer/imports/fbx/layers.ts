import { matches } from './known-maps.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const REFERENCE = bytesOf('ReferenceInformationType')
const BY_INDEX = bytesOf('IndexToDirect')
const INDICES = ['ColorIndex', 'UVIndex', 'NormalIndex', 'NormalsIndex'].map(bytesOf)
const INDEX = bytesOf('Index')
const [R, I, COLON, HIDDEN] = [0x52, 0x49, 0x3a, 0x5f]

/**
 * Colours, UVs and normals that are said to be found by an index, where there is none, are read one after the other, as three's loader reads those of
 * which nothing is said: the name of what says so is hidden, in place. Materials have no index, and need none.
 *
 * @param file  FBX from version 7 on, plain or binary
 */
export function readDirectly(file: Uint8Array): void {
  for (let at = nextName(file, 0); at !== -1;) {
    const next = nextName(file, at + 1)
    if (saysByIndex(file, at) && !hasIndex(file, at + REFERENCE.length + 5 + BY_INDEX.length, next === -1 ? file.length : next)) file[at] = HIDDEN
    at = next
  }
}

/** Where the next node of this name begins: its length stands before it, or a colon behind it. */
function nextName(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(R, from); at !== -1; at = file.indexOf(R, at + 1)) {
    const isName = file[at - 1] === REFERENCE.length || file[at + REFERENCE.length] === COLON
    if (isName && matches(file, at, REFERENCE)) return at
  }
  return -1
}

/** Its value: after a letter for its type and its length, or a colon, a space and a quote. */
function saysByIndex(file: Uint8Array, at: number): boolean {
  const end = at + REFERENCE.length
  return [5, 3].some((between) => matches(file, end + between, BY_INDEX))
}

function hasIndex(file: Uint8Array, from: number, end: number): boolean {
  for (let at = file.indexOf(I, from); at !== -1 && at < end; at = file.indexOf(I, at + 1)) {
    if (matches(file, at, INDEX) && INDICES.some((name) => matches(file, at + INDEX.length - name.length, name))) return true
  }
  return false
}
