/** Bytes of a text file: UTF-8, or UTF-16 where it begins with its mark. */
export function textOfBytes(bytes: Uint8Array): string {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(mark).decode(bytes)
}

/** What a text file begins with, without the white space before it. */
export const headOf = (bytes: Uint8Array, length = 4096): string => textOfBytes(bytes.subarray(0, length)).trimStart()

export const startsWith = (bytes: Uint8Array, signature: string | readonly number[]): boolean =>
  Array.from({ length: signature.length }, (_, i) => (typeof signature === 'string' ? signature.charCodeAt(i) : signature[i])).every((wanted, i) => bytes[i] === wanted)
