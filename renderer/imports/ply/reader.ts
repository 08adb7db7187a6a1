import { type BufferGeometry, Group, Mesh, MeshStandardMaterial, TextureLoader } from 'three'
import { AtriumError } from '../../errors/atrium-error.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declaresNothing, programIn } from '../doctor/declared.ts'
import { withoutExtension } from '../formats.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { singleMesh } from '../object3d/single-mesh.ts'
import { headOf } from '../bytes/text.ts'
import { phrase } from '../../words/say.ts'
import { parseHeader } from './header.ts'
import { readSurface } from './surface.ts'
import { valuesOf } from './values.ts'

/**
 * Polygon File Format, text or binary. It declares neither unit nor axes. Read by hand: three's loader leaves out polygons of more than four corners,
 * strips and pictures.
 */
const ply: ConvertingReader = {
  id: 'ply',
  sniff: (bytes) => /^ply\s*[\r\n]/.test(headOf(bytes)),
  async convert(bytes, options) {
    const header = parseHeader(bytes)
    const { geometry, points, triangles, unpictured } = readSurface(header, valuesOf(bytes, header))
    if (triangles === 0) throw new AtriumError('model-empty', points === 0 ? `“${options.name}” contains nothing that can be shown.` : 'The file holds points without surfaces.')
    const name = withoutExtension(options.name)
    const build = (): Group => (header.pictures.length === 0 || geometry.attributes.uv === undefined ? singleMesh(geometry, name) : wearing(geometry, name, header.pictures))
    const converted = await readObject3d(build, declaresNothing('y', 0.6, programIn(header.text)), options)
    return header.pictures.length === 0 || unpictured === 0 ? converted : { ...converted, notes: [phrase('import.picture.none', { count: unpictured }), ...converted.notes] }
  },
}

/** A material a picture, in the file's order, and one for what wears none. */
function wearing(geometry: BufferGeometry, name: string, pictures: readonly string[]): Group {
  const materials = pictures.map((picture) => new MeshStandardMaterial({ map: new TextureLoader().load(picture), roughness: 0.7, side: 2 }))
  const plain = new MeshStandardMaterial({ color: 0xcccccc, roughness: 0.7, side: 2 })
  // A scan has the colours of its points beside its picture, which shows them better.
  geometry.deleteAttribute('color')
  const mesh = new Mesh(geometry, geometry.groups.length > 0 ? [...materials, plain] : materials[0])
  mesh.name = name
  return new Group().add(mesh)
}

export const plyReader = convertingReader(ply)
