import { childOf, type FbxNode, type FbxValue, textAt } from './old/nodes.ts'
import { parseText } from './old/parse-text.ts'
import { type Written, type WrittenNode, writeBinary } from './old/write-binary.ts'

/** Properties whose numbers are whole; binary files tell them from others. */
const WHOLE = /^(?:int|integer|enum|bool|short|ulonglong|uinteger)$/i
const isInt32 = (value: number): boolean => (value | 0) === value

/**
 * A plain FBX file of version 7 on as the binary one that its program could have written. three's loader takes a plain one line by line: texts over
 * several lines, such as 3ds Max's maps in OSL, and values that MotionBuilder writes break it.
 *
 * @throws AtriumError `model-invalid`, naming the place. O(bytes)
 */
export const asBinary = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => writeBinary(parseText(bytes).children.map(written))

function written(node: FbxNode): WrittenNode {
  const { name, values, children } = node
  // `Vertices: *24 { a: … }`; words among them are such as `nan`.
  const array = childOf(node, 'a')?.values.map((value) => (typeof value === 'number' ? value : NaN))
  if (array !== undefined) return { name, values: [array.every(isInt32) ? Int32Array.from(array) : Float64Array.from(array)] }
  if (name === 'Content') return { name, values: [decoded(values)] }
  const isThing = typeof values[0] === 'number' && typeof values[1] === 'string'
  const isReal = name === 'P' && !WHOLE.test(textAt(node, 1))
  return {
    name, children: children.map(written),
    values: values.map((value, i): Written => {
      if (typeof value === 'string') return isThing && i === 1 ? turnedRound(value) : value
      if (typeof value !== 'number') return value
      if (name === 'C' || (isThing && i === 0)) return { id: value }
      return !isReal && isInt32(value) ? { int: value } : value
    }),
  }
}

/** `Model::Box` of plain files, as binary ones write it. */
function turnedRound(name: string): string {
  const at = name.indexOf('::')
  return at < 0 ? name : `${name.slice(at + 2)}\0\u0001${name.slice(0, at)}`
}

/** A picture within the file: base64, in one text or several. What is none has no bytes. */
function decoded(values: readonly FbxValue[]): Uint8Array {
  try {
    return Uint8Array.from(atob(values.filter((value) => typeof value === 'string').join('')), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
