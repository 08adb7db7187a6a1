import { Group } from 'three'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declaresNothing } from '../doctor/declared.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { chunksIn } from './chunks.ts'
import { readMaterial } from './materials.ts'
import { readObject } from './objects.ts'

/** The main chunk's id and length begin a 3D Studio file. */
const MAIN_CHUNK = 0x4d4d
const EDITOR = 0x3d3d, MATERIAL = 0xafff, OBJECT = 0x4000
const HEAD_BYTES = 6

/**
 * 3D Studio (.3ds), from the format's description: three's loader takes triangles of a material for neighbours, rounds every edge and reads on where a
 * chunk has no length. z is up, a unit is not declared; what the key frames place again is left out.
 */
const tds: ConvertingReader = {
  id: '3ds',
  sniff: (bytes) => {
    if (bytes.byteLength < 16) return false
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    return view.getUint16(0, true) === MAIN_CHUNK && view.getUint32(2, true) <= bytes.byteLength
  },
  convert(bytes, options) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return readObject3d(() => {
      const group = new Group()
      group.rotation.set(-Math.PI / 2, 0, 0)
      const main = chunksIn(view, HEAD_BYTES, Math.min(bytes.byteLength, view.getUint32(2, true)))
      const content = main.filter(({ id }) => id === EDITOR).flatMap(({ from, to }) => chunksIn(view, from, to))
      const materials = new Map(content.filter(({ id }) => id === MATERIAL).map((entry) => readMaterial(view, entry)).map((material) => [material.name, material]))
      for (const object of content.filter(({ id }) => id === OBJECT)) for (const shown of readObject(view, object, materials)) group.add(shown)
      return group
    }, declaresNothing('z', 0.9), options)
  },
}

export const tdsReader = convertingReader(tds)
