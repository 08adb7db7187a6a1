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
  sniff: (bytes) => /^(?:#[^\r\n]*[\r\n]|\s)*(?:mtllib|o|g|v|vn|vt|usemtl|s)\s+\S/.test(headOf(bytes, 65_536)),
  async convert(bytes, options) {
    const { OBJLoader } = await import('three/examples/jsm/loaders/OBJLoader.js')
    const { MTLLoader } = await import('three/examples/jsm/loaders/MTLLoader.js')
    const { text, origin } = brought(plainText(bytes))
    const loader = new OBJLoader()
    const libraries = [...text.matchAll(/^ *mtllib +(.+?) *$/gm)].slice(0, 16)
    const parts: string[] = []
    for (const [, name] of libraries) {
      // Whoever renames a model renames its library with it, but not the line that names it.
      const library = await readBeside(name, options, `${stemOf(options.name)}.mtl`)
      if (library !== null) parts.push(withoutInvisible(plainText(library)))
    }
    if (parts.length > 0) {
      loader.setMaterials(withNamedTextures(() => {
        const creator = new MTLLoader().parse(parts.join('\n'), '')
        creator.preload()
        return creator
      }))
    }
    return readObject3d(() => withoutMadeNormals(loader.parse(text), text), { ...declaresNothing('y', 0.6, programIn(headOf(bytes))), origin }, options)
  },
}

/**
 * As three's loaders take a file: words apart by spaces alone, lines that end in a line feed, and no remark behind numbers. Names keep their `#`, which
 * 3ds Max writes.
 */
function plainText(bytes: Uint8Array): string {
  const text = textOfBytes(bytes).replaceAll('\t', ' ').replaceAll(/\r\n?/g, '\n')
  return text.includes(' #') ? text.replaceAll(/^( *(?:v|vt|vn|f|l|p) [^#\n]*)#.*$/gm, '$1') : text
}

/** Units of the file: farther away, single precision, in which three keeps them, has steps of an eighth and more. */
const FAR = 2e6
const ORIGIN_STEP = 1000

/** Takes off what all vertices lie away, as those of a site do that has the coordinates of its country, while they are still written in full. O(characters). */
function brought(text: string): { readonly text: string; readonly origin: readonly [number, number, number] } {
  const vertex = /^( *v +)(\S+) +(\S+) +(\S+)/gm
  let first: readonly number[] | null = null
  for (const [, , ...words] of text.matchAll(vertex)) {
    const place = words.map(Number)
    if (!(Math.hypot(...place) > FAR)) return { text, origin: [0, 0, 0] }
    first ??= place
  }
  if (first === null) return { text, origin: [0, 0, 0] }
  const [x, y, z] = first.map((value) => Math.round(value / ORIGIN_STEP) * ORIGIN_STEP)
  return { text: text.replaceAll(vertex, (_, head: string, a: string, b: string, c: string) => `${head}${Number(a) - x} ${Number(b) - y} ${Number(c) - z}`), origin: [x, y, z] }
}

/** MeshLab's `Tr 1` is what others write as `d 1`: opaque. Who means what is not seen says `d 0` as well. */
const withoutInvisible = (library: string): string => library.replaceAll(/^ *Tr +1(?:\.0*)? *$/gm, '')

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
