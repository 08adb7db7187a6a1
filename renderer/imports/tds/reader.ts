import { AtriumError } from '../../errors/atrium-error.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declaresNothing } from '../doctor/declared.ts'
import { readObject3d } from '../object3d/read-object3d.ts'

/** The main chunk's id and length begin a 3D Studio file. */
const MAIN_CHUNK = 0x4d4d

/** 3D Studio (.3ds), by three's loader; z is up, a unit is not declared. */
const tds: ConvertingReader = {
  id: '3ds',
  sniff: (bytes) => {
    if (bytes.byteLength < 16) return false
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    return view.getUint16(0, true) === MAIN_CHUNK && view.getUint32(2, true) <= bytes.byteLength
  },
  async convert(bytes, options) {
    const { TDSLoader } = await import('three/examples/jsm/loaders/TDSLoader.js')
    return readObject3d(() => {
      const loader = new TDSLoader()
      // A chunk without length is read for ever; it says something each time, and a sound file says less than it has bytes.
      let said = 0
      loader.debugMessage = () => {
        if (++said > bytes.byteLength) throw new AtriumError('model-invalid', 'One of its chunks has no length.')
      }
      const group = loader.parse(bytes.slice().buffer, '')
      group.rotation.set(-Math.PI / 2, 0, 0)
      return group
    }, declaresNothing('z', 0.9), options)
  },
}

export const tdsReader = convertingReader(tds)
