import { type BufferGeometry, type Group, Mesh, type MeshPhongMaterial } from 'three'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { declaresNothing, programIn } from '../doctor/declared.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import { stemOf } from '../beside/find-sibling.ts'
import { readBeside } from '../beside/read-beside.ts'
import { withNamedTextures } from '../object3d/named-textures.ts'
import { headOf, textOfBytes } from '../bytes/text.ts'

/** Wavefront OBJ with its MTL, by three's loaders. It declares neither unit nor axes. */
const obj: ConvertingReader = {
  id: 'obj',
  // The first statement that is no comment is one of these.
  sniff: (bytes) => /^(?:#[^\n]*\n|\s)*(?:mtllib|o|g|v|vn|vt|usemtl|s)\s+\S/.test(headOf(bytes, 65_536)),
  async convert(bytes, options) {
    const { OBJLoader } = await import('three/examples/jsm/loaders/OBJLoader.js')
    const { MTLLoader } = await import('three/examples/jsm/loaders/MTLLoader.js')
    const text = textOfBytes(bytes)
    const loader = new OBJLoader()
    const libraries = [...text.matchAll(/^[ \t]*mtllib[ \t]+(.+?)[ \t]*\r?$/gm)].slice(0, 16)
    const parts: string[] = []
    for (const [, name] of libraries) {
      // Whoever renames a model renames its library with it, but not the line that names it.
      const library = await readBeside(name, options, `${stemOf(options.name)}.mtl`)
      if (library !== null) parts.push(textOfBytes(library))
    }
    if (parts.length > 0) {
      loader.setMaterials(withNamedTextures(() => {
        const creator = new MTLLoader().parse(parts.join('\n'), '')
        creator.preload()
        return creator
      }))
    }
    return readObject3d(() => withoutMadeNormals(loader.parse(text), text), declaresNothing('y', 0.6, programIn(headOf(bytes))), options)
  },
}

/** The loader makes normals where the file has none, those of the triangles: only where smoothing is turned off is that what the file means. */
function withoutMadeNormals(root: Group, text: string): Group {
  if (/^\s*vn\s/m.test(text)) return root
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const { geometry, material } = object as Mesh<BufferGeometry, MeshPhongMaterial | MeshPhongMaterial[]>
    if (![material].flat().every(({ flatShading }) => flatShading)) geometry.deleteAttribute('normal')
  })
  return root
}

export const objReader = convertingReader(obj)
