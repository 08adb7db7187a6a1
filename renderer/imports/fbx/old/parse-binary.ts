import { damaged, type FbxNode, type FbxValue, MOST_DEEP } from './nodes.ts'

/** Of the file's mark, its version, and of a node's three sizes. */
const [HEAD_BYTES, SIZES_BYTES] = [27, 12]

/**
 * Parses a binary FBX file below version 7.5, in which sizes take four bytes. Arrays of that age are values one by one.
 *
 * @throws AtriumError `model-invalid`, naming the place
 */
export function parseBinary(bytes: Uint8Array): FbxNode {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const latin = new TextDecoder('latin1')
  const utf8 = new TextDecoder()
  let at = HEAD_BYTES
  const within = (length: number, end = bytes.byteLength): number => {
    const from = at
    if (!(length <= end - from)) throw damaged(`at byte ${from} it goes on for ${length}, and ends`)
    at += length
    return from
  }
  const value = (end: number): FbxValue => {
    const type = String.fromCharCode(bytes[within(1, end)])
    switch (type) {
      case 'C': return bytes[within(1, end)]
      case 'Y': return view.getInt16(within(2, end), true)
      case 'I': return view.getInt32(within(4, end), true)
      case 'F': return view.getFloat32(within(4, end), true)
      case 'D': return view.getFloat64(within(8, end), true)
      case 'L': return Number(view.getBigInt64(within(8, end), true))
      case 'S': case 'R': {
        const length = view.getUint32(within(4, end), true)
        const from = within(length, end)
        const content = bytes.subarray(from, from + length)
        return type === 'R' ? content : utf8.decode(content)
      }
      default: throw damaged(`at byte ${at - 1} a value has no type`)
    }
  }
  /** null: the end of a list. */
  const node = (end: number, depth: number): FbxNode | null => {
    if (depth > MOST_DEEP) throw damaged('its nodes are nested too deep')
    const from = within(SIZES_BYTES + 1, end)
    const [nodeEnd, count] = [view.getUint32(from, true), view.getUint32(from + 4, true)]
    const length = bytes[from + SIZES_BYTES]
    if (nodeEnd === 0) return null
    if (nodeEnd <= from || nodeEnd > end || count > nodeEnd - from) throw damaged(`at byte ${from} a node ends where it cannot`)
    const nameFrom = within(length, nodeEnd)
    const name = latin.decode(bytes.subarray(nameFrom, nameFrom + length))
    const values: FbxValue[] = []
    for (let i = 0; i < count; i++) values.push(value(nodeEnd))
    const children = nodes(nodeEnd, depth + 1)
    at = nodeEnd
    return { name, values, children }
  }
  const nodes = (end: number, depth: number): readonly FbxNode[] => {
    const found: FbxNode[] = []
    while (at + SIZES_BYTES + 1 <= end) {
      const next = node(end, depth)
      if (next === null) break
      found.push(next)
    }
    return found
  }
  return { name: '', values: [], children: nodes(bytes.byteLength, 0) }
}
