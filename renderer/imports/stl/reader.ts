import { AtriumError } from '../../errors/atrium-error.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declaresNothing, programIn } from '../doctor/declared.ts'
import { withoutExtension } from '../formats.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { singleMesh } from '../object3d/single-mesh.ts'
import { headOf } from '../bytes/text.ts'

const HEADER_BYTES = 84
const TRIANGLE_BYTES = 50

/** Triangles that a binary file announces; null: too short to be one. */
const announced = (bytes: Uint8Array): number | null =>
  bytes.byteLength < HEADER_BYTES ? null : new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true)

const sizeOf = (triangles: number): number => HEADER_BYTES + TRIANGLE_BYTES * triangles

/** @throws AtriumError `model-truncated` for a binary file that holds less than it announces, `model-empty` for one that announces nothing */
function checkContent(bytes: Uint8Array): void {
  const count = announced(bytes)
  const isWhole = count !== null && sizeOf(count) <= bytes.byteLength
  if (count === 0 || (!isWhole && isEmptyText(bytes))) throw new AtriumError('model-empty', 'The file holds no triangles.')
  if (count === null) throw new AtriumError('model-truncated', 'The file ends inside its header.')
  if (!isWhole) throw new AtriumError('model-truncated', `The file announces ${count} triangles, but holds ${Math.floor((bytes.byteLength - HEADER_BYTES) / TRIANGLE_BYTES)}.`)
}

const isEmptyText = (bytes: Uint8Array): boolean => /^solid\b[^\n]*\s+endsolid\b/.test(headOf(bytes))

/** Some write no normals. */
const isText = (bytes: Uint8Array): boolean => /^solid\b[\s\S]*?\bfacet\s+(?:normal|outer)\b/.test(headOf(bytes))

/** Binary files begin with `solid` too: the length tells. */
function isStl(bytes: Uint8Array): boolean {
  const count = announced(bytes)
  return (count !== null && sizeOf(count) === bytes.byteLength) || isText(bytes)
}

/** Stereolithography, binary or text. It declares neither unit nor axes; programs that write it stand things on z. */
const stl: ConvertingReader = {
  id: 'stl',
  sniff: isStl,
  async convert(bytes, options) {
    const isPlain = isText(bytes)
    if (!isPlain) checkContent(bytes)
    const { STLLoader } = await import('three/examples/jsm/loaders/STLLoader.js')
    return readObject3d(() => {
      const geometry = new STLLoader().parse(bytes.slice().buffer)
      // Those of STL are the triangles' own: they say nothing of what is round.
      geometry.deleteAttribute('normal')
      const group = singleMesh(geometry, withoutExtension(options.name))
      group.rotation.set(-Math.PI / 2, 0, 0)
      return group
    }, declaresNothing('z', 0.8, isPlain ? '' : programIn(`# ${headOf(bytes, 80)}`)), options)
  },
}

export const stlReader = convertingReader(stl)
