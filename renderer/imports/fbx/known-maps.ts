/** A picture of roughness that 3ds Max may be told to read as its opposite. */
const GLOSSY_MAP = '3dsMax|Parameters|roughness_map'
const GLOSS = bytesOf('3dsMax|Parameters|roughness_inv')
const GLOSS_BAR = GLOSS.indexOf(0x7c)

/** Of what three's loader has no name for: what a picture says. */
export type Carried = Readonly<Record<'roughness' | 'metalness' | 'emission', ReadonlySet<number>>>

/**
 * Materials of today's programs (3ds Max's physical ones and those of its PBR, Maya's standard surface and Stingray's) keep their pictures under names of
 * their own, which three's loader leaves out, as if the material had none; the colours stand under the old names, too. Roughness, metal and light
 * travel under old names that mean something else: `carried` tells which pictures do.
 */
const KNOWN: readonly (readonly [written: string, known: string, carried?: keyof Carried])[] = [
  ['3dsMax|main|base_color_map', 'DiffuseColor'], ['3dsMax|Parameters|base_color_map', 'DiffuseColor'], ['Maya|baseColor', 'DiffuseColor'],
  ['3dsMax|main|norm_map', 'NormalMap'], ['Maya|normalCamera', 'NormalMap'],
  ['3dsMax|main|opacity_map', 'TransparentColor'], ['3dsMax|Parameters|cutout_map', 'TransparentColor'],
  ['3dsMax|main|roughness_map', 'DisplacementColor', 'roughness'], ['3dsMax|Parameters|roughness_map', 'DisplacementColor', 'roughness'],
  ['Maya|specularRoughness', 'DisplacementColor', 'roughness'], ['Maya|TEX_roughness_map', 'DisplacementColor', 'roughness'],
  ['3dsMax|main|metalness_map', 'SpecularColor', 'metalness'], ['3dsMax|Parameters|metalness_map', 'SpecularColor', 'metalness'],
  ['Maya|metalness', 'Bump', 'metalness'], ['Maya|TEX_metallic_map', 'SpecularColor', 'metalness'],
  ['3dsMax|main|emit_color_map', 'EmissiveColor', 'emission'], ['3dsMax|Parameters|emit_color_map', 'EmissiveColor', 'emission'],
  ['Maya|emissionColor', 'EmissiveColor', 'emission'], ['Maya|TEX_emissive_map', 'EmissiveColor', 'emission'],
]
const MAPS = KNOWN.map(([written, known, carried]) => ({ written: bytesOf(written), known: bytesOf(known), bar: written.indexOf('|'), carried, mayBeGloss: written === GLOSSY_MAP }))
const BAR = 0x7c

/**
 * Writes known names over those of connections between pictures and materials, in place: what a file says of lengths and ends stays true.
 *
 * @param file  FBX from version 7 on, plain or binary
 * @returns the numbers of pictures by what they say
 */
export function nameKnownMaps(file: Uint8Array, isGloss = saysGloss(file)): Carried {
  const carried = { roughness: new Set<number>(), metalness: new Set<number>(), emission: new Set<number>() }
  for (let at = file.indexOf(BAR); at !== -1; at = file.indexOf(BAR, at + 1)) {
    for (const map of MAPS) {
      const start = at - map.bar
      if (start <= 0 || !matches(file, start, map.written) || (map.mayBeGloss && isGloss)) continue
      const picture = rename(file, start, map.written.length, map.known)
      if (picture !== null && map.carried !== undefined) carried[map.carried].add(picture)
    }
  }
  return carried
}

/** P: "3dsMax|Parameters|roughness_inv", "Bool", "", "A",1. Where one material says so, pictures of none are taken for roughness. */
export function saysGloss(file: Uint8Array): boolean {
  for (let at = file.indexOf(BAR); at !== -1; at = file.indexOf(BAR, at + 1)) {
    const start = at - GLOSS_BAR
    if (!matches(file, start, GLOSS)) continue
    const values = String.fromCharCode(...file.subarray(start + GLOSS.length, start + GLOSS.length + 48))
    if (values.startsWith('"') ? /^"(?:,\s*"[^"]*"){3},\s*1/.test(values) : values.includes('I\u0001\0\0\0')) return true
  }
  return false
}

/** @returns the number of the picture; null: it is no connection */
function rename(file: Uint8Array, start: number, length: number, known: Uint8Array): number | null {
  const spare = length - known.length
  if (file[start - 1] === 0x22 && file[start + length] === 0x22) {
    // C: "OP",12,34, "3dsMax|main|norm_map": more spaces, and a string that begins later.
    const line = String.fromCharCode(...file.subarray(Math.max(0, start - 80), start))
    const picture = /C:\s*"OP",\s*(-?\d+),\s*-?\d+,\s*"$/.exec(line)?.[1]
    if (picture === undefined) return null
    file.fill(0x20, start - 1, start + spare - 1)
    file[start + spare - 1] = 0x22
    file.set(known, start + spare)
    return Number(picture)
  }
  if (!isConnection(file, start, length)) return null
  file[start - 4] = known.length
  file.set(known, start)
  // What is left becomes a value of its own, which nobody reads: a text, or one byte where there is no room for its length.
  const rest = start + known.length
  file.fill(0x20, rest, start + length)
  if (spare >= 5) file.set([0x53, spare - 5, 0, 0, 0], rest)
  else file.set([0x43, 1], rest)
  file[countAt(file, start)]++
  return Number(new DataView(file.buffer, file.byteOffset).getBigInt64(start - VALUES + FIRST_ID, true))
}

/** Of the values before the name: "OP" and two ids, each after a letter for its type; texts after their length. */
const VALUES = 5 + 2 + 9 + 9 + 5
/** Of the picture's number, among them. */
const FIRST_ID = 5 + 2 + 1

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

export function matches(file: Uint8Array, at: number, wanted: Uint8Array): boolean {
  return at + wanted.length <= file.length && wanted.every((byte, i) => file[at + i] === byte)
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
