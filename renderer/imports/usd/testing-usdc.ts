/*
 * A binary file of USD, version 0.7, as OpenUSD writes it (crateFile.cpp): one triangle, moved by whole metres, which is a vector of doubles in a field
 * of its own. Nothing in it is compressed further than its reader demands.
 */

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const int32s = (...values: readonly number[]): Uint8Array => new Uint8Array(Int32Array.from(values).buffer)
const floats = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer)
const int64 = (value: number): Uint8Array => int32s(value, 0)
const join = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(parts.flatMap((part) => [...part]))

/** One block of LZ4 that holds literals alone. */
function lz4(bytes: Uint8Array): Uint8Array {
  const more = bytes.length - 15
  const lengths = more < 0 ? [bytes.length << 4] : [0xf0, ...Array.from({ length: Math.floor(more / 255) }, () => 255), more % 255]
  return join(Uint8Array.of(0, ...lengths), bytes)
}

/** Each as its difference to the one before, in 32 bits. */
const integers = (values: readonly number[]): Uint8Array =>
  lz4(join(int32s(0), new Uint8Array((values.length * 2 + 7) >> 3).fill(255), int32s(...values.map((value, i) => value - (i === 0 ? 0 : values[i - 1])))))
const sized = (bytes: Uint8Array): Uint8Array => join(int64(bytes.length), bytes)

const [TOKEN, INT, VEC3F, VEC3D, SPECIFIER] = [11, 3, 24, 23, 42]
const [ATTRIBUTE, PRIM, ROOT] = [1, 6, 7]
const [INLINED, ARRAY] = [0x40, 0x80]

/** @param metres  whole, from -128 to 127 */
export function usdcOfTriangle(metres: readonly [number, number, number]): Uint8Array<ArrayBuffer> {
  const tokens = ['', 'Thing', 'typeName', 'Mesh', 'specifier', 'points', 'faceVertexCounts', 'faceVertexIndices', 'xformOpOrder', 'xformOp:translate', 'default']
  const token = (text: string): number => tokens.indexOf(text)
  const values: Uint8Array[] = [new Uint8Array(88)]
  const put = (bytes: Uint8Array): number => {
    const at = join(...values).length
    values.push(bytes)
    return at
  }
  const array = (type: number, count: number, bytes: Uint8Array) => ({ name: token('default'), rep: int32s(put(join(int64(count), bytes)), ((type | (ARRAY << 8)) << 16)) })
  const inlined = (name: string, type: number, payload: Uint8Array) => ({ name: token(name), rep: join(payload, int32s((type | (INLINED << 8)) << 16)) })
  const sets = [
    [inlined('specifier', SPECIFIER, int32s(0))],
    [inlined('specifier', SPECIFIER, int32s(0)), inlined('typeName', TOKEN, int32s(token('Mesh')))],
    [array(VEC3F, 3, floats(0, 0, 0, 1, 0, 0, 0, 1, 0))],
    [array(INT, 1, int32s(3))],
    [array(INT, 3, int32s(0, 1, 2))],
    [array(TOKEN, 1, int32s(token('xformOp:translate')))],
    [inlined('default', VEC3D, join(new Uint8Array(Int8Array.from(metres).buffer), Uint8Array.of(0)))],
  ]
  const fields = sets.flat()
  const fieldSets = sets.flatMap((set) => [...set.map((field) => fields.indexOf(field)), -1])
  const startOf = (set: number): number => sets.slice(0, set).reduce((sum, { length }) => sum + length + 1, 0)
  // The root, the thing in it, its properties: only a child, only a child, then one after the other.
  const elements = [0, token('Thing'), ...['points', 'faceVertexCounts', 'faceVertexIndices', 'xformOpOrder', 'xformOp:translate'].map((name) => -token(name))]
  const jumps = [-1, -1, 0, 0, 0, 0, -2]
  const each = elements.map((_, i) => i)
  const text = encode(tokens.map((name) => `${name}\0`).join(''))
  const sections: readonly [string, Uint8Array][] = [
    ['TOKENS', join(int64(tokens.length), int64(text.length), sized(lz4(text)))],
    ['STRINGS', int64(0)],
    ['FIELDS', join(int64(fields.length), sized(integers(fields.map(({ name }) => name))), sized(lz4(join(...fields.map(({ rep }) => rep)))))],
    ['FIELDSETS', join(int64(fieldSets.length), sized(integers(fieldSets)))],
    ['PATHS', join(int64(each.length), int64(each.length), sized(integers(each)), sized(integers(elements)), sized(integers(jumps)))],
    ['SPECS', join(int64(each.length), sized(integers(each)), sized(integers(each.map(startOf))), sized(integers([ROOT, PRIM, ...each.slice(2).map(() => ATTRIBUTE)])))],
  ]
  const contents = sections.map(([name, bytes]) => join(encode(name.padEnd(16, '\0')), int64(put(bytes)), int64(bytes.length)))
  const end = put(join(int64(sections.length), ...contents))
  const file = join(...values)
  file.set(join(encode('PXR-USDC'), Uint8Array.of(0, 7, 0, 0, 0, 0, 0, 0), int64(end)))
  return file
}
