import type * as THREE from 'three'
import type { Converted } from '../conversion.ts'
import type { Declared } from '../doctor/declared.ts'
import { readBeside } from '../beside/read-beside.ts'
import type { ReadOptions } from '../reader.ts'
import { toDocument } from './to-document.ts'
import { withNamedTextures } from './named-textures.ts'

/**
 * Runs one of three's loaders and turns what it read into glTF.
 *
 * @param parse  synchronous; in metres and y up afterwards, as far as the file says
 * @param declared  what the file says of unit and axes; a function is asked when the file was parsed
 */
export async function readObject3d(parse: () => THREE.Object3D, declared: Declared | (() => Declared), options: ReadOptions): Promise<Converted> {
  const root = withNamedTextures(parse)
  options.onProgress?.(0.6)
  const { document, notes } = await toDocument(root, (name) => readBeside(name, options), options.decodeImage)
  return { document, notes, declared: typeof declared === 'function' ? declared() : declared }
}
