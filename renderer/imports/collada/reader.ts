import { Loader, type Mesh, type MeshBasicMaterial, type Scene } from 'three'
import { AtriumError } from '../../errors/atrium-error.ts'
import { isArchive, namesAtStart, openArchive } from '../bytes/archive.ts'
import { type ConvertingReader, convertingReader } from '../conversion.ts'
import { type Declared, declares } from '../doctor/declared.ts'
import { findSibling } from '../beside/find-sibling.ts'
import { DEFAULT_MATERIAL } from '../gltf/surfaces/materials.ts'
import { readObject3d } from '../object3d/read-object3d.ts'
import type { ReadOptions } from '../reader.ts'
import { headOf, textOfBytes } from '../bytes/text.ts'
import { withTargets } from './targets.ts'
import { installDom } from '../xml/dom.ts'
import { withKnownPrimitives } from './primitives.ts'

const isDae = (name: string): boolean => /\.dae$/i.test(name)

/** COLLADA, by three's loader, which applies the unit and the axes that the file declares; or a ZIP (.zae) around it and its pictures. */
const collada: ConvertingReader = {
  id: 'collada',
  sniff: (bytes) => /<COLLADA[\s>]/.test(headOf(bytes)) || (isArchive(bytes) && namesAtStart(bytes).some(isDae)),
  async convert(bytes, options) {
    if (isArchive(bytes)) {
      const { dae, inside } = await unpack(bytes, options)
      return parse(dae, inside)
    }
    return parse(bytes, options)
  },
}

async function parse(bytes: Uint8Array, options: ReadOptions) {
  installDom()
  const text = withKnownPrimitives(withOpacities(withPoints(withTargets(withAsset(textOfBytes(bytes))))))
  const { ColladaLoader } = await import('three/examples/jsm/loaders/ColladaLoader.js')
  return readObject3d(() => {
    const read = new ColladaLoader().parse(text, '')
    if (read === null) throw new AtriumError('model-invalid', 'The file is no COLLADA that can be read.')
    plaster(read.scene)
    return read.scene
  }, declaredBy(text), options)
}

const ASSET_CHARACTERS = 65_536

/** The format asks for an `asset`, and three reads no file without one: an empty one behind all others is only read where there is no other. */
const withAsset = (text: string): string => text.replace(/<\/COLLADA\s*>\s*$/, '<asset/>$&')

/** What three paints magenta, because its material is not in the file, looks like what names none. */
function plaster(scene: Scene): void {
  scene.traverse((object) => {
    for (const material of [(object as Partial<Mesh>).material ?? []].flat()) {
      if (material.name === Loader.DEFAULT_MATERIAL_NAME) (material as MeshBasicMaterial).color.setRGB(...DEFAULT_MATERIAL.baseColor)
    }
  })
}

/** Exporters on computers that write 0,5 have written it into files, too: numbers with points, which the format asks for. */
function withPoints(text: string): string {
  if (!/<float_array[^<>]*>\s*-?\d+,\d+\s/.test(text)) return text
  return text.replace(/>([-+\d.,eE\s]+)</g, (whole) => whole.replaceAll(',', '.')).replace(/\bmeter\s*=\s*["']\d+,\d+/, (whole) => whole.replace(',', '.'))
}

/**
 * By COLLADA 1.4.1 (chapter 7, `transparent`) a transparency of 1 is opaque; some exporters, among them Autodesk's, write 0 for that. Nobody draws what cannot
 * be seen: where more materials say 0 than 1, and none says how it is meant, it is meant that way.
 */
function withOpacities(text: string): string {
  if (/<transparent\b[^<>]*\bopaque\b/.test(text)) return text
  const values = [...text.matchAll(/<transparency>\s*<float\b[^<>]*>([^<]*)</g)].map(([, value]) => Number(value))
  const [invisible, opaque] = [0, 1].map((wanted) => values.filter((value) => value === wanted).length)
  return invisible > opaque ? text.replace(/<transparent(?=[\s>])/g, '<transparent opaque="A_ZERO"') : text
}

/** COLLADA 1.4.1, chapter 5, `asset`. */
function declaredBy(text: string): Declared {
  const asset = text.slice(0, ASSET_CHARACTERS)
  const metres = Number(/<unit\b[^>]*\bmeter\s*=\s*["']([^"']+)["']/.exec(asset)?.[1] ?? NaN)
  const axis = /<up_axis>\s*([XYZ])_UP/.exec(asset)?.[1]
  return declares(metres > 0 && metres < Infinity ? metres : null, axis === 'Z' ? 'z' : axis === 'Y' ? 'y' : null, /<authoring_tool>([^<]*)</.exec(asset)?.[1])
}

/** Pictures that lie in the archive are taken from there. */
async function unpack(bytes: Uint8Array<ArrayBuffer>, options: ReadOptions): Promise<{ dae: Uint8Array<ArrayBuffer>; inside: ReadOptions }> {
  const archive = await openArchive(bytes)
  const name = archive.names.find(isDae)
  if (name === undefined) throw new AtriumError('model-invalid', 'The archive holds no COLLADA file.')
  const inside: ReadOptions = { ...options, listSiblings: () => Promise.resolve(archive.names), readSibling: (path) => archive.read(findSibling(path, archive.names) ?? path) }
  return { dae: await archive.read(name), inside }
}

export const colladaReader = convertingReader(collada)
