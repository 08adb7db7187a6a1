/** zlib of some bytes, by the platform's own compressor. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = (c & 1) === 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/** As in PNG and ZIP. */
export function crc32(...parts: readonly Uint8Array[]): number {
  let c = 0xffffffff
  for (const part of parts) for (let i = 0; i < part.length; i++) c = CRC_TABLE[(c ^ part[i]) & 255] ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** ASCII, or UTF-8 where it is not. */
export const text = (words: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(words) as Uint8Array<ArrayBuffer>
