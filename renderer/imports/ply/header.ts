import { AtriumError } from '../../errors/atrium-error.ts'

/** How a number is written: whole, its sign, its bytes. */
export type NumberType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64'

export interface PlyProperty {
  readonly name: string
  readonly type: NumberType
  /** Of a list: how its length is written. */
  readonly countType: NumberType | null
}

export interface PlyElement {
  readonly name: string
  readonly count: number
  readonly properties: readonly PlyProperty[]
}

export interface PlyHeader {
  readonly encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian'
  readonly elements: readonly PlyElement[]
  /** Pictures of its surfaces, as MeshLab and Metashape name them. */
  readonly pictures: readonly string[]
  readonly text: string
  /** Where its values begin, bytes from the start of the file. */
  readonly end: number
}

const TYPES: ReadonlyMap<string, NumberType> = new Map(Object.entries({
  char: 'int8', uchar: 'uint8', short: 'int16', ushort: 'uint16', int: 'int32', uint: 'uint32', float: 'float32', double: 'float64',
  int8: 'int8', uint8: 'uint8', int16: 'int16', uint16: 'uint16', int32: 'int32', uint32: 'uint32', float32: 'float32', float64: 'float64',
} as const))
const ENCODINGS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const
const HEAD_BYTES = 2 ** 16

/**
 * What a PLY file says of itself (Turk 1994, "The PLY polygon file format"); its lines may end as on any system.
 *
 * @throws AtriumError `model-truncated` without an end, `model-invalid` naming the line that is wrong
 */
export function parseHeader(bytes: Uint8Array): PlyHeader {
  // A character each byte: what follows the header is no text.
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  // Where lines end with a carriage return alone, a line feed behind the last is a value.
  const found = (/^\s*ply\r(?!\n)/.test(head) ? /^\s*ply\b[\s\S]*?\bend_header[ \t]*\r/ : /^\s*ply\b[\s\S]*?\bend_header[ \t]*(?:\r\n|\n|\r|$)/).exec(head)
  if (found === null) throw new AtriumError('model-truncated', 'The header of the file has no end.')
  const text = new TextDecoder().decode(bytes.subarray(0, found[0].length))
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = []
  const pictures: string[] = []
  let encoding: PlyHeader['encoding'] | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    const words = line.trim().split(/\s+/)
    const wrong = (): AtriumError => new AtriumError('model-invalid', `The header of the file is wrong at “${line.trim().slice(0, 80)}”.`)
    if (words[0] === 'format') encoding = ENCODINGS.find((known) => known === words[1])
    else if (words[0] === 'element') {
      const count = Number(words[2])
      if (!Number.isSafeInteger(count) || count < 0) throw wrong()
      elements.push({ name: words[1], count, properties: [] })
    } else if (words[0] === 'property') {
      const [countType, type] = words[1] === 'list' ? [TYPES.get(words[2]), TYPES.get(words[3])] : [null, TYPES.get(words[1])]
      const owner = elements.at(-1)
      if (owner === undefined || type === undefined || countType === undefined) throw wrong()
      owner.properties.push({ name: words[words[1] === 'list' ? 4 : 2] ?? '', type, countType })
    }
    const picture = /^\s*comment\s+TextureFile\s+(.+?)\s*$/i.exec(line)?.[1]
    if (picture !== undefined) pictures.push(picture)
  }
  if (encoding === undefined) throw new AtriumError('model-invalid', 'The header of the file does not say how its values are written.')
  return { encoding, elements, pictures, text, end: found[0].length }
}
