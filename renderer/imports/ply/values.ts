import { AtriumError } from '../../errors/atrium-error.ts'
import type { NumberType, PlyHeader } from './header.ts'

/** The values of a file, one after the other. */
export interface Values {
  /** @throws AtriumError `model-truncated` at the end of the file */
  next(type: NumberType): number
  /** How many more there may be. */
  left(): number
}

const BYTES: Readonly<Record<NumberType, number>> = { int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, float64: 8 }
const READ = {
  int8: 'getInt8', uint8: 'getUint8', int16: 'getInt16', uint16: 'getUint16', int32: 'getInt32', uint32: 'getUint32', float32: 'getFloat32', float64: 'getFloat64',
} as const

const ended = (): AtriumError => new AtriumError('model-truncated', 'The file ends before all that it announces.')

/** Those behind the header. @throws AtriumError `model-invalid`, later, where a text holds what is no number */
export function valuesOf(bytes: Uint8Array, { encoding, end }: Pick<PlyHeader, 'encoding' | 'end'>): Values {
  return encoding === 'ascii' ? textValues(new TextDecoder().decode(bytes.subarray(end)).replaceAll(/^[ \t]*comment\b.*$/gm, '')) : binaryValues(bytes.subarray(end), encoding === 'binary_little_endian')
}

function binaryValues(bytes: Uint8Array, isLittleEndian: boolean): Values {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  return {
    next(type) {
      const start = at
      at += BYTES[type]
      if (at > view.byteLength) throw ended()
      return view[READ[type]](start, isLittleEndian)
    },
    left: () => view.byteLength - at,
  }
}

function textValues(text: string): Values {
  const word = /\S+/g
  return {
    next() {
      const found = word.exec(text)?.[0]
      if (found === undefined) throw ended()
      const value = Number(found)
      if (Number.isNaN(value) && !/^[-+]?(?:nan|inf)/i.test(found)) throw new AtriumError('model-invalid', `“${found.slice(0, 40)}” stands where a number is expected.`)
      return value
    },
    left: () => text.length - word.lastIndex,
  }
}
