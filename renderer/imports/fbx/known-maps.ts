/**
 * Materials of today's programs (3ds Max's physical ones, Maya's standard surface) keep their pictures under names of their own, which three's loader
 * leaves out, as if the material had none; the colours stand under the old names, too.
 */
const KNOWN: readonly (readonly [written: string, known: string])[] = [
  ['3dsMax|main|base_color_map', 'DiffuseColor'], ['3dsMax|Parameters|base_color_map', 'DiffuseColor'], ['Maya|baseColor', 'DiffuseColor'],
  ['3dsMax|main|norm_map', 'NormalMap'], ['Maya|normalCamera', 'NormalMap'],
  ['3dsMax|main|opacity_map', 'TransparentColor'], ['3dsMax|Parameters|cutout_map', 'TransparentColor'],
]
const MAPS = KNOWN.map(([written, known]) => ({ written: bytesOf(written), known: bytesOf(known), bar: written.indexOf('|') }))
const BAR = 0x7c

/**
 * Writes known names over those of connections between pictures and materials, in place: what a file says of lengths and ends stays true.
 *
 * @param file  FBX from version 7 on, plain or binary
 */
export function nameKnownMaps(file: Uint8Array): void {
  for (let at = file.indexOf(BAR); at !== -1; at = file.indexOf(BAR, at + 1)) {
    for (const { written, known, bar } of MAPS) {
      const start = at - bar
      if (start > 0 && matches(file, start, written)) rename(file, start, written.length, known)
    }
  }
}

function rename(file: Uint8Array, start: number, length: number, known: Uint8Array): void {
  const spare = length - known.length
  if (file[start - 1] === 0x22 && file[start + length] === 0x22) {
    // C: "OP",12,34, "3dsMax|main|norm_map": more spaces, and a string that begins later.
    const line = String.fromCharCode(...file.subarray(Math.max(0, start - 80), start))
    if (!/C:\s*"OP",\s*-?\d+,\s*-?\d+,\s*"$/.test(line)) return
    file.fill(0x20, start - 1, start + spare - 1)
    file[start + spare - 1] = 0x22
    file.set(known, start + spare)
  } else if (isConnection(file, start, length)) {
    file[start - 4] = known.length
    file.set(known, start)
    // What is left becomes a value of its own, which nobody reads: a text, or one byte where there is no room for its length.
    const rest = start + known.length
    file.fill(0x20, rest, start + length)
    if (spare >= 5) file.set([0x53, spare - 5, 0, 0, 0], rest)
    else file.set([0x43, 1], rest)
    const count = countAt(file, start)
    file[count]++
  }
}

/** Of the values before the name: "OP" and two ids, each after a letter for its type; texts after their length. */
const VALUES = 5 + 2 + 9 + 9 + 5

/** Where a connection's node says how many values it has: after the end of it, and before the length of them and "C"; each in 4 or, from 7.5 on, 8 bytes. */
function countAt(file: Uint8Array, start: number): number {
  const isWide = file[23] + 256 * file[24] >= 7500
  return start - VALUES - 2 - 2 * (isWide ? 8 : 4)
}

function isConnection(file: Uint8Array, start: number, length: number): boolean {
  const node = start - VALUES - 2
  return countAt(file, start) > 27 && file[countAt(file, start)] === 4 && matches(file, node, CONNECTED) && matches(file, start - 5, Uint8Array.of(0x53, length, 0, 0, 0))
}

const CONNECTED = Uint8Array.of(1, 0x43, 0x53, 2, 0, 0, 0, 0x4f, 0x50)

function matches(file: Uint8Array, at: number, wanted: Uint8Array): boolean {
  return at + wanted.length <= file.length && wanted.every((byte, i) => file[at + i] === byte)
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
