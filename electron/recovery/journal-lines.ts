import { crc32 } from 'node:zlib'

/* A journal is text: one record per line, the CRC-32 of its JSON before it. `8f3a00c1 {"kind":"edit",…}\n` */

const LINE_START = 9

/** @param json  without a line break, as JSON.stringify gives it */
export function encodeLine(json: string): string {
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
}

/**
 * The whole lines of a journal, as JSON. Reading ends at the first line that is not as it was written: a kill or a loss of
 * power tears the last one, and what follows damage cannot be told from damage.
 */
export function decodeLines(bytes: Uint8Array): string[] {
  const lines: string[] = []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(0x0a, start)
    if (end < start + LINE_START) break
    const sum = buffer.toString('latin1', start, start + LINE_START)
    const json = buffer.subarray(start + LINE_START, end)
    if (!/^[0-9a-f]{8} $/.test(sum) || crc32(json) !== Number.parseInt(sum, 16)) break
    lines.push(json.toString('utf8'))
    start = end + 1
  }
  return lines
}
