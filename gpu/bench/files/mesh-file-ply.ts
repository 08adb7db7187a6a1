import { GrowingArray } from './mesh-file-array.ts'
import type { RawTriangles } from './mesh-part.ts'

type Scalar = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64'

interface Property {
  readonly name: string
  readonly type: Scalar
  /** Of a list: the type of its length. */
  readonly countType: Scalar | null
}

interface Element { readonly name: string; readonly count: number; readonly properties: Property[] }

const BYTES: Readonly<Record<Scalar, number>> = { int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, float64: 8 }
const OLD_NAMES: Readonly<Record<string, Scalar>> = { char: 'int8', uchar: 'uint8', short: 'int16', ushort: 'uint16', int: 'int32', uint: 'uint32', float: 'float32', double: 'float64' }

/** Takes the body apart, one number after another. @throws Error at the end of the file */
type NextNumber = (type: Scalar) => number

/**
 * The triangles of a PLY, ASCII or binary of either byte order: x, y, z of the element `vertex` and the list `vertex_indices`
 * (or `vertex_index`) of the element `face`; whatever else there is is passed over.
 *
 * @throws Error with what is missing, cut off or out of range
 */
export function readPly(bytes: Uint8Array): RawTriangles {
  const { elements, format, bodyAt } = parseHeader(bytes)
  const next = format === 'ascii' ? asciiNumbers(bytes, bodyAt) : binaryNumbers(bytes, bodyAt, format === 'binary_little_endian')
  let left = bytes.length - bodyAt
  const positions = new GrowingArray(new Float32Array(3 << 12))
  const indices = new GrowingArray(new Uint32Array(3 << 12))
  for (const { name, count, properties } of elements) {
    // Every value takes a byte at the very least: a count that the file cannot hold is refused before it is believed.
    left -= count * properties.reduce((sum, { type, countType }) => sum + (format === 'ascii' ? 1 : BYTES[countType ?? type]), 0)
    if (left < 0) throw new Error(`it announces ${count} elements “${name}”, but ends before`)
    if (name === 'vertex') readVertices(count, properties, next, positions)
    else readFaces(name, count, properties, next, indices)
  }
  const vertexCount = positions.length / 3
  const found = indices.finish()
  const wrong = found.findIndex((index) => index >= vertexCount)
  if (wrong >= 0) throw new Error(`triangle ${Math.floor(wrong / 3)} names vertex ${found[wrong]} of ${vertexCount}`)
  return { positions: positions.finish(), indices: found }
}

function readVertices(count: number, properties: readonly Property[], next: NextNumber, positions: GrowingArray<Float32Array>): void {
  const places = ['x', 'y', 'z'].map((axis) => properties.findIndex(({ name, countType }) => name === axis && countType === null))
  if (places.includes(-1)) throw new Error('its vertices have no x, y and z')
  const row = new Float64Array(properties.length)
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < properties.length; k++) {
      const { type, countType } = properties[k]
      if (countType === null) row[k] = next(type)
      else for (let n = next(countType); n > 0; n--) next(type)
    }
    const [x, y, z] = [row[places[0]], row[places[1]], row[places[2]]]
    if (!Number.isFinite(x + y + z)) throw new Error(`vertex ${i} is not finite`)
    positions.push(x, y, z)
  }
}

function readFaces(name: string, count: number, properties: readonly Property[], next: NextNumber, indices: GrowingArray<Uint32Array>): void {
  for (let i = 0; i < count; i++) {
    for (const { name: property, type, countType } of properties) {
      if (countType === null) {
        next(type)
        continue
      }
      const corners = next(countType)
      const isFace = name === 'face' && (property === 'vertex_indices' || property === 'vertex_index')
      if (isFace && !(corners >= 3)) throw new Error(`face ${i} has ${corners} corners`)
      let first = 0
      let last = 0
      for (let corner = 0; corner < corners; corner++) {
        const index = next(type)
        if (!isFace) continue
        if (!Number.isInteger(index) || index < 0) throw new Error(`face ${i} names vertex ${index}`)
        if (corner >= 2) indices.push(first, last, index)
        if (corner === 0) first = index
        last = index
      }
    }
  }
}

function parseHeader(bytes: Uint8Array): { elements: Element[]; format: string; bodyAt: number } {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 1 << 20))
  const end = /(^|\n)end_header[ \t]*(\r\n|\n|\r)/.exec(text)
  if (!/^ply\s/.test(text) || end === null) throw new Error('its header is not that of a PLY file')
  const elements: Element[] = []
  let format = ''
  for (const line of text.slice(0, end.index).split(/[\r\n]+/)) {
    const words = line.trim().split(/\s+/)
    if (words[0] === 'format') format = words[1]
    else if (words[0] === 'element') elements.push({ name: words[1], count: countOf(words[2]), properties: [] })
    else if (words[0] === 'property') {
      const isList = words[1] === 'list'
      const property: Property = isList ? { name: words[4], type: scalarOf(words[3]), countType: scalarOf(words[2]) } : { name: words[2], type: scalarOf(words[1]), countType: null }
      if (elements.length === 0) throw new Error('a property of its header belongs to no element')
      elements.at(-1)!.properties.push(property)
    }
  }
  if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(format)) throw new Error(`its format “${format}” is not known`)
  if (!elements.some(({ name }) => name === 'vertex') || !elements.some(({ name }) => name === 'face')) throw new Error('its header lists no vertices or no faces')
  return { elements, format, bodyAt: end.index + end[0].length }
}

function countOf(word: string | undefined): number {
  const count = Number(word)
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`its header counts “${word}” elements`)
  return count
}

function scalarOf(word: string | undefined): Scalar {
  const type = OLD_NAMES[word ?? ''] ?? word
  if (type === undefined || !(type in BYTES)) throw new Error(`its header has a property of type “${word}”`)
  return type as Scalar
}

function asciiNumbers(bytes: Uint8Array, from: number): NextNumber {
  let at = from
  return () => {
    while (at < bytes.length && bytes[at] <= 32) at++
    const start = at
    while (at < bytes.length && bytes[at] > 32) at++
    if (start === at) throw new Error('it is cut off')
    const word = String.fromCharCode(...bytes.subarray(start, Math.min(at, start + 64)))
    const value = Number(word)
    if (Number.isNaN(value)) throw new Error(`“${word}” is no number`)
    return value
  }
}

function binaryNumbers(bytes: Uint8Array, from: number, little: boolean): NextNumber {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = from
  return (type) => {
    const here = at
    at += BYTES[type]
    if (at > bytes.length) throw new Error('it is cut off')
    switch (type) {
      case 'int8': return view.getInt8(here)
      case 'uint8': return view.getUint8(here)
      case 'int16': return view.getInt16(here, little)
      case 'uint16': return view.getUint16(here, little)
      case 'int32': return view.getInt32(here, little)
      case 'uint32': return view.getUint32(here, little)
      case 'float32': return view.getFloat32(here, little)
      case 'float64': return view.getFloat64(here, little)
    }
  }
}
