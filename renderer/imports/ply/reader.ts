import { AtriumError } from '../../errors/atrium-error.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declaresNothing, programIn } from '../doctor/declared.ts'
import { withoutExtension } from '../formats.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { singleMesh } from '../object3d/single-mesh.ts'
import { headOf } from '../bytes/text.ts'

/** Polygon File Format, text or binary. It declares neither unit nor axes. */
const ply: ConvertingReader = {
  id: 'ply',
  sniff: (bytes) => /^ply\r?\n/.test(headOf(bytes)),
  async convert(bytes, options) {
    const head = headOf(bytes, 65_536)
    const end = head.indexOf('end_header')
    if (end < 0) throw new AtriumError('model-truncated', 'The header of the file has no end.')
    const faces = Number(/^element face (\d+)/m.exec(head.slice(0, end))?.[1] ?? 0)
    if (faces === 0) throw new AtriumError('model-empty', 'The file holds points without surfaces.')
    const { PLYLoader } = await import('three/examples/jsm/loaders/PLYLoader.js')
    return readObject3d(() => singleMesh(new PLYLoader().parse(bytes.slice().buffer), withoutExtension(options.name)), declaresNothing('y', 0.6, programIn(head.slice(0, end))), options)
  },
}

export const plyReader = convertingReader(ply)
