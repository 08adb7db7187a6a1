/** What an FBX file says of itself, plain or binary: its settings stand near its beginning. */
export interface FbxSettings {
  readonly isZUp: boolean
  /** The program that wrote it. */
  readonly app: string
}

const HEAD_BYTES = 2 ** 18

export function readSettings(bytes: Uint8Array): FbxSettings {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  // Text: P: "UpAxis", "int", "Integer", "",2. Binary: each value after a letter for its type, strings after their length, whole numbers in four bytes.
  const axis = /"UpAxis",\s*"[^"]*",\s*"[^"]*",\s*"[^"]*",\s*(\d)/.exec(head)?.[1] ?? /UpAxisS[\s\S]{4}intS[\s\S]{4}IntegerS\0{4}I([\s\S])\0{3}/.exec(head)?.[1].charCodeAt(0)
  const written = /\n\s*Creator:\s*"([^"]*)"/.exec(head)?.[1] ?? /CreatorS([\s\S])[\s\S]\0\0([^\0]*)/.exec(head)
  const app = written === null ? '' : typeof written === 'string' ? written : written[2].slice(0, written[1].charCodeAt(0))
  return { isZUp: Number(axis) === 2, app }
}
