import { AtriumError } from '../../errors/atrium-error.ts'

/*
 * A file of Rhino is a chain of chunks: a code, a length, and so many bytes; chunks of tables hold chains of their own. Where one does not add up, the
 * kernel looks for the next table byte by byte, for minutes. openNURBS, opennurbs_3dm.h and opennurbs_archive.h.
 */

const HEAD = 32
const SHORT = 0x80000000
const COMMENT = 1
/** An object of a class, in a record; what its class wrote; a chunk that says nothing of its content but a version, of two numbers. */
const [CLASS, CLASS_DATA, ANONYMOUS] = [0x00027ffa, 0x0002fffc, 0x40008000]
/** Before an object of a record its kind is told. */
const OBJECT_KIND = 0x82000071
const VERSION_BYTES = 8
/** Of chunks whose code has this bit, the last bytes are a sum. */
const [SUMMED, SUM_BYTES] = [0x8000, 4]
const TABLE = 0x10000000
const END_OF_TABLE = 0xffffffff
const END_OF_FILE = 0x7fff
/** Bytes after the end mark that are forgiven: mail programs add some. */
const TRAILING = 1024

/** @throws AtriumError `model-truncated` for a file without its end, `model-invalid` for one whose chunks do not follow each other */
export function checkChunks(bytes: Uint8Array): void {
  if (!hasEnd(bytes)) throw new AtriumError('model-truncated', 'The file has no end mark: it was cut off.')
  const version = Number(new TextDecoder('latin1').decode(bytes.subarray(24, HEAD)))
  // Lengths have 8 bytes since version 5; tables came with version 2.
  const chain = new Chain(bytes, version >= 5 ? 8 : 4)
  for (let at = HEAD; ;) {
    const { code, from, to } = chain.at(at, bytes.length)
    if (code === END_OF_FILE) return
    if (version > 1) {
      if (code >= TABLE && code < TABLE + 0x10000) chain.checkTable(from, to)
      else if (code !== COMMENT) throw damaged(at)
    }
    at = to
  }
}

interface Chunk { readonly code: number; readonly from: number; readonly to: number }

class Chain {
  private readonly view: DataView

  constructor(private readonly bytes: Uint8Array, private readonly lengthBytes: 4 | 8) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** A chunk: its code, and where its content begins and ends; a short one has a value in place of its length, and no content. */
  at(at: number, end: number): Chunk {
    const from = at + 4 + this.lengthBytes
    if (from > end) throw damaged(at)
    const code = this.view.getUint32(at, true)
    if (code >= SHORT) return { code, from, to: from }
    const length = this.lengthBytes === 8 ? Number(this.view.getBigInt64(at + 4, true)) : this.view.getInt32(at + 4, true)
    if (length < 0 || from + length > end) throw damaged(at)
    return { code, from, to: from + length }
  }

  /** Its records reach exactly to its end, and an end mark is the last. */
  checkTable(from: number, to: number): void {
    for (let at = from; at < to;) {
      const record = this.at(at, to)
      if (record.code === END_OF_TABLE && record.to === to) return
      this.checkRecord(record)
      at = record.to
    }
    throw damaged(to)
  }

  /** As far as it is known where chunks begin in it: its object, and what the object's class wrote first. */
  private checkRecord({ code, from, to }: Chunk): void {
    const end = (code & SUMMED) === 0 ? to : to - SUM_BYTES
    this.checkPacked(from, end)
    const start = this.isAt(from, end, OBJECT_KIND) ? this.at(from, end).to : from
    if (!this.isAt(start, end, CLASS)) return
    const object = this.at(start, end)
    for (let at = object.from; at < object.to;) {
      const part = this.at(at, object.to)
      if (part.code === CLASS_DATA) this.checkAnonymous(part.from, part.to)
      at = part.to
    }
  }

  /** One that begins here, and one that begins in it, behind its version. */
  private checkAnonymous(from: number, to: number): void {
    if (!this.isAt(from, to, ANONYMOUS)) return
    const outer = this.at(from, to)
    this.checkAnonymous(outer.from + VERSION_BYTES, outer.to)
  }

  /** Packed arrays of a mesh: how they are packed, 1, and a chunk whose content begins as zlib does. Six bytes in their order are no chance. */
  private checkPacked(from: number, end: number): void {
    const head = 4 + this.lengthBytes
    for (let at = this.bytes.indexOf(1, from); at >= 0 && at + head + 3 <= end; at = this.bytes.indexOf(1, at + 1)) {
      const isZlib = this.bytes[at + 1 + head] === 0x78 && ((0x78 << 8) | this.bytes[at + 2 + head]) % 31 === 0
      if (isZlib && this.isAt(at + 1, end, ANONYMOUS)) this.at(at + 1, end)
    }
  }

  private isAt(at: number, end: number, code: number): boolean {
    return at + 4 <= end && this.view.getUint32(at, true) === code
  }
}

const damaged = (at: number): AtriumError => new AtriumError('model-invalid', `The file is damaged near byte ${at}: a part of it does not end where the next begins.`)

/** TCODE_ENDOFFILE, a chunk of 4 bytes up to version 4, of 8 since. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 12; at >= Math.max(0, bytes.length - 20 - TRAILING); at--) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0x7f && bytes[at + 2] === 0 && bytes[at + 3] === 0 && (bytes[at + 4] === 4 || bytes[at + 4] === 8)) return true
  }
  return false
}
