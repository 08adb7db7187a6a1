import { GrowingArray } from './mesh-file-array.ts'
import type { RawTriangles } from './mesh-part.ts'

/** Bytes turned into text at a time: a string has a largest length. */
const CHUNK = 1 << 24

/**
 * The triangles of a Wavefront OBJ: `v` and `f` alone. Corners may be named as v, v/vt, v//vn or v/vt/vn, from the end when
 * negative, and before they are listed; lines may go on behind a backslash.
 *
 * @throws Error naming the line of a face or vertex that makes no sense
 */
export function readObj(bytes: Uint8Array): RawTriangles {
  const positions = new GrowingArray(new Float32Array(3 << 12))
  const indices = new GrowingArray(new Uint32Array(3 << 12))
  let line = 0
  let largest = { index: -1, line: 0 }

  function vertex(words: readonly string[]): void {
    const [x, y, z] = [Number(words[1]), Number(words[2]), Number(words[3])]
    if (words.length < 4 || !Number.isFinite(x + y + z)) throw new Error(`line ${line} is no vertex of three finite numbers`)
    positions.push(x, y, z)
  }

  function corner(word: string): number {
    const slash = word.indexOf('/')
    const number = Number(slash < 0 ? word : word.slice(0, slash))
    const index = number > 0 ? number - 1 : positions.length / 3 + number
    if (!Number.isInteger(number) || number === 0 || index < 0) throw new Error(`line ${line} names “${word}”, which is no vertex`)
    if (index > largest.index) largest = { index, line }
    return index
  }

  function face(words: readonly string[]): void {
    if (words.length < 4) throw new Error(`line ${line} is a face of fewer than three corners`)
    const first = corner(words[1])
    let last = corner(words[2])
    for (let i = 3; i < words.length; i++) {
      const next = corner(words[i])
      indices.push(first, last, next)
      last = next
    }
  }

  let pending = ''
  for (const text of linesOf(bytes)) {
    line++
    const whole = pending === '' ? text : pending + text
    if (whole.endsWith('\\')) {
      pending = `${whole.slice(0, -1)} `
      continue
    }
    pending = ''
    const trimmed = whole.trim()
    const kind = trimmed.slice(0, 2).replace('\t', ' ')
    if (kind === 'v ') vertex(trimmed.split(/\s+/))
    else if (kind === 'f ') face(trimmed.split(/\s+/))
  }
  if (largest.index >= positions.length / 3) throw new Error(`line ${largest.line} names vertex ${largest.index + 1} of ${positions.length / 3}`)
  return { positions: positions.finish(), indices: indices.finish() }
}

/** Lines without their ends, comments cut off. */
export function* linesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('latin1')
  let rest = ''
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const lines = (rest + decoder.decode(bytes.subarray(at, at + CHUNK))).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield withoutComment(line)
  }
  if (rest !== '') yield withoutComment(rest)
}

function withoutComment(line: string): string {
  const comment = line.indexOf('#')
  const end = comment < 0 ? line : line.slice(0, comment)
  return end.endsWith('\r') ? end.slice(0, -1) : end
}
