/** What a WebM holds, read by its own rules (RFC 8794, Matroska's element list): nothing of what wrote it is used. */
export interface WebM {
  readonly codec: string
  readonly width: number
  readonly height: number
  /** Seconds, as the file says. */
  readonly duration: number
  readonly frames: readonly { readonly seconds: number; readonly isKey: boolean; readonly bytes: Buffer }[]
}

const IDS = {
  segment: 0x18538067, info: 0x1549a966, scale: 0x2ad7b1, duration: 0x4489, tracks: 0x1654ae6b, entry: 0xae, codec: 0x86, video: 0xe0, width: 0xb0, height: 0xba,
  cluster: 0x1f43b675, time: 0xe7, simpleBlock: 0xa3, group: 0xa0, block: 0xa1,
} as const
const MASTERS: ReadonlySet<number> = new Set([IDS.segment, IDS.info, IDS.tracks, IDS.entry, IDS.video, IDS.cluster, IDS.group])

export function readWebM(file: Buffer): WebM {
  const frames: { seconds: number; isKey: boolean; bytes: Buffer }[] = []
  const found = { codec: '', width: 0, height: 0, duration: 0 }
  let [scale, time] = [1e6, 0]

  /** A number of 1 to 8 bytes whose first set bit says how many; with that bit it is an id. */
  function variable(at: number, keepsMark: boolean): readonly [value: number, length: number] {
    const length = Math.clz32(file[at]) - 23
    let value = keepsMark ? file[at] : file[at] & (0xff >> length)
    for (let i = 1; i < length; i++) value = value * 256 + file[at + i]
    return [value, length]
  }
  const unsigned = (from: number, to: number): number => file.subarray(from, to).reduce((sum, byte) => sum * 256 + byte, 0)

  function block(from: number, to: number): void {
    const [, length] = variable(from, false)
    const offset = file.readInt16BE(from + length)
    frames.push({ seconds: ((time + offset) * scale) / 1e9, isKey: (file[from + length + 2] & 0x80) !== 0, bytes: file.subarray(from + length + 3, to) })
  }

  function walk(from: number, to: number): void {
    for (let at = from; at < to;) {
      const [id, idLength] = variable(at, true)
      const [size, sizeLength] = variable(at + idLength, false)
      const start = at + idLength + sizeLength
      const end = start + size
      if (end > to) throw new Error(`an element of ${size} bytes at ${at} ends beyond its parent`)
      if (MASTERS.has(id)) walk(start, end)
      else if (id === IDS.scale) scale = unsigned(start, end)
      else if (id === IDS.duration) found.duration = ((size === 4 ? file.readFloatBE(start) : file.readDoubleBE(start)) * scale) / 1e9
      else if (id === IDS.codec) found.codec = file.toString('latin1', start, end)
      else if (id === IDS.width) found.width = unsigned(start, end)
      else if (id === IDS.height) found.height = unsigned(start, end)
      else if (id === IDS.time) time = unsigned(start, end)
      else if (id === IDS.simpleBlock || id === IDS.block) block(start, end)
      at = end
    }
  }
  walk(0, file.length)
  return { ...found, frames }
}
